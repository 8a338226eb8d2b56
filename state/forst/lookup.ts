/**
 * A batch of point reads against one version.
 *
 * Each key walks the version's steps from new to old until a file has it, has deleted it, or none
 * is left. What stands in memory, or may be read without waiting, is answered at once. A key that
 * needs a block or a file's end that is not there waits for it; keys that wait for the same one
 * wait together, and near blocks of a file are read as one. When a block arrives its keys go on.
 *
 * Values are copied into one array: neither the cache nor a file needs to stay for them.
 */
import { putNumber, WRITTEN_SIZE } from '../keyed/layout.js';
import { ABSENT, BlockSearch, DELETED } from './block.js';
import type { BlockCache } from './block-cache.js';
import { hashKey } from './bloom-filter.js';
import { copyBytes } from './entries.js';
import { Outstanding } from './outstanding.js';
import type { Keys } from './sort.js';
import type { Tail } from './tail.js';
import type { Version, VersionFile } from './version.js';

/** What keys wait for in a file. */
interface Waiting {
  /** Held, since the file may drop its own; null until a key has seen it. */
  tail: Tail | null;
  /** Keys by block; `TAIL` = the file's end. */
  readonly keys: Map<number, number[]>;
}

/** Keys whose blocks are touched before the first of them is searched. */
const AHEAD = 64;

/** Stands among blocks for the file's end. */
const TAIL = -1;

/** What reads count, together for one LSM. */
export interface ReadCounts {
  keys: number;
  /** Blocks that were in memory. */
  hits: number;
  /** Blocks that were read without waiting, and those that were waited for. */
  nearReads: number;
  farReads: number;
  /** Files passed over because of their filter. */
  filtered: number;
}

export class Lookup {
  readonly count: number;
  /** By key, where its value starts in `values`; −1 = there is none. Once `ready`. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  values = new Uint8Array(4096);
  readonly #keys: Keys;
  readonly #version: Version;
  readonly #cache: BlockCache;
  readonly #counts: ReadCounts;
  readonly #outstanding: Outstanding;
  readonly #search = new BlockSearch();
  readonly #hashes: Int32Array;
  readonly #steps: Int32Array;
  #valueBytes = 0;
  /** Whether blocks in memory are touched now and searched later. */
  #defers = false;
  #deferred = 0;
  readonly #deferredKeys = new Int32Array(AHEAD);
  readonly #deferredStarts = new Int32Array(AHEAD);
  readonly #deferredEnds = new Int32Array(AHEAD);
  readonly #deferredFiles: VersionFile[] = [];
  readonly #deferredBytes: Uint8Array[] = [];
  #touched = 0;
  #waiting = new Map<VersionFile, Waiting>();

  /** @param done called once the version is not needed any more */
  constructor(
    keys: Keys,
    version: Version,
    cache: BlockCache,
    counts: ReadCounts,
    done: () => void,
  ) {
    this.#keys = keys;
    this.#version = version;
    this.#cache = cache;
    this.#counts = counts;
    this.#outstanding = new Outstanding(done);
    this.count = keys.count;
    this.starts = new Int32Array(this.count).fill(-1);
    this.ends = new Int32Array(this.count);
    this.#hashes = new Int32Array(this.count);
    this.#steps = new Int32Array(this.count);
    counts.keys += this.count;
    this.#outstanding.start(() => this.#begin());
  }

  /** Everything is answered, and nothing failed. */
  get ready(): boolean {
    return this.#outstanding.ready;
  }

  /** Resolves when `ready`. @throws the first failure of a read, STATE_CORRUPT among them */
  wait(): Promise<void> {
    return this.#outstanding.wait();
  }

  /**
   * All keys once. Blocks in memory are touched some keys ahead of their searches: independent
   * reads overlap the cache misses that one search after another would wait for.
   */
  #begin(): void {
    const { keys, keyOffsets } = this.#keys;
    for (let i = 0; i < this.count; i++) {
      const start = keyOffsets[i] as number;
      this.#hashes[i] = hashKey(keys, start, keyOffsets[i + 1] as number);
    }
    for (let first = 0; first < this.count; first += AHEAD) {
      const end = Math.min(first + AHEAD, this.count);
      this.#defers = true;
      for (let i = first; i < end; i++) this.#walk(i);
      this.#defers = false;
      this.#searchDeferred();
    }
    this.#read();
  }

  /**
   * Goes on with a key from its step on.
   * @param held the end of that step's file, which the file itself may have dropped again
   */
  #walk(i: number, held: Tail | null = null): void {
    const { keys, keyOffsets } = this.#keys;
    const start = keyOffsets[i] as number;
    const end = keyOffsets[i + 1] as number;
    const version = this.#version;
    for (let step = this.#steps[i] as number; step < version.steps; step++) {
      const file = version.candidate(step, keys, start, end);
      if (file === undefined) continue;
      const known = step === this.#steps[i] ? held : null;
      const outcome = this.#probe(file, known, i, start, end);
      if (outcome === ABSENT) continue;
      this.#steps[i] = step;
      return;
    }
    this.#steps[i] = version.steps;
  }

  /** @returns `ABSENT` = go on to older files */
  #probe(file: VersionFile, held: Tail | null, i: number, start: number, end: number): number {
    const { data } = file;
    const { keys } = this.#keys;
    const tail = data.tail ?? held ?? data.tailNow();
    if (tail === null) return this.#wait(file, null, TAIL, i);
    data.isUsed = true;
    const block = data.blockOf(tail, keys, start, end, this.#hashes[i] as number);
    if (block < 0) {
      this.#counts.filtered++;
    } else {
      const entry = data.blockEntries[block] as number;
      if (entry >= 0) {
        this.#counts.hits++;
        const cache = this.#cache;
        const bytes = cache.bytes(entry);
        const from = cache.start(entry);
        const to = cache.end(entry);
        if (this.#defers) return this.#defer(file, bytes, from, to, i);
        if (this.#look(file, bytes, from, to, i)) return DELETED;
      } else {
        const payload = data.blockNow(tail, block);
        if (payload === undefined) return this.#wait(file, tail, block, i);
        this.#counts.nearReads++;
        if (this.#look(file, payload, 0, payload.length, i)) return DELETED;
      }
    }
    return data.ranges.covers(keys, start, end) ? DELETED : ABSENT;
  }

  #defer(file: VersionFile, bytes: Uint8Array, from: number, to: number, i: number): number {
    const at = this.#deferred++;
    this.#deferredKeys[at] = i;
    this.#deferredFiles[at] = file;
    this.#deferredBytes[at] = bytes;
    this.#deferredStarts[at] = from;
    this.#deferredEnds[at] = to;
    this.#touched ^= bytes[to - 8] as number;
    return DELETED;
  }

  /** Searches the blocks that were touched; slabs stay as they are, whatever came in between. */
  #searchDeferred(): void {
    const count = this.#deferred;
    this.#deferred = 0;
    for (let at = 0; at < count; at++) {
      const i = this.#deferredKeys[at] as number;
      const from = this.#deferredStarts[at] as number;
      const to = this.#deferredEnds[at] as number;
      const file = this.#deferredFiles[at] as VersionFile;
      if (this.#look(file, this.#deferredBytes[at] as Uint8Array, from, to, i)) continue;
      this.#goOn(file, i);
    }
  }

  /** A file does not have the key: its deleted ranges, then older files. */
  #goOn({ data }: VersionFile, i: number): void {
    const { keys, keyOffsets } = this.#keys;
    const start = keyOffsets[i] as number;
    if (data.ranges.covers(keys, start, keyOffsets[i + 1] as number)) return;
    this.#steps[i] = (this.#steps[i] as number) + 1;
    this.#walk(i);
  }

  /** Searches a block. @returns whether the key's walk ends */
  #look(file: VersionFile, bytes: Uint8Array, from: number, to: number, i: number): boolean {
    const { keys, keyOffsets } = this.#keys;
    const search = this.#search;
    const start = keyOffsets[i] as number;
    const at = search.find(bytes, from, to, keys, start, keyOffsets[i + 1] as number);
    if (at >= 0) {
      const time = file.untimed === null ? null : file.untimed.timeOf(keys, start);
      this.#keep(i, bytes, at, search.length, time);
    }
    return at !== ABSENT;
  }

  /** @param time that goes in front of the value; null = none */
  #keep(i: number, bytes: Uint8Array, at: number, length: number, time: number | null): void {
    const start = this.#valueBytes;
    const behind = time === null ? start : start + WRITTEN_SIZE;
    if (behind + length > this.values.length) {
      const grown = new Uint8Array(Math.max(this.values.length * 2, behind + length));
      grown.set(this.values.subarray(0, start));
      this.values = grown;
    }
    if (time !== null) putNumber(time, this.values, start);
    copyBytes(bytes, at, at + length, this.values, behind);
    this.#valueBytes = behind + length;
    this.starts[i] = start;
    this.ends[i] = behind + length;
  }

  #wait(file: VersionFile, tail: Tail | null, block: number, i: number): number {
    const waiting = this.#waiting.get(file) ?? { tail, keys: new Map<number, number[]>() };
    this.#waiting.set(file, waiting);
    waiting.tail ??= tail;
    const keys = waiting.keys.get(block);
    if (keys === undefined) waiting.keys.set(block, [i]);
    else keys.push(i);
    return DELETED;
  }

  /** Asks for all that keys wait for. */
  #read(): void {
    const all = this.#waiting;
    if (all.size === 0) return;
    this.#waiting = new Map();
    for (const [file, { tail, keys }] of all) {
      const forTail = keys.get(TAIL);
      keys.delete(TAIL);
      if (forTail !== undefined) {
        this.#await(file.data.readTail(), (read) => {
          for (const i of forTail) this.#walk(i, read);
        });
      }
      if (tail === null) continue;
      const blocks = [...keys.keys()].sort((a, b) => a - b);
      const payloads = file.data.readBlocks(tail, blocks);
      this.#counts.farReads += payloads.length;
      for (const [at, payload] of payloads.entries()) {
        const waiting = keys.get(blocks[at] as number) as number[];
        this.#await(payload, (bytes) => this.#arrived(file, bytes, waiting));
      }
    }
  }

  #arrived(file: VersionFile, bytes: Uint8Array, waiting: readonly number[]): void {
    for (const i of waiting) {
      if (!this.#look(file, bytes, 0, bytes.length, i)) this.#goOn(file, i);
    }
  }

  #await<T>(promise: Promise<T>, then: (value: T) => void): void {
    this.#outstanding.add(promise, (value) => {
      then(value);
      this.#read();
    });
  }
}
