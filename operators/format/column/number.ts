/** Columns of integers, floats and booleans. */
import type { Vector } from '../../../state/column/vector.js';
import type { Arrays } from '../../../state/column/vector-pool.js';
import { trimEnd, trimStart } from '../text/bytes.js';
import { parseDouble, parseInteger, parseShortInteger } from '../text/parse-number.js';
import { Column, enlarge } from './column.js';

export class BooleanColumn extends Column {
  values: Uint8Array = new Uint8Array(0);

  begin(capacity: number, arrays: Arrays): void {
    this.start(capacity, arrays);
    this.values = this.zeroed(arrays.u8(capacity));
  }

  /** Java's `parseBoolean`: `true` in any case is true, any other text is false. */
  set(bytes: Uint8Array, start: number, end: number, at: number): boolean {
    const from = trimStart(bytes, start, end);
    this.values[at] = isTrue(bytes, from, trimEnd(bytes, from, end)) ? 1 : 0;
    return true;
  }

  take(): Vector {
    return { lane: 'u8', values: this.values, nulls: this.nulls };
  }

  protected reset(at: number): void {
    this.values[at] = 0;
  }

  protected grow(capacity: number): void {
    this.values = enlarge(this.values, new Uint8Array(capacity));
  }
}

const TRUE = [116, 114, 117, 101];

function isTrue(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start === 4 && TRUE.every((byte, i) => ((bytes[start + i] as number) | 32) === byte);
}

/** TINYINT, SMALLINT, INTEGER, and INTERVAL YEAR TO MONTH as months. */
export class IntColumn extends Column {
  values: Int32Array = new Int32Array(0);

  constructor(
    readonly min: number,
    readonly max: number,
  ) {
    super();
  }

  begin(capacity: number, arrays: Arrays): void {
    this.start(capacity, arrays);
    this.values = this.zeroed(arrays.i32(capacity));
  }

  set(bytes: Uint8Array, start: number, end: number, at: number): boolean {
    const from = trimStart(bytes, start, end);
    const to = trimEnd(bytes, from, end);
    let value = parseShortInteger(bytes, from, to);
    if (Number.isNaN(value)) value = Number(parseInteger(bytes, from, to));
    return this.put(value, at);
  }

  /** False when out of the type's range, or NaN. */
  put(value: number, at: number): boolean {
    if (!(value >= this.min && value <= this.max)) return false;
    this.values[at] = value;
    return true;
  }

  take(): Vector {
    return { lane: 'i32', values: this.values, nulls: this.nulls };
  }

  protected reset(at: number): void {
    this.values[at] = 0;
  }

  protected grow(capacity: number): void {
    this.values = enlarge(this.values, new Int32Array(capacity));
  }
}

const LONG_MAX = 2n ** 63n - 1n;
const LONG_MIN = -(2n ** 63n);
const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** BIGINT, and INTERVAL DAY TO SECOND as milliseconds: doubles until a value is not safe. */
export class LongColumn extends Column {
  values: Float64Array = new Float64Array(0);
  wide: BigInt64Array | null = null;

  begin(capacity: number, arrays: Arrays): void {
    this.start(capacity, arrays);
    this.values = this.zeroed(arrays.f64(capacity));
    this.wide = null;
  }

  set(bytes: Uint8Array, start: number, end: number, at: number): boolean {
    const from = trimStart(bytes, start, end);
    const to = trimEnd(bytes, from, end);
    const value = parseShortInteger(bytes, from, to);
    if (!Number.isNaN(value)) {
      this.put(value, at);
      return true;
    }
    const big = parseInteger(bytes, from, to);
    return big !== undefined && this.putBig(big, at);
  }

  /** A safe integer. */
  put(value: number, at: number): void {
    if (this.wide === null) this.values[at] = value;
    else this.wide[at] = BigInt(value);
  }

  /** False when out of 64 bits. */
  putBig(value: bigint, at: number): boolean {
    if (value < LONG_MIN || value > LONG_MAX) return false;
    if (this.wide === null && (value > SAFE || value < -SAFE)) {
      this.wide = BigInt64Array.from(this.values.subarray(0, this.capacity), BigInt);
    }
    if (this.wide === null) this.values[at] = Number(value);
    else this.wide[at] = value;
    return true;
  }

  take(): Vector {
    return this.wide === null
      ? { lane: 'f64', values: this.values, nulls: this.nulls }
      : { lane: 'i64', values: this.wide, nulls: this.nulls };
  }

  protected reset(at: number): void {
    this.put(0, at);
  }

  protected grow(capacity: number): void {
    this.values = enlarge(this.values, new Float64Array(capacity));
    if (this.wide !== null) this.wide = enlarge(this.wide, new BigInt64Array(capacity));
  }
}

/** FLOAT and DOUBLE. */
export class FloatColumn extends Column {
  values: Float32Array | Float64Array = new Float64Array(0);

  constructor(readonly lane: 'f32' | 'f64') {
    super();
  }

  begin(capacity: number, arrays: Arrays): void {
    this.start(capacity, arrays);
    this.values = this.zeroed(this.lane === 'f32' ? arrays.f32(capacity) : arrays.f64(capacity));
  }

  set(bytes: Uint8Array, start: number, end: number, at: number): boolean {
    const from = trimStart(bytes, start, end);
    const value = parseDouble(bytes, from, trimEnd(bytes, from, end));
    if (value === undefined) return false;
    this.values[at] = value;
    return true;
  }

  take(): Vector {
    return { lane: this.lane, values: this.values, nulls: this.nulls } as Vector;
  }

  protected reset(at: number): void {
    this.values[at] = 0;
  }

  protected grow(capacity: number): void {
    const larger = this.lane === 'f32' ? new Float32Array(capacity) : new Float64Array(capacity);
    this.values = enlarge(this.values, larger);
  }
}
