/**
 * Values into bytes, in Java's spellings. Each function writes at `p` and returns the position
 * behind; the caller made room for `WIDEST` bytes.
 */
import { COLON, DOT, MINUS, ZERO } from './bytes.js';
import { PAIR_TEXTS } from './digits.js';

/** No value but text, binary and nested ones takes more bytes. */
export const WIDEST = 64;

const EIGHT_DIGITS = 1e8;

/** A safe integer. */
export function writeInteger(view: DataView, p: number, value: number): number {
  if (value !== (value | 0) || value < 0) return writeLarge(view, p, value);
  const end = p + digitCount(value);
  let at = end;
  let left = value;
  for (; left >= 100; at -= 2) {
    const rest = (left / 100) | 0;
    view.setInt16(at - 2, PAIR_TEXTS[left - rest * 100] as number, true);
    left = rest;
  }
  if (left >= 10) view.setInt16(at - 2, PAIR_TEXTS[left] as number, true);
  else view.setUint8(at - 1, ZERO + left);
  return end;
}

/** A safe integer that is negative, or wider than 31 bits. */
function writeLarge(view: DataView, p: number, value: number): number {
  if (value < 0) {
    view.setUint8(p, MINUS);
    return writeInteger(view, p + 1, -value);
  }
  const high = Math.floor(value / EIGHT_DIGITS);
  const at = writeInteger(view, p, high);
  return writePadded(view, at, value - high * EIGHT_DIGITS, 8);
}

/** @param value 0 to 2^31 − 1 */
function digitCount(value: number): number {
  if (value < 10_000) {
    if (value < 100) return value < 10 ? 1 : 2;
    return value < 1000 ? 3 : 4;
  }
  if (value < 1_000_000) return value < 100_000 ? 5 : 6;
  if (value < 100_000_000) return value < 10_000_000 ? 7 : 8;
  return value < 1_000_000_000 ? 9 : 10;
}

export function writeBigint(view: DataView, p: number, value: bigint): number {
  return writeAscii(view, p, value.toString());
}

export function writeAscii(view: DataView, p: number, text: string): number {
  for (let i = 0; i < text.length; i++) view.setUint8(p + i, text.charCodeAt(i));
  return p + text.length;
}

/** `count` digits, with zeros before. */
function writePadded(view: DataView, p: number, value: number, count: number): number {
  let left = value;
  for (let at = p + count - 1; at >= p; at--) {
    const tenth = (left / 10) | 0;
    view.setUint8(at, ZERO + (left - tenth * 10));
    left = tenth;
  }
  return p + count;
}

/** Digits after the point that are tried before the slow path. */
const SHORT_FRACTION = 6;

/** As `Double.toString`: 1.0, 0.001, 1.0E7, NaN, Infinity. */
export function writeDouble(view: DataView, p: number, value: number): number {
  const size = Math.abs(value);
  if (size < 1e7 && size >= 1e-3) {
    for (let places = 1, unit = 10; places <= SHORT_FRACTION; places++, unit *= 10) {
      const scaled = Math.round(size * unit);
      if (scaled / unit !== size) continue;
      return writePoint(view, p, value < 0, scaled, places, unit);
    }
  }
  return writeAscii(view, p, javaDouble(value, shortestDouble(size)));
}

/** The fewest digits that give the double back, of two digits the nearest (4.9E-324). */
function shortestDouble(size: number): string {
  const two = size.toExponential(1);
  return Number(two) === size ? two : String(size);
}

/** As `Float.toString`. */
export function writeFloat(view: DataView, p: number, value: number): number {
  const size = Math.abs(value);
  if (size < 1e7 && size >= 1e-3) {
    for (let places = 1, unit = 10; places <= SHORT_FRACTION; places++, unit *= 10) {
      const scaled = Math.round(size * unit);
      if (Math.fround(scaled / unit) !== size) continue;
      return writePoint(view, p, value < 0, scaled, places, unit);
    }
  }
  return writeAscii(view, p, javaDouble(value, shortestFloat(size)));
}

/** scaled / unit with `places` digits after the point. */
function writePoint(
  view: DataView,
  p: number,
  negative: boolean,
  scaled: number,
  places: number,
  unit: number,
): number {
  let at = p;
  if (negative) view.setUint8(at++, MINUS);
  const whole = Math.floor(scaled / unit);
  at = writeInteger(view, at, whole);
  view.setUint8(at++, DOT);
  return writePadded(view, at, scaled - whole * unit, places);
}

/** The fewest digits that give the float back. */
function shortestFloat(size: number): string {
  for (let digits = 1; digits <= 9; digits++) {
    const text = size.toPrecision(digits);
    if (Math.fround(Number(text)) === size) return String(Number(text));
  }
  return String(size);
}

/** @param shortest the shortest digits of the absolute value, as JavaScript prints them */
function javaDouble(value: number, shortest: string): string {
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return `${sign}Infinity`;
  if (value === 0) return `${sign}0.0`;
  const [mantissa = '', power = '0'] = shortest.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = whole + fraction;
  const digits = all.replace(/^0+/, '');
  // The value is 0.digits × 10^point.
  const point = Number(power) + whole.length - (all.length - digits.length);
  const kept = digits.replace(/0+$/, '') || '0';
  if (point > -3 && point <= 7) {
    if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${kept}`;
    const head = kept.slice(0, point).padEnd(point, '0');
    return `${sign}${head}.${kept.slice(point) || '0'}`;
  }
  return `${sign}${kept[0]}.${kept.slice(1) || '0'}E${point - 1}`;
}

/**
 * A decimal by its unscaled value. Plain: all digits of the scale. Else as Flink writes it unless
 * told otherwise: BigDecimal's `stripTrailingZeros().toString()`, which has an exponent for values
 * like 1E+2 and 2.7E-8.
 */
export function writeDecimal(
  view: DataView,
  p: number,
  unscaled: number | bigint,
  scale: number,
  plain: boolean,
): number {
  const negative = unscaled < 0;
  const digits = (negative ? -unscaled : unscaled).toString();
  const text = plain ? plainDecimal(digits, scale) : strippedDecimal(digits, scale);
  let at = p;
  if (negative) view.setUint8(at++, MINUS);
  return writeAscii(view, at, text);
}

function plainDecimal(digits: string, scale: number): string {
  if (scale === 0) return digits;
  const padded = digits.padStart(scale + 1, '0');
  return `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

function strippedDecimal(digits: string, scale: number): string {
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  const places = scale - (digits.length - kept.length);
  const exponent = kept.length - 1 - places;
  if (places >= 0 && exponent >= -6) return plainDecimal(kept, places);
  const fraction = kept.length > 1 ? `.${kept.slice(1)}` : '';
  return `${kept[0]}${fraction}E${exponent < 0 ? '' : '+'}${exponent}`;
}

/** Bytes of yyyy-MM-dd, and of a place that holds one. */
const DATE_LENGTH = 10;
const PLACE_LENGTH = 16;

/** Dates written last, each at the place of its day's last six bits: rows mostly share a few. */
const DATES = 64;
const keptDays = new Float64Array(DATES).fill(Number.NaN);
const keptDates = new DataView(new ArrayBuffer(DATES * PLACE_LENGTH));

/** yyyy-MM-dd of days since the epoch; years past 9999 carry a plus, as ISO_LOCAL_DATE. */
export function writeDate(view: DataView, p: number, epochDay: number): number {
  const place = epochDay & (DATES - 1);
  const from = place * PLACE_LENGTH;
  if (keptDays[place] !== epochDay) {
    const end = computeDate(view, p, epochDay);
    if (end - p === DATE_LENGTH) {
      copyBytes(keptDates, from, view, p, end);
      keptDays[place] = epochDay;
    }
    return end;
  }
  view.setInt32(p, keptDates.getInt32(from, true), true);
  view.setInt32(p + 4, keptDates.getInt32(from + 4, true), true);
  view.setInt16(p + 8, keptDates.getInt16(from + 8, true), true);
  return p + DATE_LENGTH;
}

function computeDate(view: DataView, p: number, epochDay: number): number {
  const shifted = epochDay + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  let at = writeYear(view, p, yearOfEra + era * 400 + (month <= 2 ? 1 : 0));
  view.setUint8(at++, MINUS);
  at = writePadded(view, at, month, 2);
  view.setUint8(at++, MINUS);
  return writePadded(view, at, day, 2);
}

function writeYear(view: DataView, p: number, year: number): number {
  if (year >= 0 && year <= 9999) return writePadded(view, p, year, 4);
  const sign = year < 0 ? '-' : '+';
  return writeAscii(view, p, sign + String(Math.abs(year)).padStart(4, '0'));
}

/** HH:mm:ss of milliseconds of the day, with the fraction's digits up to the last that is not 0. */
export function writeTime(view: DataView, p: number, milliOfDay: number, nanos: number): number {
  const second = (milliOfDay / 1000) | 0;
  const minute = (second / 60) | 0;
  const hour = (minute / 60) | 0;
  writePair(view, p, hour);
  view.setUint8(p + 2, COLON);
  writePair(view, p + 3, minute - hour * 60);
  view.setUint8(p + 5, COLON);
  writePair(view, p + 6, second - minute * 60);
  const milli = milliOfDay - second * 1000;
  if (milli === 0 && nanos === 0) return p + 8;
  view.setUint8(p + 8, DOT);
  writePadded(view, p + 9, milli, 3);
  let at = p + 12;
  if (nanos !== 0) at = writePadded(view, at, nanos, 6);
  while (view.getUint8(at - 1) === ZERO) at--;
  return at;
}

function writePair(view: DataView, p: number, value: number): void {
  view.setInt16(p, PAIR_TEXTS[value] as number, true);
}

/** Date, separator (a blank or `T`), time. */
export function writeTimestamp(
  view: DataView,
  p: number,
  milli: number,
  nanos: number,
  separator: number,
): number {
  const day = Math.floor(milli / 86_400_000);
  const at = writeDate(view, p, day);
  view.setUint8(at, separator);
  return writeTime(view, at + 1, milli - day * 86_400_000, nanos);
}

/** Base64 of a range; room for 4/3 of its length. */
export function writeBase64(
  view: DataView,
  p: number,
  data: Uint8Array,
  start: number,
  end: number,
): number {
  const range = Buffer.from(data.buffer, data.byteOffset + start, end - start);
  return writeAscii(view, p, range.toString('base64'));
}

/** A range of other bytes. */
export function copyBytes(
  view: DataView,
  p: number,
  data: DataView,
  from: number,
  to: number,
): number {
  let at = p;
  let i = from;
  for (; i + 4 <= to; i += 4, at += 4) view.setInt32(at, data.getInt32(i, true), true);
  for (; i < to; i++, at++) view.setUint8(at, data.getUint8(i));
  return at;
}
