/**
 * Dates and times out of bytes, as java.time reads them with Flink's formatters (`TimeFormats`).
 * A parser leaves what it found in the fields of a `TimeParser`, so that nothing is allocated.
 */
import { COLON, DOT, latin1, MINUS, SPACE, ZERO } from './bytes.js';

/** By digits of a fraction: what makes it nanoseconds. */
const SCALE = Array.from({ length: 10 }, (_, digits) => 10 ** (9 - digits));

export const DAY_MS = 86_400_000;
export const UPPER_T = 84;
export const UPPER_Z = 90;

/** Days since the epoch of a date of the proleptic Gregorian calendar. */
export function epochDay(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = (((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) | 0) + day - 1;
  const dayOfEra = yearOfEra * 365 + ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** @param month 1 to 12 */
export function monthLength(year: number, month: number): number {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return (MONTH_LENGTHS[month - 1] as number) + (leap ? 1 : 0);
}

/** Two digits as a number, or NaN. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] as number) - ZERO;
  const ones = (bytes[at + 1] as number) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/**
 * - `strict`: a day past its month's end is an error (ISO_LOCAL_DATE, ISO_LOCAL_DATE_TIME);
 * - `smart`: days up to 31 mean the month's last, 24:00:00 is the next day's start (formatters
 *   built from parts, such as SQL_TIMESTAMP_FORMAT).
 */
export type Resolution = 'strict' | 'smart';

export class TimeParser {
  /** Days since the epoch. */
  day = 0;
  /** Milliseconds of the day. */
  milliOfDay = 0;
  /** Nanoseconds within the millisecond. */
  nanos = 0;

  constructor(readonly resolution: Resolution) {}

  /** A date that fills the range, yyyy-MM-dd; further years carry a sign. */
  date(bytes: Uint8Array, start: number, end: number): boolean {
    const at = this.#date(bytes, start, end);
    return at === end;
  }

  /**
   * A time that fills the range: HH:mm:ss, a fraction of up to 9 digits; seconds may lack if
   * told.
   */
  time(bytes: Uint8Array, start: number, end: number, optionalSeconds: boolean): boolean {
    return this.#time(bytes, start, end, optionalSeconds) === end;
  }

  /** A date, a `T` or a blank, a time; with `zoned` a `Z` behind it. */
  timestamp(bytes: Uint8Array, start: number, end: number, iso: boolean, zoned: boolean): boolean {
    let at = this.#date(bytes, start, end);
    if (at < 0 || at >= end || bytes[at] !== (iso ? UPPER_T : SPACE)) return false;
    at = this.#time(bytes, at + 1, end, iso);
    if (at < 0) return false;
    if (zoned) return at === end - 1 && bytes[at] === UPPER_Z;
    return at === end;
  }

  /** Milliseconds since the epoch of the last timestamp. */
  get milli(): number {
    return this.day * DAY_MS + this.milliOfDay;
  }

  /** Position behind the date, or -1. */
  #date(bytes: Uint8Array, start: number, end: number): number {
    if (end - start < 10 || bytes[start + 4] !== MINUS || bytes[start + 7] !== MINUS) {
      return this.#longDate(bytes, start, end);
    }
    const year = twoDigits(bytes, start) * 100 + twoDigits(bytes, start + 2);
    const month = twoDigits(bytes, start + 5);
    const day = twoDigits(bytes, start + 8);
    return this.#setDate(year, month, day) ? start + 10 : -1;
  }

  #longDate(bytes: Uint8Array, start: number, end: number): number {
    const text = latin1(bytes, start, Math.min(end, start + 16));
    const match = /^(-\d{4}|[+-]\d{5,9})-(\d\d)-(\d\d)/.exec(text);
    if (match === null) return -1;
    const [all, year, month, day] = match;
    return this.#setDate(Number(year), Number(month), Number(day)) ? start + all.length : -1;
  }

  #setDate(year: number, month: number, day: number): boolean {
    if (!(year >= -999_999_999 && month >= 1 && month <= 12 && day >= 1 && day <= 31)) return false;
    let valid = day;
    if (day > 28 && day > monthLength(year, month)) {
      if (this.resolution === 'strict') return false;
      valid = monthLength(year, month);
    }
    this.day = epochDay(year, month, valid);
    return true;
  }

  /** Position behind the time, or -1. */
  #time(bytes: Uint8Array, start: number, end: number, optionalSeconds: boolean): number {
    if (end - start < 5 || bytes[start + 2] !== COLON) return -1;
    const hour = twoDigits(bytes, start);
    const minute = twoDigits(bytes, start + 3);
    let at = start + 5;
    let second = 0;
    let fraction = 0;
    if (at + 3 <= end && bytes[at] === COLON) {
      second = twoDigits(bytes, at + 1);
      at += 3;
      if (at < end && bytes[at] === DOT) {
        let digits = 0;
        for (at++; at < end && digits < 9; at++, digits++) {
          const digit = (bytes[at] as number) - ZERO;
          if (digit < 0 || digit > 9) break;
          fraction = fraction * 10 + digit;
        }
        fraction *= SCALE[digits] as number;
      }
    } else if (!optionalSeconds) return -1;
    if (!(hour <= 24 && minute <= 59 && second <= 59)) return -1;
    if (hour === 24) {
      if (this.resolution === 'strict' || minute + second + fraction > 0) return -1;
      this.day++;
    }
    const milli = Math.floor(fraction / 1e6);
    this.milliOfDay =
      (hour === 24 ? 0 : hour * 3_600_000) + minute * 60_000 + second * 1000 + milli;
    this.nanos = fraction - milli * 1e6;
    return at;
  }
}
