/** ROUND and TRUNCATE of doubles and integers, as Java's BigDecimal does them. */

import {
  bigPow10,
  decimalText,
  divideHalfUp,
  POW10,
  parseDecimal,
  truncateScale,
} from './decimal.js';
import { fail, type Site } from './failure.js';

/** No number has a digit that far from its point. */
const MOST_DIGITS = 400;

/** The double's shortest decimal form, HALF_UP at `digits` fractional digits (may be negative). */
export function roundDouble(value: number, digits: number, site: Site): number {
  if (!Number.isFinite(value)) return fail(site, `ROUND does not take ${value}`);
  if (digits >= 0 && digits <= 15) {
    const scaled = Math.abs(value) * (POW10[digits] as number);
    const whole = Math.floor(scaled);
    const fraction = scaled - whole;
    if (scaled < 2 ** 46 && Math.abs(fraction - 0.5) > 2 ** -5) {
      const rounded = (fraction > 0.5 ? whole + 1 : whole) / (POW10[digits] as number);
      return value < 0 ? 0 - rounded : rounded;
    }
  }
  if (digits < -MOST_DIGITS) return 0;
  const rounded = digits >= MOST_DIGITS ? undefined : parseDecimal(String(value), digits);
  return rounded === undefined ? value : Number(shifted(rounded, digits));
}

/** Towards zero, as a DECIMAL(38, 18); so what has more digits is rounded to that first. */
export function truncateDouble(value: number, digits: number, site: Site): number {
  if (!Number.isFinite(value)) return fail(site, `TRUNCATE does not take ${value}`);
  if (digits < -MOST_DIGITS) return 0;
  const scale = Math.abs(value) < 1e20 ? 18 : MOST_DIGITS;
  const precise = parseDecimal(String(value), scale);
  if (precise === undefined) return value;
  const kept = Math.min(digits, scale);
  return Number(shifted(truncateScale(precise, scale, kept), kept));
}

/** An integer with a power of ten, as text that Number reads. */
function shifted(unscaled: bigint, digits: number): string {
  return digits >= 0 ? decimalText(unscaled, digits) : `${unscaled}e${-digits}`;
}

/** An integer rounded at the tens, hundreds, … (`digits` below 0). */
export function roundInteger(value: bigint, digits: number): bigint {
  if (digits >= 0) return value;
  if (digits < -MOST_DIGITS) return 0n;
  const unit = bigPow10(-digits);
  return divideHalfUp(value, unit) * unit;
}

export function truncateInteger(value: bigint, digits: number): bigint {
  if (digits >= 0) return value;
  if (digits < -MOST_DIGITS) return 0n;
  const unit = bigPow10(-digits);
  return (value / unit) * unit;
}

/** ROUND of a DECIMAL at a number of digits known only now, in the same scale. */
export function roundUnscaled(value: bigint, scale: number, digits: number): bigint {
  return digits >= scale ? value : roundInteger(value, digits - scale);
}

export function truncateUnscaled(value: bigint, scale: number, digits: number): bigint {
  return digits >= scale ? value : truncateInteger(value, digits - scale);
}
