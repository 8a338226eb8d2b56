/**
 * One value ↔ bytes, for keys and for values of state entries.
 *
 * In a **key** the order of bytes is the order of values (`state/column/compare.ts`), every lane
 * of a value is written alike, equal values give equal bytes, and no value's bytes are the
 * beginning of another's: so columns simply follow each other. −0 is written as 0. Maps, whose
 * order means nothing, have their entries sorted by their bytes.
 * In a **value** the bytes are compact and give back what was written, bit for bit.
 *
 * NULL is one byte, 0, or 0xFF in a key where nulls come last; no other value begins so.
 */
import type { ColumnBuilder } from '../column/builder.js';
import type { Vector } from '../column/vector.js';

export interface Codec {
  /** Bytes of the value of a row. */
  size(vector: Vector, row: number): number;
  /** Writes it at `at`, where there is room; returns the position behind it. */
  put(vector: Vector, row: number, out: Uint8Array, at: number): number;
  /** Appends the value at `at` to a builder of the type; returns the position behind it. */
  take(data: Uint8Array, at: number, builder: ColumnBuilder): number;
}

export const NULL = 0;
/** NULL of a key whose nulls come last. */
export const LAST_NULL = 0xff;

/** Which of the two; null flags say which byte NULL is. */
export type CodecUse = 'key' | 'key-nulls-last' | 'value';

export function isNullAt(vector: Vector, row: number): boolean {
  return vector.nulls !== null && vector.nulls[row] === 1;
}

export function nullByteOf(use: CodecUse): number {
  return use === 'key-nulls-last' ? LAST_NULL : NULL;
}

/** Whether a value that begins with this byte is NULL. */
export function isNullByte(byte: number | undefined): boolean {
  return byte === NULL || byte === LAST_NULL;
}
