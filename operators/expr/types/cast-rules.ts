/**
 * Which conversions exist: Flink's matrix of explicit casts, and the subset it makes by itself
 * (`LogicalTypeCasts`).
 */
import { type Field, type LogicalType, UNBOUNDED } from '../../../state/column/logical-type.js';
import * as family from './family.js';

/** CAST(from AS to) is in the dialect. */
export function supportsCast(from: LogicalType, to: LogicalType): boolean {
  if (from.root === 'NULL') return to.root !== 'NULL';
  // Flink 2.3 has no cast of VARIANT, not even to itself.
  if (from.root === 'VARIANT' || to.root === 'VARIANT') return false;
  if (from.root === 'BITMAP' && !family.isCharacter(to)) {
    // Only of what may be NULL: that is how Flink's rule finds it.
    return to.root === 'VARBINARY' && to.length === UNBOUNDED && from.nullable;
  }
  if (family.isCharacter(to)) return from.root !== 'DESCRIPTOR';
  if (family.isCharacter(from)) return fromCharacter(to);
  if (family.isBinary(from)) return family.isBinary(to);
  if (from.root === 'BOOLEAN') return to.root === 'BOOLEAN' || family.isNumeric(to);
  if (family.isInteger(from) && family.isInterval(to)) return !to.resolution.includes('_TO_');
  if (family.isNumeric(from)) return to.root === 'BOOLEAN' || family.isNumeric(to);
  if (family.isDatetime(from)) return fromDatetime(from, to);
  if (family.isYearMonth(from)) return family.isYearMonth(to);
  if (family.isDayTime(from)) return family.isDayTime(to);
  return nested(from, to, supportsCast) ?? from.root === to.root;
}

function fromCharacter(to: LogicalType): boolean {
  return (
    family.isBinary(to) || to.root === 'BOOLEAN' || family.isNumeric(to) || family.isDatetime(to)
  );
}

function fromDatetime(from: LogicalType, to: LogicalType): boolean {
  if (!family.isDatetime(to)) return false;
  return from.root === to.root || family.isTimestamp(to) || family.isTimestamp(from);
}

/** Whether the engine converts by itself, as for INSERT and arguments of functions. */
export function supportsImplicitCast(from: LogicalType, to: LogicalType): boolean {
  if (from.root === 'NULL') return true;
  if (family.isNumeric(from) && family.isNumeric(to)) return widens(from, to);
  if (family.isCharacter(from)) return to.root === 'VARCHAR' || from.root === to.root;
  if (family.isBinary(from)) return to.root === 'VARBINARY' || from.root === to.root;
  if (family.isTimestamp(from)) return family.isDatetime(to) && !ltzToDate(from, to);
  return nested(from, to, fitsWithin) ?? from.root === to.root;
}

/** Within an array, map or row a NULL has to have its place, too. */
function fitsWithin(from: LogicalType, to: LogicalType): boolean {
  return (to.nullable || !from.nullable) && supportsImplicitCast(from, to);
}

function ltzToDate(from: LogicalType, to: LogicalType): boolean {
  return from.root === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE' && !family.isTimestamp(to);
}

const RANK = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT'];

function widens(from: LogicalType, to: LogicalType): boolean {
  if (to.root === 'DOUBLE' || to.root === 'DECIMAL') return true;
  if (to.root === 'FLOAT') return from.root !== 'DOUBLE';
  return family.isInteger(from) && RANK.indexOf(from.root) <= RANK.indexOf(to.root);
}

type Rule = (from: LogicalType, to: LogicalType) => boolean;

/** Field by field, element by element; undefined when not both are of the same nested kind. */
function nested(from: LogicalType, to: LogicalType, rule: Rule): boolean | undefined {
  if (from.root === 'ARRAY' && to.root === 'ARRAY') return rule(from.element, to.element);
  if (from.root === 'MULTISET' && to.root === 'MULTISET') return rule(from.element, to.element);
  if (from.root === 'MAP' && to.root === 'MAP') {
    return rule(from.key, to.key) && rule(from.value, to.value);
  }
  if ('fields' in from && 'fields' in to) {
    const targets: readonly Field[] = to.fields;
    if (from.fields.length !== targets.length) return false;
    return from.fields.every((field, i) => rule(field.type, (targets[i] as Field).type));
  }
  return undefined;
}
