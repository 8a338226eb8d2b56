/** Numbers as 32-bit integers, where they are such. */
import type { F64Vector, I32Vector } from './vector.js';

/**
 * Rows of a column as 32-bit integers into `out[0 … count − 1]`.
 * @param rows physical rows; null = 0 to count − 1
 * @returns whether all are such; else `out` holds anything
 */
export function toInt32(
  { values }: F64Vector | I32Vector,
  rows: Int32Array | null,
  count: number,
  out: Int32Array,
): boolean {
  if (values instanceof Float64Array) return fromDoubles(values, rows, count, out);
  fromIntegers(values, rows, count, out);
  return true;
}

function fromDoubles(
  values: Float64Array,
  rows: Int32Array | null,
  count: number,
  out: Int32Array,
): boolean {
  let others = 0;
  for (let i = 0; i < count; i++) {
    const value = values[rows === null ? i : (rows[i] as number)] as number;
    const small = value | 0;
    out[i] = small;
    others += small === value ? 0 : 1;
  }
  return others === 0;
}

function fromIntegers(
  values: Int32Array,
  rows: Int32Array | null,
  count: number,
  out: Int32Array,
): void {
  if (rows === null) out.set(values.subarray(0, count));
  else for (let i = 0; i < count; i++) out[i] = values[rows[i] as number] as number;
}

/** The least and the greatest; of none 0 and −1. */
export function int32Range(values: Int32Array): { least: number; greatest: number } {
  let least = values[0] ?? 0;
  let greatest = values[0] ?? -1;
  for (let i = 1; i < values.length; i++) {
    const value = values[i] as number;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return { least, greatest };
}
