/**
 * A block of sorted entries, about 4 KiB: what is read, checked and cached as one.
 *
 * An entry is `shared | suffix length | value length + 1, 0 = deleted | suffix | value`, the
 * numbers as varints; its key is the first `shared` bytes of the key before it, then the suffix. At
 * restart points, each 16 entries, `shared` is 0. Their offsets (4 bytes, little endian) stand at
 * the end, then their count.
 *
 * A search goes by restart points to the run of 16 that may hold the key, then walks it without
 * putting keys together: with `matched` = how many bytes of the wanted key the entry before had in
 * common, an entry that shares more than that is still below it, one that shares less is above it.
 */
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
    return this.#length + this.#restarts.length * 4 + 4;
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
    this.#reserve(this.#restarts.length * 4 + 4);
    const view = new DataView(this.#bytes.buffer);
    let at = this.#length;
    for (const restart of this.#restarts) {
      view.setUint32(at, restart, true);
      at += 4;
    }
    view.setUint32(at, this.#restarts.length, true);
    this.#length = 0;
    this.#count = 0;
    this.#restarts = [];
    return this.#bytes.subarray(0, at + 4);
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
  #at = 0;

  /** @returns where the value starts, or `ABSENT`, or `DELETED` */
  find(
    bytes: Uint8Array,
    start: number,
    end: number,
    keys: Uint8Array,
    keyStart: number,
    keyEnd: number,
  ): number {
    const table = end - 4 - 4 * uint32(bytes, end - 4);
    this.#at = start + this.#restart(bytes, start, table, end - 4, keys, keyStart, keyEnd);
    const wanted = keyEnd - keyStart;
    let matched = 0;
    while (this.#at < table) {
      const shared = this.#varint(bytes);
      const suffix = this.#varint(bytes);
      const value = this.#varint(bytes);
      const at = this.#at;
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
      this.#at = at + suffix + (value === 0 ? 0 : value - 1);
    }
    return ABSENT;
  }

  /** The offset of the last restart point whose key is not above the wanted one, or the first. */
  #restart(
    bytes: Uint8Array,
    start: number,
    table: number,
    tableEnd: number,
    keys: Uint8Array,
    keyStart: number,
    keyEnd: number,
  ): number {
    let low = 0;
    let high = (tableEnd - table) >> 2;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      this.#at = start + uint32(bytes, table + middle * 4) + 1;
      const suffix = this.#varint(bytes);
      this.#varint(bytes);
      const at = this.#at;
      const limit = Math.min(suffix, keyEnd - keyStart);
      let i = 0;
      while (i < limit && bytes[at + i] === keys[keyStart + i]) i++;
      const isAbove =
        i < limit
          ? (bytes[at + i] as number) > (keys[keyStart + i] as number)
          : suffix > keyEnd - keyStart;
      if (isAbove) high = middle;
      else low = middle;
    }
    return uint32(bytes, table + low * 4);
  }

  #varint(bytes: Uint8Array): number {
    const byte = bytes[this.#at++] as number;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let shift = 7; ; shift += 7) {
      const next = bytes[this.#at++] as number;
      value |= (next & 0x7f) << shift;
      if (next < 0x80 || shift > 28) return value;
    }
  }
}

/** Appends all entries of a block. */
export function decodeBlock(
  bytes: Uint8Array,
  start: number,
  end: number,
  into: EntryBuffer,
): void {
  const table = end - 4 - 4 * uint32(bytes, end - 4);
  const reader = new VarintReader(bytes, start);
  let before = 0;
  while (reader.at < table) {
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
