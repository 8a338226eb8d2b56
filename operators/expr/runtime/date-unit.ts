/** Parts of instants (EXTRACT) and their rounding to units (FLOOR and CEIL … TO). */
import * as calendar from './calendar.js';

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

/** The start of the unit on the local timeline; weeks start on Sunday. */
export function floorMs(ms: number, unit: string): number {
  const size = FIXED[unit];
  if (size !== undefined) return Math.floor(ms / size) * size;
  const days = calendar.dayOf(ms);
  if (unit === 'WEEK') return (days - calendar.dayOfWeek(days) + 1) * DAY_MS;
  return floorMonths(days, MONTHS[unit] ?? 1) * DAY_MS;
}

/** Centuries and millennia begin with the years ending in 1. */
function floorMonths(days: number, months: number): number {
  const year = calendar.yearOf(days);
  if (months >= 1200) {
    const years = months / 12;
    return calendar.daysFromCivil(Math.floor((year - 1) / years) * years + 1, 1, 1);
  }
  const total = year * 12 + calendar.monthOf(days) - 1;
  const start = Math.floor(total / months) * months;
  return calendar.daysFromCivil(Math.floor(start / 12), (start % 12) + 1, 1);
}

/** The least start of a unit that is not before the instant. */
export function ceilMs(ms: number, unit: string): number {
  const floor = floorMs(ms, unit);
  if (floor === ms) return ms;
  const size = unit === 'WEEK' ? 7 * DAY_MS : FIXED[unit];
  if (size !== undefined) return floor + size;
  return calendar.addMonthsMs(floor, MONTHS[unit] ?? 1);
}

/** Milliseconds or months of one unit of TIMESTAMPADD and TIMESTAMPDIFF. */
export function unitSize(unit: string): { months: number } | { ms: number } | undefined {
  const months = MONTHS[unit];
  if (months !== undefined) return { months };
  if (unit === 'WEEK') return { ms: 7 * DAY_MS };
  const ms = FIXED[unit];
  return ms === undefined ? undefined : { ms };
}
