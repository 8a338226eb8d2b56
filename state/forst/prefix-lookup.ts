/**
 * The entries of many keys, each key with all that begin with it, against one version: what lists
 * and ordered tables are read by. Where a scan a key would wait for a block a key, here the blocks
 * that any key needs are known first, and near ones are read as one.
 *
 * A file of a table's keys knows by its filter which keys it has none of. In each other one the
 * blocks of a key are found by index; what is in memory, or may be read without waiting, is decoded
 * at once. Pieces of a key from several files are merged when they are taken: of equal entries the
 * one of the newest file counts. A key whose blocks are more bytes than it may have is found to be
 * large before they are read; a large one has entries, so where one block alone may have some, it
 * is read first: it may be of other keys.
 */
import { assert } from '../../conf/errors/error.js';
import { decodePrefixed } from './block.js';
import type { BlockCache } from './block-cache.js';
import { hashKey, mayContain } from './bloom-filter.js';
import { countingRanges } from './cursor.js';
import { type Entries, EntryBuffer } from './entries.js';
import { prefixEnd } from './key-order.js';
import type { ReadCounts } from './lookup.js';
import { Outstanding } from './outstanding.js';
import { RangeSet } from './range-set.js';
import { compareKeysAt, type Keys } from './sort.js';
import { SHORT_RUN_BYTES } from './sorted-file.js';
import type { Tail } from './tail.js';
import type { Version, VersionFile } from './version.js';

/** Takes entry `i` of the key of number `key`. */
export type TakeEntry = (key: number, entries: Entries, i: number) => void;

/** Entries of one key in one file, or in some of its blocks. */
interface Piece {
  /** The file's place: the newest is 0. */
  readonly age: number;
  readonly entries: EntryBuffer;
  /** Its next entry. */
  at: number;
  end: number;
  /** The block that its last entry is of. */
  block: number;
}

/** A file that may have some of the keys. */
interface Asked {
  readonly file: VersionFile;
  readonly age: number;
  readonly keys: number[];
  readonly entries: EntryBuffer;
}

interface WaitingKey {
  readonly key: number;
  readonly blocks: readonly number[];
}

export class PrefixLookup {
  readonly #keys: Keys;
  readonly #version: Version;
  readonly #cache: BlockCache;
  readonly #counts: ReadCounts;
  readonly #outstanding: Outstanding;
  readonly #hashes: Int32Array;
  readonly #pieces: Piece[][];
  /** By key: of its blocks in the files that were searched; infinite where it is large. */
  readonly #bytes: Float64Array;
  readonly #mostBytes: number;
  /** By key: 1 where there are entries. */
  readonly #has: Uint8Array;
  readonly #asked = new Map<VersionFile, Asked>();

  /**
   * @param keys of one table, without what tells entries of a key apart
   * @param done called once the version is not needed any more
   * @param mostBytes of the blocks of a key, compressed; larger ones are not read
   */
  constructor(
    keys: Keys,
    version: Version,
    cache: BlockCache,
    counts: ReadCounts,
    done: () => void,
    mostBytes = Infinity,
  ) {
    this.#keys = keys;
    this.#bytes = new Float64Array(keys.count);
    this.#has = new Uint8Array(keys.count);
    this.#mostBytes = mostBytes;
    this.#version = version;
    this.#cache = cache;
    this.#counts = counts;
    this.#outstanding = new Outstanding(done);
    this.#hashes = new Int32Array(keys.count);
    this.#pieces = Array.from({ length: keys.count }, () => []);
    counts.keys += keys.count;
    this.#outstanding.start(() => this.#begin());
  }

  /** Everything was read, and nothing failed. */
  get ready(): boolean {
    return this.#outstanding.ready;
  }

  /** Resolves when `ready`. @throws the first failure of a read, STATE_CORRUPT among them */
  wait(): Promise<void> {
    return this.#outstanding.wait();
  }

  /** When `ready`: whether the key has more than it may have. */
  isLarge(key: number): boolean {
    return this.#bytes[key] === Infinity;
  }

  /** Once, when `ready`: hands over the entries of each key, ascending; of large keys none. */
  take(each: TakeEntry): void {
    const hidden = this.#hidden();
    this.#pieces.forEach((pieces, key) => {
      if (this.isLarge(key)) return;
      pieces.sort((a, b) => a.age - b.age);
      merge(pieces, hidden, (entries, i) => each(key, entries, i));
    });
  }

  #begin(): void {
    const { count, keys, keyOffsets } = this.#keys;
    for (let key = 0; key < count; key++) {
      const start = keyOffsets[key] as number;
      const end = keyOffsets[key + 1] as number;
      this.#hashes[key] = hashKey(keys, start, end);
      this.#version.touching(keys, start, end, (file, age) => this.#askedOf(file, age).push(key));
    }
    for (const asked of this.#asked.values()) {
      const { data } = asked.file;
      const tail = data.tailNow();
      if (tail !== null) this.#search(asked, tail);
      else this.#outstanding.add(data.readTail(), (read) => this.#search(asked, read));
    }
  }

  #askedOf(file: VersionFile, age: number): number[] {
    const known = this.#asked.get(file);
    if (known !== undefined) return known.keys;
    const asked = { file, age, keys: [], entries: new EntryBuffer() };
    this.#asked.set(file, asked);
    return asked.keys;
  }

  /** All keys of a file: what is near at once, then the blocks that are not. */
  #search(asked: Asked, tail: Tail): void {
    const { data } = asked.file;
    data.isUsed = true;
    const first = this.#keys.keyOffsets[0] as number;
    const table = ((this.#keys.keys[first + 2] as number) << 8) | (this.#keys.keys[first + 3] ?? 0);
    const known = tail.tables.find((one) => one.table === table);
    if (known === undefined) return;
    const filter = known.apartBytes > 0 ? tail.filter : null;
    const waiting: WaitingKey[] = [];
    for (const key of asked.keys) {
      if (filter !== null && !mayContain(filter, this.#hashes[key] as number)) {
        this.#counts.filtered++;
        continue;
      }
      const blocks = this.#near(asked, tail, key);
      if (blocks.length > 0) waiting.push({ key, blocks });
    }
    if (waiting.length > 0) this.#read(asked, tail, waiting);
  }

  /** Decodes the blocks of a key that are near. @returns those that are not */
  #near(asked: Asked, tail: Tail, key: number): number[] {
    const { data } = asked.file;
    const { keys, keyOffsets } = this.#keys;
    const start = keyOffsets[key] as number;
    const end = keyOffsets[key + 1] as number;
    const from = Math.max(0, tail.index.find(keys, start, end));
    const behind = prefixEnd(keys.subarray(start, end));
    const to = behind === null ? tail.index.count - 1 : tail.index.findBelow(behind);
    // The blocks behind the first one begin with the key.
    if (to > from) this.#has[key] = 1;
    if (this.#isTooMuch(key, tail.index.offset(to + 1) - tail.index.offset(from))) return [];
    const missing: number[] = [];
    for (let block = from; block <= to; block++) {
      const entry = data.blockEntries[block] as number;
      if (entry >= 0) {
        this.#counts.hits++;
        const cache = this.#cache;
        const bytes = cache.bytes(entry);
        this.#decode(asked, key, block, bytes, cache.start(entry), cache.end(entry));
        continue;
      }
      const payload = data.blockNow(tail, block);
      if (payload === undefined) {
        missing.push(block);
        continue;
      }
      this.#counts.nearReads++;
      this.#decode(asked, key, block, payload, 0, payload.length);
    }
    return missing;
  }

  /** Counts bytes to a key; one that has too many loses what was read of it. */
  #isTooMuch(key: number, bytes: number): boolean {
    const sum = (this.#bytes[key] as number) + bytes;
    const isTooMuch = sum > this.#mostBytes && this.#has[key] === 1;
    this.#bytes[key] = isTooMuch ? Infinity : sum;
    if (isTooMuch) this.#pieces[key] = [];
    return isTooMuch;
  }

  #read(asked: Asked, tail: Tail, waiting: readonly WaitingKey[]): void {
    const { data } = asked.file;
    const short = new Set<number>();
    const shortKeys: WaitingKey[] = [];
    for (const one of waiting) {
      const { key, blocks } = one;
      this.#counts.farReads += blocks.length;
      const [first, end] = [blocks[0] as number, (blocks.at(-1) as number) + 1];
      if (tail.index.offset(end) - tail.index.offset(first) > SHORT_RUN_BYTES) {
        this.#outstanding.add(data.readRun(tail, first, end), (run) => {
          for (const block of blocks) this.#decodeAll(asked, key, block, run[block - first]);
        });
        continue;
      }
      for (const block of blocks) short.add(block);
      shortKeys.push(one);
    }
    if (short.size === 0) return;
    const order = [...short].sort((a, b) => a - b);
    this.#outstanding.add(Promise.all(data.readBlocks(tail, order)), (payloads) => {
      const byBlock = new Map(order.map((block, i) => [block, payloads[i]]));
      for (const { key, blocks } of shortKeys) {
        for (const block of blocks) this.#decodeAll(asked, key, block, byBlock.get(block));
      }
    });
  }

  #decodeAll(asked: Asked, key: number, block: number, payload: Uint8Array | undefined): void {
    assert(payload !== undefined, 'A block that was asked for was read');
    this.#decode(asked, key, block, payload, 0, payload.length);
  }

  /** Adds the entries of a block that begin with the key. */
  #decode(
    { file, age, entries }: Asked,
    key: number,
    block: number,
    bytes: Uint8Array,
    from: number,
    to: number,
  ): void {
    if (this.isLarge(key)) return;
    const { keys, keyOffsets } = this.#keys;
    const first = entries.count;
    const [start, end] = [keyOffsets[key] as number, keyOffsets[key + 1] as number];
    const into = file.untimed === null ? entries : new EntryBuffer();
    decodePrefixed(bytes, from, to, keys, start, end, into);
    file.untimed?.addAll(into, entries);
    if (entries.count === first) return;
    this.#has[key] = 1;
    if (this.#isTooMuch(key, 0)) return;
    const pieces = this.#pieces[key] as Piece[];
    const last = pieces.at(-1);
    if (last?.entries === entries && last.end === first && last.block < block) {
      last.end = entries.count;
      last.block = block;
    } else {
      pieces.push({ age, entries, at: first, end: entries.count, block });
    }
  }

  /** Deleted ranges of all files that are newer than those of an age; null = there are none. */
  #hidden(): ((age: number) => RangeSet) | null {
    const asked = [...this.#asked.values()].filter(
      ({ file }) => file.data.ranges.ranges.length > 0,
    );
    if (asked.length === 0) return null;
    const byAge = new Map<number, RangeSet>();
    return (age) => {
      const newer = asked.filter((one) => one.age < age).map(({ file }) => file);
      const found = byAge.get(age) ?? new RangeSet(countingRanges(newer));
      byAge.set(age, found);
      return found;
    };
  }
}

/** @param pieces of one key, the newest first */
function merge(
  pieces: readonly Piece[],
  hidden: ((age: number) => RangeSet) | null,
  take: (entries: Entries, i: number) => void,
): void {
  const ranges = hidden === null ? null : pieces.map(({ age }) => hidden(age));
  for (;;) {
    let least = -1;
    for (let i = 0; i < pieces.length; i++) {
      const piece = pieces[i] as Piece;
      if (piece.at === piece.end) continue;
      if (least < 0 || compare(piece, pieces[least] as Piece) < 0) least = i;
    }
    if (least < 0) return;
    const { entries, at } = pieces[least] as Piece;
    for (let i = least + 1; i < pieces.length; i++) {
      const other = pieces[i] as Piece;
      if (other.at < other.end && compare(other, pieces[least] as Piece) === 0) other.at++;
    }
    (pieces[least] as Piece).at++;
    if (entries.deleted[at] === 1) continue;
    const [start, end] = [entries.keyOffsets[at] as number, entries.keyOffsets[at + 1] as number];
    if (ranges?.[least]?.covers(entries.keys, start, end) === true) continue;
    take(entries, at);
  }
}

function compare(a: Piece, b: Piece): number {
  return compareKeysAt(a.entries, a.at, b.entries, b.at);
}
