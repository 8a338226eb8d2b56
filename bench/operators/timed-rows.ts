/** What the benches of windows give and ask: rows with a time, their COUNT(*) and SUM. */
import type { Random } from '../../conf/random.js';
import { Batch, type Marks } from '../../operators/core/batch.js';
import type { AggregateCall } from '../../operators/expr/expression.js';
import { BIGINT, INT, timestamp, withNullable } from '../../state/column/logical-type.js';
import type { Vector } from '../../state/column/vector.js';
import { BATCH_ROWS, type Given, given, randomInts } from './drive-batches.js';

/** Key, value, time. */
export const TIMED_ROW = [INT, BIGINT, timestamp(3)];

const base = { distinct: false, filter: null };
export const COUNT_AND_SUM: readonly AggregateCall[] = [
  { name: 'COUNT', args: [], argTypes: [], type: withNullable(BIGINT, false), ...base },
  { name: 'SUM', args: [1], argTypes: [BIGINT], type: BIGINT, ...base },
];

/** A batch of keys in random order. @param at the time of a row of the batch, ms */
export function timedRows(
  random: Random,
  keys: number,
  at: (row: number) => number,
  marks: Marks | null,
): Given {
  const rows = Float64Array.from({ length: BATCH_ROWS }, (_, row) => row);
  const columns: Vector[] = [
    { lane: 'i32', values: randomInts(random, BATCH_ROWS, keys), nulls: null },
    { lane: 'f64', values: rows.map((row) => row % 100), nulls: null },
    { lane: 'time', values: rows.map(at), nanos: null, nulls: null },
  ];
  return given(new Batch(columns, BATCH_ROWS, null, null, marks));
}

/** Batches in order of time, each with a watermark behind it. @param rowsAMs rows a millisecond */
export function timedStream(
  random: Random,
  keys: number,
  batches: number,
  rowsAMs: number,
): readonly Given[] {
  return Array.from({ length: batches }, (_, b) => {
    const at = (row: number): number => 1e12 + Math.floor((b * BATCH_ROWS + row) / rowsAMs);
    const positions = Int32Array.of(BATCH_ROWS);
    const values = Float64Array.of(at(BATCH_ROWS - 1));
    return timedRows(random, keys, at, { count: 1, positions, values });
  });
}

/** How many batches it takes until each key had so many rows, about. */
export function batchesFor(keys: number, rowsAKey: number): number {
  return Math.ceil((keys * rowsAKey) / BATCH_ROWS);
}
