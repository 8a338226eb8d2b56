/**
 * Codecs of strings and bytes.
 *
 * In a key, behind a byte 1: the bytes with 0 as 0 0xFF, then 0 1 as the end; so a string comes
 * before those it begins. In a value: the length + 1 as a varint, then the bytes.
 */
import type { ColumnBuilder } from '../column/builder.js';
import type { BytesBuilder } from '../column/bytes-builder.js';
import type { BytesVector, Vector } from '../column/vector.js';
import { type Codec, type CodecUse, isNullAt, isNullByte, NULL, nullByteOf } from './codec.js';

export class KeyBytesCodec implements Codec {
  readonly #null: number;

  constructor(use: CodecUse) {
    this.#null = nullByteOf(use);
  }

  size(vector: Vector, row: number): number {
    if (isNullAt(vector, row)) return 1;
    const { data, starts, ends } = vector as BytesVector;
    const end = ends[row] as number;
    let size = end - (starts[row] as number) + 3;
    for (let i = starts[row] as number; i < end; i++) if (data[i] === 0) size++;
    return size;
  }

  put(vector: Vector, row: number, out: Uint8Array, at: number): number {
    if (isNullAt(vector, row)) {
      out[at] = this.#null;
      return at + 1;
    }
    const { data, starts, ends } = vector as BytesVector;
    const end = ends[row] as number;
    out[at++] = 1;
    for (let i = starts[row] as number; i < end; i++) {
      const byte = data[i] as number;
      out[at++] = byte;
      if (byte === 0) out[at++] = 0xff;
    }
    out[at] = 0;
    out[at + 1] = 1;
    return at + 2;
  }

  take(data: Uint8Array, at: number, builder: ColumnBuilder): number {
    if (isNullByte(data[at])) {
      builder.appendNull();
      return at + 1;
    }
    let end = at + 1;
    let zeros = 0;
    for (; data[end] !== 0 || data[end + 1] !== 1; end++) if (data[end] === 0) zeros++;
    const bytes = builder as BytesBuilder;
    if (zeros === 0) bytes.append(data, at + 1, end);
    else bytes.append(unescaped(data, at + 1, end, zeros), 0, end - at - 1 - zeros);
    return end + 2;
  }
}

function unescaped(data: Uint8Array, start: number, end: number, zeros: number): Uint8Array {
  const out = new Uint8Array(end - start - zeros);
  let at = 0;
  for (let i = start; i < end; i++) {
    out[at++] = data[i] as number;
    if (data[i] === 0) i++;
  }
  return out;
}

export class ValueBytesCodec implements Codec {
  size(vector: Vector, row: number): number {
    if (isNullAt(vector, row)) return 1;
    const { starts, ends } = vector as BytesVector;
    const length = (ends[row] as number) - (starts[row] as number);
    return varintSize(length + 1) + length;
  }

  put(vector: Vector, row: number, out: Uint8Array, at: number): number {
    if (isNullAt(vector, row)) {
      out[at] = NULL;
      return at + 1;
    }
    const { data, starts, ends } = vector as BytesVector;
    const start = starts[row] as number;
    const end = ends[row] as number;
    const behind = putVarint(end - start + 1, out, at);
    if (end - start < 32) {
      for (let i = start; i < end; i++) out[behind + i - start] = data[i] as number;
    } else out.set(data.subarray(start, end), behind);
    return behind + end - start;
  }

  take(data: Uint8Array, at: number, builder: ColumnBuilder): number {
    const length = varintAt(data, at) - 1;
    if (length < 0) {
      builder.appendNull();
      return at + 1;
    }
    const start = at + varintSize(length + 1);
    (builder as BytesBuilder).append(data, start, start + length);
    return start + length;
  }
}

/** Whole numbers from 0 to 2^32 − 1 in 1 to 5 bytes, 7 bits each, the least first. */
export function varintSize(value: number): number {
  let size = 1;
  for (let rest = value >>> 7; rest !== 0; rest >>>= 7) size++;
  return size;
}

export function putVarint(value: number, out: Uint8Array, at: number): number {
  let rest = value;
  for (; rest > 127; rest >>>= 7) out[at++] = (rest & 127) | 128;
  out[at] = rest;
  return at + 1;
}

export function varintAt(data: Uint8Array, at: number): number {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = data[at++] as number;
    value |= (byte & 127) << shift;
    if (byte < 128) return value >>> 0;
  }
}
