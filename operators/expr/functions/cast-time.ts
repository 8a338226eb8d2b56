/** CAST to DATE, TIME, TIMESTAMP and TIMESTAMP_LTZ. */
import type { LogicalType, TimestampType } from '../../../state/column/logical-type.js';
import { attempt } from '../code/attempt.js';
import type { Generator } from '../code/generator.js';
import { integerOperation, wrapLong } from '../code/integer.js';
import { only, type Value } from '../code/value.js';
import type { CallExpr } from '../expression.js';
import { DAY_MS, dayOf, timeOf } from '../runtime/calendar.js';
import { textToDate, textToMoment, textToTime } from '../runtime/time-cast.js';
import { cutMs, cutNanos, nearMs } from '../runtime/time-text.js';
import { Zone } from '../runtime/zone.js';
import * as family from '../types/family.js';

export function toDatetime(gen: Generator, expr: CallExpr, value: Value): Value {
  if (family.isCharacter(value.type)) return fromText(gen, expr, value);
  const { type } = expr;
  if (family.isTimestamp(type)) return toTimestamp(gen, type, value);
  if (type.root === 'DATE') {
    return {
      type,
      repr: 'num',
      parts: [gen.hold(day(gen, value))],
      nul: value.nul,
    };
  }
  return toTime(gen, type, value);
}

function fromText(gen: Generator, expr: CallExpr, value: Value): Value {
  const { type } = expr;
  const text = (): string => only(gen.as(value, 'str'));
  if (type.root === 'DATE') {
    return attempt(gen, expr, value, 'num', () => `${gen.use(textToDate)}(${text()})`);
  }
  if (!family.isTimestamp(type)) {
    const time = attempt(gen, expr, value, 'num', () => `${gen.use(textToTime)}(${text()})`);
    return { ...time, parts: [gen.hold(cut(gen, only(time), type))] };
  }
  const moment = attempt(gen, expr, value, 'time', () => `${gen.use(textToMoment)}(${text()})`);
  const local = precise(gen, moment, type, cutMs);
  return type.root === 'TIMESTAMP_WITHOUT_TIME_ZONE' ? local : instantOf(gen, local);
}

/** Milliseconds of a time of day with fewer fractional digits. */
function cut(gen: Generator, ms: string, type: LogicalType): string {
  const precision = type.root === 'TIME_WITHOUT_TIME_ZONE' ? type.precision : 3;
  return precision >= 3 ? ms : `${gen.use(cutMs)}(${ms}, ${precision})`;
}

/** Milliseconds on the local timeline, of any timestamp or date. */
function wallClock(gen: Generator, value: Value): string {
  if (value.type.root === 'DATE') return `${only(value)} * ${DAY_MS}`;
  if (value.type.root !== 'TIMESTAMP_WITH_LOCAL_TIME_ZONE') return only(value);
  return `${gen.use(Zone.of(gen.zone()))}.toLocal(${only(value)})`;
}

/** Flink cuts a plain timestamp towards 1970, so that the last day before it is 1970-01-01. */
function day(gen: Generator, value: Value): string {
  const ms = wallClock(gen, value);
  if (value.type.root !== 'TIMESTAMP_WITHOUT_TIME_ZONE') return `${gen.use(dayOf)}(${ms})`;
  return `Math.trunc(${ms} / ${DAY_MS}) + 0`;
}

function toTime(gen: Generator, type: LogicalType, value: Value): Value {
  const { root } = value.type;
  const precision = type.root === 'TIME_WITHOUT_TIME_ZONE' ? type.precision : 3;
  let ms = root === 'TIME_WITHOUT_TIME_ZONE' ? only(value) : wallClock(gen, value);
  if (root === 'TIMESTAMP_WITHOUT_TIME_ZONE') ms = `${gen.use(nearMs)}(${ms}, ${precision})`;
  if (root !== 'TIME_WITHOUT_TIME_ZONE') ms = `${gen.use(timeOf)}(${ms})`;
  return { type, repr: 'num', parts: [gen.hold(cut(gen, ms, type))], nul: value.nul };
}

function toTimestamp(gen: Generator, type: TimestampType, value: Value): Value {
  const from = value.type;
  const zoned = from.root === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE';
  const [first, nanos = '0'] = value.parts as [string, string | undefined];
  const made = (ms: string, rest: string): Value =>
    precise(gen, { type, repr: 'time', parts: [gen.hold(ms), rest], nul: value.nul }, type, nearMs);
  if (type.root === 'TIMESTAMP_WITHOUT_TIME_ZONE') {
    if (!family.isTimestamp(from)) return made(local(from, first), '0');
    return zoned ? made(wallClock(gen, value), nanos) : made(first, nanos);
  }
  if (zoned) return made(first, nanos);
  return instantOf(gen, made(local(from, first), family.isTimestamp(from) ? nanos : '0'));
}

/** Milliseconds of a date, of a time on 1970-01-01, or of a timestamp. */
function local(type: LogicalType, code: string): string {
  return type.root === 'DATE' ? `${code} * ${DAY_MS}` : code;
}

function instantOf(gen: Generator, value: Value): Value {
  const [ms, nanos] = value.parts as [string, string];
  const zone = gen.use(Zone.of(gen.zone()));
  return { ...value, parts: [gen.hold(`${zone}.toInstant(${ms})`), nanos] };
}

/** Cut to the type's fractional digits: text downwards, timestamps towards 1970, as in Flink. */
function precise(gen: Generator, value: Value, type: TimestampType, cutting: typeof cutMs): Value {
  const { precision } = type;
  const from = family.isTimestamp(value.type) ? value.type.precision : 9;
  const [ms, nanos] = value.parts as [string, string];
  if (precision >= 9 || (value.type !== type && from <= precision)) return { ...value, type };
  const whole = precision < 3 ? gen.hold(`${gen.use(cutting)}(${ms}, ${precision})`) : ms;
  if (nanos === '0' || precision <= 3) return { ...value, type, parts: [whole, '0'] };
  const rest = gen.hold(`${gen.use(cutNanos)}(${nanos}, ${precision})`);
  return { ...value, type, parts: [whole, rest] };
}

const UNIT_MS: Readonly<Record<string, number>> = {
  DAY: DAY_MS,
  HOUR: 3_600_000,
  MINUTE: 60_000,
  SECOND: 1000,
};

/** A literal counts units of the interval, any other integer months or milliseconds. */
export function toInterval(gen: Generator, expr: CallExpr, value: Value): Value {
  const { type } = expr;
  if (!family.isInteger(value.type)) return { ...value, type };
  const { nul } = value;
  if (family.isYearMonth(type)) {
    const count = low(value);
    const months = expr.option === 'YEAR' ? `Math.imul(${count}, 12)` : count;
    return { type, repr: 'num', parts: [gen.hold(months)], nul };
  }
  const size = UNIT_MS[String(expr.option)] ?? 1;
  const unit: Value = { type, repr: 'int', parts: [String(size)], nul: 'false', bound: size };
  const count: Value = value.repr === 'num' ? { ...value, repr: 'int', bound: 2 ** 31 } : value;
  return { ...wrapLong(gen, integerOperation(gen, '*', count, unit, type)), nul };
}

/** The low 32 bits of an integer. */
function low(value: Value): string {
  if (value.repr === 'num') return only(value);
  return `Number(BigInt.asIntN(32, BigInt(${only(value)})))`;
}
