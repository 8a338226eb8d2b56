/**
 * The first `count` rows of a column as they stand, apart from whoever goes on writing it: fixed
 * lanes are copied; bytes and the items of collections, which are only ever appended in state, are
 * shared.
 */
import type { Vector } from './vector.js';

export function copyOf(vector: Vector, count: number): Vector {
  const nulls = vector.nulls?.slice(0, count) ?? null;
  switch (vector.lane) {
    case 'u8':
      return { lane: 'u8', values: vector.values.slice(0, count), nulls };
    case 'i32':
      return { lane: 'i32', values: vector.values.slice(0, count), nulls };
    case 'f32':
      return { lane: 'f32', values: vector.values.slice(0, count), nulls };
    case 'f64':
      return { lane: 'f64', values: vector.values.slice(0, count), nulls };
    case 'i64':
      return { lane: 'i64', values: vector.values.slice(0, count), nulls };
    case 'big':
      return { lane: 'big', values: vector.values.slice(0, count), nulls };
    case 'time': {
      const nanos = vector.nanos?.slice(0, count) ?? null;
      return { lane: 'time', values: vector.values.slice(0, count), nanos, nulls };
    }
    case 'row': {
      const children = vector.children.map((child) => copyOf(child, count));
      return { lane: 'row', children, nulls };
    }
    default: {
      const starts = vector.starts.slice(0, count);
      return { ...vector, starts, ends: vector.ends.slice(0, count), nulls };
    }
  }
}
