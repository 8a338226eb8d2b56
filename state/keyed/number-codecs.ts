/** Codecs of the fixed-width lanes: whole numbers, doubles, times. */
import type { ColumnBuilder } from '../column/builder.js';
import type { F32Builder, F64Builder, TimeBuilder, U8Builder } from '../column/fixed-builder.js';
import type {
  BigVector,
  F32Vector,
  F64Vector,
  I32Vector,
  I64Vector,
  TimeVector,
  U8Vector,
  Vector,
} from '../column/vector.js';
import type { WideBuilder } from '../column/wide-builder.js';
import { type Codec, type CodecUse, isNullAt, isNullByte, nullByteOf } from './codec.js';
import {
  bigintSize,
  integerAt,
  integerSize,
  integerSizeAt,
  putBigint,
  putInteger,
} from './integer-code.js';

/** BOOLEAN: 1 and 2. */
export class BooleanCodec implements Codec {
  readonly #null: number;

  constructor(use: CodecUse) {
    this.#null = nullByteOf(use);
  }

  size(): number {
    return 1;
  }

  put(vector: Vector, row: number, out: Uint8Array, at: number): number {
    const { values } = vector as U8Vector;
    out[at] = isNullAt(vector, row) ? this.#null : 1 + (values[row] as number);
    return at + 1;
  }

  take(data: Uint8Array, at: number, builder: ColumnBuilder): number {
    const byte = data[at] as number;
    if (isNullByte(byte)) builder.appendNull();
    else (builder as U8Builder).append(byte - 1);
    return at + 1;
  }
}

/** The types of the i32 lane and of the three wide ones. */
export class IntegerCodec implements Codec {
  readonly #null: number;

  constructor(use: CodecUse) {
    this.#null = nullByteOf(use);
  }

  size(vector: Vector, row: number): number {
    if (isNullAt(vector, row)) return 1;
    if (vector.lane === 'i64' || vector.lane === 'big') {
      return bigintSize((vector as I64Vector | BigVector).values[row] as bigint);
    }
    return integerSize((vector as I32Vector | F64Vector).values[row] as number);
  }

  put(vector: Vector, row: number, out: Uint8Array, at: number): number {
    if (isNullAt(vector, row)) {
      out[at] = this.#null;
      return at + 1;
    }
    if (vector.lane === 'i64' || vector.lane === 'big') {
      return putBigint((vector as I64Vector | BigVector).values[row] as bigint, out, at);
    }
    return putInteger((vector as I32Vector | F64Vector).values[row] as number, out, at);
  }

  take(data: Uint8Array, at: number, builder: ColumnBuilder): number {
    if (isNullByte(data[at])) {
      builder.appendNull();
      return at + 1;
    }
    const value = integerAt(data, at);
    if (typeof value === 'number') (builder as WideBuilder).append(value);
    else (builder as WideBuilder).appendBigint(value);
    return at + integerSizeAt(data, at);
  }
}

const buffer = new DataView(new ArrayBuffer(8));
const SIGN = 0x80000000;

/**
 * FLOAT and DOUBLE, behind a byte 1: the IEEE bits, big endian; all of them turned where the number
 * is negative, else the sign alone, so that their order is the numbers'. NaN is above all.
 */
export class FloatCodec implements Codec {
  readonly #null: number;
  readonly #isKey: boolean;
  readonly #isDouble: boolean;

  constructor(use: CodecUse, isDouble: boolean) {
    this.#null = nullByteOf(use);
    this.#isKey = use !== 'value';
    this.#isDouble = isDouble;
  }

  size(vector: Vector, row: number): number {
    return isNullAt(vector, row) ? 1 : this.#isDouble ? 9 : 5;
  }

  put(vector: Vector, row: number, out: Uint8Array, at: number): number {
    if (isNullAt(vector, row)) {
      out[at] = this.#null;
      return at + 1;
    }
    out[at] = 1;
    let value = (vector as F32Vector | F64Vector).values[row] as number;
    if (Number.isNaN(value)) value = Number.NaN;
    else if (value === 0 && this.#isKey) value = 0;
    if (this.#isDouble) buffer.setFloat64(0, value);
    else buffer.setFloat32(0, value);
    const first = buffer.getUint32(0);
    const turned = first >= SIGN ? 0xffffffff : 0;
    putWord((first ^ (turned | SIGN)) >>> 0, out, at + 1);
    if (!this.#isDouble) return at + 5;
    putWord((buffer.getUint32(4) ^ turned) >>> 0, out, at + 5);
    return at + 9;
  }

  take(data: Uint8Array, at: number, builder: ColumnBuilder): number {
    if (isNullByte(data[at])) {
      builder.appendNull();
      return at + 1;
    }
    const first = wordAt(data, at + 1);
    const turned = first < SIGN ? 0xffffffff : 0;
    buffer.setUint32(0, first ^ (turned | SIGN));
    if (!this.#isDouble) {
      (builder as F32Builder).append(buffer.getFloat32(0));
      return at + 5;
    }
    buffer.setUint32(4, wordAt(data, at + 5) ^ turned);
    (builder as F64Builder).append(buffer.getFloat64(0));
    return at + 9;
  }
}

/** Times: the milliseconds as a whole number, behind it 3 bytes of nanoseconds where P > 3. */
export class TimeCodec implements Codec {
  readonly #null: number;
  readonly #nanoBytes: number;

  constructor(use: CodecUse, precision: number) {
    this.#null = nullByteOf(use);
    this.#nanoBytes = precision > 3 ? 3 : 0;
  }

  size(vector: Vector, row: number): number {
    if (isNullAt(vector, row)) return 1;
    return integerSize((vector as TimeVector).values[row] as number) + this.#nanoBytes;
  }

  put(vector: Vector, row: number, out: Uint8Array, at: number): number {
    if (isNullAt(vector, row)) {
      out[at] = this.#null;
      return at + 1;
    }
    const { values, nanos } = vector as TimeVector;
    const behind = putInteger(values[row] as number, out, at);
    if (this.#nanoBytes === 0) return behind;
    const nano = nanos === null ? 0 : (nanos[row] as number);
    out[behind] = nano >>> 16;
    out[behind + 1] = nano >>> 8;
    out[behind + 2] = nano;
    return behind + 3;
  }

  take(data: Uint8Array, at: number, builder: ColumnBuilder): number {
    if (isNullByte(data[at])) {
      builder.appendNull();
      return at + 1;
    }
    const milliseconds = integerAt(data, at) as number;
    const behind = at + integerSizeAt(data, at);
    if (this.#nanoBytes === 0) {
      (builder as TimeBuilder).append(milliseconds);
      return behind;
    }
    const nano =
      ((data[behind] as number) << 16) |
      ((data[behind + 1] as number) << 8) |
      (data[behind + 2] as number);
    (builder as TimeBuilder).append(milliseconds, nano);
    return behind + 3;
  }
}

/** A 32-bit word, big endian. */
export function putWord(word: number, out: Uint8Array, at: number): void {
  out[at] = word >>> 24;
  out[at + 1] = word >>> 16;
  out[at + 2] = word >>> 8;
  out[at + 3] = word;
}

export function wordAt(data: Uint8Array, at: number): number {
  return (
    (((data[at] as number) << 24) |
      ((data[at + 1] as number) << 16) |
      ((data[at + 2] as number) << 8) |
      (data[at + 3] as number)) >>>
    0
  );
}
