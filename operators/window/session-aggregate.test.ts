import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../conf/random.js';
import {
  BIGINT,
  DOUBLE,
  INT,
  type LogicalType,
  STRING,
  timestamp,
  timestampLtz,
  withNullable,
} from '../../state/column/logical-type.js';
import type { Emitted } from '../core/checked-output.js';
import { BATCH_SIZES, type Event, runEvents, runTable } from '../core/harness.js';
import { rounds } from '../core/rounds.js';
import { DELETE, INSERT } from '../core/row-kind.js';
import { fullTimes } from '../core/short-times.js';
import { sortedRuns } from '../core/sorted-runs.js';
import type { AggregateCall } from '../expr/expression.js';
import { createSessionAggregate } from './session-aggregate.js';
import type { SessionAggregateSpec } from './session-aggregate-spec.js';
import { randomSessionRows, SessionDefinition } from './session-definition.js';

const ROW = [STRING, INT, timestamp(3)];
const COUNT_TYPE = withNullable(BIGINT, false);
const base = { distinct: false, filter: null };
const COUNT: AggregateCall = { name: 'COUNT', args: [], argTypes: [], type: COUNT_TYPE, ...base };

function call(name: string, type: LogicalType = INT): AggregateCall {
  return { name, args: [1], argTypes: [type], type, ...base };
}

function spec(changes: Partial<SessionAggregateSpec> = {}): SessionAggregateSpec {
  return {
    kind: 'session-aggregate',
    keys: [0],
    aggregates: [COUNT, call('SUM')],
    time: 2,
    gapMs: 10_000,
    properties: ['window_start', 'window_end', 'window_time'],
    retracting: false,
    ...changes,
  };
}

async function check(
  own: SessionAggregateSpec,
  rows: string,
  expected: string,
  { row = ROW, late = 0, timeZone = 'UTC', made = [BIGINT, INT] as readonly LogicalType[] } = {},
): Promise<void> {
  const time = own.time === null ? timestampLtz(3) : (row[own.time] ?? timestamp(3));
  const edges = [timestamp(3), timestamp(3), time];
  const output = [...own.keys.map((key) => row[key] ?? INT), ...made, ...edges];
  for (const batchRows of BATCH_SIZES) {
    const options = { inputs: [row], output, batchRows, timeZone };
    const create = () => createSessionAggregate(own);
    const { text, metrics } = await runTable(create, fullTimes(rows), options);
    assert.equal(text, `${fullTimes(expected)}\nwatermark end\nend`, `batches of ${batchRows}`);
    assert.equal(metrics.lateRows, late);
  }
}

test('A session gives its result when the watermark passes its end', async () => {
  await check(
    spec(),
    `
      +I | a | 1 | @01
      +I | b | 2 | @02
      +I | a | 4 | @11
      watermark @11.998
      watermark @11.999
      +I | a | 8 | @22
      watermark @30
      end`,
    `
      watermark @11.998
      +I | b | 1 | 2 | @02 | @12 | @11.999
      watermark @11.999
      +I | a | 2 | 5 | @01 | @21 | @20.999
      watermark @30
      +I | a | 1 | 8 | @22 | @32 | @31.999`,
  );
});

test('Rows go to and fro between sessions of a key; a row between two joins them', async () => {
  await check(
    spec(),
    `
      +I | a | 1 | @40
      +I | a | 2 | @10
      +I | a | 4 | @41
      +I | a | 8 | @11
      +I | a | 16 | @30
      +I | a | 32 | @58
      +I | a | 64 | @12
      watermark @21.999
      end`,
    `
      +I | a | 3 | 74 | @10 | @22 | @21.999
      watermark @21.999
      +I | a | 3 | 21 | @30 | @51 | @50.999
      +I | a | 1 | 32 | @58 | 2001-01-01 00:01:08.000 | 2001-01-01 00:01:07.999`,
  );
});

test('One row joins three sessions when the first two have come to touch', async () => {
  await check(
    spec({ aggregates: [COUNT, call('MIN'), call('MAX'), call('AVG')] }),
    `
      +I | a | 1 | @01
      +I | a | 9 | @40
      +I | a | NULL | @20
      +I | a | 4 | @11
      +I | a | 8 | @30
      end`,
    '+I | a | 5 | 1 | 9 | 5 | @01 | @50 | @49.999',
    { made: [BIGINT, INT, INT, INT] },
  );
});

test('A late row counts in a session that is still there, and is dropped in none', async () => {
  await check(
    spec(),
    `
      +I | a | 1 | @10
      watermark @19
      +I | a | 2 | @02
      +I | a | 4 | NULL
      +I | c | 8 | @05
      end`,
    `
      watermark @19
      +I | a | 2 | 3 | @02 | @20 | @19.999`,
    { late: 1 },
  );
});

test('What is taken back is taken out; a session without rows says nothing', async () => {
  await check(
    spec({ retracting: true, keys: [] }),
    `
      +I | a | 1 | @01
      +I | a | 2 | @05
      -U | a | 1 | @01
      +U | a | 7 | @01
      +I | b | 3 | @20
      -D | b | 3 | @20
      +I | b | 5 | @45
      +I | b | 6 | @36
      -D | b | 5 | @45
      end`,
    `
      +I | 2 | 9 | @01 | @15 | @14.999
      +I | 1 | 6 | @36 | @55 | @54.999`,
  );
});

test('By processing time a session ends when the clock has left its gap behind', async () => {
  await check(
    spec({ time: null }),
    `
      clock @01
      +I | a | 1
      clock @09
      +I | a | 2
      clock @18.999
      clock @19
      +I | a | 4
      end`,
    '+I | a | 2 | 3 | @01 | @19 | @19',
    { row: [STRING, INT] },
  );
});

const LISTED: AggregateCall = {
  ...call('LISTAGG', STRING),
  args: [0],
  argTypes: [STRING],
  option: '+',
};
const DISTINCT: AggregateCall = { ...COUNT, args: [1], argTypes: [INT], distinct: true };
const KEPT = [DISTINCT, LISTED];

test('Values that cannot be merged are gone through when their session has ended', async () => {
  await check(
    spec({ keys: [], aggregates: [COUNT, ...KEPT] }),
    `
      +I | x | 1 | @20
      +I | y | 2 | @01
      watermark @02
      barrier
      recover
      +I | z | 1 | @11
      +I | v | 7 | @41
      watermark @35
      +I | w | NULL | @46
      end`,
    `
      watermark @02
      barrier
      +I | 3 | 2 | x+y+z | @01 | @30 | @29.999
      watermark @35
      +I | 2 | 1 | v+w | @41 | @56 | @55.999`,
    { made: [BIGINT, BIGINT, STRING] },
  );
});

test('By processing time such sessions end with the clock, through a restore too', async () => {
  await check(
    spec({ time: null, aggregates: KEPT }),
    `
      clock @01
      +I | a | 1
      +I | b | 5
      clock @09
      +I | a | 1
      barrier
      recover
      clock @18.998
      +I | a | 2
      clock @18.999
      barrier
      clock @28.998
      +I | a | 9
      clock @28.999
      clock @39
      end`,
    `
      barrier
      +I | b | 1 | b | @01 | @11 | @18.998
      barrier
      +I | a | 2 | a+a+a | @01 | @28.998 | @28.998
      +I | a | 1 | a | @28.998 | @38.998 | @39`,
    { row: [STRING, INT], made: [BIGINT, STRING] },
  );
});

test('A session of many rows goes through the accumulators page by page', async () => {
  const output = [STRING, BIGINT, STRING, timestamp(3), timestamp(3), timestamp(3)];
  const rows = `
    +I | a | 1 | @01
    +I | b | 1 | @02
    +I | c | 1 | @03
    +I | c | 2 | @04
    +I | c | 3 | @05
    +I | c | 1 | @06
    +I | c | 2 | @07
    +I | c | 7 | @08
    +I | d | 1 | @09
    end`;
  const options = { inputs: [ROW], output, outputRows: 2 };
  const create = () => createSessionAggregate(spec({ aggregates: KEPT }));
  const { text } = await runTable(create, fullTimes(rows), options);
  const expected = `
    +I | a | 1 | a | @01 | @11 | @10.999
    +I | b | 1 | b | @02 | @12 | @11.999
    +I | c | 4 | c+c+c+c+c+c | @03 | @18 | @17.999
    +I | d | 1 | d | @09 | @19 | @18.999
    watermark end
    end`;
  assert.equal(text, fullTimes(expected));
});

test('Extremes over changes are those of the rows that are left', async () => {
  await check(
    spec({ retracting: true, aggregates: [call('MIN'), DISTINCT] }),
    `
      +I | a | 1 | @01
      +I | a | 2 | @05
      -U | a | 1 | @01
      +U | a | 7 | @01
      +I | b | 3 | @20
      -D | b | 3 | @20
      +I | a | 7 | @06
      end`,
    '+I | a | 2 | 2 | @01 | @16 | @15.999',
    { made: [INT, BIGINT] },
  );
});

test('Sums that leave the narrow lane, and texts, are merged', async () => {
  const row = [STRING, BIGINT, timestamp(3)];
  const text: AggregateCall = { ...call('MAX', STRING), args: [0], argTypes: [STRING] };
  await check(
    spec({ aggregates: [call('SUM', BIGINT), text], keys: [] }),
    `
      +I | x | 9007199254740991 | @01
      +I | z | 9007199254740991 | @20
      +I | y | 5 | @11
      end`,
    '+I | 18014398509481987 | z | @01 | @30 | @29.999',
    { row, made: [BIGINT, STRING] },
  );
});

const NUMBER = [BIGINT, INT, timestamp(3)];

const EDGES = [timestamp(3), timestamp(3), timestamp(3)];
const MERGED = [COUNT, call('SUM'), { ...call('AVG', DOUBLE), args: [1], argTypes: [INT] }];
/** How many keys a session has: 1, where rows of one are left. */
const KEYS: AggregateCall = { ...DISTINCT, args: [0], argTypes: [BIGINT] };

/** What the definition gives, with `KEYS` where asked for. */
function definedRows({ emitted }: SessionDefinition, withKeys: boolean): Emitted[] {
  return emitted.flatMap((entry): Emitted[] => {
    if (typeof entry === 'number') return [{ kind: 'watermark', value: entry }];
    const signs = entry.rows.map(({ change }) => (change === DELETE ? -1 : 1));
    const count = signs.reduce((sum, sign) => sum + sign, 0);
    if (count === 0) return [];
    const sum = entry.rows.reduce((all, { values }, i) => {
      return all + (signs[i] as number) * (values[1] as number);
    }, 0);
    const keys = withKeys ? [entry.key !== null && count > 0 ? 1n : 0n] : [];
    const edges = [entry.start, entry.end, entry.end - 1].map((ms) => BigInt(ms) * 1_000_000n);
    const values = [entry.key, BigInt(count), sum, sum / count, ...keys, ...edges];
    return [{ kind: 'row', change: INSERT, values }];
  });
}

async function checkRandom(seed: number, withKeys: boolean): Promise<void> {
  const random = new Random(seed);
  const gapMs = random.nextInt(1, 40);
  const retracting = seed % 2 === 1;
  const events = randomSessionRows(random, gapMs).map(
    (event): Event =>
      event.kind === 'row' && retracting && random.nextInt(0, 3) === 0
        ? { ...event, change: DELETE }
        : event,
  );
  const definition = new SessionDefinition(gapMs);
  for (const event of events) definition.take(event);
  const expected = definedRows(definition, withKeys);
  const aggregates = withKeys ? [...MERGED, KEYS] : MERGED;
  const output = [BIGINT, ...aggregates.map(({ type }) => type), ...EDGES];
  for (const batchRows of BATCH_SIZES) {
    const options = { inputs: [NUMBER], output, batchRows, outputRows: 5 };
    const own = spec({ time: 2, gapMs, aggregates, retracting });
    const create = () => createSessionAggregate(own);
    const { emitted, metrics } = await runEvents(create, events, options);
    const where = `seed ${seed}, batches of ${batchRows}`;
    assert.deepEqual(sortedRuns(emitted, output), sortedRuns(expected, output), where);
    assert.equal(metrics.lateRows, definition.late, where);
  }
}

test('Sessions of random rows are those of the definition, with rows taken back too', async () => {
  for (let round = 0; round < rounds(15); round++) {
    await checkRandom(round, false);
    await checkRandom(round, true);
  }
});
