/**
 * Values into bytes, in Java's spellings. Each function writes at `p` and returns the position
 * behind; the caller made room for `WIDEST` bytes.
 */
import { COLON, DOT, MINUS, ZERO } from './bytes.js';

/** No value but text, binary and nested ones takes more bytes. */
export const WIDEST = 64;

/** A safe integer. */
export function writeInteger(b: Uint8Array, p: number, value: number): number {
  let at = p;
  let left = value;
  if (left < 0) {
    b[at++] = MINUS;
    left = -left;
  }
  if (left < 10) {
    b[at++] = ZERO + left;
    return at;
  }
  const end = at + digitCount(left);
  at = end;
  while (left >= 2 ** 31) {
    const tenth = Math.floor(left / 10);
    b[--at] = ZERO + (left - tenth * 10);
    left = tenth;
  }
  let small = left | 0;
  while (small >= 10) {
    const tenth = (small / 10) | 0;
    b[--at] = ZERO + (small - tenth * 10);
    small = tenth;
  }
  b[--at] = ZERO + small;
  return end;
}

function digitCount(value: number): number {
  let count = 1;
  for (let bound = 10; value >= bound; bound *= 10) count++;
  return count;
}

export function writeBigint(b: Uint8Array, p: number, value: bigint): number {
  return writeAscii(b, p, value.toString());
}

export function writeAscii(b: Uint8Array, p: number, text: string): number {
  for (let i = 0; i < text.length; i++) b[p + i] = text.charCodeAt(i);
  return p + text.length;
}

/** `count` digits, with zeros before. */
function writePadded(b: Uint8Array, p: number, value: number, count: number): number {
  let left = value;
  for (let at = p + count - 1; at >= p; at--) {
    const tenth = (left / 10) | 0;
    b[at] = ZERO + (left - tenth * 10);
    left = tenth;
  }
  return p + count;
}

/** Digits after the point that are tried before the slow path. */
const SHORT_FRACTION = 6;

/** As `Double.toString`: 1.0, 0.001, 1.0E7, NaN, Infinity. */
export function writeDouble(b: Uint8Array, p: number, value: number): number {
  const size = Math.abs(value);
  if (size < 1e7 && size >= 1e-3) {
    for (let places = 1, unit = 10; places <= SHORT_FRACTION; places++, unit *= 10) {
      const scaled = Math.round(size * unit);
      if (scaled / unit !== size) continue;
      return writePoint(b, p, value < 0, scaled, places, unit);
    }
  }
  return writeAscii(b, p, javaDouble(value, shortestDouble(size)));
}

/** The fewest digits that give the double back, of two digits the nearest (4.9E-324). */
function shortestDouble(size: number): string {
  const two = size.toExponential(1);
  return Number(two) === size ? two : String(size);
}

/** As `Float.toString`. */
export function writeFloat(b: Uint8Array, p: number, value: number): number {
  const size = Math.abs(value);
  if (size < 1e7 && size >= 1e-3) {
    for (let places = 1, unit = 10; places <= SHORT_FRACTION; places++, unit *= 10) {
      const scaled = Math.round(size * unit);
      if (Math.fround(scaled / unit) !== size) continue;
      return writePoint(b, p, value < 0, scaled, places, unit);
    }
  }
  return writeAscii(b, p, javaDouble(value, shortestFloat(size)));
}

/** scaled / unit with `places` digits after the point. */
function writePoint(
  b: Uint8Array,
  p: number,
  negative: boolean,
  scaled: number,
  places: number,
  unit: number,
): number {
  let at = p;
  if (negative) b[at++] = MINUS;
  const whole = Math.floor(scaled / unit);
  at = writeInteger(b, at, whole);
  b[at++] = DOT;
  return writePadded(b, at, scaled - whole * unit, places);
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
  b: Uint8Array,
  p: number,
  unscaled: number | bigint,
  scale: number,
  plain: boolean,
): number {
  const negative = unscaled < 0;
  const digits = (negative ? -unscaled : unscaled).toString();
  const text = plain ? plainDecimal(digits, scale) : strippedDecimal(digits, scale);
  let at = p;
  if (negative) b[at++] = MINUS;
  return writeAscii(b, at, text);
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

/** The date written last: rows that follow each other mostly share it. */
let lastDay = Number.NaN;
let lastLength = 0;
const lastDate = new Uint8Array(24);

/** yyyy-MM-dd of days since the epoch; years past 9999 carry a plus, as ISO_LOCAL_DATE. */
export function writeDate(b: Uint8Array, p: number, epochDay: number): number {
  if (epochDay !== lastDay) {
    lastLength = computeDate(lastDate, 0, epochDay);
    lastDay = epochDay;
  }
  for (let i = 0; i < lastLength; i++) b[p + i] = lastDate[i] as number;
  return p + lastLength;
}

function computeDate(b: Uint8Array, p: number, epochDay: number): number {
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
  let at = writeYear(b, p, yearOfEra + era * 400 + (month <= 2 ? 1 : 0));
  b[at++] = MINUS;
  at = writePadded(b, at, month, 2);
  b[at++] = MINUS;
  return writePadded(b, at, day, 2);
}

function writeYear(b: Uint8Array, p: number, year: number): number {
  if (year >= 0 && year <= 9999) return writePadded(b, p, year, 4);
  const sign = year < 0 ? '-' : '+';
  return writeAscii(b, p, sign + String(Math.abs(year)).padStart(4, '0'));
}

/** HH:mm:ss of milliseconds of the day, with the fraction's digits up to the last that is not 0. */
export function writeTime(b: Uint8Array, p: number, milliOfDay: number, nanos: number): number {
  const second = (milliOfDay / 1000) | 0;
  const minute = (second / 60) | 0;
  const hour = (minute / 60) | 0;
  writePair(b, p, hour);
  b[p + 2] = COLON;
  writePair(b, p + 3, minute - hour * 60);
  b[p + 5] = COLON;
  writePair(b, p + 6, second - minute * 60);
  const milli = milliOfDay - second * 1000;
  if (milli === 0 && nanos === 0) return p + 8;
  b[p + 8] = DOT;
  writePadded(b, p + 9, milli, 3);
  let at = p + 12;
  if (nanos !== 0) at = writePadded(b, at, nanos, 6);
  while (b[at - 1] === ZERO) at--;
  return at;
}

function writePair(b: Uint8Array, p: number, value: number): void {
  const tens = (value / 10) | 0;
  b[p] = ZERO + tens;
  b[p + 1] = ZERO + value - tens * 10;
}

/** Date, separator (a blank or `T`), time. */
export function writeTimestamp(
  b: Uint8Array,
  p: number,
  milli: number,
  nanos: number,
  separator: number,
): number {
  const day = Math.floor(milli / 86_400_000);
  const at = writeDate(b, p, day);
  b[at] = separator;
  return writeTime(b, at + 1, milli - day * 86_400_000, nanos);
}

/** Base64 of a range; room for 4/3 of its length. */
export function writeBase64(
  b: Uint8Array,
  p: number,
  data: Uint8Array,
  start: number,
  end: number,
): number {
  const range = Buffer.from(data.buffer, data.byteOffset + start, end - start);
  return writeAscii(b, p, range.toString('base64'));
}
