/**
 * The logical types of the dialect, as plain data. Roots carry Flink's names (`LogicalTypeRoot`),
 * so the REST API prints them as they are. Types are compared by structure (`sameType`).
 */

/** A timestamp column that carries the table's event time, or the processing time. */
export type TimeAttribute = 'ROWTIME' | 'PROCTIME';

export type IntegerRoot = 'TINYINT' | 'SMALLINT' | 'INTEGER' | 'BIGINT';

export type YearMonthResolution = 'YEAR' | 'MONTH' | 'YEAR_TO_MONTH';

export type DayTimeResolution =
  | 'DAY'
  | 'DAY_TO_HOUR'
  | 'DAY_TO_MINUTE'
  | 'DAY_TO_SECOND'
  | 'HOUR'
  | 'HOUR_TO_MINUTE'
  | 'HOUR_TO_SECOND'
  | 'MINUTE'
  | 'MINUTE_TO_SECOND'
  | 'SECOND';

interface Nullable {
  readonly nullable: boolean;
}

export interface SimpleType extends Nullable {
  readonly root: 'BOOLEAN' | IntegerRoot | 'FLOAT' | 'DOUBLE' | 'DATE' | 'VARIANT' | 'BITMAP';
}

export interface NullType extends Nullable {
  readonly root: 'NULL';
}

export interface DescriptorType extends Nullable {
  readonly root: 'DESCRIPTOR';
}

export interface DecimalType extends Nullable {
  readonly root: 'DECIMAL';
  /** 1 to 38. */
  readonly precision: number;
  /** 0 to precision. */
  readonly scale: number;
}

/** STRING is VARCHAR of length 2147483647, BYTES is VARBINARY of that length. */
export interface SequenceType extends Nullable {
  readonly root: 'CHAR' | 'VARCHAR' | 'BINARY' | 'VARBINARY';
  /** Code points for characters, bytes for binary. */
  readonly length: number;
}

export interface TimeType extends Nullable {
  readonly root: 'TIME_WITHOUT_TIME_ZONE';
  readonly precision: number;
}

export interface TimestampType extends Nullable {
  readonly root: 'TIMESTAMP_WITHOUT_TIME_ZONE' | 'TIMESTAMP_WITH_LOCAL_TIME_ZONE';
  /** Fractional digits of a second, 0 to 9. */
  readonly precision: number;
  readonly attribute?: TimeAttribute;
}

export interface YearMonthType extends Nullable {
  readonly root: 'INTERVAL_YEAR_MONTH';
  readonly resolution: YearMonthResolution;
  /** Digits of the year. */
  readonly precision: number;
}

export interface DayTimeType extends Nullable {
  readonly root: 'INTERVAL_DAY_TIME';
  readonly resolution: DayTimeResolution;
  /** Digits of the day. */
  readonly precision: number;
  readonly fractionalPrecision: number;
}

export interface ElementType extends Nullable {
  readonly root: 'ARRAY' | 'MULTISET';
  readonly element: LogicalType;
}

export interface MapType extends Nullable {
  readonly root: 'MAP';
  readonly key: LogicalType;
  readonly value: LogicalType;
}

export interface Field {
  readonly name: string;
  readonly type: LogicalType;
  readonly description?: string;
}

export interface RowType extends Nullable {
  readonly root: 'ROW';
  readonly fields: readonly Field[];
}

/** A structured type declared inline: a ROW with a class name. */
export interface StructuredType extends Nullable {
  readonly root: 'STRUCTURED_TYPE';
  readonly className: string;
  readonly fields: readonly Field[];
}

export interface RawType extends Nullable {
  readonly root: 'RAW';
  readonly className: string;
  readonly serializer: string;
}

export type LogicalType =
  | SimpleType
  | NullType
  | DescriptorType
  | DecimalType
  | SequenceType
  | TimeType
  | TimestampType
  | YearMonthType
  | DayTimeType
  | ElementType
  | MapType
  | RowType
  | StructuredType
  | RawType;

export type LogicalTypeRoot = LogicalType['root'];

/** The length that stands for "unbounded" in STRING and BYTES. */
export const UNBOUNDED = 2147483647;

export const BOOLEAN: LogicalType = { root: 'BOOLEAN', nullable: true };
export const TINYINT: LogicalType = { root: 'TINYINT', nullable: true };
export const SMALLINT: LogicalType = { root: 'SMALLINT', nullable: true };
export const INT: LogicalType = { root: 'INTEGER', nullable: true };
export const BIGINT: LogicalType = { root: 'BIGINT', nullable: true };
export const FLOAT: LogicalType = { root: 'FLOAT', nullable: true };
export const DOUBLE: LogicalType = { root: 'DOUBLE', nullable: true };
export const DATE: LogicalType = { root: 'DATE', nullable: true };
export const STRING: LogicalType = { root: 'VARCHAR', length: UNBOUNDED, nullable: true };
export const BYTES: LogicalType = { root: 'VARBINARY', length: UNBOUNDED, nullable: true };
export const NULL: LogicalType = { root: 'NULL', nullable: true };

export function decimal(precision: number, scale: number): DecimalType {
  return { root: 'DECIMAL', precision, scale, nullable: true };
}

export function timestamp(precision: number): TimestampType {
  return { root: 'TIMESTAMP_WITHOUT_TIME_ZONE', precision, nullable: true };
}

export function timestampLtz(precision: number): TimestampType {
  return { root: 'TIMESTAMP_WITH_LOCAL_TIME_ZONE', precision, nullable: true };
}

/** The same type with another nullability; the same object when it has it already. */
export function withNullable<T extends LogicalType>(type: T, nullable: boolean): T {
  return type.nullable === nullable ? type : { ...type, nullable };
}

/** Structural equality; nullability counts (also below the top) unless `ignoreNullable`. */
export function sameType(a: LogicalType, b: LogicalType, ignoreNullable = false): boolean {
  if (a === b) return true;
  if (a.root !== b.root) return false;
  if (!ignoreNullable && a.nullable !== b.nullable) return false;
  const left = a as unknown as Record<string, unknown>;
  const right = b as unknown as Record<string, unknown>;
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    if (key === 'root' || key === 'nullable' || key === 'description') continue;
    if (!samePart(left[key], right[key], ignoreNullable)) return false;
  }
  return true;
}

function samePart(a: unknown, b: unknown, ignoreNullable: boolean): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => samePart(item, b[i], ignoreNullable));
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if ('root' in a && 'root' in b) {
    return sameType(a as LogicalType, b as LogicalType, ignoreNullable);
  }
  const [left, right] = [a as Field, b as Field];
  return left.name === right.name && sameType(left.type, right.type, ignoreNullable);
}
