/** Interval types and literals. */

import type { LiteralExpr } from '../../operators/expr/expression.js';
import type {
  DayTimeResolution,
  DayTimeType,
  YearMonthResolution,
  YearMonthType,
} from '../../state/column/logical-type.js';
import type { IntervalLiteral, IntervalQualifier, IntervalUnit } from '../parser/ast/literal.js';
import type { BindContext } from './context.js';

const YEAR_MONTH = new Set<IntervalUnit>(['YEAR', 'QUARTER', 'MONTH']);

/** QUARTER is counted in months and WEEK in days, as in Calcite. */
export function intervalType(qualifier: IntervalQualifier): YearMonthType | DayTimeType {
  const { from, to } = qualifier;
  const precision = qualifier.precision ?? 2;
  const base = { QUARTER: 'MONTH', WEEK: 'DAY' }[from as string] ?? from;
  const resolution = to === undefined ? base : `${base}_TO_${to}`;
  if (YEAR_MONTH.has(from)) {
    const root = 'INTERVAL_YEAR_MONTH';
    return { root, resolution: resolution as YearMonthResolution, precision, nullable: false };
  }
  return {
    root: 'INTERVAL_DAY_TIME',
    resolution: resolution as DayTimeResolution,
    precision,
    fractionalPrecision: qualifier.fraction ?? 6,
    nullable: false,
  };
}

/** What one of a unit is: months, or milliseconds. */
export const UNIT_VALUE: Readonly<Record<IntervalUnit, number>> = {
  YEAR: 12,
  QUARTER: 3,
  MONTH: 1,
  WEEK: 7 * 86_400_000,
  DAY: 86_400_000,
  HOUR: 3_600_000,
  MINUTE: 60_000,
  SECOND: 1000,
};

const STEPS: readonly IntervalUnit[] = ['DAY', 'HOUR', 'MINUTE', 'SECOND'];

/**
 * The value of `INTERVAL '1 02:03' DAY TO MINUTE`. The parser checked the text's form; here digits
 * and ranges are. Fractions of a millisecond are cut off.
 * @throws BIND_TYPE
 */
export function bindInterval(node: IntervalLiteral, context: BindContext): LiteralExpr {
  const { qualifier } = node;
  const text = node.text.trim();
  const negative = node.negative !== text.startsWith('-');
  const numbers = text.replace(/^[+-]/, '').split(/[ :-]/);
  const units = unitsOf(qualifier);
  const leading = (numbers[0] ?? '').replace(/\..*/, '').replace(/^0+(?=\d)/, '');
  const digits = qualifier.precision ?? 2;
  if (leading.length > digits) {
    const field = `${qualifier.from}(${digits})`;
    const reason = `Interval field value ${leading} exceeds precision of ${field} field`;
    throw context.error('BIND_TYPE', reason, node, `Write ${qualifier.from}(${leading.length}).`);
  }
  let value = 0;
  for (const [i, unit] of units.entries()) {
    const [whole, fraction = ''] = (numbers[i] ?? '0').split('.');
    const number = Number(whole);
    const limit = { MONTH: 12, HOUR: 24, MINUTE: 60, SECOND: 60 }[unit as string];
    if (i > 0 && limit !== undefined && number >= limit) {
      throw context.error('BIND_TYPE', `${unit} ${number} is out of range in an interval`, node);
    }
    value += number * UNIT_VALUE[unit] + Number(fraction.slice(0, 3).padEnd(3, '0'));
  }
  const type = intervalType(qualifier);
  const signed = negative && value !== 0 ? -value : value;
  if (type.root === 'INTERVAL_YEAR_MONTH') {
    return { kind: 'literal', value: signed, type };
  }
  return { kind: 'literal', value: BigInt(signed), type };
}

function unitsOf({ from, to }: IntervalQualifier): readonly IntervalUnit[] {
  if (to === undefined) return [from];
  if (from === 'YEAR') return ['YEAR', 'MONTH'];
  return STEPS.slice(STEPS.indexOf(from), STEPS.indexOf(to) + 1);
}
