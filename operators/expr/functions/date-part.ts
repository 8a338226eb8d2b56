/** EXTRACT and its short forms; FLOOR and CEIL, of numbers and to time units. */
import { BIGINT } from '../../../state/column/logical-type.js';
import type { Generator } from '../code/generator.js';
import { nullOf } from '../code/template.js';
import { only, type Value } from '../code/value.js';
import type { CallExpr, Expr } from '../expression.js';
import { type CallSite, call, type ScalarFunction, siteOf, strict } from '../function.js';
import { DAY_MS } from '../runtime/calendar.js';
import {
  dayPart,
  isDateUnit,
  isRoundable,
  roundDays,
  roundMs,
  timePartCode,
} from '../runtime/date-unit.js';
import { javaLocal, javaOffset } from '../runtime/julian.js';
import { Zone } from '../runtime/zone.js';
import * as family from '../types/family.js';
import { bindWhole, emitWhole } from './rounding.js';

function bindExtract(args: readonly Expr[], site: CallSite): Expr | undefined {
  const [arg] = args;
  const unit = String(site.option);
  if (args.length !== 1 || arg === undefined || !extracts(unit, arg)) return undefined;
  return call({ ...siteOf(site, 'EXTRACT') }, args, strict(BIGINT, args), unit);
}

function extracts(unit: string, { type }: Expr): boolean {
  if (family.isYearMonth(type)) return unit === 'YEAR' || unit === 'MONTH';
  if (family.isDayTime(type)) return unit === 'DAY' || timePartCode(unit, '', '') !== undefined;
  if (type.root === 'TIME_WITHOUT_TIME_ZONE') return timePartCode(unit, '', '') !== undefined;
  if (type.root !== 'DATE' && !family.isTimestamp(type)) return false;
  return [dayPart(unit), timePartCode(unit, '', '')].some(Boolean) || unit === 'EPOCH';
}

function emitExtract(gen: Generator, expr: CallExpr): Value {
  const value = gen.emit(expr.args[0] as Expr);
  if (value.nul === 'true') return gen.nothing(expr.type);
  const code = gen.hold(extractCode(gen, String(expr.option), value));
  return { type: expr.type, repr: 'int', parts: [code], nul: value.nul };
}

function extractCode(gen: Generator, unit: string, value: Value): string {
  const { type } = value;
  const first = only(value.repr === 'big' ? gen.as(value, 'int') : value);
  const nanos = value.parts[1] ?? '0';
  if (family.isYearMonth(type)) {
    return unit === 'YEAR' ? `Math.trunc(${first} / 12) + 0` : `${first} % 12 + 0`;
  }
  if (family.isDayTime(type)) {
    if (unit === 'DAY') return `Math.trunc(${first} / ${DAY_MS}) + 0`;
    const ofDay = gen.hold(`${first} % ${DAY_MS}`);
    return `(${timePartCode(unit, ofDay, '0')}) + 0`;
  }
  if (type.root === 'TIME_WITHOUT_TIME_ZONE') return timePartCode(unit, first, '0') as string;
  const part = dayPart(unit);
  if (type.root === 'DATE') {
    if (unit === 'EPOCH') return `${first} * 86400`;
    // Flink takes the number of the day for milliseconds.
    return part === undefined
      ? `(${timePartCode(unit, `(${first} % ${DAY_MS})`, '0')}) + 0`
      : `${gen.use(part)}(${first})`;
  }
  const local = javaLocalMs(gen, value);
  if (unit === 'EPOCH') return `Math.trunc(${local} / 1000) + 0`;
  const days = gen.hold(`Math.trunc(${local} / ${DAY_MS}) + 0`);
  if (part !== undefined) return `${gen.use(part)}(${days})`;
  const ofDay = gen.hold(`${local} - ${days} * ${DAY_MS}`);
  return `(${timePartCode(unit, ofDay, nanos)}) + 0`;
}

/** Milliseconds on the local timeline of a timestamp. */
export function localMs(gen: Generator, value: Value): string {
  if (value.type.root !== 'TIMESTAMP_WITH_LOCAL_TIME_ZONE') return only(value);
  return gen.hold(`${gen.use(Zone.of(gen.zone()))}.toLocal(${only(value)})`);
}

/** The same as Java's older classes have it. */
function javaLocalMs(gen: Generator, value: Value): string {
  if (value.type.root !== 'TIMESTAMP_WITH_LOCAL_TIME_ZONE') return only(value);
  return gen.hold(`${gen.use(javaLocal)}(${gen.use(Zone.of(gen.zone()))}, ${only(value)})`);
}

const extract: ScalarFunction = {
  names: ['EXTRACT'],
  signatures: ['EXTRACT(unit FROM datetime)', 'EXTRACT(unit FROM interval)'],
  bind: bindExtract,
  emit: emitExtract,
};

/** `YEAR(date)` is EXTRACT(YEAR FROM date). */
function shortForm(name: string, unit: string): ScalarFunction {
  return {
    names: [name],
    signatures: [`${name}(datetime)`],
    bind: (args, site) => bindExtract(args, { ...site, option: unit }),
  };
}

function rounding(name: string, up: boolean): ScalarFunction {
  return {
    names: up ? ['CEIL', 'CEILING'] : ['FLOOR'],
    signatures: [`${name}(numeric)`, `${name}(datetime TO unit)`],
    bind(args, site) {
      const [arg] = args;
      if (site.option === undefined) return bindWhole(args, site);
      const unit = String(site.option);
      if (arg === undefined || args.length !== 1 || !isRoundable(unit)) return undefined;
      if (!family.isDatetime(arg.type)) return undefined;
      return call(site, [rolledUp(arg, site)], arg.type);
    },
    emit(gen, expr) {
      if (expr.option === undefined) return emitWhole(gen, expr, up);
      return emitToUnit(gen, expr, up);
    },
  };
}

/** Units that roll up, each into those before it; a week into none. */
const ROLLING = ['YEAR', 'QUARTER', 'MONTH', 'DAY', 'HOUR', 'MINUTE', 'SECOND', 'MILLISECOND'];

/** `CEIL(CEIL(x TO DAY) TO YEAR)` is `CEIL(x TO YEAR)`: that spares the days that CEIL adds. */
function rolledUp(arg: Expr, site: CallSite): Expr {
  if (arg.kind !== 'call' || arg.name !== site.name || arg.option === undefined) return arg;
  const [outer, inner] = [site.option, arg.option].map((unit) => ROLLING.indexOf(String(unit)));
  const rolls = outer !== undefined && inner !== undefined && outer >= 0 && outer <= inner;
  return rolls ? (arg.args[0] as Expr) : arg;
}

function emitToUnit(gen: Generator, expr: CallExpr, up: boolean): Value {
  const value = gen.emit(expr.args[0] as Expr);
  const { type } = expr;
  if (value.nul === 'true') return value;
  const name = String(expr.option).replace(/\W/g, '');
  const unit = `'${name}'`;
  const nul = nullOf(gen, [value]);
  const first = only(value);
  const days = `${gen.use(roundDays)}(${first}, ${unit}, ${up})`;
  if (type.root === 'DATE') return { ...value, parts: [gen.hold(days)], nul };
  if (!family.isTimestamp(type)) {
    // Flink takes a time for a date where the unit is one of dates.
    const ofDay = `(${days} % ${DAY_MS} + ${DAY_MS}) % ${DAY_MS}`;
    const ms = isDateUnit(name) ? ofDay : `${gen.use(roundMs)}(${first}, ${unit}, ${up})`;
    return { ...value, parts: [gen.hold(ms)], nul };
  }
  if (type.root !== 'TIMESTAMP_WITH_LOCAL_TIME_ZONE') {
    const ms = gen.hold(`${gen.use(roundMs)}(${first}, ${unit}, ${up})`);
    return { ...value, parts: [ms, '0'], nul };
  }
  const zone = gen.use(Zone.of(gen.zone()));
  const offset = gen.hold(`${gen.use(javaOffset)}(${zone}, ${first})`);
  const ms = gen.hold(`${gen.use(roundMs)}(${first} + ${offset}, ${unit}, ${up}) - ${offset}`);
  return { ...value, parts: [ms, '0'], nul };
}

export const datePartFunctions: readonly ScalarFunction[] = [
  extract,
  shortForm('YEAR', 'YEAR'),
  shortForm('QUARTER', 'QUARTER'),
  shortForm('MONTH', 'MONTH'),
  shortForm('WEEK', 'WEEK'),
  shortForm('DAYOFYEAR', 'DOY'),
  shortForm('DAYOFMONTH', 'DAY'),
  shortForm('DAYOFWEEK', 'DOW'),
  shortForm('HOUR', 'HOUR'),
  shortForm('MINUTE', 'MINUTE'),
  shortForm('SECOND', 'SECOND'),
  rounding('FLOOR', false),
  rounding('CEIL', true),
];
