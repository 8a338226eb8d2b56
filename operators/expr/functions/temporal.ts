/** Dates and times from and to text and numbers; adding to and taking differences of them. */
import { BIGINT, DATE, INT, timestamp, timestampLtz } from '../../../state/column/logical-type.js';
import { castTo } from '../cast.js';
import type { Generator } from '../code/generator.js';
import { argsAs, inline, nullOf, runFunction } from '../code/template.js';
import { only, type Value } from '../code/value.js';
import type { CallExpr, Expr } from '../expression.js';
import { type CallSite, call, type ScalarFunction, siteOf, strict } from '../function.js';
import { intLiteral, literal } from '../literal.js';
import { INTEGER, LONG, NUMERIC, TEXT } from '../param.js';
import { unitSize } from '../runtime/date-unit.js';
import * as time from '../runtime/time-functions.js';
import { Zone } from '../runtime/zone.js';
import { arithmeticRule } from '../types/arithmetic-rules.js';
import { commonType } from '../types/common-type.js';
import * as family from '../types/family.js';
import { localMs } from './date-part.js';
import { customFunction, plainFunction } from './define.js';
import { MAYBE_STRING } from './text-type.js';

const dateFormat = customFunction({
  names: ['DATE_FORMAT'],
  signatures: ['DATE_FORMAT(timestamp, pattern)', 'DATE_FORMAT(string, pattern)'],
  params: [(arg) => (family.isTimestamp(arg.type) ? arg : TEXT(arg)), TEXT],
  returns: MAYBE_STRING,
  emit(gen, expr) {
    const [value, pattern] = expr.args as [Expr, Expr];
    const options = { gives: 'str' as const, maybeNull: true, fails: true };
    if (family.isCharacter(value.type)) {
      return runFunction(gen, expr, time.formatText, { ...options, takes: ['str'] });
    }
    const moment = gen.emit(value);
    const form = gen.as(gen.emit(pattern), 'str');
    const nul = nullOf(gen, [moment, form]);
    const result = gen.slots('str', expr.type);
    gen.unlessNull(nul, () => {
      const args = [localMs(gen, moment), moment.parts[1], only(form), gen.site(expr)].join(', ');
      gen.line(`${result.parts[0]} = ${gen.use(time.formatMoment)}(${args});`);
    });
    return { ...result, nul };
  },
});

/** A function of texts that gives milliseconds, as a timestamp. */
function momentFunction(
  gen: Generator,
  expr: CallExpr,
  run: (...args: never[]) => number | null,
  takes: 'str' | 'num' = 'str',
  extra: readonly string[] = [],
): Value {
  const ms = runFunction(gen, expr, run, { takes: [takes], gives: 'num', maybeNull: true, extra });
  return { ...ms, repr: 'time', parts: [only(ms), '0'] };
}

const toTimestamp = customFunction({
  names: ['TO_TIMESTAMP'],
  signatures: ['TO_TIMESTAMP(string [, pattern])'],
  params: [TEXT, TEXT],
  minimum: 1,
  returns: () => timestamp(3),
  emit: (gen, expr) => momentFunction(gen, expr, time.toTimestamp),
});

const toInstant = customFunction({
  names: ['TO_TIMESTAMP_LTZ'],
  signatures: [
    'TO_TIMESTAMP_LTZ(numeric [, precision])',
    'TO_TIMESTAMP_LTZ(string [, pattern [, timeZone]])',
  ],
  params: [(arg) => TEXT(arg) ?? wholeNumber(arg), (arg) => TEXT(arg) ?? INTEGER(arg), TEXT],
  minimum: 1,
  returns: ([, precision]) => timestampLtz(Math.max(3, constantPrecision(precision) ?? 3)),
  emit(gen, expr) {
    const [value, precision] = expr.args as [Expr, Expr | undefined];
    if (family.isCharacter(value.type)) {
      if (precision !== undefined) return momentFunction(gen, expr, time.toInstant);
      return momentFunction(gen, expr, time.plainInstant, 'str', [gen.site(expr)]);
    }
    const digits = precision === undefined ? 3 : constantPrecision(precision);
    if (family.isInteger(value.type) && (digits === 0 || digits === 3)) {
      const number = { ...expr, args: [value] };
      const unit = [digits === 0 ? '1000' : '1'];
      return momentFunction(gen, number, time.quickInstant, 'num', unit);
    }
    return instantOf(gen, expr);
  },
});

/** A precision goes with a number, a pattern with a string. */
const toTimestampLtz: ScalarFunction = {
  ...toInstant,
  bind(args, site) {
    const [value, detail] = args.map(({ type }) => type);
    const given = value !== undefined && detail !== undefined && detail.root !== 'NULL';
    const mixed = given && value.root !== 'NULL';
    if (mixed && family.isCharacter(value) !== family.isCharacter(detail)) return undefined;
    if (mixed && family.isNumeric(value) && detail.root !== 'INTEGER') return undefined;
    const digits = constantPrecision(args[1]);
    if (digits !== undefined && (digits < 0 || digits > 9)) return undefined;
    return toInstant.bind(args, site);
  },
};

/** The precision where it is constant. */
function constantPrecision(expr: Expr | undefined): number | undefined {
  return expr?.kind === 'literal' && typeof expr.value === 'number' ? expr.value : undefined;
}

/** A number as BIGINT, or DOUBLE where it is approximate. */
function wholeNumber(arg: Expr): Expr | undefined {
  const number = NUMERIC(arg);
  if (number === undefined) return undefined;
  const root = family.isExact(number.type) ? 'BIGINT' : 'DOUBLE';
  return castTo(number, { root, nullable: number.type.nullable });
}

function instantOf(gen: Generator, expr: CallExpr): Value {
  const [number, digits] = expr.args as [Expr, Expr | undefined];
  const isWhole = family.isInteger(number.type);
  const value = gen.as(gen.emit(number), isWhole ? 'big' : 'num');
  const precision = gen.emit(digits ?? intLiteral(3));
  const nul = gen.variable(nullOf(gen, [value, precision]), 'n');
  const result = gen.slots('time', expr.type);
  gen.unlessNull(nul, () => {
    const args = `${only(value)}, ${only(precision)}`;
    const code = isWhole
      ? `${gen.use(time.instantOf)}(${args}, ${gen.site(expr)})`
      : `${gen.use(time.instantOfDouble)}(${args})`;
    const held = gen.hold(code);
    gen.line(`if (${held} === null) ${nul} = true; else {`);
    gen.line(`${result.parts[0]} = ${held}.ms; ${result.parts[1]} = ${held}.nanos; }`);
  });
  return { ...result, nul };
}

const toDate = customFunction({
  names: ['TO_DATE'],
  signatures: ['TO_DATE(string [, pattern])'],
  params: [TEXT, TEXT],
  minimum: 1,
  returns: () => DATE,
  emit: (gen, expr) =>
    expr.args.length === 1
      ? runFunction(gen, expr, time.toDate, { takes: ['str'], maybeNull: true, fails: true })
      : runFunction(gen, expr, time.toDateBy, { takes: ['str'] }),
});

const unixTimestamp = customFunction({
  names: ['UNIX_TIMESTAMP'],
  signatures: ['UNIX_TIMESTAMP()', 'UNIX_TIMESTAMP(string [, pattern])'],
  params: [TEXT, TEXT],
  minimum: 0,
  returns: (args) => strict(BIGINT, args),
  volatility: 'row',
  emit(gen, expr) {
    if (expr.args.length === 0) {
      const parts = [gen.hold(`Math.floor(${gen.now()} / 1000)`)];
      return { type: expr.type, repr: 'int', parts, nul: 'false' };
    }
    const values = argsAs(gen, expr, ['str']);
    const nul = nullOf(gen, values);
    const [text, pattern] = values.map(only);
    const zone = gen.use(Zone.of(gen.zone()));
    const args = [text, zone, ...(pattern === undefined ? [] : [pattern])].join(', ');
    const code = gen.hold(`${nul} ? 0n : ${gen.use(time.unixTimestamp)}(${args})`);
    return gen.as({ type: expr.type, repr: 'big', parts: [code], nul }, gen.wide ? 'big' : 'int');
  },
});

const fromUnixTime = customFunction({
  names: ['FROM_UNIXTIME'],
  signatures: ['FROM_UNIXTIME(numeric [, pattern])'],
  params: [LONG, TEXT],
  minimum: 1,
  returns: MAYBE_STRING,
  emit(gen, expr) {
    const values = argsAs(gen, expr, ['big', 'str']);
    const nul = nullOf(gen, values);
    const [seconds, pattern = gen.use(time.DEFAULT_PATTERN)] = values.map(only);
    const result = gen.slots('str', expr.type);
    gen.unlessNull(nul, () => {
      const zone = gen.use(Zone.of(gen.zone()));
      const args = [seconds, zone, pattern, gen.site(expr)].join(', ');
      gen.line(`${result.parts[0]} = ${gen.use(time.fromUnixTime)}(${args});`);
    });
    return { ...result, nul };
  },
});

const convertTz = plainFunction({
  names: ['CONVERT_TZ'],
  signatures: ['CONVERT_TZ(string, fromZone, toZone)'],
  params: [TEXT, TEXT, TEXT],
  returns: MAYBE_STRING,
  takes: ['str'],
  gives: 'str',
  maybeNull: true,
  run: time.convertZone,
});

/** `TIMESTAMPADD(unit, n, t)` is `t + n × unit`. */
const timestampAdd: ScalarFunction = {
  names: ['TIMESTAMPADD'],
  signatures: ['TIMESTAMPADD(unit, integer, datetime)'],
  bind(args, site) {
    const [amount, moment] = args;
    const unit = oneUnit(String(site.option));
    if (args.length !== 2 || amount === undefined || moment === undefined) return undefined;
    const count = LONG(amount);
    if (unit === undefined || count === undefined || !family.isDatetime(moment.type)) {
      return undefined;
    }
    const interval = call(siteOf(site, '*'), [unit, count], strict(unit.type, [count]));
    const start = startOf(moment, unit);
    const rule = arithmeticRule('+', start.type, interval.type);
    if (rule === undefined) return undefined;
    return call(siteOf(site, '+'), [castTo(start, rule.left), interval], rule.result);
  },
};

/** A DATE that is moved by less than a day becomes a TIMESTAMP. */
function startOf(moment: Expr, unit: Expr): Expr {
  const byDay =
    family.isYearMonth(unit.type) ||
    (family.isDayTime(unit.type) && unit.type.resolution === 'DAY');
  return moment.type.root === 'DATE' && !byDay ? castTo(moment, timestamp(6)) : moment;
}

function oneUnit(unit: string): Expr | undefined {
  const size = unitSize(unit);
  if (size === undefined) return undefined;
  if ('months' in size) {
    return literal(size.months, {
      root: 'INTERVAL_YEAR_MONTH',
      resolution: 'MONTH',
      precision: 2,
      nullable: false,
    });
  }
  const days = size.ms % 86_400_000 === 0;
  return literal(BigInt(size.ms), {
    root: 'INTERVAL_DAY_TIME',
    resolution: days ? 'DAY' : 'SECOND',
    precision: 2,
    fractionalPrecision: 3,
    nullable: false,
  });
}

const timestampDiff: ScalarFunction = {
  names: ['TIMESTAMPDIFF'],
  signatures: ['TIMESTAMPDIFF(unit, datetime1, datetime2)'],
  bind: bindDifference,
  emit(gen, expr) {
    const [from, to] = argsAs(gen, expr, ['time']) as [Value, Value];
    if (from.nul === 'true' || to.nul === 'true') return gen.nothing(expr.type);
    const size = unitSize(String(expr.option));
    if (size === undefined) return gen.nothing(expr.type);
    const [run, amount] =
      'months' in size ? [time.differenceMonths, size.months] : [time.differenceMs, size.ms];
    const code = `${gen.use(run)}(${only(from)}, ${only(to)}, ${amount}) | 0`;
    return inline(gen, expr, [from, to], code);
  },
};

/** Both as timestamps; times of day stand on 1970-01-01. */
function bindDifference(args: readonly Expr[], site: CallSite): Expr | undefined {
  const [a, b] = args;
  if (args.length !== 2 || a === undefined || b === undefined) return undefined;
  if (unitSize(String(site.option)) === undefined) return undefined;
  const dated = [a, b].map(({ type }) => (type.root === 'DATE' ? timestamp(3) : type));
  const common = commonType(a.type.root === b.type.root ? [a.type, b.type] : dated);
  if (common === undefined || !family.isDatetime(common)) return undefined;
  const type = family.isTimestamp(common) ? common : timestamp(3);
  return call(site, [castTo(a, type), castTo(b, type)], strict(INT, args));
}

export const temporalFunctions: readonly ScalarFunction[] = [
  dateFormat,
  toTimestamp,
  toTimestampLtz,
  toDate,
  unixTimestamp,
  fromUnixTime,
  convertTz,
  timestampAdd,
  timestampDiff,
];
