/**
 * Which rows changed a result: of a vector that holds the result before and behind row i at 2i and
 * 2i + 1. Equality is Java's, as Flink's equaliser has it: NaN differs from itself.
 */
import { compareAt } from '../../state/column/compare.js';
import type { Vector } from '../../state/column/vector.js';

/** Sets `changed[i]` where the pair of row i differs; other flags stay. */
export function markChanged(vector: Vector, count: number, changed: Uint8Array): void {
  const { nulls } = vector;
  if (nulls !== null) {
    for (let i = 0; i < count; i++) if (nulls[2 * i] !== nulls[2 * i + 1]) changed[i] = 1;
  }
  switch (vector.lane) {
    case 'f64':
      markF64(vector.values, count, changed);
      break;
    case 'i32':
      markI32(vector.values, count, changed);
      break;
    case 'u8':
    case 'f32':
    case 'i64':
    case 'big':
      for (let i = 0; i < count; i++) {
        if (vector.values[2 * i] !== vector.values[2 * i + 1]) changed[i] = 1;
      }
      break;
    default:
      for (let i = 0; i < count; i++) {
        if (changed[i] === 0 && compareAt(vector, 2 * i, vector, 2 * i + 1) !== 0) changed[i] = 1;
      }
  }
}

/**
 * Sets `changed[i]` where the array behind row i holds a null: Flink's ARRAY_AGG never equals such.
 */
export function markNullItems(vector: Vector, count: number, changed: Uint8Array): void {
  if (vector.lane !== 'list' || vector.child.nulls === null) return;
  const { starts, ends, child } = vector;
  for (let i = 0; i < count; i++) {
    if (child.nulls?.subarray(starts[2 * i + 1], ends[2 * i + 1]).includes(1)) changed[i] = 1;
  }
}

function markF64(values: Float64Array, count: number, changed: Uint8Array): void {
  for (let i = 0; i < count; i++) if (values[2 * i] !== values[2 * i + 1]) changed[i] = 1;
}

function markI32(values: Int32Array, count: number, changed: Uint8Array): void {
  for (let i = 0; i < count; i++) if (values[2 * i] !== values[2 * i + 1]) changed[i] = 1;
}
