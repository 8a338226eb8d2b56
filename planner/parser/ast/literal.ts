/** Literals. */
import type { Span } from './node.js';

export interface NumberLiteral extends Span {
  readonly kind: 'number';
  /** As written, unsigned: `1`, `1.50`, `.5`, `1e3`. A sign is a unary operator. */
  readonly text: string;
}

export interface StringLiteral extends Span {
  readonly kind: 'string';
  /** Decoded: doubled quotes, `U&` escapes and charset prefixes are gone. */
  readonly value: string;
}

export interface BinaryLiteral extends Span {
  readonly kind: 'bytes';
  /** The hexadecimal digits of `X'…'` in upper case; an even number of them. */
  readonly hex: string;
}

export interface BooleanLiteral extends Span {
  readonly kind: 'boolean';
  /** `null` is UNKNOWN. */
  readonly value: boolean | null;
}

export interface NullLiteral extends Span {
  readonly kind: 'null';
}

/** `DATE '…'`, `TIME '…'`, `TIMESTAMP '…'`. */
export interface DateTimeLiteral extends Span {
  readonly kind: 'datetime';
  readonly type: 'DATE' | 'TIME' | 'TIMESTAMP' | 'TIMESTAMP_LTZ';
  /** The text between the quotes; its form is checked, its ranges are the binder's. */
  readonly text: string;
}

export type IntervalUnit =
  | 'YEAR'
  | 'QUARTER'
  | 'MONTH'
  | 'WEEK'
  | 'DAY'
  | 'HOUR'
  | 'MINUTE'
  | 'SECOND';

/** `DAY(2) TO SECOND(3)`; plural spellings are made singular. */
export interface IntervalQualifier extends Span {
  readonly kind: 'intervalQualifier';
  readonly from: IntervalUnit;
  readonly precision: number | undefined;
  readonly to: IntervalUnit | undefined;
  /** Fractional digits of SECOND. */
  readonly fraction: number | undefined;
}

/** `INTERVAL [-] '…' DAY`. */
export interface IntervalLiteral extends Span {
  readonly kind: 'interval';
  readonly negative: boolean;
  /** The text between the quotes. */
  readonly text: string;
  readonly qualifier: IntervalQualifier;
}

/** Units of EXTRACT, FLOOR, CEIL, TIMESTAMPADD, TIMESTAMPDIFF. */
export type TimeUnit =
  | IntervalUnit
  | 'MILLENNIUM'
  | 'CENTURY'
  | 'DECADE'
  | 'ISOYEAR'
  | 'ISODOW'
  | 'DOW'
  | 'DOY'
  | 'EPOCH'
  | 'MILLISECOND'
  | 'MICROSECOND'
  | 'NANOSECOND';

/** A time unit as an argument; `SQL_TSI_` prefixes and plurals are gone. */
export interface TimeUnitArgument extends Span {
  readonly kind: 'timeUnit';
  readonly unit: TimeUnit;
}

export type Literal =
  | NumberLiteral
  | StringLiteral
  | BinaryLiteral
  | BooleanLiteral
  | NullLiteral
  | DateTimeLiteral
  | IntervalLiteral;
