/** Parts of instants (EXTRACT) and their rounding to units (FLOOR and CEIL … TO). */
import * as calendar from './calendar.js';
import { julianCivil } from './julian.js';

const { DAY_MS } = calendar;

/** Units that need only the day. */
const DAY_PARTS: Readonly<Record<string, (days: number) => number>> = {
  MILLENNIUM: (days) => Math.floor((calendar.yearOf(days) + 999) / 1000),
  CENTURY: (days) => Math.floor((calendar.yearOf(days) + 99) / 100),
  DECADE: (days) => Math.floor(calendar.yearOf(days) / 10),
  YEAR: calendar.yearOf,
  ISOYEAR: calendar.isoYear,
  QUARTER: calendar.quarterOf,
  MONTH: calendar.monthOf,
  WEEK: calendar.isoWeek,
  DAY: calendar.dayOfMonth,
  DOY: calendar.dayOfYear,
  DOW: calendar.dayOfWeek,
  ISODOW: calendar.isoDayOfWeek,
};

/** A part of a day, by days since the epoch; undefined for units below a day. */
export function dayPart(unit: string): ((days: number) => number) | undefined {
  return DAY_PARTS[unit];
}

/** Code of a part of the time of the day, from milliseconds since midnight and nanoseconds. */
export function timePartCode(unit: string, ms: string, nanos: string): string | undefined {
  switch (unit) {
    case 'HOUR':
      return `${ms} / 3600000 | 0`;
    case 'MINUTE':
      return `(${ms} / 60000 | 0) % 60`;
    case 'SECOND':
      return `(${ms} / 1000 | 0) % 60`;
    case 'MILLISECOND':
      return `${ms} % 1000`;
    case 'MICROSECOND':
      return `${ms} % 1000 * 1000 + Math.floor(${nanos} / 1000)`;
    case 'NANOSECOND':
      return `${ms} % 1000 * 1000000 + ${nanos}`;
    default:
      return undefined;
  }
}

const FIXED: Readonly<Record<string, number>> = {
  DAY: DAY_MS,
  HOUR: 3_600_000,
  MINUTE: 60_000,
  SECOND: 1000,
  MILLISECOND: 1,
};

/** Months of the units that are made of months. */
const MONTHS: Readonly<Record<string, number>> = {
  MONTH: 1,
  QUARTER: 3,
  YEAR: 12,
  DECADE: 120,
  CENTURY: 1200,
  MILLENNIUM: 12_000,
};

export function isRoundable(unit: string): boolean {
  return unit in FIXED || unit in MONTHS || unit === 'WEEK';
}

/** Of a day or more. */
export function isDateUnit(unit: string): boolean {
  return unit === 'DAY' || unit === 'WEEK' || unit in MONTHS;
}

/** FLOOR and CEIL of an instant on the local timeline: towards 1970 where days are counted. */
export function roundMs(ms: number, unit: string, up: boolean): number {
  const size = FIXED[unit];
  if (size !== undefined) return (up ? Math.ceil(ms / size) : Math.floor(ms / size)) * size + 0;
  return roundDays(Math.trunc(ms / calendar.DAY_MS), unit, up) * calendar.DAY_MS;
}

/**
 * FLOOR and CEIL of a day, as Flink's `julianDateFloor`: year, month and day are read by the Julian
 * calendar before 1582-10-15, and written by the Gregorian. Weeks start on Sunday.
 */
export function roundDays(days: number, unit: string, up: boolean): number {
  if (unit in FIXED && unit !== 'DAY') return days;
  const packed = julianCivil(days);
  const year = Math.floor(packed / 512);
  const [month, day] = [(packed >> 5) & 15, packed & 31];
  const date = calendar.daysFromCivil(year, month, day);
  if (unit === 'DAY') return up ? date + 1 : date;
  if (unit === 'WEEK') {
    const since = calendar.dayOfWeek(days) - 1;
    return date - (up && since > 0 ? since - 7 : since);
  }
  const months = MONTHS[unit] ?? 1;
  if (months <= 12) {
    const first = Math.floor((month - 1) / months) * months + 1;
    // A quarter that begins is no start of one to CEIL, but that of the year.
    const starts = day === 1 && (months === 1 || month === 1);
    return monthStart(year, up && !starts ? first + months : first);
  }
  const years = months / 12;
  if (years === 10) return monthStart(Math.trunc(year / 10) * 10 + (up ? 10 : 0), 1);
  const last = Math.trunc((year + years - 1) / years) * years;
  return monthStart(up ? last + 1 : last - years + 1, 1);
}

/** The first of a month from 1 on, which may lie in the next year. */
function monthStart(year: number, month: number): number {
  return month > 12
    ? calendar.daysFromCivil(year + 1, month - 12, 1)
    : calendar.daysFromCivil(year, month, 1);
}

/** Milliseconds or months of one unit of TIMESTAMPADD and TIMESTAMPDIFF. */
export function unitSize(unit: string): { months: number } | { ms: number } | undefined {
  const months = MONTHS[unit];
  if (months !== undefined) return { months };
  if (unit === 'WEEK') return { ms: 7 * DAY_MS };
  const ms = FIXED[unit];
  return ms === undefined ? undefined : { ms };
}
