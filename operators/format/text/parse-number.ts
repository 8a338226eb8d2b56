/**
 * Numbers out of bytes, exactly as Java's parsers read them. Short numbers take a path without
 * allocation; what that path cannot hold exactly goes through text and BigInt.
 */
import { DOT, latin1, MINUS, PLUS, ZERO } from './bytes.js';

/** Digits that a double always holds exactly. */
const EXACT_DIGITS = 15;

/** Powers of ten that a double holds exactly. */
const TEN = Array.from({ length: 23 }, (_, power) => 10 ** power);

/** An integer of up to 15 digits with an optional sign, or NaN when it is longer or no integer. */
export function parseShortInteger(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const sign = bytes[at];
  if (sign === MINUS || sign === PLUS) at++;
  const count = end - at;
  if (count <= 0 || count > EXACT_DIGITS) return Number.NaN;
  let value = 0;
  for (; at < end; at++) {
    const digit = (bytes[at] as number) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return sign === MINUS ? 0 - value : value;
}

/** An integer of any length, or undefined when the range is none. */
export function parseInteger(bytes: Uint8Array, start: number, end: number): bigint | undefined {
  const text = latin1(bytes, start, end);
  return /^[+-]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : undefined;
}

/**
 * A floating-point number as `Double.parseDouble` reads it (decimal forms, NaN, Infinity, a
 * trailing d or f), or undefined.
 */
export function parseDouble(bytes: Uint8Array, start: number, end: number): number | undefined {
  const value = parseShortDouble(bytes, start, end);
  if (!Number.isNaN(value)) return value;
  const text = latin1(bytes, start, end);
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[dDfF]?$/.exec(text);
  if (match !== null) return Number(match[1]);
  if (text === 'NaN' || text === '+NaN' || text === '-NaN') return Number.NaN;
  if (text === 'Infinity' || text === '+Infinity') return Number.POSITIVE_INFINITY;
  return text === '-Infinity' ? Number.NEGATIVE_INFINITY : undefined;
}

/**
 * Digits with an optional point: at most 15 of them make an exact integer, and one division by an
 * exact power of ten rounds correctly (Clinger). Anything else is NaN.
 */
function parseShortDouble(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const negative = bytes[at] === MINUS;
  if (negative) at++;
  if (end - at > EXACT_DIGITS + 1 || at >= end) return Number.NaN;
  let value = 0;
  let scale = -1;
  for (; at < end; at++) {
    const byte = bytes[at] as number;
    const digit = byte - ZERO;
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      if (scale >= 0) scale++;
    } else if (byte === DOT && scale < 0) scale = 0;
    else return Number.NaN;
  }
  const digits = end - start - (negative ? 1 : 0) - (scale >= 0 ? 1 : 0);
  if (digits === 0 || digits > EXACT_DIGITS) return Number.NaN;
  if (scale > 0) value /= TEN[scale] as number;
  return negative ? -value : value;
}

/**
 * The unscaled value of a plain decimal whose digits fit a double at this scale without
 * rounding, or NaN: then `parseDecimal` decides.
 */
export function parseShortDecimal(
  bytes: Uint8Array,
  start: number,
  end: number,
  scale: number,
): number {
  let at = start;
  const sign = bytes[at];
  if (sign === MINUS || sign === PLUS) at++;
  const first = at;
  let value = 0;
  let fraction = -1;
  for (; at < end; at++) {
    const byte = bytes[at] as number;
    const digit = byte - ZERO;
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      if (fraction >= 0) fraction++;
    } else if (byte === DOT && fraction < 0) fraction = 0;
    else return Number.NaN;
  }
  const point = fraction >= 0 ? 1 : 0;
  const digits = end - first - point;
  const places = Math.max(0, fraction);
  if (digits === 0 || places > scale || digits + scale - places > EXACT_DIGITS) return Number.NaN;
  value *= TEN[scale - places] as number;
  return sign === MINUS ? 0 - value : value;
}

/** Exponents past this are rounded to zero or overflow any DECIMAL. */
const LARGEST_EXPONENT = 100_000;

/**
 * The unscaled value of a decimal number in any of BigDecimal's forms, rounded half up to `scale`;
 * undefined when the range is no number.
 */
export function parseDecimal(
  bytes: Uint8Array,
  start: number,
  end: number,
  scale: number,
): bigint | undefined {
  const text = latin1(bytes, start, end);
  const match = /^([+-]?)(?:(\d+)\.?(\d*)|\.(\d+))(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', after = '', only = '', exponent = '0'] = match;
  const digits = whole + after + only;
  const power = Number(exponent);
  const unscaled = BigInt(digits);
  if (unscaled === 0n) return 0n;
  if (Math.abs(power) > LARGEST_EXPONENT) return power < 0 ? 0n : 10n ** 40n;
  const shift = power - (after.length + only.length) + scale;
  const value = shift >= 0 ? unscaled * 10n ** BigInt(shift) : roundHalfUp(unscaled, -shift);
  return sign === '-' ? -value : value;
}

/** Drops decimal digits of a value that is not negative; half rounds away from zero. */
function roundHalfUp(value: bigint, digits: number): bigint {
  const unit = 10n ** BigInt(digits);
  return (value + unit / 2n) / unit;
}
