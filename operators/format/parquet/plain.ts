/** Values of a page or dictionary as a vector of the physical type's lane. */
import { MillraceError } from '../../../conf/errors/error.js';
import type { BytesVector, Vector } from '../../../state/column/vector.js';

export type Physical =
  | 'BOOLEAN'
  | 'INT32'
  | 'INT64'
  | 'INT96'
  | 'FLOAT'
  | 'DOUBLE'
  | 'BYTE_ARRAY'
  | 'FIXED_LEN_BYTE_ARRAY';

/** A high half outside of this makes a 64-bit integer unsafe as a double. */
const SAFE_HIGH = 2 ** 21;
const WORD = 2 ** 32;

/** @param length of a FIXED_LEN_BYTE_ARRAY's values, in bytes */
export function decodePlain(
  type: Physical,
  bytes: Uint8Array,
  start: number,
  count: number,
  length: number,
): Vector {
  const nulls = null;
  switch (type) {
    case 'BOOLEAN': {
      const values = new Uint8Array(count);
      for (let i = 0; i < count; i++) {
        values[i] = ((bytes[start + (i >> 3)] as number) >> (i & 7)) & 1;
      }
      return { lane: 'u8', values, nulls };
    }
    case 'INT32':
      return { lane: 'i32', values: new Int32Array(copy(bytes, start, count * 4)), nulls };
    case 'FLOAT':
      return { lane: 'f32', values: new Float32Array(copy(bytes, start, count * 4)), nulls };
    case 'DOUBLE':
      return { lane: 'f64', values: new Float64Array(copy(bytes, start, count * 8)), nulls };
    case 'INT64':
      return longs(new Int32Array(copy(bytes, start, count * 8)));
    case 'INT96':
      return fixed(bytes, start, count, 12);
    case 'FIXED_LEN_BYTE_ARRAY':
      return fixed(bytes, start, count, length);
    default:
      return strings(bytes, start, count);
  }
}

/** 64-bit integers by their halves: doubles where all are safe. */
export function longs(halves: Int32Array): Vector {
  const count = halves.length >> 1;
  const values = new Float64Array(count);
  let unsafe = 0;
  for (let i = 0; i < count; i++) {
    const high = halves[2 * i + 1] as number;
    if (high >= SAFE_HIGH || high <= -SAFE_HIGH) unsafe++;
    values[i] = high * WORD + ((halves[2 * i] as number) >>> 0);
  }
  if (unsafe === 0) return { lane: 'f64', values, nulls: null };
  const wide = new BigInt64Array(halves.buffer, halves.byteOffset, count);
  return { lane: 'i64', values: wide, nulls: null };
}

/** An aligned copy. */
function copy(bytes: Uint8Array, start: number, length: number): ArrayBuffer {
  if (start + length > bytes.length) throw truncated();
  const from = bytes.byteOffset + start;
  return bytes.buffer.slice(from, from + length) as ArrayBuffer;
}

function fixed(data: Uint8Array, start: number, count: number, length: number): BytesVector {
  if (start + count * length > data.length) throw truncated();
  const starts = Int32Array.from({ length: count }, (_, i) => start + i * length);
  const ends = Int32Array.from(starts, (from) => from + length);
  return { lane: 'bytes', data, starts, ends, nulls: null };
}

/** Each with its length before it; the bytes stay where they are. */
function strings(data: Uint8Array, start: number, count: number): BytesVector {
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  let at = start;
  for (let i = 0; i < count; i++) {
    if (at + 4 > data.length) throw truncated();
    const length =
      (data[at] as number) |
      ((data[at + 1] as number) << 8) |
      ((data[at + 2] as number) << 16) |
      ((data[at + 3] as number) << 24);
    at += 4;
    starts[i] = at;
    at += length;
    ends[i] = at;
    if (length < 0 || at > data.length) throw truncated();
  }
  return { lane: 'bytes', data, starts, ends, nulls: null };
}

export function truncated(): MillraceError {
  return new MillraceError('DATA_MALFORMED', 'A page of the Parquet file ends before its values');
}
