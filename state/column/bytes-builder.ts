/**
 * Builder of strings and bytes: one data buffer, the values behind each other. A scanner that keeps
 * its input instead builds a view by hand: starts and ends into the input's buffer.
 */
import type { ColumnBuilder } from './builder.js';
import { grownBytes, grownCapacity, grownInt32, grownNulls } from './growth.js';
import type { Scalar } from './scalar.js';
import type { BytesVector } from './vector.js';
import { wellFormed } from './well-formed.js';

const encoder = new TextEncoder();

export class BytesBuilder implements ColumnBuilder {
  data: Uint8Array;
  /** Bytes of `data` in use. */
  size = 0;
  starts: Int32Array;
  ends: Int32Array;
  nulls: Uint8Array | null = null;
  length = 0;

  constructor(capacity: number, bytes = capacity * 16) {
    this.data = new Uint8Array(bytes);
    this.starts = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
  }

  /** Room for so many more rows. */
  reserve(extra: number): void {
    const capacity = grownCapacity(this.starts.length, this.length + extra);
    if (capacity === this.starts.length) return;
    this.starts = grownInt32(this.starts, capacity);
    this.ends = grownInt32(this.ends, capacity);
    this.nulls = grownNulls(this.nulls, capacity);
  }

  /** Room for so many more bytes of data. */
  reserveBytes(extra: number): void {
    this.data = grownBytes(this.data, this.size + extra);
  }

  /** Appends the range `start` to `end` (exclusive) of `source`. */
  append(source: Uint8Array, start: number, end: number): void {
    const size = end - start;
    if (this.size + size > this.data.length) this.reserveBytes(size);
    const { data } = this;
    let at = this.size;
    if (size < 32) for (let i = start; i < end; i++) data[at++] = source[i] as number;
    else data.set(source.subarray(start, end), at);
    this.commit(size);
  }

  /** Ends a value of `size` bytes that the caller wrote at `data[this.size]`. */
  commit(size: number): void {
    if (this.length === this.starts.length) this.reserve(1);
    this.starts[this.length] = this.size;
    this.size += size;
    this.ends[this.length++] = this.size;
  }

  appendString(value: string): void {
    this.reserveBytes(value.length * 3);
    this.commit(encoder.encodeInto(wellFormed(value), this.data.subarray(this.size)).written);
  }

  appendNull(): void {
    this.commit(0);
    this.nulls ??= new Uint8Array(this.starts.length);
    this.nulls[this.length - 1] = 1;
  }

  appendScalar(value: Scalar): void {
    if (value === null) this.appendNull();
    else if (typeof value === 'string') this.appendString(value);
    else this.append(value as Uint8Array, 0, (value as Uint8Array).length);
  }

  finish(): BytesVector {
    const { data, starts, ends, nulls } = this;
    this.data = new Uint8Array(data.length);
    this.starts = new Int32Array(starts.length);
    this.ends = new Int32Array(starts.length);
    this.nulls = null;
    this.size = 0;
    this.length = 0;
    return { lane: 'bytes', data, starts, ends, nulls };
  }
}
