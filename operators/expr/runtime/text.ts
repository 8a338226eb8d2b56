/**
 * Strings as ranges of UTF-8 bytes: comparison, counting and cutting by code points, decoding where
 * a function needs a JavaScript string. A function that gives a range of its input returns the
 * start and leaves the end in `out.end`.
 */
import { isUtf8 } from 'node:buffer';
import { equalBytes } from '../../../state/column/compare.js';
import type { Arena } from './arena.js';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const SHORT = 24;

/** The range as a string; short ASCII is put together without the decoder's overhead. */
export function decodeText(data: Uint8Array, start: number, end: number): string {
  if (end - start > SHORT) return decoder.decode(data.subarray(start, end));
  let text = '';
  for (let i = start; i < end; i++) {
    const byte = data[i] as number;
    if (byte > 127) return decoder.decode(data.subarray(start, end));
    text += String.fromCharCode(byte);
  }
  return text;
}

/** Whether the range is UTF-8. */
export function isWellFormed(data: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    if ((data[i] as number) > 127) return isUtf8(data.subarray(i, end));
  }
  return true;
}

/** The range with U+FFFD in the place of what is no UTF-8. */
export function mendText(arena: Arena, data: Uint8Array, start: number, end: number): number {
  return arena.putText(decodeText(data, start, end));
}

/** Code points; of bytes that are no UTF-8, as many as Flink counts by their first bytes. */
export function charLength(data: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i += charBytes(data[i] as number)) count++;
  return count;
}

/** Bytes of the code point that begins with this one. */
function charBytes(first: number): number {
  if (first < 0xc2 || first >= 0xf8) return 1;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/** Position behind `count` code points from `at`. */
export function skipChars(data: Uint8Array, at: number, end: number, count: number): number {
  let i = at;
  for (let left = count; left > 0 && i < end; left--) i += charBytes(data[i] as number);
  return Math.min(i, end);
}

/**
 * SUBSTRING as in Flink: positions count from 1, 0 is taken as 1, negative ones from the end; one
 * that lies before the start gives the empty string.
 *
 * @param length code points wanted; below 0 there is no result: −1
 */
export function substring(
  data: Uint8Array,
  start: number,
  end: number,
  position: number,
  length: number,
  out: Arena,
): number {
  out.end = start;
  if (length <= 0) return length < 0 ? -1 : start;
  let skip = position > 0 ? position - 1 : 0;
  if (position < 0) {
    skip = charLength(data, start, end) + position;
    if (skip < 0) return start;
  }
  const from = skipChars(data, start, end, skip);
  out.end = skipChars(data, from, end, length);
  return from;
}

/** Without spaces at the left (1), right (2) or both sides (3). */
export function trimSpaces(
  data: Uint8Array,
  start: number,
  end: number,
  sides: number,
  out: Arena,
): number {
  let [from, to] = [start, end];
  if (sides & 1) while (from < to && data[from] === 32) from++;
  if (sides & 2) while (to > from && data[to - 1] === 32) to--;
  out.end = to;
  return from;
}

/** First position of the needle at or behind `from`, or −1. */
export function indexOf(
  data: Uint8Array,
  from: number,
  end: number,
  needle: Uint8Array,
  needleStart: number,
  needleEnd: number,
): number {
  const length = needleEnd - needleStart;
  if (length === 0) return from;
  const first = needle[needleStart] as number;
  const last = end - length;
  for (let i = from; i <= last; i++) {
    if (data[i] !== first) continue;
    let j = 1;
    while (j < length && data[i + j] === needle[needleStart + j]) j++;
    if (j === length) return i;
  }
  return -1;
}

/** POSITION: in code points from 1; 0 when it is not there. */
export function position(
  needle: Uint8Array,
  needleStart: number,
  needleEnd: number,
  data: Uint8Array,
  start: number,
  end: number,
  from: number,
): number {
  if (needleStart === needleEnd) return 1;
  let at = from > 1 ? skipChars(data, start, end, from - 1) : start;
  let count = Math.max(from, 1);
  while (at < end) {
    const found = indexOf(data, at, end, needle, needleStart, needleEnd);
    if (found < 0) return 0;
    for (; at < found; at += charBytes(data[at] as number)) count++;
    // A needle of continuation bytes does not stand within a code point.
    if (at === found) return count;
  }
  return 0;
}

export function startsWith(
  data: Uint8Array,
  start: number,
  end: number,
  prefix: Uint8Array,
  from: number,
  to: number,
): boolean {
  const length = to - from;
  return end - start >= length && equalBytes(data, start, start + length, prefix, from, to);
}

export function endsWith(
  data: Uint8Array,
  start: number,
  end: number,
  suffix: Uint8Array,
  from: number,
  to: number,
): boolean {
  const length = to - from;
  return end - start >= length && equalBytes(data, end - length, end, suffix, from, to);
}

export function contains(
  data: Uint8Array,
  start: number,
  end: number,
  needle: Uint8Array,
  from: number,
  to: number,
): boolean {
  return indexOf(data, start, end, needle, from, to) >= 0;
}

const upperOf = (text: string): string => text.toUpperCase();
const lowerOf = (text: string): string => text.toLowerCase();

/** Upper case into the arena; gives the start, the end is the arena's size. */
export function upper(arena: Arena, data: Uint8Array, start: number, end: number): number {
  return mapAscii(arena, data, start, end, 97, 122, upperOf);
}

export function lower(arena: Arena, data: Uint8Array, start: number, end: number): number {
  return mapAscii(arena, data, start, end, 65, 90, lowerOf);
}

/** Flips the case bit of bytes within a range; other than ASCII text goes through strings. */
function mapAscii(
  arena: Arena,
  data: Uint8Array,
  start: number,
  end: number,
  least: number,
  most: number,
  map: (text: string) => string,
): number {
  arena.reserve(end - start);
  const at = arena.size;
  const target = arena.data;
  for (let i = start; i < end; i++) {
    const byte = data[i] as number;
    if (byte > 127) return arena.putText(map(decodeText(data, start, end)));
    target[at + i - start] = byte >= least && byte <= most ? byte ^ 32 : byte;
  }
  arena.size = at + end - start;
  return at;
}

/** The code points from the last to the first. */
export function reverse(arena: Arena, data: Uint8Array, start: number, end: number): number {
  arena.reserve(end - start);
  const at = arena.size;
  let to = at + end - start;
  arena.size = to;
  for (let from = start; from < end; ) {
    const next = skipChars(data, from, end, 1);
    to -= next - from;
    arena.data.set(data.subarray(from, next), to);
    from = next;
  }
  return at;
}

/** The last `count` code points. */
export function rightText(
  data: Uint8Array,
  start: number,
  end: number,
  count: number,
  out: Arena,
): number {
  out.end = end;
  if (count <= 0) return end;
  return skipChars(data, start, end, charLength(data, start, end) - count);
}

/** Without the characters of `set` at the left (1), right (2) or both sides (3). */
export function trimSet(
  data: Uint8Array,
  start: number,
  end: number,
  set: string,
  sides: number,
  out: Arena,
): number {
  let [from, to] = [start, end];
  while (sides & 1 && from < to) {
    const next = skipChars(data, from, to, 1);
    if (!set.includes(decodeText(data, from, next))) break;
    from = next;
  }
  while (sides & 2 && to > from) {
    let before = to - 1;
    while (before > from && ((data[before] as number) & 0xc0) === 0x80) before--;
    if (!set.includes(decodeText(data, before, to))) break;
    to = before;
  }
  out.end = to;
  return from;
}

/** Two texts behind each other. */
export function joinTwo(
  arena: Arena,
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): number {
  arena.reserve(aEnd - aStart + bEnd - bStart);
  const start = arena.put(a, aStart, aEnd);
  arena.put(b, bStart, bEnd);
  return start;
}
