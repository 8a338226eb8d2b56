/**
 * DECIMAL as unscaled integers, twice: as doubles while they are safe integers ("narrow"), and as
 * bigints. Rounding is HALF_UP away from zero, as in Java's BigDecimal. Narrow functions give NaN
 * where the result leaves the safe range; the kernel then runs the batch again wide.
 */

import { doubleText } from './number-text.js';

/** Powers of ten that a double holds exactly. */
export const POW10: readonly number[] = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

const BIG_POW10: readonly bigint[] = Array.from({ length: 78 }, (_, i) => 10n ** BigInt(i));

export function bigPow10(digits: number): bigint {
  return BIG_POW10[digits] ?? 10n ** BigInt(digits);
}

/** value ÷ divisor, HALF_UP; both of any sign. */
export function divideHalfUp(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  const rest = value % divisor;
  const twice = (rest < 0n ? -rest : rest) * 2n;
  if (twice < (divisor < 0n ? -divisor : divisor)) return quotient;
  return value < 0n === divisor < 0n ? quotient + 1n : quotient - 1n;
}

export function rescale(value: bigint, from: number, to: number): bigint {
  if (to >= from) return value * bigPow10(to - from);
  return divideHalfUp(value, bigPow10(from - to));
}

/** Truncates instead of rounding. */
export function truncateScale(value: bigint, from: number, to: number): bigint {
  return to >= from ? value * bigPow10(to - from) : value / bigPow10(from - to);
}

/** The value when it has at most `precision` digits, else null: an overflowing DECIMAL is NULL. */
export function fitting(value: bigint, precision: number): bigint | null {
  const limit = bigPow10(precision);
  return value < limit && value > -limit ? value : null;
}

/** Significant digits of every quotient, before it is brought to its scale. */
const QUOTIENT_DIGITS = 38;

const QUICK = 10n ** 18n;

/**
 * a ÷ b in `scale`, rounded first to 38 significant digits and then to the scale, as Flink does.
 * `b` is not 0.
 */
export function divideDecimal(
  a: bigint,
  aScale: number,
  b: bigint,
  bScale: number,
  scale: number,
): bigint {
  if (a === 0n) return 0n;
  const direct = scale - aScale + bScale;
  if (direct >= 0 && b < QUICK && b > -QUICK) {
    // So far from 38 digits the first rounding cannot make a tie for the second.
    const quotient = divideHalfUp(a * bigPow10(direct), b);
    if (quotient < QUICK && quotient > -QUICK) return quotient;
  }
  // Two or three digits more than are kept, so that cutting off the rest cannot mislead rounding.
  const shift = QUOTIENT_DIGITS + 2 - digitCount(a) + digitCount(b);
  const quotient = shift >= 0 ? (a * bigPow10(shift)) / b : a / (b * bigPow10(-shift));
  const excess = digitCount(quotient) - QUOTIENT_DIGITS;
  const kept = divideHalfUp(quotient, bigPow10(excess));
  return rescale(kept, aScale - bScale + shift - excess, scale);
}

export function digitCount(value: bigint): number {
  const text = value.toString();
  return text.charCodeAt(0) === 45 ? text.length - 1 : text.length;
}

/** Plain digits with `scale` of them behind the point. */
export function decimalText(unscaled: bigint | number, scale: number): string {
  const text = unscaled.toString();
  if (scale === 0) return text;
  const negative = text.charCodeAt(0) === 45;
  const digits = (negative ? text.slice(1) : text).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${negative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** As JSON prints a BigDecimal without trailing zeros: 100 is 1E+2. */
export function strippedText(unscaled: bigint, scale: number): string {
  if (unscaled === 0n) return '0';
  let digits = unscaled.toString();
  let places = scale;
  while (digits.endsWith('0')) {
    digits = digits.slice(0, -1);
    places--;
  }
  if (places >= 0) return decimalText(BigInt(digits), places);
  const [sign, bare] = digits.startsWith('-') ? ['-', digits.slice(1)] : ['', digits];
  const fraction = bare.length > 1 ? `.${bare.slice(1)}` : '';
  return `${sign}${bare[0]}${fraction}E+${bare.length - 1 - places}`;
}

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/;

/**
 * A number's text as an unscaled value in `scale`, HALF_UP; undefined when it is no number. Accepts
 * what Java's BigDecimal does.
 */
export function parseDecimal(text: string, scale: number): bigint | undefined {
  const match = NUMBER.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return undefined;
  const unscaled = BigInt(whole + fraction);
  const shift = scale - fraction.length + Number(exponent);
  if (shift > 1200 || shift < -1200) return unscaled === 0n || shift < 0 ? 0n : undefined;
  const value = shift >= 0 ? unscaled * bigPow10(shift) : divideHalfUp(unscaled, bigPow10(-shift));
  return sign === '-' ? -value : value;
}

/** The shortest decimal form of a finite double, HALF_UP in `scale`, as `BigDecimal.valueOf`. */
export function doubleToDecimal(value: number, scale: number): bigint {
  return parseDecimal(doubleText(value), scale) as bigint;
}

/** The double next to unscaled ÷ 10^scale; up to 18 digits the quotient of two doubles. */
export function decimalToDouble(
  unscaled: bigint | number,
  scale: number,
  precision: number,
): number {
  const narrow = Number(unscaled);
  if (scale === 0) return narrow;
  if (precision <= 18) return narrow / (POW10[scale] as number);
  if (scale <= 22 && Number.isSafeInteger(narrow)) return narrow / (POW10[scale] as number);
  return Number(`${unscaled}e-${scale}`);
}

/** value ÷ 10^digits, HALF_UP, of a safe integer; digits is at most 22. */
export function roundNarrow(value: number, digits: number): number {
  const unit = POW10[digits] as number;
  if (digits > 15) return Math.abs(value) * 2 >= unit ? Math.sign(value) : 0;
  const rest = value % unit;
  const quotient = (value - rest) / unit;
  if (rest * 2 >= unit) return quotient + 1;
  return rest * 2 <= -unit ? quotient - 1 + 0 : quotient + 0;
}

/**
 * a × 10^shift ÷ b, HALF_UP, of safe integers, by long division: exact, no bigint. NaN when the
 * result or a step leaves the safe range.
 */
export function divideNarrow(a: number, b: number, shift: number): number {
  const divisor = Math.abs(b);
  let rest = Math.abs(a);
  let quotient = Math.floor(rest / divisor);
  rest -= quotient * divisor;
  for (let left = shift; left > 0; ) {
    const step = Math.min(left, 15 - Math.ceil(Math.log10(divisor)));
    if (step <= 0) return Number.NaN;
    const unit = POW10[step] as number;
    const scaled = rest * unit;
    const digits = Math.floor(scaled / divisor);
    rest = scaled - digits * divisor;
    quotient = quotient * unit + digits;
    if (quotient > Number.MAX_SAFE_INTEGER) return Number.NaN;
    left -= step;
  }
  if (rest * 2 >= divisor) quotient++;
  if (quotient > Number.MAX_SAFE_INTEGER) return Number.NaN;
  return a < 0 === b < 0 ? quotient : 0 - quotient;
}
