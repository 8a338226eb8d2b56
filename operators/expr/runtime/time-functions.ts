/** Temporal functions over text and instants, as Flink's `DateTimeUtils` defines them. */

import { dayOf, monthsBetween } from './calendar.js';
import { DatePattern } from './date-pattern.js';
import { fail, type Site } from './failure.js';
import { type Moment, parseDate, parseTimestamp } from './time-text.js';
import { Zone } from './zone.js';

/** What stands between date and time when no pattern is given. */
export const DEFAULT_PATTERN = 'yyyy-MM-dd HH:mm:ss';

function parsed(text: string, pattern: string | undefined): Moment | undefined {
  return pattern === undefined ? parseTimestamp(text, true) : DatePattern.of(pattern)?.parse(text);
}

/** @param ms on the local timeline */
export function formatMoment(ms: number, nanos: number, pattern: string, site: Site): string {
  const compiled = DatePattern.of(pattern);
  if (compiled === undefined) return fail(site, `'${pattern}' is no date and time pattern`);
  return compiled.format(ms, nanos);
}

/** DATE_FORMAT of a text that holds a timestamp. */
export function formatText(text: string, pattern: string, site: Site): string | null {
  // A day alone is no timestamp to Flink here.
  const moment = text.includes(' ') ? parseTimestamp(text, true) : undefined;
  return moment === undefined ? null : formatMoment(moment.ms, moment.nanos, pattern, site);
}

/** TO_TIMESTAMP: milliseconds of the local timeline. */
export function toTimestamp(text: string, pattern?: string): number | null {
  return parsed(text, pattern)?.ms ?? null;
}

export function toDate(text: string, pattern?: string): number | null {
  if (pattern === undefined) return parseDate(text) ?? null;
  const moment = DatePattern.of(pattern)?.parse(text);
  return moment === undefined ? null : dayOf(moment.ms);
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

/** Years 0001 to 9999, the instants that a timestamp may be. */
const LEAST_MS = -62_135_596_800_000;
const GREATEST_MS = 253_402_300_799_999;

/** TO_TIMESTAMP_LTZ of a number of 10^-precision seconds; null beyond the years 0001 to 9999. */
export function instantOf(value: number | bigint, precision: number): Moment | null {
  if (precision < 0 || precision > 9) return null;
  const whole = typeof value === 'bigint' ? value : BigInt(Math.trunc(value));
  const nanos = whole * 10n ** BigInt(9 - precision);
  const rest = ((nanos % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const ms = Number((nanos - rest) / 1_000_000n);
  return ms < LEAST_MS || ms > GREATEST_MS ? null : { ms, nanos: Number(rest) };
}

/** As `instantOf` for whole milliseconds or seconds that are safe integers: no bigint a row. */
export function quickInstant(value: number, unitMs: number): number | null {
  const ms = Math.trunc(value) * unitMs + 0;
  return ms < LEAST_MS || ms > GREATEST_MS ? null : ms;
}

/** Seconds since the epoch of a wall clock's text; the least BIGINT when it cannot be read. */
export function unixTimestamp(text: string, zone: Zone, pattern?: string): bigint {
  const moment = DatePattern.of(pattern ?? DEFAULT_PATTERN)?.parse(text);
  if (moment === undefined) return -(1n << 63n);
  return BigInt(Math.floor(zone.toInstant(moment.ms) / 1000));
}

export function fromUnixTime(seconds: number, zone: Zone, pattern: string, site: Site): string {
  return formatMoment(zone.toLocal(seconds * 1000), 0, pattern, site);
}

export function convertZone(text: string, from: string, to: string): string | null {
  const moment = DatePattern.of(DEFAULT_PATTERN)?.parse(text);
  if (moment === undefined) return null;
  const instant = zoneOrUtc(from).toInstant(moment.ms);
  return formatMoment(zoneOrUtc(to).toLocal(instant), 0, DEFAULT_PATTERN, undefined);
}

/** Java takes a name that is no zone for GMT. */
function zoneOrUtc(name: string): Zone {
  try {
    return Zone.of(name);
  } catch {
    return Zone.of('UTC');
  }
}

/** Whole units between two moments of one timeline, towards zero. */
export function differenceMs(from: number, to: number, unitMs: number): number {
  return Math.trunc((to - from) / unitMs) + 0;
}

export function differenceMonths(from: number, to: number, months: number): number {
  return Math.trunc(monthsBetween(to, from) / months) + 0;
}
