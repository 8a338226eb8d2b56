/** Values as they stand in plans and messages. */
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import { printValue } from './print-value.js';
import * as family from './types/family.js';

/** Strings in quotes, everything else as it is printed. */
export function literalText(value: Scalar, type: LogicalType): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  if (typeof value === 'boolean') return String(value);
  if (family.isYearMonth(type) || family.isDayTime(type)) {
    return `${value}:INTERVAL ${type.resolution.replaceAll('_', ' ')}`;
  }
  return printValue(value, type) ?? 'null';
}
