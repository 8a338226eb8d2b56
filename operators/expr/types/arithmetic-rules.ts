/**
 * Result types of + − * / % and the types their operands are brought to, as Flink derives them.
 * Undefined where the operator does not take the operands.
 */
import { type LogicalType, withNullable } from '../../../state/column/logical-type.js';
import { commonNumeric, commonType, plain } from './common-type.js';
import * as decimals from './decimal-rules.js';
import * as family from './family.js';

export type ArithmeticName = '+' | '-' | '*' | '/' | '%';

export interface ArithmeticRule {
  readonly left: LogicalType;
  readonly right: LogicalType;
  readonly result: LogicalType;
}

const DECIMAL_RULES = {
  '+': decimals.additionType,
  '-': decimals.additionType,
  '*': decimals.multiplicationType,
  '/': decimals.divisionType,
  '%': decimals.moduloType,
} as const;

export function arithmeticRule(
  name: ArithmeticName,
  left: LogicalType,
  right: LogicalType,
): ArithmeticRule | undefined {
  const rule = bareRule(name, left, right);
  if (rule === undefined) return undefined;
  const result = withNullable(rule.result, left.nullable || right.nullable);
  return { left: rule.left, right: rule.right, result };
}

function bareRule(
  name: ArithmeticName,
  left: LogicalType,
  right: LogicalType,
): ArithmeticRule | undefined {
  if (family.isNumeric(left) && family.isNumeric(right)) return numericRule(name, left, right);
  if (name === '+' || name === '-') return temporalRule(name, left, right);
  if (name !== '*') return undefined;
  if (family.isInterval(left) && family.isInteger(right)) {
    return { left, right, result: intervalResult(left) };
  }
  const scales = family.isInteger(left) && family.isInterval(right);
  return scales ? { left, right, result: intervalResult(right) } : undefined;
}

/** A computed interval is one of seconds or of months. */
export function intervalResult(type: LogicalType): LogicalType {
  return { ...(family.isYearMonth(type) ? MONTHS : DAY_TIME), nullable: type.nullable };
}

const MONTHS: LogicalType = {
  root: 'INTERVAL_YEAR_MONTH',
  resolution: 'MONTH',
  precision: 2,
  nullable: true,
};

const DAY_TIME: LogicalType = {
  root: 'INTERVAL_DAY_TIME',
  resolution: 'SECOND',
  precision: 2,
  fractionalPrecision: 3,
  nullable: true,
};

function numericRule(
  name: ArithmeticName,
  left: LogicalType,
  right: LogicalType,
): ArithmeticRule | undefined {
  const inexact = family.isApproximate(left) || family.isApproximate(right);
  if (name === '%' && inexact) return undefined;
  if (!inexact && (family.isDecimal(left) || family.isDecimal(right))) {
    const a = decimals.asDecimal(left);
    const b = decimals.asDecimal(right);
    if (a === undefined || b === undefined) return undefined;
    return { left: a, right: b, result: DECIMAL_RULES[name](a, b) };
  }
  const common = commonNumeric(left, right);
  return { left: common, right: common, result: common };
}

function temporalRule(
  name: '+' | '-',
  left: LogicalType,
  right: LogicalType,
): ArithmeticRule | undefined {
  if (family.isInterval(left) && family.isInterval(right)) {
    const common = commonType([left, right]);
    return common && { left: common, right: common, result: intervalResult(common) };
  }
  if (family.isDatetime(left) && family.isInterval(right)) {
    const result = shifted(left);
    return { left: result, right, result };
  }
  const zoned = right.root === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE';
  if (name === '+' && family.isInterval(left) && family.isDatetime(right) && !zoned) {
    const result = shifted(right);
    return { left, right: result, result };
  }
  if (name === '-' && family.isDatetime(left) && family.isDatetime(right)) {
    const common = commonType([left, right]);
    return common && { left: common, right: common, result: DAY_TIME };
  }
  return undefined;
}

/** A DATE moved by hours stays one, by whole days; years and months leave a TIME as it is. */
function shifted(datetime: LogicalType): LogicalType {
  return family.isTimestamp(datetime) ? plain(datetime) : datetime;
}
