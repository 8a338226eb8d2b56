/**
 * Hashing columns. A value has one hash in every lane of its type: integers are hashed as the two
 * 32-bit halves of their 64-bit two's complement, doubles that are whole numbers as integers (so −0
 * is 0), other doubles by their bits (NaN has one), strings over their bytes, times as their
 * milliseconds mixed with the nanoseconds. NULL has a hash of its own.
 *
 * The hash of a row combines its columns from left to right. The hash of a number that is a 32-bit
 * integer is a bijection: of two such equal hashes mean equal numbers, which keyed tables use.
 */
import type { BytesVector, ListVector, MapVector, TimeVector, Vector } from './vector.js';

const NULL_HASH = 0x5bd1e995;

/** Murmur3's finalizer: a bijection of 32-bit integers in which every bit moves every other. */
export function mix(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Hash of a 64-bit integer given as halves; of a 32-bit one it is `mix` of the lower half. */
export function hashHalves(low: number, high: number): number {
  return mix(low ^ Math.imul(high ^ (low >> 31), 0x9e3779b1));
}

const bits = new Float64Array(1);
const halves = new Int32Array(bits.buffer);

/** Hash of a double, which agrees with that of the 64-bit integer it equals. */
export function hashNumber(value: number): number {
  const small = value | 0;
  if (small === value) return mix(small);
  const high = Math.floor(value / 4294967296);
  if (Math.floor(value) === value && high >= -2147483648 && high <= 2147483647) {
    return hashHalves(small, high);
  }
  bits[0] = Number.isNaN(value) ? Number.NaN : value;
  return hashHalves(halves[0] as number, (halves[1] as number) ^ 0x7f4a7c15);
}

export function hashBigint(value: bigint): number {
  let low = Number(BigInt.asIntN(32, value));
  let rest = value >> 32n;
  let high = Number(BigInt.asIntN(32, rest));
  let hash = hashHalves(low, high);
  rest >>= 32n;
  const sign = value < 0n ? -1n : 0n;
  if (rest === sign && high >>> 31 === (sign === 0n ? 0 : 1)) return hash;
  while (rest !== sign) {
    low = Number(BigInt.asIntN(32, rest));
    high = Number(BigInt.asIntN(32, rest >> 32n));
    hash = combine(hash, hashHalves(low, high));
    rest >>= 64n;
  }
  return combine(hash, Number(sign));
}

export function hashBytes(data: Uint8Array, start: number, end: number): number {
  let h = 0x9747b28c;
  let i = start;
  for (const last = end - 3; i < last; i += 4) {
    let word =
      (data[i] as number) |
      ((data[i + 1] as number) << 8) |
      ((data[i + 2] as number) << 16) |
      ((data[i + 3] as number) << 24);
    word = Math.imul(word, 0xcc9e2d51);
    h ^= Math.imul((word << 15) | (word >>> 17), 0x1b873593);
    h = (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
  }
  let tail = 0;
  for (; i < end; i++) tail = (tail << 8) | (data[i] as number);
  return mix(h ^ Math.imul(tail, 0xcc9e2d51) ^ (end - start));
}

/** Appends the hash of a further column to that of the columns before it. */
export function combine(hash: number, next: number): number {
  return mix(Math.imul(hash, 31) + next + 0x2545f491);
}

/**
 * Hashes rows over several columns into `out[0 … count − 1]`, by logical row.
 * @param selection physical rows in order; null = 0 to count − 1
 */
export function hashColumns(
  columns: readonly Vector[],
  selection: Int32Array | null,
  count: number,
  out: Int32Array,
): void {
  const first = columns[0];
  if (first === undefined) {
    out.fill(0, 0, count);
    return;
  }
  hashColumn(first, selection, count, out);
  if (columns.length === 1) return;
  const next = new Int32Array(count);
  for (let c = 1; c < columns.length; c++) {
    hashColumn(columns[c] as Vector, selection, count, next);
    for (let i = 0; i < count; i++) out[i] = combine(out[i] as number, next[i] as number);
  }
}

function hashColumn(
  vector: Vector,
  selection: Int32Array | null,
  count: number,
  out: Int32Array,
): void {
  switch (vector.lane) {
    case 'u8':
      hashU8(vector.values, selection, count, out);
      break;
    case 'i32':
      hashI32(vector.values, selection, count, out);
      break;
    case 'f64':
      hashF64(vector.values, selection, count, out);
      break;
    case 'i64':
      hashI64(vector.values, selection, count, out);
      break;
    case 'time':
      hashTime(vector, selection, count, out);
      break;
    case 'bytes':
      hashStrings(vector, selection, count, out);
      break;
    default:
      for (let i = 0; i < count; i++) {
        out[i] = hashAt(vector, selection === null ? i : (selection[i] as number));
      }
      return;
  }
  if (vector.nulls === null) return;
  const { nulls } = vector;
  for (let i = 0; i < count; i++) {
    if (nulls[selection === null ? i : (selection[i] as number)] === 1) out[i] = NULL_HASH;
  }
}

function hashU8(values: Uint8Array, rows: Int32Array | null, count: number, out: Int32Array): void {
  for (let i = 0; i < count; i++) {
    out[i] = mix(values[rows === null ? i : (rows[i] as number)] as number);
  }
}

function hashI32(values: Int32Array, rows: Int32Array | null, count: number, out: Int32Array) {
  if (rows === null) for (let i = 0; i < count; i++) out[i] = mix(values[i] as number);
  else for (let i = 0; i < count; i++) out[i] = mix(values[rows[i] as number] as number);
}

/**
 * Hashes a column of numbers.
 * @returns whether all are 32-bit integers: first they are taken to be, as keys nearly always are
 */
export function hashF64(
  values: Float64Array,
  rows: Int32Array | null,
  count: number,
  out: Int32Array,
): boolean {
  let others = 0;
  if (rows === null) {
    for (let i = 0; i < count; i++) {
      const value = values[i] as number;
      const small = value | 0;
      if (small !== value) others++;
      out[i] = mix(small);
    }
  } else {
    for (let i = 0; i < count; i++) {
      const value = values[rows[i] as number] as number;
      const small = value | 0;
      if (small !== value) others++;
      out[i] = mix(small);
    }
  }
  if (others === 0) return true;
  // Times, mostly, and many rows have one: those of windows.
  let last = 0;
  let hash = hashNumber(last);
  for (let i = 0; i < count; i++) {
    const value = values[rows === null ? i : (rows[i] as number)] as number;
    if (value !== last) hash = hashNumber(value);
    last = value;
    out[i] = hash;
  }
  return false;
}

function hashI64(values: BigInt64Array, rows: Int32Array | null, count: number, out: Int32Array) {
  const words = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  for (let i = 0; i < count; i++) {
    const at = (rows === null ? i : (rows[i] as number)) * 2;
    out[i] = hashHalves(words[at] as number, words[at + 1] as number);
  }
}

function hashTime(vector: TimeVector, rows: Int32Array | null, count: number, out: Int32Array) {
  hashF64(vector.values, rows, count, out);
  const { nanos } = vector;
  if (nanos === null) return;
  for (let i = 0; i < count; i++) {
    const nano = nanos[rows === null ? i : (rows[i] as number)] as number;
    if (nano !== 0) out[i] = combine(out[i] as number, nano);
  }
}

function hashStrings(vector: BytesVector, rows: Int32Array | null, count: number, out: Int32Array) {
  const { data, starts, ends } = vector;
  for (let i = 0; i < count; i++) {
    const row = rows === null ? i : (rows[i] as number);
    out[i] = hashBytes(data, starts[row] as number, ends[row] as number);
  }
}

/** The hash of one value; the slow way, for nested types. */
export function hashAt(vector: Vector, row: number): number {
  if (vector.nulls !== null && vector.nulls[row] === 1) return NULL_HASH;
  switch (vector.lane) {
    case 'u8':
    case 'i32':
      return mix(vector.values[row] as number);
    case 'f32':
    case 'f64':
      return hashNumber(vector.values[row] as number);
    case 'i64':
    case 'big':
      return hashBigint(vector.values[row] as bigint);
    case 'time': {
      const hash = hashNumber(vector.values[row] as number);
      const nano = vector.nanos === null ? 0 : (vector.nanos[row] as number);
      return nano === 0 ? hash : combine(hash, nano);
    }
    case 'bytes':
      return hashBytes(vector.data, vector.starts[row] as number, vector.ends[row] as number);
    case 'list':
      return hashList(vector, row);
    case 'map':
      return hashMap(vector, row);
    default:
      return vector.children.reduce((hash, child) => combine(hash, hashAt(child, row)), 1);
  }
}

function hashList(vector: ListVector, row: number): number {
  let hash = 2;
  for (let i = vector.starts[row] as number; i < (vector.ends[row] as number); i++) {
    hash = combine(hash, hashAt(vector.child, i));
  }
  return hash;
}

/** A sum over the entries: their order does not count. */
function hashMap(vector: MapVector, row: number): number {
  let hash = 3;
  for (let i = vector.starts[row] as number; i < (vector.ends[row] as number); i++) {
    hash = (hash + combine(hashAt(vector.keys, i), hashAt(vector.values, i))) | 0;
  }
  return mix(hash);
}
