/**
 * Entries of state in columns: keys in one array of bytes, values in another, offsets into both. No
 * object an entry; where the arrays are shared memory, they cross to a worker without a copy.
 */
import { grownArena, grownCapacity } from '../column/growth.js';
import { mappedBytes } from '../column/mapped.js';
import type { Slices } from '../keyed/slices.js';

export interface Entries {
  readonly count: number;
  readonly keys: Uint8Array;
  /** `count + 1` offsets: key i is `keys[keyOffsets[i] … keyOffsets[i + 1] − 1]`. */
  readonly keyOffsets: Int32Array;
  readonly values: Uint8Array;
  readonly valueOffsets: Int32Array;
  /** 1 = the key is deleted (its value is empty). */
  readonly deleted: Uint8Array;
}

/** What an entry takes beside the columns of its row: offsets, flag, key group and table. */
export const BESIDE_BYTES = 13;

/** Few: a range of one key is read into buffers of its own. */
const FIRST_ENTRIES = 16;
const FIRST_BYTES = 512;

/** Entries that grow at their end. */
export class EntryBuffer implements Entries {
  count = 0;
  keys: Uint8Array;
  keyOffsets: Int32Array;
  values: Uint8Array;
  valueOffsets: Int32Array;
  deleted: Uint8Array;
  readonly #isShared: boolean;

  /** @param isShared whether the arrays stand in shared memory */
  constructor(isShared = false) {
    this.#isShared = isShared;
    this.keys = this.#bytes(FIRST_BYTES);
    this.values = this.#bytes(FIRST_BYTES);
    this.keyOffsets = this.#offsets(FIRST_ENTRIES + 1);
    this.valueOffsets = this.#offsets(FIRST_ENTRIES + 1);
    this.deleted = this.#bytes(FIRST_ENTRIES);
  }

  get keyBytes(): number {
    return this.keyOffsets[this.count] as number;
  }

  get valueBytes(): number {
    return this.valueOffsets[this.count] as number;
  }

  clear(): void {
    this.count = 0;
  }

  add(
    keys: Uint8Array,
    keyStart: number,
    keyEnd: number,
    values: Uint8Array,
    valueStart: number,
    valueEnd: number,
  ): void {
    this.reserve(keyEnd - keyStart, valueEnd - valueStart);
    copyBytes(keys, keyStart, keyEnd, this.keys, this.keyBytes);
    copyBytes(values, valueStart, valueEnd, this.values, this.valueBytes);
    this.end(this.keyBytes + keyEnd - keyStart, this.valueBytes + valueEnd - valueStart, 0);
  }

  addDeleted(keys: Uint8Array, keyStart: number, keyEnd: number): void {
    this.reserve(keyEnd - keyStart, 0);
    copyBytes(keys, keyStart, keyEnd, this.keys, this.keyBytes);
    this.end(this.keyBytes + keyEnd - keyStart, this.valueBytes, 1);
  }

  /** Adds entries whose keys, and values, stand one behind the other; null = they are deleted. */
  addAll(keys: Slices, values: Slices | null): void {
    const { count } = keys;
    const [keyBase, valueBase] = [this.keyBytes, this.valueBytes];
    const keyBytes = keys.offsets[count] as number;
    const valueBytes = values === null ? 0 : (values.offsets[count] as number);
    this.reserve(keyBytes, valueBytes, count);
    this.keys.set(keys.data.subarray(0, keyBytes), keyBase);
    if (values !== null) this.values.set(values.data.subarray(0, valueBytes), valueBase);
    const { keyOffsets, valueOffsets } = this;
    const first = this.count + 1;
    for (let i = 0; i < count; i++) {
      keyOffsets[first + i] = keyBase + (keys.offsets[i + 1] as number);
      const end = values === null ? 0 : (values.offsets[i + 1] as number);
      valueOffsets[first + i] = valueBase + end;
    }
    this.deleted.fill(values === null ? 1 : 0, this.count, this.count + count);
    this.count += count;
  }

  /** Bytes of its arrays. */
  get capacityBytes(): number {
    const { keys, values, deleted, keyOffsets, valueOffsets } = this;
    const arrays = [keys, values, deleted, keyOffsets, valueOffsets];
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  put(key: Uint8Array, value: Uint8Array): void {
    this.add(key, 0, key.length, value, 0, value.length);
  }

  delete(key: Uint8Array): void {
    this.addDeleted(key, 0, key.length);
  }

  /**
   * Makes room for bytes of one more entry, or of several: for those who write them in place and
   * call `end`.
   */
  reserve(keyBytes: number, valueBytes: number, count = 1): void {
    const entries = this.count + count;
    if (entries >= this.keyOffsets.length) this.#growEntries(entries);
    const key = this.keyBytes + keyBytes;
    if (key > this.keys.length) this.keys = this.#grown(this.keys, key);
    const value = this.valueBytes + valueBytes;
    if (value > this.values.length) this.values = this.#grown(this.values, value);
  }

  /** Ends the entry whose bytes were written behind the last one. */
  end(keyEnd: number, valueEnd: number, deleted: 0 | 1): void {
    this.deleted[this.count] = deleted;
    this.count++;
    this.keyOffsets[this.count] = keyEnd;
    this.valueOffsets[this.count] = valueEnd;
  }

  #growEntries(least: number): void {
    const entries = grownCapacity(this.keyOffsets.length - 1, least);
    const keyOffsets = this.#offsets(entries + 1);
    keyOffsets.set(this.keyOffsets);
    const valueOffsets = this.#offsets(entries + 1);
    valueOffsets.set(this.valueOffsets);
    this.keyOffsets = keyOffsets;
    this.valueOffsets = valueOffsets;
    this.deleted = this.#grown(this.deleted, entries);
  }

  #grown(bytes: Uint8Array, least: number): Uint8Array {
    const grown = this.#bytes(grownArena(bytes.length, least));
    grown.set(bytes);
    return grown;
  }

  #bytes(length: number): Uint8Array {
    return mappedBytes(length, this.#isShared);
  }

  #offsets(length: number): Int32Array {
    return this.#isShared
      ? new Int32Array(new SharedArrayBuffer(length * 4))
      : new Int32Array(length);
  }
}

/** Below this many bytes a loop copies faster than a call. */
const SHORT_COPY = 48;

export function copyBytes(
  from: Uint8Array,
  start: number,
  end: number,
  to: Uint8Array,
  at: number,
): void {
  if (end - start < SHORT_COPY) {
    const shift = at - start;
    for (let i = start; i < end; i++) to[i + shift] = from[i] as number;
  } else {
    to.set(from.subarray(start, end), at);
  }
}
