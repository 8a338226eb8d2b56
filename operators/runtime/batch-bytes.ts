/**
 * How much memory the values of a batch take, about. Rows may share ranges (a constant, a gathered
 * list), so that there are fewer children than the ranges' lengths say.
 */
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';

export function batchBytes(batch: Batch): number {
  let bytes = 0;
  for (const column of batch.columns) bytes += vectorBytes(column, batch.rows);
  return bytes;
}

/** An unscaled decimal beyond 64 bits, as a heap object in an array. */
const BIG_BYTES = 40;

function vectorBytes(vector: Vector, rows: number): number {
  switch (vector.lane) {
    case 'bytes':
      return 8 * rows + rangeLength(vector.starts, vector.ends, rows);
    case 'list':
      return 8 * rows + vectorBytes(vector.child, children(vector, vector.child, rows));
    case 'map': {
      const entries = children(vector, vector.keys, rows);
      return 8 * rows + vectorBytes(vector.keys, entries) + vectorBytes(vector.values, entries);
    }
    case 'row':
      return vector.children.reduce((sum, child) => sum + vectorBytes(child, rows), rows);
    case 'big':
      return BIG_BYTES * rows;
    case 'time':
      return rows * (vector.nanos === null ? 8 : 12);
    default:
      return rows * vector.values.BYTES_PER_ELEMENT;
  }
}

interface Ranges {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

function children({ starts, ends }: Ranges, child: Vector, rows: number): number {
  return Math.min(rangeLength(starts, ends, rows), lengthOf(child));
}

function lengthOf(vector: Vector): number {
  switch (vector.lane) {
    case 'bytes':
    case 'list':
    case 'map':
      return vector.starts.length;
    case 'row': {
      const [first] = vector.children;
      return first === undefined ? 0 : lengthOf(first);
    }
    default:
      return vector.values.length;
  }
}

function rangeLength(starts: Int32Array, ends: Int32Array, rows: number): number {
  let length = 0;
  for (let i = 0; i < rows; i++) length += (ends[i] as number) - (starts[i] as number);
  return length;
}
