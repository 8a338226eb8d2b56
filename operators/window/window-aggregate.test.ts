import assert from 'node:assert/strict';
import test from 'node:test';
import {
  INT,
  type LogicalType,
  STRING,
  timestamp,
  timestampLtz,
} from '../../state/column/logical-type.js';
import { aggregateFunctions } from '../aggregate/functions/registry.js';
import { BATCH_SIZES, runTable } from '../core/harness.js';
import type { AggregateCall } from '../expr/expression.js';
import { createWindowAggregate } from './window-aggregate.js';
import type { WindowAggregateSpec, WindowProperty } from './window-aggregate-spec.js';
import type { AlignedWindow } from './window-spec.js';

const INPUT = [STRING, INT, timestamp(3)];
const MINUTE = 60_000;
const TUMBLE: AlignedWindow = { kind: 'tumble', sizeMs: MINUTE, offsetMs: 0 };

interface Case {
  readonly input?: readonly LogicalType[];
  readonly keys?: readonly number[];
  /** Aggregates of column 1. */
  readonly names?: readonly string[];
  readonly distinct?: boolean;
  readonly window?: AlignedWindow;
  readonly source?: WindowAggregateSpec['window'];
  readonly properties?: readonly WindowProperty[];
  readonly retracting?: boolean;
  readonly timeZone?: string;
  readonly rows: string;
  readonly expected: string;
  readonly late?: number;
}

async function check(given: Case): Promise<void> {
  const {
    input = INPUT,
    keys = [0],
    names = ['SUM'],
    properties = ['window_start', 'window_end'],
  } = given;
  const aggregates = names.map((name): AggregateCall => {
    const args = name === 'COUNT(*)' ? [] : [1];
    const argTypes = args.map((arg) => input[arg] as LogicalType);
    const row = aggregateFunctions.get(name.replace('(*)', ''));
    const type = row?.bind(argTypes, [], undefined)?.type;
    assert.ok(row !== undefined && type !== undefined);
    const distinct = given.distinct === true && args.length > 0;
    return { name: row.name, args, argTypes, distinct, filter: null, type };
  });
  const window = given.source ?? { kind: 'time', column: 2, window: given.window ?? TUMBLE };
  const time = (input[2] as LogicalType).root;
  const output = [
    ...keys.map((key) => input[key] as LogicalType),
    ...aggregates.map((call) => call.type),
    ...properties.map((name) =>
      name === 'window_time' && time === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE'
        ? timestampLtz(3)
        : timestamp(3),
    ),
  ];
  for (const batchRows of BATCH_SIZES) {
    for (const outputRows of [1, 2048]) {
      const create = () =>
        createWindowAggregate({
          kind: 'window-aggregate',
          keys,
          aggregates,
          window,
          properties,
          retracting: given.retracting ?? false,
        });
      const options = { inputs: [input], output, batchRows, outputRows };
      const zone = given.timeZone === undefined ? {} : { timeZone: given.timeZone };
      const { text, metrics } = await runTable(create, given.rows, { ...options, ...zone });
      const wanted = given.expected.trim().replaceAll(/\n\s+/g, '\n');
      assert.equal(text, wanted, `batches of ${batchRows}, pages of ${outputRows}`);
      assert.equal(metrics.lateRows, given.late ?? 0);
    }
  }
}

test('a window goes out when the watermark passes its last millisecond', async () => {
  await check({
    names: ['COUNT(*)', 'SUM', 'MIN', 'AVG'],
    properties: ['window_start', 'window_time'],
    rows: `
      +I | a | 1 | 2001-01-01 00:00:00.000
      +I | b | 5 | 2001-01-01 00:00:59.999
      +I | a | 2 | 2001-01-01 00:00:30.000
      +I | a | 4 | 2001-01-01 00:01:00.000
      watermark 2001-01-01 00:00:59.998
      +I | NULL | NULL | 2001-01-01 00:00:59.000
      watermark 2001-01-01 00:00:59.999
      +I | b | 7 | 2001-01-01 00:01:01.000
      watermark 2001-01-01 00:05:00.000`,
    expected: `
      watermark 2001-01-01 00:00:59.998
      +I | a | 2 | 3 | 1 | 1 | 2001-01-01 00:00:00.000 | 2001-01-01 00:00:59.999
      +I | b | 1 | 5 | 5 | 5 | 2001-01-01 00:00:00.000 | 2001-01-01 00:00:59.999
      +I | NULL | 1 | NULL | NULL | NULL | 2001-01-01 00:00:00.000 | 2001-01-01 00:00:59.999
      watermark 2001-01-01 00:00:59.999
      +I | a | 1 | 4 | 4 | 4 | 2001-01-01 00:01:00.000 | 2001-01-01 00:01:59.999
      +I | b | 1 | 7 | 7 | 7 | 2001-01-01 00:01:00.000 | 2001-01-01 00:01:59.999
      watermark 2001-01-01 00:05:00.000`,
  });
});

test('late rows are dropped and counted, by the watermark before each row', async () => {
  await check({
    keys: [],
    late: 2,
    rows: `
      +I | a | 1 | 2001-01-01 00:00:10.000
      watermark 2001-01-01 00:01:00.000
      +I | a | 2 | 2001-01-01 00:00:20.000
      +I | a | 3 | 2001-01-01 00:01:20.000
      watermark 2001-01-01 00:01:30.000
      +I | a | 4 | 2001-01-01 00:01:10.000
      watermark 2001-01-01 00:02:00.000
      +I | a | 5 | 2001-01-01 00:01:10.000
      end`,
    expected: `
      +I | 1 | 2001-01-01 00:00:00.000 | 2001-01-01 00:01:00.000
      watermark 2001-01-01 00:01:30.000
      +I | 7 | 2001-01-01 00:01:00.000 | 2001-01-01 00:02:00.000
      watermark end
      end`,
  });
});

test('windows before the epoch and with an offset', async () => {
  await check({
    window: { kind: 'tumble', sizeMs: MINUTE, offsetMs: -15_000 },
    rows: `
      +I | a | 1 | 1969-12-31 23:59:44.999
      +I | a | 2 | 1969-12-31 23:59:45.000
      end`,
    expected: `
      +I | a | 1 | 1969-12-31 23:58:45.000 | 1969-12-31 23:59:45.000
      +I | a | 2 | 1969-12-31 23:59:45.000 | 1970-01-01 00:00:45.000
      watermark end
      end`,
  });
});

test('a hop puts a row into each of its windows; late for some it counts in others', async () => {
  await check({
    window: { kind: 'hop', slideMs: MINUTE, sizeMs: 2 * MINUTE, offsetMs: 0 },
    late: 1,
    rows: `
      +I | a | 1 | 2001-01-01 00:01:30.000
      watermark 2001-01-01 00:02:00.000
      +I | a | 2 | 2001-01-01 00:01:40.000
      +I | a | 9 | 2001-01-01 00:00:40.000
      end`,
    expected: `
      +I | a | 1 | 2001-01-01 00:00:00.000 | 2001-01-01 00:02:00.000
      watermark 2001-01-01 00:02:00.000
      +I | a | 3 | 2001-01-01 00:01:00.000 | 2001-01-01 00:03:00.000
      watermark end
      end`,
  });
});

test('a cumulation grows by its step up to its size', async () => {
  await check({
    window: { kind: 'cumulate', stepMs: MINUTE, sizeMs: 3 * MINUTE, offsetMs: 0 },
    rows: `
      +I | a | 1 | 2001-01-01 00:00:30.000
      +I | a | 2 | 2001-01-01 00:01:30.000
      +I | a | 4 | 2001-01-01 00:03:00.000
      watermark 2001-01-01 00:03:59.998
      `,
    expected: `
      +I | a | 1 | 2001-01-01 00:00:00.000 | 2001-01-01 00:01:00.000
      +I | a | 3 | 2001-01-01 00:00:00.000 | 2001-01-01 00:02:00.000
      +I | a | 3 | 2001-01-01 00:00:00.000 | 2001-01-01 00:03:00.000
      watermark 2001-01-01 00:03:59.998`,
  });
});

test('rows that carry their window', async () => {
  await check({
    input: [STRING, INT, timestamp(3), timestamp(3)],
    source: { kind: 'attached', start: 2, end: 3, window: TUMBLE },
    late: 1,
    rows: `
      +I | a | 1 | 2001-01-01 00:00:00.000 | 2001-01-01 00:01:00.000
      +I | a | 2 | 2001-01-01 00:01:00.000 | 2001-01-01 00:02:00.000
      +I | a | 3 | 2001-01-01 00:00:00.000 | 2001-01-01 00:01:00.000
      watermark 2001-01-01 00:01:00.000
      +I | a | 3 | 2001-01-01 00:00:00.000 | 2001-01-01 00:01:00.000
      end`,
    expected: `
      +I | a | 4 | 2001-01-01 00:00:00.000 | 2001-01-01 00:01:00.000
      watermark 2001-01-01 00:01:00.000
      +I | a | 2 | 2001-01-01 00:01:00.000 | 2001-01-01 00:02:00.000
      watermark end
      end`,
  });
});

test('a group whose rows were all taken back does not go out', async () => {
  await check({
    names: ['COUNT(*)', 'SUM', 'MAX'],
    retracting: true,
    properties: [],
    rows: `
      +I | a | 1 | 2001-01-01 00:00:00.000
      +I | b | 2 | 2001-01-01 00:00:00.000
      +I | b | 5 | 2001-01-01 00:00:00.000
      -U | a | 1 | 2001-01-01 00:00:00.000
      +U | c | 1 | 2001-01-01 00:00:00.000
      -D | b | 5 | 2001-01-01 00:00:00.000
      +I | b | 9 | 2001-01-01 00:01:00.000
      end`,
    expected: `
      +I | b | 1 | 2 | 2
      +I | c | 1 | 1 | 1
      +I | b | 1 | 9 | 9
      watermark end
      end`,
  });
});

test('DISTINCT starts afresh in each window', async () => {
  await check({
    names: ['COUNT(*)', 'COUNT', 'SUM'],
    distinct: true,
    properties: ['window_end'],
    rows: `
      +I | a | 1 | 2001-01-01 00:00:00.000
      +I | a | 1 | 2001-01-01 00:00:01.000
      +I | a | 1 | 2001-01-01 00:01:00.000
      +I | a | 3 | 2001-01-01 00:00:02.000
      end`,
    expected: `
      +I | a | 3 | 2 | 4 | 2001-01-01 00:01:00.000
      +I | a | 1 | 1 | 1 | 2001-01-01 00:02:00.000
      watermark end
      end`,
  });
});

test('windows of TIMESTAMP_LTZ lie on the wall clock, through changes of the clock', async () => {
  const day: AlignedWindow = { kind: 'tumble', sizeMs: 24 * 60 * MINUTE, offsetMs: 0 };
  // Berlin sets its clock forward on 2021-03-28 at 01:00 UTC; that day has 23 hours.
  await check({
    input: [STRING, INT, timestampLtz(3)],
    window: day,
    timeZone: 'Europe/Berlin',
    properties: ['window_start', 'window_end', 'window_time'],
    late: 1,
    rows: `
      +I | a | 1 | 2021-03-27 22:59:59.999
      +I | a | 2 | 2021-03-27 23:00:00.000
      +I | a | 4 | 2021-03-28 21:59:59.999
      watermark 2021-03-28 21:59:59.998
      +I | a | 8 | 2021-03-28 22:00:00.000
      watermark 2021-03-28 21:59:59.999
      +I | a | 16 | 2021-03-28 01:00:00.000
      end`,
    expected: `
      +I | a | 1 | 2021-03-27 00:00:00.000 | 2021-03-28 00:00:00.000 | 2021-03-27 22:59:59.999
      watermark 2021-03-28 21:59:59.998
      +I | a | 6 | 2021-03-28 00:00:00.000 | 2021-03-29 00:00:00.000 | 2021-03-28 21:59:59.999
      watermark 2021-03-28 21:59:59.999
      +I | a | 8 | 2021-03-29 00:00:00.000 | 2021-03-30 00:00:00.000 | 2021-03-29 21:59:59.999
      watermark end
      end`,
  });
});

test('an hour that comes twice is one window, which fires after its second time', async () => {
  // Los Angeles sets its clock back on 2021-11-07 at 09:00 UTC: 01:00 to 02:00 comes twice.
  await check({
    input: [STRING, INT, timestampLtz(3)],
    window: { kind: 'tumble', sizeMs: 60 * MINUTE, offsetMs: 0 },
    timeZone: 'America/Los_Angeles',
    rows: `
      +I | a | 1 | 2021-11-07 08:30:00.000
      watermark 2021-11-07 08:59:59.999
      +I | a | 2 | 2021-11-07 09:30:00.000
      watermark 2021-11-07 09:59:59.998
      +I | a | 4 | 2021-11-07 09:59:59.999
      watermark 2021-11-07 09:59:59.999`,
    expected: `
      watermark 2021-11-07 09:59:59.998
      +I | a | 7 | 2021-11-07 01:00:00.000 | 2021-11-07 02:00:00.000
      watermark 2021-11-07 09:59:59.999`,
  });
});

test('a NULL time stops the job', async () => {
  await assert.rejects(
    () => check({ rows: '+I | a | 1 | NULL', expected: '' }),
    (error: { code: string }) => error.code === 'DATA_NULL',
  );
});

test('By processing time a window ends when the clock has left it; no row is late', async () => {
  const window: AlignedWindow = { kind: 'hop', slideMs: MINUTE, sizeMs: 2 * MINUTE, offsetMs: 0 };
  await check({
    input: [STRING, INT, timestampLtz(3)],
    source: { kind: 'time', column: null, window },
    properties: ['window_end', 'window_time'],
    names: ['COUNT(*)', 'SUM'],
    rows: `
      clock 2001-01-01 00:00:30.000
      +I | a | 1 | NULL
      watermark 2001-01-02 00:00:00.000
      +I | b | 2 | 2000-01-01 00:00:00.000
      clock 2001-01-01 00:00:59.999
      +I | a | 3 | NULL
      clock 2001-01-01 00:01:00.000
      +I | a | 5 | NULL
      clock 2001-01-01 00:05:00.000
      +I | c | 7 | NULL
      end`,
    expected: `
      watermark 2001-01-02 00:00:00.000
      +I | a | 2 | 4 | 2001-01-01 00:01:00.000 | 2001-01-01 00:01:00.000
      +I | b | 1 | 2 | 2001-01-01 00:01:00.000 | 2001-01-01 00:01:00.000
      +I | a | 3 | 9 | 2001-01-01 00:02:00.000 | 2001-01-01 00:05:00.000
      +I | b | 1 | 2 | 2001-01-01 00:02:00.000 | 2001-01-01 00:05:00.000
      +I | a | 1 | 5 | 2001-01-01 00:03:00.000 | 2001-01-01 00:05:00.000
      watermark end
      end`,
  });
});
