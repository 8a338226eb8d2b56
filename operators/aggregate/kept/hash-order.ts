/**
 * The order in which Java's HashMap gives its keys: by the low bits of a spread hash code, as many
 * bits as a table of that size has. Flink keeps the values of COLLECT in such a map, so multisets
 * print in this order. Keys of one bucket follow in order of arrival, and so do all of types whose
 * hash code is that of Flink's binary form.
 */
import type { OrderedTable } from '../../../state/api/ordered.js';
import type { LogicalType } from '../../../state/column/logical-type.js';
import type { BytesVector, Vector } from '../../../state/column/vector.js';
import {
  ofBoolean,
  ofDecimal,
  ofDouble,
  ofFloat,
  ofLong,
  ofTimestamp,
} from '../../expr/runtime/hash-code.js';

/** A group's entries in this order; `arrival` numbers them by their arrival. */
export function hashOrder(
  table: OrderedTable,
  group: number,
  type: LogicalType,
  arrival: Float64Array,
): number[] {
  const { vector } = table.orderColumn(0);
  const entries: number[] = [];
  let entry = group < 0 ? -1 : table.first(group);
  for (; entry >= 0; entry = table.next(entry)) entries.push(entry);
  let capacity = 16;
  while (entries.length > capacity * 0.75) capacity *= 2;
  const buckets = new Map(entries.map((each) => [each, bucketOf(vector, each, type, capacity)]));
  const place = (each: number): number => buckets.get(each) as number;
  return entries.sort(
    (a, b) => place(a) - place(b) || (arrival[a] as number) - (arrival[b] as number),
  );
}

function bucketOf(vector: Vector, row: number, type: LogicalType, capacity: number): number {
  const hash = hashCode(vector, row, type);
  return (hash ^ (hash >>> 16)) & (capacity - 1);
}

function hashCode(vector: Vector, row: number, type: LogicalType): number {
  switch (vector.lane) {
    case 'u8':
      return ofBoolean(vector.values[row] === 1);
    case 'i32':
      return vector.values[row] as number;
    case 'f32':
      return ofFloat(vector.values[row] as number);
    case 'time':
      return ofTimestamp(vector.values[row] as number, vector.nanos?.[row] ?? 0);
    case 'bytes':
      return type.root === 'CHAR' || type.root === 'VARCHAR' ? ofBytes(vector, row) : 0;
    case 'f64':
    case 'i64':
    case 'big': {
      const value = vector.values[row] as number | bigint;
      if (type.root === 'DOUBLE') return ofDouble(value as number);
      return type.root === 'DECIMAL' ? ofDecimal(BigInt(value), type.scale) : ofLong(BigInt(value));
    }
    default:
      return 0;
  }
}

/**
 * Of a text in Flink's binary form: Murmur3 with seed 42 over words of four bytes, then over each
 * byte that is left.
 */
function ofBytes({ data, starts, ends }: BytesVector, row: number): number {
  const [start, end] = [starts[row] as number, ends[row] as number];
  const size = end - start;
  let hash = 42;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const high = ((data[at + 2] as number) << 16) | ((data[at + 3] as number) << 24);
    hash = mixed(hash, (data[at] as number) | ((data[at + 1] as number) << 8) | high);
  }
  for (; at < end; at++) hash = mixed(hash, ((data[at] as number) << 24) >> 24);
  hash ^= size;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function mixed(hash: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  const h = hash ^ k;
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
}
