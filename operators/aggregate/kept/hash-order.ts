/**
 * The order in which Java's HashMap gives its keys: by the low bits of a spread hash code, as many
 * bits as a table of that size has. Flink keeps the values of COLLECT in such a map, so multisets
 * print in this order. Keys of one bucket follow in order of arrival, and so do all of types whose
 * hash code is that of Flink's binary form.
 */
import type { OrderedTable } from '../../../state/api/ordered.js';
import type { LogicalType } from '../../../state/column/logical-type.js';
import type { Vector } from '../../../state/column/vector.js';
import {
  bucket,
  ofBoolean,
  ofBytes,
  ofDecimal,
  ofDouble,
  ofFloat,
  ofLong,
  ofTimestamp,
  tableSize,
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
  const capacity = tableSize(entries.length);
  const buckets = new Map(entries.map((each) => [each, bucketOf(vector, each, type, capacity)]));
  const place = (each: number): number => buckets.get(each) as number;
  return entries.sort(
    (a, b) => place(a) - place(b) || (arrival[a] as number) - (arrival[b] as number),
  );
}

function bucketOf(vector: Vector, row: number, type: LogicalType, capacity: number): number {
  return bucket(hashCode(vector, row, type), capacity);
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
      return type.root === 'CHAR' || type.root === 'VARCHAR'
        ? ofBytes(vector.data, vector.starts[row] as number, vector.ends[row] as number)
        : 0;
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
