/**
 * Precision and scale of DECIMAL results, as Flink derives them (its `LogicalTypeMerging`): where
 * the exact type would need more than 38 digits, fractional digits are given up first, down to 6.
 */
import { type DecimalType, decimal, type LogicalType } from '../../../state/column/logical-type.js';
import { isDecimal, isExact } from './family.js';

export const MAX_PRECISION = 38;

const INTEGER_DIGITS = { TINYINT: 3, SMALLINT: 5, INTEGER: 10, BIGINT: 19 } as const;

/** The DECIMAL that holds every value of an exact type. */
export function asDecimal(type: LogicalType): DecimalType | undefined {
  if (isDecimal(type)) return type;
  if (!isExact(type)) return undefined;
  return decimal(INTEGER_DIGITS[type.root as keyof typeof INTEGER_DIGITS], 0);
}

function adjusted(precision: number, scale: number): DecimalType {
  if (precision <= MAX_PRECISION) return decimal(precision, scale);
  const room = MAX_PRECISION - (precision - scale);
  return decimal(MAX_PRECISION, Math.max(room, Math.min(scale, 6)));
}

function wholeDigits(a: DecimalType, b: DecimalType): [number, number] {
  return [a.precision - a.scale, b.precision - b.scale];
}

/** Of + and −. */
export function additionType(a: DecimalType, b: DecimalType): DecimalType {
  const scale = Math.max(a.scale, b.scale);
  return adjusted(Math.max(...wholeDigits(a, b)) + scale + 1, scale);
}

export function multiplicationType(a: DecimalType, b: DecimalType): DecimalType {
  return adjusted(a.precision + b.precision + 1, a.scale + b.scale);
}

export function divisionType(a: DecimalType, b: DecimalType): DecimalType {
  const scale = Math.max(6, a.scale + b.precision + 1);
  return adjusted(a.precision - a.scale + b.scale + scale, scale);
}

/** The remainder of whole numbers has the divisor's type. */
export function moduloType(a: DecimalType, b: DecimalType): DecimalType {
  if (a.scale === 0 && b.scale === 0) return b;
  const scale = Math.max(a.scale, b.scale);
  return adjusted(Math.min(...wholeDigits(a, b)) + scale, scale);
}

/** Of ROUND and TRUNCATE to `digits` fractional digits. */
export function roundType(type: DecimalType, digits: number): DecimalType {
  if (digits >= type.scale) return type;
  const whole = type.precision - type.scale;
  if (digits < 0) return decimal(Math.min(MAX_PRECISION, whole + 1), 0);
  return decimal(Math.min(MAX_PRECISION, whole + 1 + digits), digits);
}

/** Of values of both types side by side: whole digits win over fractional ones beyond 38. */
export function unionType(a: DecimalType, b: DecimalType): DecimalType {
  const whole = Math.min(MAX_PRECISION, Math.max(...wholeDigits(a, b)));
  const scale = Math.min(Math.max(a.scale, b.scale), MAX_PRECISION - whole);
  return decimal(whole + scale, scale);
}
