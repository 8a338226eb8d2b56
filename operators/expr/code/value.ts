/**
 * A value inside generated code: JavaScript expressions without side effects (variables, constants)
 * that hold one SQL value of one row.
 *
 * | repr | parts | types |
 * |---|---|---|
 * | bool | boolean | BOOLEAN |
 * | num | number | TINYINT, SMALLINT, INTEGER, FLOAT, DOUBLE, DATE, TIME, INTERVAL YEAR TO MONTH |
 * | int | number, a safe integer, never −0 | BIGINT, DECIMAL (unscaled), INTERVAL DAY TO SECOND |
 * | big | bigint | the same three |
 * | time | ms, nanoseconds within the ms | TIMESTAMP, TIMESTAMP_LTZ |
 * | bytes | data, start, end | character and binary types |
 * | str | string | character types |
 * | ref | row number in a vector known to the kernel | ARRAY, MAP, MULTISET, ROW |
 * | box | a Scalar | the same four, and binary |
 *
 * Where the value is null its parts hold something of the right kind that means nothing.
 */
import type { LogicalType } from '../../../state/column/logical-type.js';
import { storageOf } from '../../../state/column/storage.js';
import * as family from '../types/family.js';
import type { VectorRef } from './shape.js';

export type Repr = 'bool' | 'num' | 'int' | 'big' | 'time' | 'bytes' | 'str' | 'ref' | 'box';

export interface Value {
  readonly type: LogicalType;
  readonly repr: Repr;
  readonly parts: readonly string[];
  /** `'false'`, `'true'`, or a boolean variable. */
  readonly nul: string;
  /** For int: no value is further from 0. Absent = any safe integer. */
  readonly bound?: number;
  /** For bytes: the input column that `data` is of, the arena, or the kernel's constants. */
  readonly source?: number | 'arena' | 'constant';
  /** For ref: the vector. */
  readonly vector?: VectorRef;
}

/** The representation that a type has when nothing speaks for another. */
export function naturalRepr(type: LogicalType): Repr {
  switch (storageOf(type)) {
    case 'u8':
      return 'bool';
    case 'wide':
      return 'int';
    case 'time':
      return 'time';
    case 'bytes':
      return 'bytes';
    case 'list':
    case 'map':
    case 'row':
      return 'box';
    default:
      return 'num';
  }
}

/** Initial parts of a variable of this representation; also what a null value holds. */
export const ZEROS: Readonly<Record<Repr, readonly string[]>> = {
  bool: ['false'],
  num: ['0'],
  int: ['0'],
  big: ['0n'],
  time: ['0', '0'],
  bytes: ['EMPTY', '0', '0'],
  str: ["''"],
  ref: ['0'],
  box: ['null'],
};

/** Bound of a type's values where it is within the safe integers. */
export function typeBound(type: LogicalType): number {
  if (family.isDecimal(type) && type.precision <= 15) return 10 ** type.precision - 1;
  return Number.MAX_SAFE_INTEGER;
}

/** Null when one of them is. */
export function anyNull(values: readonly Value[]): string {
  const names = [...new Set(values.map((value) => value.nul))].filter((nul) => nul !== 'false');
  if (names.includes('true')) return 'true';
  return names.length === 0 ? 'false' : names.join(' || ');
}

export function only(value: Value): string {
  return value.parts[0] as string;
}
