/**
 * A block of sorted entries, about 4 KiB: what is read, checked and cached as one.
 *
 * An entry is `shared | suffix length | value length + 1, 0 = deleted | suffix | value`, the
 * numbers as varints; its key is the first `shared` bytes of the key before it, then the suffix. At
 * restart points, each 16 entries, `shared` is 0. At the end stands for each of them its head and
 * its offset (4 bytes each, little endian), then their count (3) and the length of the prefix (1)
 * that all keys of the block share. A head is the 4 bytes of the key behind the prefix, the first
 * one the most significant.
 *
 * A search goes by heads, which lie side by side, to the run of 16 that may hold the key, then
 * walks it without putting keys together: with `matched` = how many bytes of the wanted key the
 * entry before had in common, an entry that shares more than that is still below it, one that
 * shares less is above it.
 */

import { compareBytes } from '../column/compare.js';
import { copyBytes, type EntryBuffer } from './entries.js';
import { sharedPrefix } from './key-order.js';
import { LONGEST_VARINT, VarintReader, writeVarint } from './varint.js';

const RESTART_EVERY = 16;

export class BlockBuilder {
  #bytes = new Uint8Array(8192);
  #length = 0;
  #count = 0;
  #restarts: number[] = [];
  #lastKey = new Uint8Array(64);
  #lastKeyLength = 0;

  get count(): number {
    return this.#count;
  }

  /** Bytes the block takes, uncompressed. */
  get sizeBytes(): number {
    return this.#length + this.#restarts.length * 8 + 4;
  }

  /** A copy of the key added last. */
  lastKey(): Uint8Array {
    return this.#lastKey.slice(0, this.#lastKeyLength);
  }

  /** @param valueEnd −1 = the key is deleted */
  add(
    keys: Uint8Array,
    keyStart: number,
    keyEnd: number,
    values: Uint8Array,
    valueStart: number,
    valueEnd: number,
  ): void {
    let shared = 0;
    if (this.#count % RESTART_EVERY === 0) this.#restarts.push(this.#length);
    else shared = sharedPrefix(this.#lastKey, 0, this.#lastKeyLength, keys, keyStart, keyEnd);
    const suffix = keyEnd - keyStart - shared;
    const value = valueEnd < 0 ? 0 : valueEnd - valueStart;
    this.#reserve(3 * LONGEST_VARINT + suffix + value);
    const bytes = this.#bytes;
    let at = writeVarint(bytes, this.#length, shared);
    at = writeVarint(bytes, at, suffix);
    at = writeVarint(bytes, at, valueEnd < 0 ? 0 : value + 1);
    copyBytes(keys, keyStart + shared, keyEnd, bytes, at);
    at += suffix;
    copyBytes(values, valueStart, valueStart + value, bytes, at);
    this.#length = at + value;
    this.#count++;
    this.#remember(keys, keyStart + shared, keyEnd, shared);
  }

  /** The block's bytes, valid until the next `add`; the builder is empty afterwards. */
  finish(): Uint8Array {
    this.#reserve(this.#restarts.length * 8 + 4);
    const view = new DataView(this.#bytes.buffer);
    const prefix = this.#prefix();
    let at = this.#length;
    for (const restart of this.#restarts) {
      const key = this.#keyAt(restart);
      view.setUint32(at, head(key, prefix, key.length), true);
      view.setUint32(at + 4, restart, true);
      at += 8;
    }
    view.setUint32(at, this.#restarts.length + prefix * 2 ** 24, true);
    this.#length = 0;
    this.#count = 0;
    this.#restarts = [];
    return this.#bytes.subarray(0, at + 4);
  }

  /** Bytes that the first and the last key, and so all, begin with. */
  #prefix(): number {
    if (this.#count === 0) return 0;
    const first = this.#keyAt(0);
    const shared = sharedPrefix(first, 0, first.length, this.#lastKey, 0, this.#lastKeyLength);
    return Math.min(255, shared);
  }

  /** The key of the restart point at an offset. */
  #keyAt(offset: number): Uint8Array {
    const reader = new VarintReader(this.#bytes, offset + 1);
    const length = reader.next();
    reader.next();
    return reader.take(length);
  }

  #remember(keys: Uint8Array, start: number, end: number, shared: number): void {
    this.#lastKeyLength = shared + end - start;
    if (this.#lastKeyLength > this.#lastKey.length) {
      const grown = new Uint8Array(this.#lastKeyLength * 2);
      grown.set(this.#lastKey);
      this.#lastKey = grown;
    }
    copyBytes(keys, start, end, this.#lastKey, shared);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

/** Where a search ended: an offset in the block's array, `DELETED` or `ABSENT`. */
export const ABSENT = -1;
export const DELETED = -2;

/**
 * Looks for keys in blocks. The block is `bytes[start … end − 1]` of a larger array; `length` holds
 * the length of the value found last.
 */
export class BlockSearch {
  length = 0;

  /** @returns where the value starts, or `ABSENT`, or `DELETED` */
  find(
    bytes: Uint8Array,
    start: number,
    end: number,
    keys: Uint8Array,
    keyStart: number,
    keyEnd: number,
  ): number {
    const table = tableStart(bytes, end);
    const run = restart(bytes, start, table, end - 4, keys, keyStart, keyEnd);
    let at = start + uint32(bytes, table + run * 8 + 4);
    const wanted = keyEnd - keyStart;
    let matched = 0;
    while (at < table) {
      let shared = bytes[at++] as number;
      if (shared >= 0x80) {
        shared = longVarint(bytes, at - 1);
        at += varintBytes(shared) - 1;
      }
      let suffix = bytes[at++] as number;
      if (suffix >= 0x80) {
        suffix = longVarint(bytes, at - 1);
        at += varintBytes(suffix) - 1;
      }
      let value = bytes[at++] as number;
      if (value >= 0x80) {
        value = longVarint(bytes, at - 1);
        at += varintBytes(value) - 1;
      }
      if (shared < matched) return ABSENT;
      if (shared === matched) {
        const limit = Math.min(suffix, wanted - matched);
        const from = keyStart + matched;
        let same = 0;
        while (same < limit && bytes[at + same] === keys[from + same]) same++;
        if (same === limit) {
          if (suffix === wanted - matched) {
            this.length = value - 1;
            return value === 0 ? DELETED : at + suffix;
          }
          if (suffix > limit) return ABSENT;
        } else if ((bytes[at + same] as number) > (keys[from + same] as number)) {
          return ABSENT;
        }
        matched += same;
      }
      at += suffix + (value === 0 ? 0 : value - 1);
    }
    return ABSENT;
  }
}

/** The last restart point whose key is not above the wanted one, or the first: its number. */
function restart(
  bytes: Uint8Array,
  start: number,
  table: number,
  tableEnd: number,
  keys: Uint8Array,
  keyStart: number,
  keyEnd: number,
): number {
  // A key without the block's prefix is nowhere in it, wherever the search ends.
  const wanted = head(keys, keyStart + (bytes[tableEnd + 3] as number), keyEnd);
  let low = 0;
  let high = (tableEnd - table) >> 3;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const found = uint32(bytes, table + middle * 8) >>> 0;
    const isAbove =
      found === wanted
        ? isKeyAbove(bytes, start + uint32(bytes, table + middle * 8 + 4), keys, keyStart, keyEnd)
        : found > wanted;
    if (isAbove) high = middle;
    else low = middle;
  }
  return low;
}

/** Whether the key of the restart point at `at` is above the wanted one. */
function isKeyAbove(
  bytes: Uint8Array,
  at: number,
  keys: Uint8Array,
  keyStart: number,
  keyEnd: number,
): boolean {
  const reader = new VarintReader(bytes, at + 1);
  const length = reader.next();
  reader.next();
  return compareBytes(bytes, reader.at, reader.at + length, keys, keyStart, keyEnd) > 0;
}

/** Four bytes of a key from `at` on, zeros behind its end. */
function head(key: Uint8Array, at: number, end: number): number {
  let word = 0;
  for (let i = 0; i < 4; i++) word = (word << 8) | (at + i < end ? (key[at + i] as number) : 0);
  return word >>> 0;
}

/** Where the table of restart points begins. */
function tableStart(bytes: Uint8Array, end: number): number {
  return end - 4 - 8 * (uint32(bytes, end - 4) & 0xffffff);
}

function longVarint(bytes: Uint8Array, at: number): number {
  let value = (bytes[at] as number) & 0x7f;
  for (let shift = 7; (bytes[at] as number) >= 0x80 && shift <= 28; shift += 7) {
    at++;
    value |= ((bytes[at] as number) & 0x7f) << shift;
  }
  return value;
}

function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes++;
  return bytes;
}

/** Appends all entries of a block. */
export function decodeBlock(
  bytes: Uint8Array,
  start: number,
  end: number,
  into: EntryBuffer,
): void {
  decodeRuns(bytes, start, tableStart(bytes, end), into);
}

/** Appends the entries of a block from key `lower` to `upper`, and some on either side. */
export function decodeAround(
  bytes: Uint8Array,
  start: number,
  end: number,
  lower: Uint8Array,
  upper: Uint8Array,
  into: EntryBuffer,
): void {
  const table = tableStart(bytes, end);
  const runs = (end - 4 - table) >> 3;
  const runOf = (key: Uint8Array): number =>
    restart(bytes, start, table, end - 4, key, 0, key.length);
  const isInside = (key: Uint8Array): boolean => hasPrefix(bytes, start, end, key, 0, key.length);
  const first = isInside(lower) ? runOf(lower) : 0;
  const behind = isInside(upper) ? runOf(upper) + 1 : runs;
  const offset = (run: number): number => start + uint32(bytes, table + run * 8 + 4);
  decodeRuns(bytes, offset(first), behind < runs ? offset(behind) : table, into);
}

/** Whether a key begins as all of the block do; else its place is not found by heads. */
function hasPrefix(
  bytes: Uint8Array,
  start: number,
  end: number,
  keys: Uint8Array,
  keyStart: number,
  keyEnd: number,
): boolean {
  const length = bytes[end - 1] as number;
  if (keyEnd - keyStart < length) return false;
  const reader = new VarintReader(bytes, start + 1);
  reader.next();
  reader.next();
  return (
    compareBytes(bytes, reader.at, reader.at + length, keys, keyStart, keyStart + length) === 0
  );
}

let current = new Uint8Array(64);

/** Appends the entries that begin with a key. */
export function decodePrefixed(
  bytes: Uint8Array,
  start: number,
  end: number,
  keys: Uint8Array,
  keyStart: number,
  keyEnd: number,
  into: EntryBuffer,
): void {
  const table = tableStart(bytes, end);
  const run = hasPrefix(bytes, start, end, keys, keyStart, keyEnd)
    ? restart(bytes, start, table, end - 4, keys, keyStart, keyEnd)
    : 0;
  const wanted = keyEnd - keyStart;
  const reader = new VarintReader(bytes, start + uint32(bytes, table + run * 8 + 4));
  while (reader.at < table) {
    const shared = reader.next();
    const suffix = reader.next();
    const value = reader.next();
    const at = reader.at;
    const length = shared + suffix;
    if (length > current.length) {
      const grown = new Uint8Array(2 * length);
      grown.set(current);
      current = grown;
    }
    copyBytes(bytes, at, at + suffix, current, shared);
    const valueStart = at + suffix;
    reader.at = valueStart + Math.max(0, value - 1);
    const order = compareBytes(current, 0, Math.min(length, wanted), keys, keyStart, keyEnd);
    if (order > 0) return;
    if (order < 0) continue;
    if (value === 0) into.addDeleted(current, 0, length);
    else into.add(current, 0, length, bytes, valueStart, reader.at);
  }
}

/** Appends the entries from a restart point on. */
function decodeRuns(bytes: Uint8Array, from: number, to: number, into: EntryBuffer): void {
  const reader = new VarintReader(bytes, from);
  let before = 0;
  while (reader.at < to) {
    const shared = reader.next();
    const suffix = reader.next();
    const value = reader.next();
    const at = reader.at;
    const length = value === 0 ? 0 : value - 1;
    into.reserve(shared + suffix, length);
    const { keys, keyBytes, valueBytes } = into;
    copyBytes(keys, before, before + shared, keys, keyBytes);
    copyBytes(bytes, at, at + suffix, keys, keyBytes + shared);
    copyBytes(bytes, at + suffix, at + suffix + length, into.values, valueBytes);
    into.end(keyBytes + shared + suffix, valueBytes + length, value === 0 ? 1 : 0);
    before = keyBytes;
    reader.at = at + suffix + length;
  }
}

function uint32(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  );
}
