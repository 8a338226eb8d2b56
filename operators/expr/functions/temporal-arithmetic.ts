/** Code of + − * / where a date, a time or an interval takes part. */
import { BIGINT, type LogicalType } from '../../../state/column/logical-type.js';
import type { Generator } from '../code/generator.js';
import { integerOperation, wrapLong } from '../code/integer.js';
import { inline, nullOf } from '../code/template.js';
import { only, type Value } from '../code/value.js';
import type { CallExpr } from '../expression.js';
import { addMonths, addMonthsMs, DAY_MS } from '../runtime/calendar.js';
import { decimalToDouble } from '../runtime/decimal.js';
import { fail, type Site } from '../runtime/failure.js';
import type { ArithmeticName } from '../types/arithmetic-rules.js';
import * as family from '../types/family.js';

export function emitTemporal(
  gen: Generator,
  expr: CallExpr,
  name: ArithmeticName,
  a: Value,
  b: Value,
): Value {
  if (a.nul === 'true' || b.nul === 'true') return gen.nothing(expr.type);
  if (family.isDatetime(a.type)) {
    if (family.isDatetime(b.type)) return difference(gen, expr, a, b);
    return shift(gen, expr, a, b, name === '-' ? '-' : '+');
  }
  if (family.isDatetime(b.type)) return shift(gen, expr, b, a, '+');
  if (family.isInterval(a.type) && family.isInterval(b.type) && (name === '+' || name === '-')) {
    return combine(gen, expr, a, b, name);
  }
  return scale(gen, expr, a, b);
}

/** Milliseconds between two of a kind. */
function difference(gen: Generator, expr: CallExpr, a: Value, b: Value): Value {
  const unit = a.type.root === 'DATE' ? ` * ${DAY_MS}` : '';
  const value = inline(gen, expr, [a, b], `(${only(a)} - ${only(b)})${unit} + 0`, 'int');
  return { ...value, bound: 2 ** 52 };
}

/** A datetime moved by an interval. */
function shift(
  gen: Generator,
  expr: CallExpr,
  datetime: Value,
  interval: Value,
  sign: '+' | '-',
): Value {
  const { type } = expr;
  const amount = only(interval.repr === 'big' ? gen.as(interval, 'int') : interval);
  const [first, nanos] = datetime.parts;
  const operands = [datetime, interval];
  if (type.root === 'DATE') {
    const days = family.isYearMonth(interval.type)
      ? `${gen.use(addMonths)}(${first}, ${sign}${amount})`
      : `${first} ${sign} ${wholeDays(gen, expr, amount, operands)} | 0`;
    return inline(gen, expr, operands, days);
  }
  if (type.root === 'TIME_WITHOUT_TIME_ZONE') {
    if (family.isYearMonth(interval.type)) return inline(gen, expr, operands, first as string);
    const moved = `(${first} ${sign} ${amount} % ${DAY_MS}) % ${DAY_MS}`;
    return inline(gen, expr, operands, `(${moved} + ${DAY_MS}) % ${DAY_MS} | 0`);
  }
  const ms = family.isYearMonth(interval.type)
    ? `${gen.use(addMonthsMs)}(${first}, ${sign}${amount})`
    : `${first} ${sign} ${amount}`;
  const moved = inline(gen, expr, operands, ms, 'time');
  return { ...moved, parts: [only(moved), nanos as string] };
}

/** The days of an interval; more than an INT counts fail. */
function wholeDays(
  gen: Generator,
  expr: CallExpr,
  amount: string,
  operands: readonly Value[],
): string {
  const days = gen.hold(`Math.trunc(${amount} / ${DAY_MS})`);
  const nul = nullOf(gen, operands);
  const bad = `!(${nul}) && ${days} !== (${days} | 0)`;
  gen.line(`if (${bad}) ${gen.use(failDays)}(${gen.site(expr)}, ${days});`);
  return days;
}

function failDays(site: Site, days: number): never {
  return fail(site, `A DATE does not move by ${days} days`);
}

function combine(gen: Generator, expr: CallExpr, a: Value, b: Value, name: '+' | '-'): Value {
  if (a.repr === 'num') return inline(gen, expr, [a, b], `(${only(a)} ${name} ${only(b)}) | 0`);
  const nul = nullOf(gen, [a, b]);
  return { ...wrapLong(gen, integerOperation(gen, name, a, b, expr.type)), nul };
}

/** An interval times an integer, which wraps around. */
function scale(gen: Generator, { type }: CallExpr, a: Value, b: Value): Value {
  const nul = nullOf(gen, [a, b]);
  const [base, times] = [a, b].map((value): Value => {
    return value.repr === 'num' ? { ...value, repr: 'int', bound: 2 ** 31 } : value;
  }) as [Value, Value];
  const product = wrapLong(gen, integerOperation(gen, '*', base, times, BIGINT));
  if (!family.isYearMonth(type)) return { ...product, type, nul };
  const months = `Number(BigInt.asIntN(32, BigInt(${only(product)})))`;
  return { type, repr: 'num', parts: [gen.hold(months)], nul };
}

/** A number of any kind as a double. */
export function asDouble(gen: Generator, value: Value): string {
  const { type } = value;
  if (!family.isDecimal(type))
    return gen.hold(value.repr === 'big' ? `Number(${only(value)})` : only(value));
  return gen.hold(`${gen.use(decimalToDouble)}(${only(value)}, ${type.scale}, ${type.precision})`);
}

export function isTemporal(type: LogicalType): boolean {
  return family.isDatetime(type) || family.isInterval(type);
}
