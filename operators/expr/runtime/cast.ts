/** Conversions between values as Flink's casts make them; null where there is none. */
import { doubleToDecimal, fitting, POW10, parseDecimal } from './decimal.js';
import { parseDouble, parseInteger } from './number-text.js';

const TRUE = new Set(['t', 'true', 'y', 'yes', '1']);
const FALSE = new Set(['f', 'false', 'n', 'no', '0']);

export function textToBoolean(text: string): boolean | null {
  const word = text.toLowerCase();
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : null;
}

/** TINYINT, SMALLINT or INTEGER of so many bits. */
export function textToSmall(text: string, bits: number): number | null {
  const limit = 1n << BigInt(bits - 1);
  const value = parseInteger(text, -limit, limit - 1n);
  return value === undefined ? null : Number(value);
}

const LONG_LIMIT = 1n << 63n;

export function textToLong(text: string): bigint | null {
  return parseInteger(text, -LONG_LIMIT, LONG_LIMIT - 1n) ?? null;
}

/** As `textToLong`, NaN where the value is no safe integer. */
export function textToSafe(text: string): number | null {
  const value = textToLong(text);
  return value === null ? null : safe(value);
}

export function textToDouble(text: string): number | null {
  return parseDouble(text) ?? null;
}

/** Unscaled, in `scale`; null too when it has more digits than `precision`. */
export function textToDecimal(text: string, scale: number, precision: number): bigint | null {
  const small = precision <= SMALL && Buffer.byteLength(text) <= SMALL;
  const number = small ? loosely(text) : text.trim();
  if (number === undefined) return null;
  const value = parseDecimal(number, scale);
  return value === undefined ? null : fitting(value, precision);
}

/** Digits, and bytes of a text, up to which Flink reads a DECIMAL by itself. */
const SMALL = 18;

const LOOSE =
  /^[ \n\t]*([+-]?)(?!$)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d*)[\0-/:-\x7f]?|[\0--/:-\x7f])?[ \n\t]*$/;

/**
 * What Flink takes of a small number's text: the character at which a row of digits ends is never
 * looked at, so that `12x` is 12 and `x` is 0. Undefined where it takes nothing.
 */
function loosely(text: string): string | undefined {
  const match = LOOSE.exec(text);
  if (match === null || text.trim() === '') return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = ''] = match;
  const power = /\d/.test(exponent) ? `e${exponent}` : '';
  return `${sign}${whole || '0'}.${fraction}${power}`;
}

export function textToSafeDecimal(text: string, scale: number, precision: number): number | null {
  const value = textToDecimal(text, scale, precision);
  return value === null ? null : safe(value);
}

function safe(value: bigint): number {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : Number.NaN;
}

/** Java's `(long) d`: towards zero, NaN is 0, beyond the range its end. */
export function doubleToLong(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value >= 2 ** 63) return LONG_LIMIT - 1n;
  if (value <= -(2 ** 63)) return -LONG_LIMIT;
  return BigInt(Math.trunc(value));
}

/** Unscaled; null for NaN and the infinities. */
export function realToDecimal(value: number, scale: number): bigint | null {
  return Number.isFinite(value) ? doubleToDecimal(value, scale) : null;
}

/**
 * As `realToDecimal`, NaN where the value is no safe integer. Scaling the double is right unless
 * the result lies next to a tie, where the exact value decides.
 */
export function realToSafeDecimal(value: number, scale: number): number | null {
  if (!Number.isFinite(value)) return null;
  const scaled = Math.abs(value) * (POW10[Math.min(scale, 22)] as number);
  if (scale > 22 || scaled >= 2 ** 46) return safe(doubleToDecimal(value, scale));
  const whole = Math.floor(scaled);
  const fraction = scaled - whole;
  if (Math.abs(fraction - 0.5) < 2 ** -5) return safe(doubleToDecimal(value, scale));
  const rounded = fraction > 0.5 ? whole + 1 : whole;
  return value < 0 ? 0 - rounded : rounded;
}
