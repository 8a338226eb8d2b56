import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../conf/random.js';
import { BIGINT, INT, STRING, timestamp, timestampLtz } from '../../state/column/logical-type.js';
import type { Emitted } from '../core/checked-output.js';
import { BATCH_SIZES, runEvents, runTable } from '../core/harness.js';
import { rounds } from '../core/rounds.js';
import { INSERT } from '../core/row-kind.js';
import { fullTimes } from '../core/short-times.js';
import { sortedRuns } from '../core/sorted-runs.js';
import { randomSessionRows, SessionDefinition } from './session-definition.js';
import { createSessionTable } from './session-table.js';
import type { SessionTableSpec } from './session-table-spec.js';

const ROW = [STRING, timestamp(3)];

function spec(changes: Partial<SessionTableSpec> = {}): SessionTableSpec {
  const base = { kind: 'session-table', time: 1, partition: [0], gapMs: 10_000 } as const;
  return { ...base, retracting: false, ...changes };
}

/** `#` is a day on which clocks are set forward. */
function times(text: string): string {
  return fullTimes(text.replaceAll('#', '2021-03-28'));
}

async function check(
  own: SessionTableSpec,
  rows: string,
  expected: string,
  { row = ROW, timeZone = 'UTC', late = 0 } = {},
): Promise<void> {
  const time = own.time === null ? timestampLtz(3) : (row[own.time] ?? timestamp(3));
  const output = [...row, timestamp(3), timestamp(3), time];
  for (const batchRows of BATCH_SIZES) {
    const options = { inputs: [row], output, batchRows, timeZone };
    const { text, metrics } = await runTable(() => createSessionTable(own), times(rows), options);
    assert.equal(text, `${times(expected)}\nwatermark end\nend`, `batches of ${batchRows}`);
    assert.equal(metrics.lateRows, late);
  }
}

test('Rows at most the gap apart leave together when their session has ended', async () => {
  await check(
    spec(),
    `
      +I | a | @01
      +I | b | @02
      +I | a | @11
      watermark @11.998
      barrier
      watermark @11.999
      +I | a | @22
      watermark @30
      end`,
    `
      watermark @11.998
      barrier
      +I | b | @02 | @02 | @12 | @11.999
      watermark @11.999
      +I | a | @01 | @01 | @21 | @20.999
      +I | a | @11 | @01 | @21 | @20.999
      watermark @30
      +I | a | @22 | @22 | @32 | @31.999`,
  );
});

test('A row between two sessions joins them; rows leave in order of arrival', async () => {
  await check(
    spec(),
    `
      +I | a | @30
      +I | a | @12
      +I | a | @21
      end`,
    `
      +I | a | @30 | @12 | @40 | @39.999
      +I | a | @12 | @12 | @40 | @39.999
      +I | a | @21 | @12 | @40 | @39.999`,
  );
});

test('A late row counts in a session that is still there, and is dropped in none', async () => {
  await check(
    spec(),
    `
      +I | a | @10
      watermark @19
      +I | a | @02
      +I | a | NULL
      +I | c | @05
      end`,
    `
      watermark @19
      +I | a | @10 | @02 | @20 | @19.999
      +I | a | @02 | @02 | @20 | @19.999`,
    { late: 1 },
  );
});

test('Changes pass as they came; without PARTITION BY all rows share sessions', async () => {
  await check(
    spec({ partition: [], retracting: true }),
    `
      +I | a | @01
      -U | a | @01
      +U | b | @07
      -D | x | @40
      watermark @20
      end`,
    `
      +I | a | @01 | @01 | @17 | @16.999
      -U | a | @01 | @01 | @17 | @16.999
      +U | b | @07 | @01 | @17 | @16.999
      watermark @20
      -D | x | @40 | @40 | @50 | @49.999`,
  );
});

test('Over TIMESTAMP_LTZ sessions lie on the wall clock', async () => {
  await check(
    spec(),
    `
      +I | a | # 00:59:55.000
      +I | a | # 01:00:01.000
      end`,
    `
      +I | a | # 00:59:55.000 | # 01:59:55.000 | # 02:00:05.000 | # 01:00:04.999
      +I | a | # 01:00:01.000 | # 03:00:01.000 | # 03:00:11.000 | # 01:00:10.999`,
    { row: [STRING, timestampLtz(3)], timeZone: 'Europe/Berlin' },
  );
});

test('By processing time a session ends when the clock has left its gap behind', async () => {
  await check(
    spec({ time: null }),
    `
      clock @01
      +I | a
      clock @09
      +I | a
      +I | b
      clock @18.999
      clock @19
      +I | c
      end`,
    `
      +I | b | @09 | @19 | @19
      +I | a | @01 | @19 | @19
      +I | a | @01 | @19 | @19`,
    { row: [STRING] },
  );
});

test('Sessions of random rows are those of the definition', async () => {
  const row = [BIGINT, INT, timestamp(3)];
  const output = [...row, timestamp(3), timestamp(3), timestamp(3)];
  const ms = (value: number) => BigInt(value) * 1_000_000n;
  for (let round = 0; round < rounds(15); round++) {
    const random = new Random(round);
    const gapMs = random.nextInt(1, 40);
    const events = randomSessionRows(random, gapMs);
    const definition = new SessionDefinition(gapMs);
    for (const event of events) definition.take(event);
    const expected = definition.emitted.flatMap((entry): Emitted[] => {
      if (typeof entry === 'number') return [{ kind: 'watermark', value: entry }];
      const edges = [entry.start, entry.end, entry.end - 1].map(ms);
      return entry.rows.map(({ values }) => {
        return { kind: 'row', change: INSERT, values: [...values, ...edges] };
      });
    });
    for (const batchRows of BATCH_SIZES) {
      const options = { inputs: [row], output, batchRows, outputRows: 5 };
      const create = () => createSessionTable(spec({ time: 2, gapMs }));
      const { emitted, metrics } = await runEvents(create, events, options);
      const where = `round ${round}, batches of ${batchRows}`;
      assert.deepEqual(sortedRuns(emitted, output), sortedRuns(expected, output), where);
      assert.equal(metrics.lateRows, definition.late, where);
    }
  }
});
