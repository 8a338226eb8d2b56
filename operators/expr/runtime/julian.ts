/**
 * Dates as Flink's older functions count them: days before 1582-10-15 are those of the Julian
 * calendar, and offsets of time zones before 1900 are the standard one. So do Java's
 * GregorianCalendar and TimeZone, and FLOOR and CEIL of dates to units.
 */
import { civil, DAY_MS, daysFromCivil } from './calendar.js';
import type { Zone } from './zone.js';

/** 1582-10-15, the first day of the Gregorian calendar. */
const CUTOVER_DAYS = -141_427;
/** The day before 4713-01-01 BC of the Julian calendar is −1. */
const EPOCH_JULIAN = 2_440_588;
const YEAR_1900_MS = -2_208_988_800_000;
const [WINTER_MS, SUMMER_MS] = [1_704_067_200_000, 1_719_792_000_000];

/** Year, month and day packed as by `civil`. */
export function julianCivil(days: number): number {
  if (days >= CUTOVER_DAYS) return civil(days);
  const c = days + EPOCH_JULIAN + 32_082;
  const d = Math.floor((4 * c + 3) / 1461);
  const e = c - Math.floor((1461 * d) / 4);
  const m = Math.floor((5 * e + 2) / 153);
  const day = e - Math.floor((153 * m + 2) / 5) + 1;
  const late = Math.floor(m / 10);
  return ((d - 4800 + late) * 16 + m + 3 - 12 * late) * 32 + day;
}

/** Days since the epoch; months and days beyond their range go on into the next. */
export function daysFromJulian(year: number, month: number, day: number): number {
  const years = year + Math.floor((month - 1) / 12);
  const ofYear = ((((month - 1) % 12) + 12) % 12) + 1;
  const days = daysFromCivil(years, ofYear, 1) + day - 1;
  if (days >= CUTOVER_DAYS) return days;
  const before = ofYear <= 2 ? 1 : 0;
  const [y, m] = [years + 4800 - before, ofYear + 12 * before - 3];
  const first = Math.floor((153 * m + 2) / 5) + 365 * y + Math.floor(y / 4) - 32_083;
  return first + day - EPOCH_JULIAN;
}

/** The offset of java.util.TimeZone, in milliseconds. */
export function javaOffset(zone: Zone, ms: number): number {
  if (ms >= YEAR_1900_MS) return zone.offset(ms);
  return Math.min(zone.offset(WINTER_MS), zone.offset(SUMMER_MS));
}

/** The instant of a wall clock. */
export function javaInstant(zone: Zone, local: number): number {
  const early = local < YEAR_1900_MS + DAY_MS;
  return early ? local - javaOffset(zone, local - DAY_MS) : zone.toInstant(local);
}

/** The wall clock of an instant. */
export function javaLocal(zone: Zone, ms: number): number {
  return ms + javaOffset(zone, ms);
}
