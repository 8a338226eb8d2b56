/**
 * Builders of the fixed-width columns. Scanners and joins write `values`, `nulls` and `length`
 * themselves after `reserve`; `append` is the convenient way. The classes are written out one by
 * one on purpose: code that sees two kinds of typed array is several times slower.
 */
import type { ColumnBuilder } from './builder.js';
import { grownCapacity, grownNulls } from './growth.js';
import type { Scalar } from './scalar.js';
import type { F32Vector, F64Vector, I32Vector, TimeVector, U8Vector } from './vector.js';

export class U8Builder implements ColumnBuilder {
  values: Uint8Array;
  nulls: Uint8Array | null = null;
  length = 0;

  constructor(capacity: number) {
    this.values = new Uint8Array(capacity);
  }

  reserve(extra: number): void {
    const capacity = grownCapacity(this.values.length, this.length + extra);
    if (capacity === this.values.length) return;
    const grown = new Uint8Array(capacity);
    grown.set(this.values);
    this.values = grown;
    this.nulls = grownNulls(this.nulls, capacity);
  }

  append(value: number): void {
    if (this.length === this.values.length) this.reserve(1);
    this.values[this.length++] = value;
  }

  appendNull(): void {
    if (this.length === this.values.length) this.reserve(1);
    this.nulls ??= new Uint8Array(this.values.length);
    this.nulls[this.length++] = 1;
  }

  appendScalar(value: Scalar): void {
    if (value === null) this.appendNull();
    else this.append(value === true ? 1 : 0);
  }

  finish(): U8Vector {
    const { values, nulls } = this;
    this.values = new Uint8Array(values.length);
    this.nulls = null;
    this.length = 0;
    return { lane: 'u8', values, nulls };
  }
}

export class I32Builder implements ColumnBuilder {
  values: Int32Array;
  nulls: Uint8Array | null = null;
  length = 0;

  constructor(capacity: number) {
    this.values = new Int32Array(capacity);
  }

  reserve(extra: number): void {
    const capacity = grownCapacity(this.values.length, this.length + extra);
    if (capacity === this.values.length) return;
    const grown = new Int32Array(capacity);
    grown.set(this.values);
    this.values = grown;
    this.nulls = grownNulls(this.nulls, capacity);
  }

  append(value: number): void {
    if (this.length === this.values.length) this.reserve(1);
    this.values[this.length++] = value;
  }

  appendNull(): void {
    if (this.length === this.values.length) this.reserve(1);
    this.nulls ??= new Uint8Array(this.values.length);
    this.nulls[this.length++] = 1;
  }

  appendScalar(value: Scalar): void {
    if (value === null) this.appendNull();
    else this.append(value as number);
  }

  finish(): I32Vector {
    const { values, nulls } = this;
    this.values = new Int32Array(values.length);
    this.nulls = null;
    this.length = 0;
    return { lane: 'i32', values, nulls };
  }
}

export class F32Builder implements ColumnBuilder {
  values: Float32Array;
  nulls: Uint8Array | null = null;
  length = 0;

  constructor(capacity: number) {
    this.values = new Float32Array(capacity);
  }

  reserve(extra: number): void {
    const capacity = grownCapacity(this.values.length, this.length + extra);
    if (capacity === this.values.length) return;
    const grown = new Float32Array(capacity);
    grown.set(this.values);
    this.values = grown;
    this.nulls = grownNulls(this.nulls, capacity);
  }

  append(value: number): void {
    if (this.length === this.values.length) this.reserve(1);
    this.values[this.length++] = value;
  }

  appendNull(): void {
    if (this.length === this.values.length) this.reserve(1);
    this.nulls ??= new Uint8Array(this.values.length);
    this.nulls[this.length++] = 1;
  }

  appendScalar(value: Scalar): void {
    if (value === null) this.appendNull();
    else this.append(value as number);
  }

  finish(): F32Vector {
    const { values, nulls } = this;
    this.values = new Float32Array(values.length);
    this.nulls = null;
    this.length = 0;
    return { lane: 'f32', values, nulls };
  }
}

/** DOUBLE only: wide integers have a builder of their own, which may leave the f64 lane. */
export class F64Builder implements ColumnBuilder {
  values: Float64Array;
  nulls: Uint8Array | null = null;
  length = 0;

  constructor(capacity: number) {
    this.values = new Float64Array(capacity);
  }

  reserve(extra: number): void {
    const capacity = grownCapacity(this.values.length, this.length + extra);
    if (capacity === this.values.length) return;
    const grown = new Float64Array(capacity);
    grown.set(this.values);
    this.values = grown;
    this.nulls = grownNulls(this.nulls, capacity);
  }

  append(value: number): void {
    if (this.length === this.values.length) this.reserve(1);
    this.values[this.length++] = value;
  }

  appendNull(): void {
    if (this.length === this.values.length) this.reserve(1);
    this.nulls ??= new Uint8Array(this.values.length);
    this.nulls[this.length++] = 1;
  }

  appendScalar(value: Scalar): void {
    if (value === null) this.appendNull();
    else this.append(value as number);
  }

  finish(): F64Vector {
    const { values, nulls } = this;
    this.values = new Float64Array(values.length);
    this.nulls = null;
    this.length = 0;
    return { lane: 'f64', values, nulls };
  }
}

export class TimeBuilder implements ColumnBuilder {
  /** Milliseconds since the epoch. */
  values: Float64Array;
  /** Nanoseconds within the millisecond; null while all are 0. */
  nanos: Int32Array | null = null;
  nulls: Uint8Array | null = null;
  length = 0;

  constructor(capacity: number) {
    this.values = new Float64Array(capacity);
  }

  reserve(extra: number): void {
    const capacity = grownCapacity(this.values.length, this.length + extra);
    if (capacity === this.values.length) return;
    const grown = new Float64Array(capacity);
    grown.set(this.values);
    this.values = grown;
    this.nulls = grownNulls(this.nulls, capacity);
    if (this.nanos === null) return;
    const nanos = new Int32Array(capacity);
    nanos.set(this.nanos);
    this.nanos = nanos;
  }

  append(milliseconds: number, nanos = 0): void {
    if (this.length === this.values.length) this.reserve(1);
    if (nanos !== 0) {
      this.nanos ??= new Int32Array(this.values.length);
      this.nanos[this.length] = nanos;
    }
    this.values[this.length++] = milliseconds;
  }

  appendNull(): void {
    if (this.length === this.values.length) this.reserve(1);
    this.nulls ??= new Uint8Array(this.values.length);
    this.nulls[this.length++] = 1;
  }

  appendScalar(value: Scalar): void {
    if (value === null) {
      this.appendNull();
      return;
    }
    const nanoseconds = value as bigint;
    const inMillisecond = ((nanoseconds % 1_000_000n) + 1_000_000n) % 1_000_000n;
    this.append(Number((nanoseconds - inMillisecond) / 1_000_000n), Number(inMillisecond));
  }

  finish(): TimeVector {
    const { values, nanos, nulls } = this;
    this.values = new Float64Array(values.length);
    this.nanos = null;
    this.nulls = null;
    this.length = 0;
    return { lane: 'time', values, nanos, nulls };
  }
}
