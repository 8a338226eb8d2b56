/** Temporal functions over text and instants, as Flink's `DateTimeUtils` defines them. */

import { dayOf, monthsBetween } from './calendar.js';
import { DatePattern } from './date-pattern.js';
import { type Moment, parseDate, parseTimestamp } from './time-text.js';
import { Zone } from './zone.js';

/** What stands between date and time when no pattern is given. */
const DEFAULT_PATTERN = 'yyyy-MM-dd HH:mm:ss';

function parsed(text: string, pattern: string | undefined): Moment | undefined {
  return pattern === undefined ? parseTimestamp(text) : DatePattern.of(pattern)?.parse(text);
}

/** @param ms on the local timeline */
export function formatMoment(ms: number, nanos: number, pattern: string): string | null {
  return DatePattern.of(pattern)?.format(ms, nanos) ?? null;
}

/** DATE_FORMAT of a text that holds a timestamp. */
export function formatText(text: string, pattern: string): string | null {
  const moment = parseTimestamp(text);
  return moment === undefined ? null : formatMoment(moment.ms, moment.nanos, pattern);
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

/** Years 0001 to 9999, the instants that a timestamp may be. */
const LEAST_MS = -62_135_596_800_000;
const GREATEST_MS = 253_402_300_799_999;

/** TO_TIMESTAMP_LTZ of a number of seconds (precision 0) or milliseconds (3). */
export function instantOf(value: number, precision: number): number | null {
  const ms = precision === 0 ? value * 1000 : value;
  if (precision !== 0 && precision !== 3) return null;
  return ms < LEAST_MS || ms > GREATEST_MS ? null : Math.floor(ms);
}

/** Seconds since the epoch of a wall clock's text; the least BIGINT when it cannot be read. */
export function unixTimestamp(text: string, zone: Zone, pattern?: string): bigint {
  const moment = DatePattern.of(pattern ?? DEFAULT_PATTERN)?.parse(text);
  if (moment === undefined) return -(1n << 63n);
  return BigInt(Math.floor(zone.toInstant(moment.ms) / 1000));
}

export function fromUnixTime(seconds: number, zone: Zone, pattern?: string): string | null {
  return formatMoment(zone.toLocal(seconds * 1000), 0, pattern ?? DEFAULT_PATTERN);
}

export function convertZone(text: string, from: string, to: string): string | null {
  const moment = DatePattern.of(DEFAULT_PATTERN)?.parse(text);
  if (moment === undefined) return null;
  const instant = Zone.of(from).toInstant(moment.ms);
  return formatMoment(Zone.of(to).toLocal(instant), 0, DEFAULT_PATTERN);
}

/** Whole units between two moments of one timeline, towards zero. */
export function differenceMs(from: number, to: number, unitMs: number): number {
  return Math.trunc((to - from) / unitMs) + 0;
}

export function differenceMonths(from: number, to: number, months: number): number {
  return Math.trunc(monthsBetween(to, from) / months) + 0;
}
