/** Families of types: what the operators' rules ask of a type. */
import type {
  DayTimeType,
  DecimalType,
  IntegerRoot,
  LogicalType,
  LogicalTypeRoot,
  SequenceType,
  TimestampType,
  YearMonthType,
} from '../../../state/column/logical-type.js';

const INTEGER_ROOTS: readonly LogicalTypeRoot[] = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT'];

export function isInteger(type: LogicalType): type is LogicalType & { root: IntegerRoot } {
  return INTEGER_ROOTS.includes(type.root);
}

/** TINYINT, SMALLINT or INTEGER: what an Int32 lane holds as a number. */
export function isSmallInteger(type: LogicalType): boolean {
  return isInteger(type) && type.root !== 'BIGINT';
}

export function isDecimal(type: LogicalType): type is DecimalType {
  return type.root === 'DECIMAL';
}

export function isApproximate(type: LogicalType): boolean {
  return type.root === 'FLOAT' || type.root === 'DOUBLE';
}

export function isExact(type: LogicalType): boolean {
  return isInteger(type) || isDecimal(type);
}

export function isNumeric(type: LogicalType): boolean {
  return isExact(type) || isApproximate(type);
}

export function isCharacter(
  type: LogicalType,
): type is SequenceType & { root: 'CHAR' | 'VARCHAR' } {
  return type.root === 'CHAR' || type.root === 'VARCHAR';
}

export function isBinary(
  type: LogicalType,
): type is SequenceType & { root: 'BINARY' | 'VARBINARY' } {
  return type.root === 'BINARY' || type.root === 'VARBINARY';
}

export function isTimestamp(type: LogicalType): type is TimestampType {
  return (
    type.root === 'TIMESTAMP_WITHOUT_TIME_ZONE' || type.root === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE'
  );
}

export function isTime(type: LogicalType): boolean {
  return type.root === 'TIME_WITHOUT_TIME_ZONE';
}

/** DATE, TIME or one of the timestamps. */
export function isDatetime(type: LogicalType): boolean {
  return type.root === 'DATE' || isTime(type) || isTimestamp(type);
}

export function isYearMonth(type: LogicalType): type is YearMonthType {
  return type.root === 'INTERVAL_YEAR_MONTH';
}

export function isDayTime(type: LogicalType): type is DayTimeType {
  return type.root === 'INTERVAL_DAY_TIME';
}

export function isInterval(type: LogicalType): type is YearMonthType | DayTimeType {
  return isYearMonth(type) || isDayTime(type);
}

/** ARRAY, MAP, MULTISET, ROW, STRUCTURED. */
export function isNested(type: LogicalType): boolean {
  return ['ARRAY', 'MAP', 'MULTISET', 'ROW', 'STRUCTURED_TYPE'].includes(type.root);
}

/** A row with a field that may be NULL counts as one that may be NULL itself. */
export function holdsNull(type: LogicalType): boolean {
  return (
    type.nullable || (type.root === 'ROW' && type.fields.some((field) => holdsNull(field.type)))
  );
}
