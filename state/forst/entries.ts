/**
 * Entries of state in columns: keys in one array of bytes, values in another, offsets into both. No
 * object an entry; where the arrays are shared memory, they cross to a worker without a copy.
 */

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

  put(key: Uint8Array, value: Uint8Array): void {
    this.add(key, 0, key.length, value, 0, value.length);
  }

  delete(key: Uint8Array): void {
    this.addDeleted(key, 0, key.length);
  }

  /** Makes room for one more entry, for those who write its bytes in place and call `end`. */
  reserve(keyBytes: number, valueBytes: number): void {
    if (this.count + 1 >= this.keyOffsets.length) this.#growEntries();
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

  #growEntries(): void {
    const entries = (this.keyOffsets.length - 1) * 2;
    const keyOffsets = this.#offsets(entries + 1);
    keyOffsets.set(this.keyOffsets);
    const valueOffsets = this.#offsets(entries + 1);
    valueOffsets.set(this.valueOffsets);
    this.keyOffsets = keyOffsets;
    this.valueOffsets = valueOffsets;
    this.deleted = this.#grown(this.deleted, entries);
  }

  #grown(bytes: Uint8Array, least: number): Uint8Array {
    const grown = this.#bytes(Math.max(bytes.length * 2, least));
    grown.set(bytes);
    return grown;
  }

  #bytes(length: number): Uint8Array {
    return this.#isShared ? new Uint8Array(new SharedArrayBuffer(length)) : new Uint8Array(length);
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
