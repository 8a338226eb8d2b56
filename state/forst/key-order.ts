/**
 * Keys are bytes in unsigned byte order; a key that another one begins with comes first. They
 * begin with the key group (2 bytes, big endian).
 */
import { compareBytes } from '../column/compare.js';

/** Less than, equal to, or greater than 0, as the first key stands to the second. */
export function compareKeys(a: Uint8Array, b: Uint8Array): number {
  return compareBytes(a, 0, a.length, b, 0, b.length);
}

/** How many bytes the two keys begin with alike. */
export function sharedPrefix(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): number {
  const end = Math.min(aEnd - aStart, bEnd - bStart);
  let shared = 0;
  while (shared < end && a[aStart + shared] === b[bStart + shared]) shared++;
  return shared;
}

/** The least key above this one. */
export function keyAfter(key: Uint8Array): Uint8Array {
  const after = new Uint8Array(key.length + 1);
  after.set(key);
  return after;
}

/** The least key above all that begin with `prefix`; null when there is none. */
export function prefixEnd(prefix: Uint8Array): Uint8Array | null {
  let length = prefix.length;
  while (length > 0 && prefix[length - 1] === 0xff) length--;
  if (length === 0) return null;
  const end = new Uint8Array(prefix.subarray(0, length));
  end[length - 1] = (end[length - 1] as number) + 1;
  return end;
}

/** The key group that a key begins with. */
export function groupOf(key: Uint8Array, start = 0): number {
  return ((key[start] as number) << 8) | (key[start + 1] as number);
}

/** The least key of a key group. */
export function groupStart(group: number): Uint8Array {
  return Uint8Array.of(group >> 8, group);
}
