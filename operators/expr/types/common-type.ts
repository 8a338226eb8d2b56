/**
 * The least type that holds the values of several: for CASE, COALESCE, IN, UNION, VALUES, ARRAY[…].
 * Follows Calcite's `leastRestrictive` under Flink's type system; undefined when there is none.
 */
import {
  DOUBLE,
  type Field,
  type LogicalType,
  NULL,
  type SequenceType,
  sameType,
  type TimestampType,
  withNullable,
} from '../../../state/column/logical-type.js';
import { asDecimal, unionType } from './decimal-rules.js';
import * as family from './family.js';

/** Nullable when one of them is; a NULL type joins with everything. */
export function commonType(types: readonly LogicalType[]): LogicalType | undefined {
  const nullable = types.some((type) => type.nullable || type.root === 'NULL');
  const known = types.filter((type) => type.root !== 'NULL');
  const [first, ...rest] = known;
  if (first === undefined) return types.length === 0 ? undefined : NULL;
  let result: LogicalType = withNullable(first, nullable);
  for (const type of rest) {
    const next = commonOfTwo(result, type);
    if (next === undefined) return undefined;
    result = withNullable(next, nullable);
  }
  return result;
}

function commonOfTwo(a: LogicalType, b: LogicalType): LogicalType | undefined {
  if (sameType(a, b, true)) return a;
  if (family.isNumeric(a) && family.isNumeric(b)) return commonNumeric(a, b);
  if (family.isCharacter(a) && family.isCharacter(b)) return commonSequence(a, b, 'VARCHAR');
  if (family.isBinary(a) && family.isBinary(b)) return commonSequence(a, b, 'VARBINARY');
  if (family.isDatetime(a) && family.isDatetime(b)) return commonDatetime(a, b);
  if (family.isYearMonth(a) && family.isYearMonth(b)) {
    const precision = Math.max(a.precision, b.precision);
    const resolution = a.resolution === b.resolution ? a.resolution : 'YEAR_TO_MONTH';
    return { ...a, resolution, precision };
  }
  if (family.isDayTime(a) && family.isDayTime(b)) {
    return {
      ...a,
      resolution: a.resolution === b.resolution ? a.resolution : 'DAY_TO_SECOND',
      precision: Math.max(a.precision, b.precision),
      fractionalPrecision: Math.max(a.fractionalPrecision, b.fractionalPrecision),
    };
  }
  return commonNested(a, b);
}

const WIDTH: Readonly<Record<string, number>> = {
  TINYINT: 1,
  SMALLINT: 2,
  INTEGER: 3,
  BIGINT: 4,
  FLOAT: 5,
  DOUBLE: 5,
};

/**
 * INT with FLOAT is FLOAT, as in Java; of FLOAT and DOUBLE the first counts, since Calcite takes
 * them to be as precise; DECIMAL with either is DOUBLE.
 */
export function commonNumeric(a: LogicalType, b: LogicalType): LogicalType {
  if (family.isDecimal(a) || family.isDecimal(b)) {
    const [left, right] = [asDecimal(a), asDecimal(b)];
    return left === undefined || right === undefined ? DOUBLE : unionType(left, right);
  }
  return (WIDTH[a.root] as number) >= (WIDTH[b.root] as number) ? a : b;
}

/** Ragged fixed lengths become varying. */
function commonSequence(
  a: SequenceType,
  b: SequenceType,
  varying: 'VARCHAR' | 'VARBINARY',
): SequenceType {
  return { root: varying, length: Math.max(a.length, b.length), nullable: a.nullable };
}

export function commonDatetime(a: LogicalType, b: LogicalType): LogicalType | undefined {
  if (family.isTimestamp(a) && family.isTimestamp(b)) return commonTimestamp(a, b);
  if (a.root === 'TIME_WITHOUT_TIME_ZONE' && b.root === 'TIME_WITHOUT_TIME_ZONE') {
    return { ...a, precision: Math.max(a.precision, b.precision) };
  }
  return undefined;
}

/**
 * Plain or of the local zone as the first, but as the second where the precisions differ; time
 * attributes become plain timestamps.
 */
function commonTimestamp(a: TimestampType, b: TimestampType): TimestampType {
  return {
    root: (a.precision === b.precision ? a : b).root,
    precision: Math.max(a.precision, b.precision),
    nullable: a.nullable,
    ...(a.attribute !== undefined && a.attribute === b.attribute ? { attribute: a.attribute } : {}),
  };
}

/** The timestamp without its time attribute. */
export function plain(type: TimestampType): TimestampType {
  return { root: type.root, precision: type.precision, nullable: type.nullable };
}

function commonNested(a: LogicalType, b: LogicalType): LogicalType | undefined {
  if (a.root === 'ARRAY' && b.root === 'ARRAY') {
    const element = commonType([a.element, b.element]);
    return element && { ...a, element };
  }
  if (a.root === 'MULTISET' && b.root === 'MULTISET') {
    const element = commonType([a.element, b.element]);
    return element && { ...a, element };
  }
  if (a.root === 'MAP' && b.root === 'MAP') {
    const [key, value] = [commonType([a.key, b.key]), commonType([a.value, b.value])];
    return key && value && { ...a, key, value };
  }
  if (a.root === 'ROW' && 'fields' in b && a.fields.length === b.fields.length) {
    const fields: Field[] = [];
    for (const [i, field] of a.fields.entries()) {
      const type = commonType([field.type, (b.fields[i] as Field).type]);
      if (type === undefined) return undefined;
      fields.push({ name: field.name, type });
    }
    return { ...a, fields };
  }
  return undefined;
}
