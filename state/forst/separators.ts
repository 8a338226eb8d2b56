/**
 * The index of a sorted file: for each block a separator, which is at most the block's first key
 * and above all keys before it, and the block's length. Blocks stand one behind the other from
 * byte 0. Stored as a block of entries: separator → length.
 */

import { compareBytes } from '../column/compare.js';
import { BlockBuilder, decodeBlock } from './block.js';
import { EntryBuffer } from './entries.js';
import { groupOf, sharedPrefix } from './key-order.js';
import { LONGEST_VARINT, VarintReader, writeVarint } from './varint.js';

export class BlockIndexBuilder {
  readonly #block = new BlockBuilder();
  readonly #length = new Uint8Array(LONGEST_VARINT);

  get sizeBytes(): number {
    return this.#block.sizeBytes;
  }

  add(separator: Uint8Array, sealedBytes: number): void {
    const end = writeVarint(this.#length, 0, sealedBytes);
    this.#block.add(separator, 0, separator.length, this.#length, 0, end);
  }

  finish(): Uint8Array {
    return this.#block.finish();
  }
}

/** A shortest key above `before` and not above `key`, which is above `before`. */
export function separator(before: Uint8Array, key: Uint8Array): Uint8Array {
  const shared = sharedPrefix(before, 0, before.length, key, 0, key.length);
  return new Uint8Array(key.subarray(0, shared + 1));
}

export class BlockIndex {
  readonly count: number;
  readonly memoryBytes: number;
  readonly #keys: Uint8Array;
  readonly #ends: Int32Array;
  /** `count + 1` offsets in the file. */
  readonly #offsets: Float64Array;
  readonly #firstGroup: number;
  /** By key group from the first on, and one more: the first separator of that group or behind. */
  readonly #groups: Int32Array;

  constructor(payload: Uint8Array) {
    const entries = new EntryBuffer();
    decodeBlock(payload, 0, payload.length, entries);
    this.count = entries.count;
    this.#keys = entries.keys.slice(0, entries.keyBytes);
    this.#ends = entries.keyOffsets.slice(0, entries.count + 1);
    this.#offsets = new Float64Array(entries.count + 1);
    const lengths = new VarintReader(entries.values);
    for (let i = 0; i < entries.count; i++) {
      this.#offsets[i + 1] = (this.#offsets[i] as number) + lengths.next();
    }
    this.#firstGroup = this.count === 0 ? 0 : this.#group(0);
    const groups = this.count === 0 ? 0 : this.#group(this.count - 1) - this.#firstGroup + 1;
    this.#groups = new Int32Array(groups + 1).fill(this.count);
    for (let i = this.count - 1; i >= 0; i--) this.#groups[this.#group(i) - this.#firstGroup] = i;
    for (let g = groups - 1; g >= 0; g--) {
      const first = Math.min(this.#groups[g] as number, this.#groups[g + 1] as number);
      this.#groups[g] = first;
    }
    const { length } = this.#keys;
    this.memoryBytes =
      length + this.#ends.byteLength + this.#offsets.byteLength + this.#groups.byteLength;
  }

  /** Where block `block` starts; the tail's offset for `count`. */
  offset(block: number): number {
    return this.#offsets[block] as number;
  }

  /** At most the first key of a block, above all keys before it. */
  separator(block: number): Uint8Array {
    return this.#keys.subarray(this.#ends[block], this.#ends[block + 1]);
  }

  /** The one block that may hold the key; −1 when the key is below all. */
  find(keys: Uint8Array, start: number, end: number): number {
    return this.#last(keys, start, end, 0);
  }

  /** The last block that may hold keys below this one; −1 when there is none. */
  findBelow(key: Uint8Array): number {
    return this.#last(key, 0, key.length, -1);
  }

  /** The last block whose separator compares with the key as this number or a lower one. */
  #last(keys: Uint8Array, start: number, end: number, most: number): number {
    const group = groupOf(keys, start) - this.#firstGroup;
    if (group < 0) return -1;
    const last = this.#groups.length - 1;
    let low = (this.#groups[Math.min(group, last)] as number) - 1;
    let high = group >= last ? this.count : (this.#groups[group + 1] as number);
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      const from = this.#ends[middle] as number;
      const to = this.#ends[middle + 1] as number;
      if (compareBytes(this.#keys, from, to, keys, start, end) <= most) low = middle;
      else high = middle;
    }
    return low;
  }

  /** The key group of a separator, which may be shorter than one. */
  #group(i: number): number {
    const start = this.#ends[i] as number;
    const length = (this.#ends[i + 1] as number) - start;
    const high = length > 0 ? (this.#keys[start] as number) : 0;
    return (high << 8) | (length > 1 ? (this.#keys[start + 1] as number) : 0);
  }
}
