/**
 * Sort prefixes: one number a row that orders as the row's first sort key does, so that most rows
 * are ranked by comparing two numbers. Smaller is better, whatever the direction: if one prefix is
 * below another, so is its row; equal prefixes decide nothing, unless the prefixes are exact.
 *
 * NULL is an infinity, strings are their first six bytes, 64-bit integers are rounded. Prefixes of
 * a batch are exact when there is one sort key, it is of a numeric or time lane, and every value of
 * it is finite.
 */
import type { BytesVector, Vector } from '../../state/column/vector.js';
import type { SortKey } from './rank-spec.js';

/**
 * Fills `out[0 … count − 1]`.
 * @param rows physical rows; null = 0 to count − 1
 * @returns whether the prefixes are exact
 */
export function sortPrefixes(
  columns: readonly Vector[],
  order: readonly SortKey[],
  rows: Int32Array | null,
  count: number,
  out: Float64Array,
): boolean {
  const key = order[0];
  if (key === undefined) {
    out.fill(0, 0, count);
    return true;
  }
  const vector = columns[key.column] as Vector;
  const finite = ascendingPrefixes(vector, rows, count, out);
  if (key.descending) for (let i = 0; i < count; i++) out[i] = -(out[i] as number);
  const hasNull = vector.nulls !== null && placeNulls(vector.nulls, rows, count, key, out);
  return finite && !hasNull && order.length === 1;
}

/** Whether the numbers are the values themselves. */
function ascendingPrefixes(
  vector: Vector,
  rows: Int32Array | null,
  count: number,
  out: Float64Array,
): boolean {
  switch (vector.lane) {
    case 'i32':
      return copyI32(vector.values, rows, count, out);
    case 'f64':
      return copyF64(vector.values, rows, count, out);
    case 'time':
      return copyF64(vector.values, rows, count, out) && vector.nanos === null;
    case 'u8':
    case 'f32':
      return copyNumbers(vector.values, rows, count, out);
    case 'i64':
    case 'big':
      copyNumbers(vector.values, rows, count, out);
      return false;
    case 'bytes':
      return copyBytes(vector, rows, count, out);
    default:
      out.fill(0, 0, count);
      return false;
  }
}

function copyI32(values: Int32Array, rows: Int32Array | null, count: number, out: Float64Array) {
  if (rows === null) for (let i = 0; i < count; i++) out[i] = values[i] as number;
  else for (let i = 0; i < count; i++) out[i] = values[rows[i] as number] as number;
  return true;
}

/** NaN stands above all numbers. */
function copyF64(values: Float64Array, rows: Int32Array | null, count: number, out: Float64Array) {
  let finite = true;
  for (let i = 0; i < count; i++) {
    const value = values[rows === null ? i : (rows[i] as number)] as number;
    if (value - value !== 0) finite = false;
    out[i] = Number.isNaN(value) ? Infinity : value;
  }
  return finite;
}

function copyNumbers(
  values: ArrayLike<number | bigint>,
  rows: Int32Array | null,
  count: number,
  out: Float64Array,
): boolean {
  let finite = true;
  for (let i = 0; i < count; i++) {
    const value = Number(values[rows === null ? i : (rows[i] as number)]);
    if (value - value !== 0) finite = false;
    out[i] = Number.isNaN(value) ? Infinity : value;
  }
  return finite;
}

function copyBytes(
  vector: BytesVector,
  rows: Int32Array | null,
  count: number,
  out: Float64Array,
): boolean {
  const { data, starts, ends } = vector;
  for (let i = 0; i < count; i++) {
    const row = rows === null ? i : (rows[i] as number);
    const end = ends[row] as number;
    let at = starts[row] as number;
    let prefix = 0;
    for (let k = 0; k < 6; k++, at++) {
      prefix = prefix * 256 + (at < end ? (data[at] as number) : 0);
    }
    out[i] = prefix;
  }
  return false;
}

/** Whether there was one. */
function placeNulls(
  nulls: Uint8Array,
  rows: Int32Array | null,
  count: number,
  key: SortKey,
  out: Float64Array,
): boolean {
  const place = key.nullsFirst ? -Infinity : Infinity;
  let any = false;
  for (let i = 0; i < count; i++) {
    if (nulls[rows === null ? i : (rows[i] as number)] !== 1) continue;
    out[i] = place;
    any = true;
  }
  return any;
}
