/** Groups that expire, as their operator says it. */
import test from 'node:test';
import { BIGINT, INT, type LogicalType, STRING } from '../../state/column/logical-type.js';
import { checkTable } from '../core/check-table.js';
import type { AggregateCall } from '../expr/expression.js';
import { createGroupAggregate } from './group-aggregate.js';

interface Case {
  readonly aggregates: readonly AggregateCall[];
  readonly retracting?: boolean;
  readonly ttlMs: number;
  readonly rows: string;
  readonly expected: string;
}

const call = (name: string, type: LogicalType, changes: Partial<AggregateCall> = {}) => ({
  ...{ name, args: [1], argTypes: [INT], distinct: false, filter: null, type },
  ...changes,
});
const MAX = call('MAX', INT);
const COUNT = call('COUNT', BIGINT, { args: [], argTypes: [] });

async function check({ aggregates, retracting = false, ttlMs, rows, expected }: Case) {
  const shape = { kind: 'group-aggregate', keys: [0], updateBefore: true } as const;
  const spec = { ...shape, aggregates, retracting, ttlMs };
  const output = [STRING, ...aggregates.map(({ type }) => type)];
  const options = { inputs: [[STRING, INT]], output };
  await checkTable(() => createGroupAggregate(spec), rows, expected, options);
}

test('a group that had no row for its time to live starts anew; no update is silent', async () => {
  await check({
    aggregates: [MAX, COUNT],
    ttlMs: 10_000,
    rows: `
      +I | a | 5
      +I | b | 1
      clock 1970-01-01 00:00:06.000
      +I | a | 4
      barrier
      recover
      clock 1970-01-01 00:00:10.000
      +I | b | 0
      clock 1970-01-01 00:00:15.999
      +I | a | 3
      clock 1970-01-01 00:00:25.998
      +I | a | 2`,
    expected: `
      +I | a | 5 | 1
      +I | b | 1 | 1
      -U | a | 5 | 1
      +U | a | 5 | 2
      barrier
      +I | b | 0 | 1
      -U | a | 5 | 2
      +U | a | 5 | 3
      -U | a | 5 | 3
      +U | a | 5 | 4`,
  });
  await check({
    aggregates: [MAX],
    ttlMs: 1000,
    rows: `
      +I | a | 5
      +I | a | 4
      clock 1970-01-01 00:00:01.000
      +I | a | 3`,
    expected: `
      +I | a | 5
      -U | a | 5
      +U | a | 5
      +I | a | 3`,
  });
});

test('a retraction of a group that expired is let go', async () => {
  await check({
    aggregates: [call('SUM', INT)],
    retracting: true,
    ttlMs: 1000,
    rows: `
      +I | a | 5
      clock 1970-01-01 00:00:01.000
      -D | a | 5
      +I | a | 3`,
    expected: `
      +I | a | 5
      +I | a | 3`,
  });
});

test('DISTINCT values expire one by one, counted from their first row', async () => {
  await check({
    aggregates: [call('COUNT', BIGINT, { distinct: true })],
    ttlMs: 1000,
    rows: `
      +I | a | 5
      clock 1970-01-01 00:00:00.600
      +I | a | 5
      +I | a | 6
      clock 1970-01-01 00:00:01.200
      +I | a | 5
      +I | a | 6`,
    expected: `
      +I | a | 1
      -U | a | 1
      +U | a | 1
      -U | a | 1
      +U | a | 2
      -U | a | 2
      +U | a | 3
      -U | a | 3
      +U | a | 3`,
  });
});

test('the extreme of a changing input is that of the values that live', async () => {
  await check({
    aggregates: [MAX],
    retracting: true,
    ttlMs: 1000,
    rows: `
      +I | a | 9
      clock 1970-01-01 00:00:00.600
      +I | a | 5
      clock 1970-01-01 00:00:01.200
      +I | a | 4`,
    expected: `
      +I | a | 9
      -U | a | 9
      +U | a | 9
      -U | a | 9
      +U | a | 5`,
  });
});
