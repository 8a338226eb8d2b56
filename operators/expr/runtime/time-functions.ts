/** Temporal functions over text and instants, as Flink's `DateTimeUtils` defines them. */

import { DAY_MS, dayOf, daysFromCivil, monthsBetween } from './calendar.js';
import { DatePattern } from './date-pattern.js';
import { fail, type Site } from './failure.js';
import { javaInstant, javaLocal, javaOffset, julianCivil } from './julian.js';
import { SimplePattern } from './simple-pattern.js';
import { exceedsInt, type Moment, parseDate, parseLenient, parseTimestamp } from './time-text.js';
import { Zone } from './zone.js';

/** What stands between date and time when no pattern is given. */
export const DEFAULT_PATTERN = 'yyyy-MM-dd HH:mm:ss';

/** By the pattern, else in the form of SQL: so Flink reads what does not fit the pattern. */
function parsed(text: string, pattern: string | undefined): Moment | undefined {
  if (pattern === undefined) return parseTimestamp(text, true) ?? parseLenient(text, true);
  const compiled = DatePattern.of(pattern);
  return compiled && (compiled.parse(text) ?? parseLenient(text));
}

/** @param ms on the local timeline @param years to be added to the year that is written */
export function formatMoment(
  ms: number,
  nanos: number,
  pattern: string,
  site: Site,
  years?: number,
): string {
  const compiled = DatePattern.of(pattern);
  if (compiled === undefined) return fail(site, `'${pattern}' is no date and time pattern`);
  return compiled.format(ms, nanos, years);
}

/** DATE_FORMAT of a text that begins with a timestamp; a fraction of its second is not read. */
export function formatText(text: string, pattern: string, site: Site): string | null {
  const local = SimplePattern.of(DEFAULT_PATTERN)?.parse(text);
  return local === undefined ? null : formatLocal(Number(local), pattern, site);
}

/** TO_TIMESTAMP: milliseconds of the local timeline. */
export function toTimestamp(text: string, pattern?: string): number | null {
  return parsed(text, pattern)?.ms ?? null;
}

/** The day that Flink makes of the least BIGINT, which stands for a text that is no date. */
export const NO_DAY = 622_191_233;

/** 5471-09-27, as which it is printed; a constant is that day. */
export const SHOWN_NO_DAY = 1_278_983;

export function toDate(text: string, site: Site): number | null {
  const days = parseDate(text);
  if (days !== undefined) return days;
  return exceedsInt(text) ? fail(site, `TO_DATE: '${text}' holds a number that is no INT`) : null;
}

export function toDateBy(text: string, pattern: string): number {
  const local = SimplePattern.of(pattern)?.parse(text);
  if (local === undefined) return NO_DAY;
  if (typeof local === 'number') return Math.trunc(local / DAY_MS) + 0;
  return Number(BigInt.asIntN(32, local / BigInt(DAY_MS)));
}

/** TO_TIMESTAMP_LTZ of a text: an instant; read in UTC unless a zone is given. */
export function toInstant(text: string, pattern?: string, zone = 'UTC'): number | null {
  const moment = parsed(text, pattern);
  if (moment === undefined) return null;
  return Zone.of(zone).toInstant(moment.ms);
}

/** The same without a pattern, where Flink fails instead of giving NULL. */
export function plainInstant(text: string, site: Site): number {
  return toInstant(text) ?? fail(site, `TO_TIMESTAMP_LTZ cannot read the timestamp '${text}'`);
}

/** Years 0000 to 9999, the seconds that a timestamp may be. */
const [LEAST_SECOND, GREATEST_SECOND] = [-62_167_219_200, 253_402_300_799];

/** TO_TIMESTAMP_LTZ of a number of 10^-precision seconds; null beyond the years 0000 to 9999. */
export function instantOf(value: bigint, precision: number, site: Site): Moment | null {
  if (precision < 0) return fail(site, `TO_TIMESTAMP_LTZ takes no precision of ${precision}`);
  const unit = precision > 18 ? (1n << 63n) - 1n : 10n ** BigInt(precision);
  const rest = ((value % unit) + unit) % unit;
  const second = Number((value - rest) / unit);
  if (second < LEAST_SECOND || second > GREATEST_SECOND) return null;
  const nanos = precision > 9 ? 0 : Number(rest) * 10 ** (9 - precision);
  return momentOfNanos(second, nanos);
}

/** The same of a DOUBLE. */
export function instantOfDouble(value: number, precision: number): Moment | null {
  const seconds = value / 10 ** precision;
  if (seconds < LEAST_SECOND || seconds > GREATEST_SECOND) return null;
  const nanos = value * 10 ** (9 - precision);
  const bounded = BigInt(Math.trunc(Number.isNaN(nanos) ? 0 : nanos));
  const whole = clampLong(bounded);
  const rest = ((whole % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  return momentOfNanos(Number((whole - rest) / 1_000_000_000n), Number(rest));
}

function clampLong(value: bigint): bigint {
  const greatest = (1n << 63n) - 1n;
  return value > greatest ? greatest : value < -greatest - 1n ? -greatest - 1n : value;
}

function momentOfNanos(second: number, nanos: number): Moment {
  const ms = Math.floor(nanos / 1_000_000);
  return { ms: second * 1000 + ms, nanos: nanos - ms * 1_000_000 };
}

/** As `instantOf` for whole milliseconds or seconds that are safe integers: no bigint a row. */
export function quickInstant(value: number, unitMs: number): number | null {
  const ms = value * unitMs + 0;
  const second = Math.floor(ms / 1000);
  return second < LEAST_SECOND || second > GREATEST_SECOND ? null : ms;
}

/** Seconds since the epoch of a wall clock's text; the least BIGINT when it cannot be read. */
export function unixTimestamp(text: string, zone: Zone, pattern?: string): bigint {
  const local = SimplePattern.of(pattern ?? DEFAULT_PATTERN)?.parse(text);
  if (local === undefined) return -(1n << 63n);
  if (typeof local === 'number') return BigInt(Math.trunc(javaInstant(zone, local) / 1000));
  return BigInt.asIntN(64, local - BigInt(javaOffset(zone, Number(local)))) / 1000n;
}

/** The Gregorian calendar repeats after so many milliseconds, 400 years. */
const CYCLE_MS = 146_097n * BigInt(DAY_MS);

/** Milliseconds wrap around; the calendar is the Julian one before 1582-10-15. */
export function fromUnixTime(seconds: bigint, zone: Zone, pattern: string, site: Site): string {
  const ms = BigInt.asIntN(64, seconds * 1000n);
  const cycles = ms > 0n ? ms / CYCLE_MS : 0n;
  const local = javaLocal(zone, Number(ms - cycles * CYCLE_MS));
  const { shown, years } = julianMs(local);
  return formatMoment(shown, 0, pattern, site, Number(cycles) * 400 + years);
}

/**
 * The moment whose Gregorian date is the one that the Julian calendar gave this moment, and what
 * makes its year the one of its era.
 */
function julianMs(local: number): { shown: number; years: number } {
  const day = dayOf(local);
  const packed = julianCivil(day);
  const year = Math.floor(packed / 512);
  const date = daysFromCivil(year, (packed >> 5) & 15, packed & 31);
  return { shown: local + (date - day) * DAY_MS, years: year > 0 ? 0 : 1 - 2 * year };
}

export function convertZone(text: string, from: string, to: string): string | null {
  const local = SimplePattern.of(DEFAULT_PATTERN)?.parse(text);
  if (local === undefined) return null;
  const instant = javaInstant(zoneOrUtc(from), Number(local));
  return formatLocal(javaLocal(zoneOrUtc(to), instant), DEFAULT_PATTERN, undefined);
}

function formatLocal(local: number, pattern: string, site: Site): string {
  const { shown, years } = julianMs(local);
  return formatMoment(shown, 0, pattern, site, years);
}

/** Java takes a name that is no zone for GMT, and an offset that does not begin with GMT. */
function zoneOrUtc(name: string): Zone {
  if (/^(?:UTC|UT)?[+-]/.test(name)) return Zone.of('UTC');
  try {
    return Zone.of(name);
  } catch {
    return Zone.of('UTC');
  }
}

const WEEK_MS = 7 * DAY_MS;

/** Whole units between two moments, towards zero; weeks are of an INT of seconds. */
export function differenceMs(from: number, to: number, unitMs: number): number {
  const seconds = unitMs === WEEK_MS ? ((to - from) / 1000) | 0 : undefined;
  if (seconds !== undefined) return Math.trunc(seconds / (WEEK_MS / 1000)) + 0;
  return Math.trunc((to - from) / unitMs) + 0;
}

export function differenceMonths(from: number, to: number, months: number): number {
  return Math.trunc(monthsBetween(to, from) / months) + 0;
}
