/** Strings and bytes of a fixed or limited length, and integers as digits. */
import type { Arena } from './arena.js';
import { charLength, skipChars } from './text.js';

/** The end of the first `length` code points. */
export function cutText(data: Uint8Array, start: number, end: number, length: number): number {
  return end - start <= length ? end : skipChars(data, start, end, length);
}

/** Exactly `length` code points: cut, or padded with spaces. Gives the start in the arena. */
export function padText(
  arena: Arena,
  data: Uint8Array,
  start: number,
  end: number,
  length: number,
): number {
  const to = cutText(data, start, end, length);
  const at = arena.put(data, start, to);
  const missing = length - charLength(data, start, to);
  arena.reserve(missing);
  arena.data.fill(32, arena.size, arena.size + missing);
  arena.size += missing;
  return at;
}

/** The bytes, and behind them so many of `filler` that there are `length` characters. */
export function fillUp(
  arena: Arena,
  data: Uint8Array,
  start: number,
  end: number,
  length: number,
  filler: number,
): number {
  const at = arena.put(data, start, end);
  const size = filler === 0 ? end - start : charLength(data, start, end);
  const missing = Math.max(0, length - size);
  arena.reserve(missing);
  arena.data.fill(filler, arena.size, arena.size + missing);
  arena.size += missing;
  return at;
}

/** At most `length` UTF-16 units; half of a pair becomes `?`. */
export function cutUnits(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(cut) ? `${cut.slice(0, -1)}?` : cut;
}

/** Exactly `length` UTF-16 units: cut, or padded with spaces. */
export function fixedUnits(text: string, length: number): string {
  return cutUnits(text, length).padEnd(length);
}

/** Exactly `length` bytes: cut, or padded with zeros. */
export function cutBytes(
  arena: Arena,
  data: Uint8Array,
  start: number,
  end: number,
  length: number,
): number {
  const at = arena.put(data, start, Math.min(end, start + length));
  const missing = length - (arena.size - at);
  arena.reserve(missing);
  arena.data.fill(0, arena.size, arena.size + missing);
  arena.size += missing;
  return at;
}

/** Longest: a sign and 16 digits. */
const DIGITS = 17;

/** A safe integer in decimal digits. */
export function putInteger(arena: Arena, value: number): number {
  arena.reserve(DIGITS);
  const { data, size } = arena;
  let left = Math.abs(value);
  let digits = 1;
  for (let limit = 10; left >= limit; limit *= 10) digits++;
  let at = size;
  if (value < 0) data[at++] = 45;
  const end = at + digits;
  for (let i = end - 1; i >= at; i--) {
    const quotient = left > 0x7fffffff ? Math.floor(left / 10) : (left / 10) | 0;
    data[i] = 48 + left - quotient * 10;
    left = quotient;
  }
  arena.size = end;
  return size;
}
