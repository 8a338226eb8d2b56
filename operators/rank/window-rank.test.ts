import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../conf/random.js';
import { BIGINT, INT, STRING, timestamp } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import {
  BATCH_SIZES,
  type Event,
  type InputRow,
  printEmitted,
  runEvents,
  runTable,
} from '../core/harness.js';
import { rounds } from '../core/rounds.js';
import { INSERT } from '../core/row-kind.js';
import { createWindowRank } from './window-rank.js';
import type { WindowRankSpec } from './window-rank-spec.js';

const TYPES = [STRING, INT, timestamp(3)];

function spec(changes: Partial<WindowRankSpec>): WindowRankSpec {
  return {
    kind: 'window-rank',
    function: 'ROW_NUMBER',
    partition: [0],
    windowEnd: 2,
    order: [{ column: 1, descending: true, nullsFirst: false }],
    from: 1,
    to: 2,
    outputRank: true,
    ...changes,
  };
}

const INPUT = `
  +I | a | 1 | 2001-01-01 00:05:00.000
  +I | b | 7 | 2001-01-01 00:10:00.000
  +I | a | 3 | 2001-01-01 00:05:00.000
  +I | a | 2 | 2001-01-01 00:05:00.000
  +I | a | 2 | 2001-01-01 00:05:00.000
  watermark 2001-01-01 00:04:59.998
  +I | c | NULL | 2001-01-01 00:05:00.000
  watermark 2001-01-01 00:04:59.999
  +I | a | 9 | 2001-01-01 00:05:00.000
  +I | a | 5 | 2001-01-01 00:10:00.000
  barrier
  watermark 2001-01-01 01:00:00.000
  +I | a | 9 | 2001-01-01 00:30:00.000
  end`;

test('A window gives its rows when the watermark passes its end; late ones are lost', async () => {
  for (const batchRows of BATCH_SIZES) {
    const options = { inputs: [TYPES], output: [...TYPES, BIGINT], batchRows };
    const { text, metrics } = await runTable(() => createWindowRank(spec({})), INPUT, options);
    assert.equal(
      text,
      [
        'watermark 2001-01-01 00:04:59.998',
        '+I | a | 3 | 2001-01-01 00:05:00.000 | 1',
        '+I | a | 2 | 2001-01-01 00:05:00.000 | 2',
        '+I | c | NULL | 2001-01-01 00:05:00.000 | 1',
        'watermark 2001-01-01 00:04:59.999',
        'barrier',
        '+I | b | 7 | 2001-01-01 00:10:00.000 | 1',
        '+I | a | 5 | 2001-01-01 00:10:00.000 | 1',
        'watermark end',
        'end',
      ].join('\n'),
    );
    assert.equal(metrics.lateRows, 2);
  }
});

test('Ranks from the second on, without the rank column', async () => {
  const options = { inputs: [TYPES], output: TYPES };
  const rank = () => createWindowRank(spec({ from: 2, outputRank: false, partition: [] }));
  const { text } = await runTable(rank, INPUT, options);
  assert.deepEqual(
    text.split('\n').filter((line) => line.startsWith('+I')),
    ['+I | a | 2 | 2001-01-01 00:05:00.000', '+I | a | 5 | 2001-01-01 00:10:00.000'],
  );
});

test('Windows on the wall clock fire at its instants', async () => {
  const options = { inputs: [TYPES], output: TYPES, timeZone: 'America/New_York' };
  const rank = () => createWindowRank(spec({ outputRank: false, zoned: true }));
  const { text, metrics } = await runTable(
    rank,
    `+I | a | 1 | 2001-01-01 00:05:00.000
     watermark 2001-01-01 05:04:59.998
     +I | a | 2 | 2001-01-01 00:05:00.000
     watermark 2001-01-01 05:04:59.999
     +I | a | 3 | 2001-01-01 00:05:00.000`,
    options,
  );
  assert.equal(
    text,
    [
      'watermark 2001-01-01 05:04:59.998',
      '+I | a | 2 | 2001-01-01 00:05:00.000',
      '+I | a | 1 | 2001-01-01 00:05:00.000',
      'watermark 2001-01-01 05:04:59.999',
    ].join('\n'),
  );
  assert.equal(metrics.lateRows, 1);
});

const MINUTE = 60_000;

/** Rows in windows of a minute that wander forwards, some of them late, and their watermarks. */
function randomEvents(random: Random): Event[] {
  const events: Event[] = [];
  let watermark = 0;
  for (let i = 0; i < 300; i++) {
    const end = Math.max(1, Math.floor(i / 20) + random.nextInt(-2, 2)) * MINUTE;
    const score = random.nextInt(0, 9) === 0 ? null : random.nextInt(0, 5);
    const values: Scalar[] = [
      random.pick(['a', 'b', 'c']) ?? null,
      score,
      BigInt(end) * 1_000_000n,
    ];
    events.push({ kind: 'row', input: 0, change: INSERT, values });
    if (end - 1.5 * MINUTE <= watermark) continue;
    watermark = end - 1.5 * MINUTE;
    events.push({ kind: 'watermark', input: 0, value: watermark });
  }
  return [...events, { kind: 'end', input: 0 }];
}

/** The rows that the definition gives, in order. */
function defined(events: readonly Event[], to: number): string[] {
  const windows = new Map<number, InputRow[]>();
  const results: string[] = [];
  const fireTo = (watermark: number): void => {
    for (const end of [...windows.keys()].sort((a, b) => a - b)) {
      if (end - 1 > watermark) return;
      results.push(...ranked(windows.get(end) ?? [], to));
      windows.delete(end);
    }
  };
  let watermark = -Infinity;
  for (const event of events) {
    if (event.kind === 'row') {
      const end = Number((event.values[2] as bigint) / 1_000_000n);
      if (end - 1 > watermark) windows.set(end, [...(windows.get(end) ?? []), event]);
    } else {
      watermark = event.kind === 'watermark' ? event.value : Infinity;
      fireTo(watermark);
    }
  }
  return results;
}

function ranked(rows: readonly InputRow[], to: number): string[] {
  const keys = [...new Set(rows.map((row) => row.values[0]))];
  return keys.flatMap((key) => {
    const own = rows.filter((row) => row.values[0] === key);
    own.sort((a, b) => Number(b.values[1] ?? -1) - Number(a.values[1] ?? -1));
    return own.slice(0, to).map((row, i) => `${row.values.join(' ')} ${i + 1}`);
  });
}

test('Random rows and watermarks give the ranks of the definition, batched anyhow', async () => {
  for (let seed = 1; seed <= rounds(40); seed++) {
    const events = randomEvents(new Random(seed));
    const expected = defined(events, 2);
    const printed: string[] = [];
    for (const batchRows of BATCH_SIZES) {
      const options = { inputs: [TYPES], output: [...TYPES, BIGINT], batchRows, outputRows: 4 };
      const { emitted } = await runEvents(() => createWindowRank(spec({})), events, options);
      const rows = emitted.flatMap((entry) =>
        entry.kind === 'row' ? [entry.values.join(' ')] : [],
      );
      assert.deepEqual(rows, expected, `seed ${seed}, batches of ${batchRows}`);
      printed.push(printEmitted(emitted, [...TYPES, BIGINT]));
    }
    assert.equal(printed[1], printed[0]);
    assert.equal(printed[2], printed[0]);
  }
});
