/** Dates, times, timestamps and intervals as text, in the forms of Flink's casts. */
import { civil, clampedDay, DAY_MS, dayOf, daysFromCivil, isDate } from './calendar.js';

/** `yyyy-MM-dd`. */
export function dateText(days: number): string {
  const packed = civil(days);
  const year = Math.floor(packed / 512);
  const shown = year < 0 || year > 9999 ? strangeYear(year) : pad(year, 4);
  return `${shown}-${pad((packed >> 5) & 15, 2)}-${pad(packed & 31, 2)}`;
}

/** Flink writes four digits of any year, and those of a year before 0 from `0` downwards. */
function strangeYear(year: number): string {
  const digits = [1000, 100, 10, 1].map((unit) => Math.trunc(year / unit) % 10);
  return String.fromCharCode(...digits.map((digit) => 48 + digit));
}

/** `HH:mm:ss`. */
export function clockText(msOfDay: number): string {
  const seconds = Math.floor(msOfDay / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${pad(h, 2)}:${pad(m, 2)}:${pad(s, 2)}`;
}

/** TIME(p): the fraction ends at its last digit that is not 0, after at least one. */
export function timeText(msOfDay: number, precision: number): string {
  const clock = clockText(msOfDay);
  if (precision === 0) return clock;
  const fraction = pad(msOfDay % 1000, 3)
    .slice(0, precision)
    .replace(/0+$/, '');
  return `${clock}.${fraction || '0'}`;
}

/**
 * `yyyy-MM-dd HH:mm:ss.f…`: `precision` digits of a second; beyond 3 at least so many, more where
 * there are more.
 *
 * @param ms milliseconds since the epoch @param nanos nanoseconds within the millisecond
 */
export function timestampText(ms: number, nanos: number, precision: number, between = ' '): string {
  const day = dayOf(ms);
  const ofDay = ms - day * DAY_MS;
  // Flink counts the days of any timestamp in 32 bits.
  return (
    dateText(day | 0) + between + clockText(ofDay) + fractionText(ofDay % 1000, nanos, precision)
  );
}

function fractionText(ms: number, nanos: number, precision: number): string {
  if (precision === 0) return '';
  if (precision <= 3) return `.${pad(ms, 3).slice(0, precision)}`;
  let fraction = pad(ms, 3) + pad(nanos, 6);
  let length = 9;
  while (length > precision && fraction.charCodeAt(length - 1) === 48) length--;
  fraction = fraction.slice(0, length);
  return `.${fraction}`;
}

/** `+y-MM`. The least number has no opposite: Java keeps its sign in every part. */
export function yearMonthText(months: number): string {
  const whole = Math.abs(months) | 0;
  const years = Math.trunc(whole / 12);
  return `${months < 0 ? '-' : '+'}${years}-${padSigned(whole % 12)}`;
}

/** `+d HH:mm:ss.SSS`. */
export function dayTimeText(ms: bigint | number): string {
  const value = BigInt(ms);
  const whole = BigInt.asIntN(64, value < 0n ? -value : value);
  const ofDay = Number(whole % BigInt(DAY_MS));
  const days = BigInt.asIntN(32, whole / BigInt(DAY_MS));
  const sign = value < 0n ? '-' : '+';
  if (ofDay >= 0) return `${sign}${days} ${clockText(ofDay)}.${pad(ofDay % 1000, 3)}`;
  const parts = [3_600_000, 60_000, 1000].map((unit, i) => {
    return padSigned(Math.trunc(ofDay / unit) % (i === 0 ? 24 : 60));
  });
  return `${sign}${days} ${parts.join(':')}.${ofDay % 1000}`;
}

/** Two digits; a sign, which only the least numbers have, stands between them. */
function padSigned(value: number): string {
  return Math.abs(value) < 10 ? `0${value}` : String(value);
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}

const DATE_FORM = /^\s*(\d+)\s*(?:-\s*(\d+)\s*(?:-\s*(\d+)\s*)?)?$/;

/** Year, month and day; what follows a space is ignored. Undefined when it is no date. */
function dateNumbers(text: string): [number, number, number] | undefined {
  const space = text.indexOf(' ');
  const match = DATE_FORM.exec(space > 0 ? text.slice(0, space) : text);
  return match === null
    ? undefined
    : [Number(match[1]), Number(match[2] ?? 1), Number(match[3] ?? 1)];
}

/** Whether a number of the date is no INT. */
export function exceedsInt(text: string): boolean {
  return dateNumbers(text)?.some((value) => value > 2 ** 31 - 1) ?? false;
}

/** Days since the epoch; undefined when it is no date. */
export function parseDate(text: string): number | undefined {
  const numbers = dateNumbers(text);
  if (numbers === undefined) return undefined;
  const [year, month, day] = numbers;
  if (year > 9999 || !isDate(year, month, day)) return undefined;
  return daysFromCivil(year, month, day);
}

const TIME_FORM = /^\s*(\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(?:\.(\d*))?)?)?\s*$/;

/** Milliseconds of the day; undefined when it is no time. */
export function parseTime(text: string): number | undefined {
  const match = TIME_FORM.exec(text);
  if (match === null) return undefined;
  const [hour, minute, second] = [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  // Digits beyond the millisecond round it.
  const ms = Math.round(Number(`0.${match[4] ?? ''}0`) * 1000);
  return ((hour * 60 + minute) * 60 + second) * 1000 + ms;
}

const TIMESTAMP_FORM =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?: (\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.(\d{0,9}))?)?$/;

export interface Moment {
  /** Milliseconds since the epoch. */
  readonly ms: number;
  /** Nanoseconds within the millisecond. */
  readonly nanos: number;
}

/**
 * `yyyy-MM-dd[ HH:mm:ss[.f…]]`; undefined when it is no timestamp.
 *
 * @param clamps days up to 31 that the month lacks are its last, as casts and functions take them
 */
export function parseTimestamp(text: string, clamps = false): Moment | undefined {
  const match = TIMESTAMP_FORM.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [hour, minute, second] = [
    Number(match[4] ?? 0),
    Number(match[5] ?? 0),
    Number(match[6] ?? 0),
  ];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  if (!clamps && !isDate(year, month, day)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const fraction = (match[7] ?? '').padEnd(9, '0');
  const ofDay = ((hour * 60 + minute) * 60 + second) * 1000 + Number(fraction.slice(0, 3));
  return {
    ms: clampedDay(year, month, day) * DAY_MS + ofDay,
    nanos: Number(fraction.slice(3)),
  };
}

const LENIENT_FORM =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?: +(\d{1,9}):(\d{1,9}):(\d{1,9})(?:\.(\d{1,9}))?)?$/;

/**
 * As Java's `Timestamp.valueOf` and `Date.valueOf`: too many hours go on into the next day.
 *
 * @param bounded there are no more hours, minutes and seconds than a clock has
 */
export function parseLenient(text: string, bounded = false): Moment | undefined {
  const match = LENIENT_FORM.exec(text.trim());
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  if (bounded && (year < 1 || hour > 23 || minute > 59 || second > 59)) return undefined;
  const fraction = (match[7] ?? '').padEnd(9, '0');
  const days = daysFromCivil(year, month, 1) + day - 1;
  const clock = ((hour * 60 + minute) * 60 + second) * 1000 + Number(fraction.slice(0, 3));
  return { ms: days * DAY_MS + clock, nanos: Number(fraction.slice(3)) };
}

/** The same moment with fewer fractional digits, cut off. */
export function cutMs(ms: number, precision: number): number {
  if (precision >= 3) return ms;
  const unit = precision === 0 ? 1000 : precision === 1 ? 100 : 10;
  return Math.floor(ms / unit) * unit;
}

/** As `cutMs`, but towards 1970. */
export function nearMs(ms: number, precision: number): number {
  return ms < 0 ? 0 - cutMs(-ms, precision) : cutMs(ms, precision);
}

export function cutNanos(nanos: number, precision: number): number {
  if (precision <= 3) return 0;
  const unit = 10 ** Math.max(0, 9 - precision);
  return nanos - (nanos % unit);
}
