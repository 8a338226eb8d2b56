/**
 * Between vectors and single values, at the edges: results, literals, tests. Never in hot loops.
 */
import { createBuilder, MULTISET_COUNT } from './builder.js';
import { gather } from './gather.js';
import type { LogicalType } from './logical-type.js';
import { type Scalar, ScalarMap } from './scalar.js';
import { isCharacter } from './storage.js';
import type { ListVector, MapVector, RowVector, Vector } from './vector.js';

const decoder = new TextDecoder();

/** The value of physical row `row`. */
export function scalarAt(vector: Vector, row: number, type: LogicalType): Scalar {
  if (vector.nulls !== null && vector.nulls[row] === 1) return null;
  switch (vector.lane) {
    case 'u8':
      return type.root === 'NULL' ? null : vector.values[row] === 1;
    case 'i32':
    case 'f32':
      return vector.values[row] as number;
    case 'f64':
      return type.root === 'DOUBLE' ? (vector.values[row] as number) : BigInt(number(vector, row));
    case 'i64':
    case 'big':
      return vector.values[row] as bigint;
    case 'time': {
      const nanos = vector.nanos === null ? 0 : (vector.nanos[row] as number);
      return BigInt(vector.values[row] as number) * 1_000_000n + BigInt(nanos);
    }
    case 'bytes': {
      const bytes = vector.data.subarray(vector.starts[row], vector.ends[row]);
      return isCharacter(type) ? decoder.decode(bytes) : bytes.slice();
    }
    case 'list':
      return listAt(vector, row, type);
    case 'map':
      return mapAt(vector, row, type);
    default:
      return rowAt(vector, row, type);
  }
}

function number(vector: { readonly values: Float64Array }, row: number): number {
  return vector.values[row] as number;
}

function listAt(vector: ListVector, row: number, type: LogicalType): Scalar {
  const element = type.root === 'ARRAY' ? type.element : type;
  const items: Scalar[] = [];
  for (let i = vector.starts[row] as number; i < (vector.ends[row] as number); i++) {
    items.push(scalarAt(vector.child, i, element));
  }
  return items;
}

function mapAt(vector: MapVector, row: number, type: LogicalType): Scalar {
  const key = type.root === 'MAP' ? type.key : type.root === 'MULTISET' ? type.element : type;
  const value = type.root === 'MAP' ? type.value : MULTISET_COUNT;
  const entries: [Scalar, Scalar][] = [];
  for (let i = vector.starts[row] as number; i < (vector.ends[row] as number); i++) {
    entries.push([scalarAt(vector.keys, i, key), scalarAt(vector.values, i, value)]);
  }
  return new ScalarMap(entries);
}

function rowAt(vector: RowVector, row: number, type: LogicalType): Scalar {
  const fields = type.root === 'ROW' || type.root === 'STRUCTURED_TYPE' ? type.fields : [];
  return fields.map((field, i) => scalarAt(vector.children[i] as Vector, row, field.type));
}

/** A vector of these values. */
export function vectorOf(type: LogicalType, scalars: readonly Scalar[]): Vector {
  const builder = createBuilder(type, scalars.length);
  for (const scalar of scalars) builder.appendScalar(scalar);
  return builder.finish();
}

/** `count` times the same value; a string's bytes stand there once. */
export function constantVector(type: LogicalType, value: Scalar, count: number): Vector {
  return gather(vectorOf(type, [value]), new Int32Array(count), count);
}
