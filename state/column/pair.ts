/** Each row of a column twice, one behind the other: the two rows of an update have one key. */
import { gather } from './gather.js';
import type { Vector } from './vector.js';
import type { Arrays } from './vector-pool.js';

/**
 * Row `rows[i]` at positions 2i and 2i + 1.
 * @param rows physical rows; null = 0 to count − 1
 * @param pairs the same rows, each twice, for the columns that have no loop of their own
 */
export function paired(
  vector: Vector,
  rows: Int32Array | null,
  count: number,
  pairs: Int32Array,
  arrays: Arrays,
): Vector {
  if (vector.nulls !== null) return gather(vector, pairs, 2 * count, arrays);
  switch (vector.lane) {
    case 'f64': {
      const values = arrays.f64(2 * count);
      pairF64(vector.values, rows, count, values);
      return { lane: 'f64', values, nulls: null };
    }
    case 'i32': {
      const values = arrays.i32(2 * count);
      pairI32(vector.values, rows, count, values);
      return { lane: 'i32', values, nulls: null };
    }
    case 'bytes': {
      const [starts, ends] = [arrays.i32(2 * count), arrays.i32(2 * count)];
      pairI32(vector.starts, rows, count, starts);
      pairI32(vector.ends, rows, count, ends);
      return { lane: 'bytes', data: vector.data, starts, ends, nulls: null };
    }
    default:
      return gather(vector, pairs, 2 * count, arrays);
  }
}

function pairF64(
  values: Float64Array,
  rows: Int32Array | null,
  count: number,
  out: Float64Array,
): void {
  for (let i = 0; i < count; i++) {
    const value = values[rows === null ? i : (rows[i] as number)] as number;
    out[2 * i] = value;
    out[2 * i + 1] = value;
  }
}

function pairI32(values: Int32Array, rows: Int32Array | null, count: number, out: Int32Array) {
  for (let i = 0; i < count; i++) {
    const value = values[rows === null ? i : (rows[i] as number)] as number;
    out[2 * i] = value;
    out[2 * i + 1] = value;
  }
}
