/** Rows `from` to `to` of a vector, as a view: nothing is copied but bigints. */
import type { Vector } from './vector.js';

export function slice(vector: Vector, from: number, to: number): Vector {
  const nulls = vector.nulls?.subarray(from, to) ?? null;
  switch (vector.lane) {
    case 'big':
      return { lane: 'big', values: vector.values.slice(from, to), nulls };
    case 'time': {
      const nanos = vector.nanos?.subarray(from, to) ?? null;
      return { lane: 'time', values: vector.values.subarray(from, to), nanos, nulls };
    }
    case 'bytes':
    case 'list':
    case 'map': {
      const starts = vector.starts.subarray(from, to);
      return { ...vector, starts, ends: vector.ends.subarray(from, to), nulls };
    }
    case 'row': {
      const children = vector.children.map((child) => slice(child, from, to));
      return { lane: 'row', children, nulls };
    }
    default:
      return { ...vector, values: vector.values.subarray(from, to), nulls } as Vector;
  }
}
