/** The two phases of a group aggregate, each alone: accumulators are columns between them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { BIGINT, INT, type LogicalType, STRING } from '../../state/column/logical-type.js';
import { BATCH_SIZES, runTable } from '../core/harness.js';
import type { AggregateCall } from '../expr/expression.js';
import { createGroupAggregate } from './group-aggregate.js';
import {
  accumulatorTypes,
  createLocalAggregate,
  hasTwoPhases,
  ROWS_TYPE,
} from './local-aggregate.js';

const call = (name: string, type: LogicalType = INT, changes: Partial<AggregateCall> = {}) => ({
  ...{ name, args: [1], argTypes: [INT], distinct: false, filter: null, type },
  ...changes,
});
const AGGREGATES: readonly AggregateCall[] = [
  call('COUNT', BIGINT, { args: [], argTypes: [] }),
  call('SUM'),
  call('MAX'),
  call('AVG'),
];
const INPUT = [STRING, INT];
const LOCAL = { kind: 'local-aggregate', keys: [0] } as const;
/** What can be taken off again. */
const ADDING = AGGREGATES.filter(({ name }) => name !== 'MAX');

test('a batch becomes a row a key, with its accumulators', async () => {
  const output = [STRING, ...accumulatorTypes(AGGREGATES, false)];
  const spec = { ...LOCAL, aggregates: AGGREGATES, retracting: false };
  const { text } = await runTable(
    () => createLocalAggregate(spec),
    `
      +I | a | 1
      watermark 1970-01-01 00:00:01.000
      +I | b | NULL
      +I | a | 5
      barrier
      +I | a | 7`,
    { inputs: [INPUT], output, batchRows: 10 },
  );
  assert.equal(
    text,
    `+I | a | 2 | 6 | 5 | 6 | 2
watermark 1970-01-01 00:00:01.000
+I | b | 1 | NULL | NULL | NULL | 0
barrier
+I | a | 1 | 7 | 7 | 7 | 1`,
  );
});

test('the second phase merges accumulators, those of empty rows too', async () => {
  const input = [STRING, ...accumulatorTypes(AGGREGATES, false)];
  const spec = {
    kind: 'group-aggregate',
    keys: [0],
    aggregates: AGGREGATES,
    retracting: false,
    updateBefore: true,
    miniBatch: { rows: 3, latencyMs: 1000 },
    merges: true,
  } as const;
  const output = [STRING, ...AGGREGATES.map(({ type }) => type)];
  for (const batchRows of BATCH_SIZES) {
    const { text } = await runTable(
      () => createGroupAggregate(spec),
      `
        +I | a | 2 | 6 | 5 | 6 | 2
        +I | b | 1 | NULL | NULL | NULL | 0
        +I | a | 1 | 8 | 8 | 8 | 1
        +I | b | 2 | 5 | 4 | 5 | 2
        barrier`,
      { inputs: [input], output, batchRows },
    );
    assert.equal(
      text,
      `+I | a | 3 | 14 | 8 | 4
+I | b | 1 | NULL | NULL | NULL
-U | b | 1 | NULL | NULL | NULL
+U | b | 3 | 5 | 4 | 2
barrier`,
    );
  }
});

test('what is taken back is taken off, below nothing too', async () => {
  const output = [STRING, ...accumulatorTypes(ADDING, true), ROWS_TYPE];
  const { text } = await runTable(
    () => createLocalAggregate({ ...LOCAL, aggregates: ADDING, retracting: true }),
    `
      +I | a | 1
      +I | b | NULL
      -U | a | 1
      +U | a | 5
      barrier
      -D | a | 5
      -D | b | NULL
      +I | b | 3`,
    { inputs: [INPUT], output, batchRows: 10 },
  );
  assert.equal(
    text,
    `+I | a | 1 | 5 | 1 | 5 | 1 | 1
+I | b | 1 | NULL | 0 | NULL | 0 | 1
barrier
+I | a | -1 | -5 | -1 | -5 | -1 | -1
+I | b | 0 | 3 | 1 | 3 | 1 | 0`,
  );
});

test('a group of the second phase goes with the last row that any task had of it', async () => {
  const input = [STRING, ...accumulatorTypes(ADDING, true), ROWS_TYPE];
  const spec = {
    kind: 'group-aggregate',
    keys: [0],
    aggregates: ADDING,
    retracting: true,
    updateBefore: true,
    miniBatch: { rows: 2, latencyMs: 1000 },
    merges: true,
  } as const;
  const output = [STRING, ...ADDING.map(({ type }) => type)];
  for (const batchRows of BATCH_SIZES) {
    const { text } = await runTable(
      () => createGroupAggregate(spec),
      `
        +I | a | 2 | 6 | 2 | 6 | 2 | 2
        +I | b | 1 | NULL | 0 | NULL | 0 | 1
        +I | a | -1 | -5 | -1 | -5 | -1 | -1
        +I | b | 0 | 3 | 1 | 3 | 1 | 0
        barrier
        recover
        +I | a | -1 | -1 | -1 | -1 | -1 | -1
        +I | c | 1 | 4 | 1 | 4 | 1 | 1
        +I | c | -1 | -4 | -1 | -4 | -1 | -1
        +I | a | 1 | 9 | 1 | 9 | 1 | 1`,
      { inputs: [input], output, batchRows },
    );
    assert.equal(
      text,
      `+I | a | 2 | 6 | 3
+I | b | 1 | NULL | NULL
-U | a | 2 | 6 | 3
+U | a | 1 | 1 | 1
-U | b | 1 | NULL | NULL
+U | b | 1 | 3 | 3
barrier
-D | a | 1 | 1 | 1
+I | c | 1 | 4 | 4
-D | c | 1 | 4 | 4
+I | a | 1 | 9 | 9`,
    );
  }
});

test('what depends on the order of rows, or on single values, has one phase', () => {
  assert.equal(hasTwoPhases(AGGREGATES, false), true);
  assert.equal(hasTwoPhases([...AGGREGATES, call('SUM', INT, { distinct: true })], false), false);
  assert.equal(hasTwoPhases([call('FIRST_VALUE')], false), false);
  assert.equal(hasTwoPhases(AGGREGATES, true), false);
  assert.equal(hasTwoPhases(ADDING, true), true);
});
