/**
 * The proleptic Gregorian calendar on days since 1970-01-01, in integer arithmetic (Howard
 * Hinnant's algorithms), and parts of instants in milliseconds. Nothing here allocates.
 */

export const DAY_MS = 86_400_000;

/** Whole days before an instant; also for times before 1970. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** Milliseconds since midnight. */
export function timeOf(ms: number): number {
  return ms - Math.floor(ms / DAY_MS) * DAY_MS;
}

/** Days since the epoch; month 1 to 12. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** Year, month and day packed as (year × 16 + month) × 32 + day. */
export function civil(days: number): number {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = (z - era * 146_097) | 0;
  const yearOfEra =
    ((dayOfEra - ((dayOfEra / 1460) | 0) + ((dayOfEra / 36_524) | 0) - ((dayOfEra / 146_096) | 0)) /
      365) |
    0;
  const dayOfYear = dayOfEra - (365 * yearOfEra + ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0));
  const part = ((5 * dayOfYear + 2) / 153) | 0;
  const day = dayOfYear - (((153 * part + 2) / 5) | 0) + 1;
  const month = part < 10 ? part + 3 : part - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return (year * 16 + month) * 32 + day;
}

export function yearOf(days: number): number {
  return Math.floor(civil(days) / 512);
}

export function monthOf(days: number): number {
  return (civil(days) >> 5) & 15;
}

export function dayOfMonth(days: number): number {
  return civil(days) & 31;
}

export function quarterOf(days: number): number {
  return ((monthOf(days) + 2) / 3) | 0;
}

export function dayOfYear(days: number): number {
  return days - daysFromCivil(yearOf(days), 1, 1) + 1;
}

/** 1 = Sunday to 7 = Saturday. */
export function dayOfWeek(days: number): number {
  return ((((days + 4) % 7) + 7) % 7) + 1;
}

/** 1 = Monday to 7 = Sunday. */
export function isoDayOfWeek(days: number): number {
  return ((((days + 3) % 7) + 7) % 7) + 1;
}

/** The year that the ISO week of this day belongs to. */
export function isoYear(days: number): number {
  return yearOf(days - isoDayOfWeek(days) + 4);
}

export function isoWeek(days: number): number {
  const thursday = days - isoDayOfWeek(days) + 4;
  return Math.floor((dayOfYear(thursday) - 1) / 7) + 1;
}

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (MONTH_DAYS[month - 1] as number);
}

export function isDate(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** A day up to 31 that the month lacks is the month's last, as Java reads it. */
export function clampedDay(year: number, month: number, day: number): number {
  return daysFromCivil(year, month, Math.min(day, daysInMonth(year, month)));
}

/** Week of the year as in the US: from Sunday, the first holds January 1. */
export function weekOfYear(days: number): number {
  const sunday = days - dayOfWeek(days) + 1;
  const year = yearOf(sunday + 6);
  const first = daysFromCivil(year, 1, 1);
  return Math.floor((sunday - (first - dayOfWeek(first) + 1)) / 7) + 1;
}

/** The year that the US week of this day belongs to. */
export function weekYear(days: number): number {
  return yearOf(days - dayOfWeek(days) + 7);
}

/** The day so many months later; the day of the month is cut to the month's last. */
export function addMonths(days: number, months: number): number {
  const packed = civil(days);
  const total = Math.floor(packed / 512) * 12 + ((packed >> 5) & 15) - 1 + months;
  const year = Math.floor(total / 12);
  const month = total - year * 12 + 1;
  return daysFromCivil(year, month, Math.min(packed & 31, daysInMonth(year, month)));
}

/** An instant so many months later, at the same time of the day. */
export function addMonthsMs(ms: number, months: number): number {
  const day = dayOf(ms);
  return addMonths(day, months) * DAY_MS + (ms - day * DAY_MS);
}

/** Whole months from the second instant to the first: of days towards zero, of hours down. */
export function monthsBetween(later: number, earlier: number): number {
  const [day, from] = [dayOf(later), dayOf(earlier)];
  const months = monthsOfDays(day, from);
  const isPart = addMonths(from, months) === day && timeOf(later) < timeOf(earlier);
  return isPart ? months - 1 : months;
}

function monthsOfDays(later: number, earlier: number): number {
  if (later < earlier) return 0 - monthsOfDays(earlier, later);
  const [a, b] = [civil(later), civil(earlier)];
  const months =
    (Math.floor(a / 512) - Math.floor(b / 512)) * 12 + ((a >> 5) & 15) - ((b >> 5) & 15);
  return addMonths(earlier, months) > later ? months - 1 : months;
}
