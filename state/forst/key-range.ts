/**
 * Ranges of keys: all keys of some key groups whose bytes behind the group lie between two bounds.
 * So a window is one range for all key groups of a task, to be read or to be deleted.
 *
 * A deleted range counts for older files only: where its own file has an entry in the range, the
 * entry was written after it. It also counts within its file's key bounds and clip only, which is
 * how a compaction splits a range among its outputs.
 */
import { compareBytes } from '../column/compare.js';
import { groupOf, groupStart } from './key-order.js';
import { LONGEST_VARINT, VarintReader, writeVarint } from './varint.js';

export interface KeyRange {
  /** Key groups; both ends belong to it. */
  readonly firstGroup: number;
  readonly lastGroup: number;
  /** The first key, without its key group. */
  readonly from: Uint8Array;
  /** Behind the last key, without its key group; null = the end of the group. */
  readonly to: Uint8Array | null;
}

export function isInRange(range: KeyRange, keys: Uint8Array, start: number, end: number): boolean {
  const group = groupOf(keys, start);
  if (group < range.firstGroup || group > range.lastGroup) return false;
  const { from, to } = range;
  if (compareBytes(keys, start + 2, end, from, 0, from.length) < 0) return false;
  return to === null || compareBytes(keys, start + 2, end, to, 0, to.length) < 0;
}

/** The least key the range may hold. */
export function rangeStart(range: KeyRange): Uint8Array {
  return withGroup(range.firstGroup, range.from);
}

/** The least key above the range. */
export function rangeEnd(range: KeyRange): Uint8Array {
  return range.to === null ? groupStart(range.lastGroup + 1) : withGroup(range.lastGroup, range.to);
}

/** What of a range lies at or above key `lower` and below key `upper`. */
export function clipRange(range: KeyRange, lower: Uint8Array, upper: Uint8Array): KeyRange[] {
  const first = groupOf(lower);
  const last = groupOf(upper);
  const parts: KeyRange[] = [];
  const add = (firstGroup: number, lastGroup: number, from: Uint8Array, to: Uint8Array | null) => {
    const a = Math.max(firstGroup, range.firstGroup);
    const b = Math.min(lastGroup, range.lastGroup);
    const low = greater(range.from, from);
    const high = lesser(range.to, to);
    const isEmpty = high !== null && compareBytes(low, 0, low.length, high, 0, high.length) >= 0;
    if (a <= b && !isEmpty) parts.push({ firstGroup: a, lastGroup: b, from: low, to: high });
  };
  const none = new Uint8Array(0);
  if (first === last) {
    add(first, first, lower.subarray(2), upper.subarray(2));
  } else {
    add(first, first, lower.subarray(2), null);
    add(first + 1, last - 1, none, null);
    add(last, last, none, upper.subarray(2));
  }
  return parts;
}

export function encodeRanges(ranges: readonly KeyRange[]): Uint8Array {
  const room = ranges.reduce(
    (sum, { from, to }) => sum + 4 * LONGEST_VARINT + from.length + (to?.length ?? 0),
    LONGEST_VARINT,
  );
  const bytes = new Uint8Array(room);
  let at = writeVarint(bytes, 0, ranges.length);
  for (const { firstGroup, lastGroup, from, to } of ranges) {
    at = writeVarint(bytes, at, firstGroup);
    at = writeVarint(bytes, at, lastGroup);
    at = writeVarint(bytes, at, from.length);
    bytes.set(from, at);
    at = writeVarint(bytes, at + from.length, to === null ? 0 : to.length + 1);
    if (to === null) continue;
    bytes.set(to, at);
    at += to.length;
  }
  return bytes.subarray(0, at);
}

export function decodeRanges(bytes: Uint8Array): KeyRange[] {
  const reader = new VarintReader(bytes);
  return Array.from({ length: reader.next() }, () => {
    const firstGroup = reader.next();
    const lastGroup = reader.next();
    const from = new Uint8Array(reader.take(reader.next()));
    const length = reader.next();
    const to = length === 0 ? null : new Uint8Array(reader.take(length - 1));
    return { firstGroup, lastGroup, from, to };
  });
}

function withGroup(group: number, rest: Uint8Array): Uint8Array {
  const key = new Uint8Array(2 + rest.length);
  key.set(groupStart(group));
  key.set(rest, 2);
  return key;
}

function greater(a: Uint8Array, b: Uint8Array): Uint8Array {
  return compareBytes(a, 0, a.length, b, 0, b.length) >= 0 ? a : b;
}

/** null stands above all. */
function lesser(a: Uint8Array | null, b: Uint8Array | null): Uint8Array | null {
  if (a === null) return b;
  if (b === null) return a;
  return compareBytes(a, 0, a.length, b, 0, b.length) <= 0 ? a : b;
}
