/**
 * A sorted file as the LSM has it open: its end in memory once somebody asked, its blocks in the
 * cache. All versions, and all clips of the file, share one.
 *
 * A block or end that is being read is read once, whoever waits for it. An end may be dropped when
 * memory is short; the file's blocks stay.
 */
import type { StateFile } from '../api/snapshot.js';
import type { FileSystem } from '../fs/file-system.js';
import type { BlockCache, CachedFile } from './block-cache.js';
import { mayContain } from './bloom-filter.js';
import { corrupt } from './corrupt.js';
import { decodeFooter, type Footer, tailBytes } from './footer.js';
import type { KeptBlocks } from './kept-blocks.js';
import { RangeSet } from './range-set.js';
import type { ReadQueue } from './read-queue.js';
import { openBlock } from './seal.js';
import type { BlockIndex } from './separators.js';
import { decodeTail, type Tail } from './tail.js';

/** What files of one LSM read through. */
export interface FileAccess {
  readonly fs: FileSystem;
  readonly cache: BlockCache;
  readonly queue: ReadQueue;
  /** The end of one more file is in memory: ends of others may have to go. */
  readonly tailKept?: (file: SortedFile) => void;
}

/** Blocks nearer to each other than this are read as one. */
const MERGE_GAP_BYTES = 64 * 1024;
/** Most bytes of one merged read. */
const MERGE_BYTES = 1024 * 1024;
/**
 * A file has a read under way for each so many bytes of it, and some at least: what is asked for
 * meanwhile stands the nearer to each other, the more it is.
 */
const BYTES_A_READ = 2 * 1024 * 1024;
const LEAST_READS = 4;
/** Runs of a scan up to this long are kept in the cache. */
export const SHORT_RUN_BYTES = 64 * 1024;

const NO_ENTRIES = new Int32Array(0);

/** A block that somebody waits for. */
class Reading {
  resolve!: (payload: Uint8Array) => void;
  reject!: (error: unknown) => void;
  readonly payload = new Promise<Uint8Array>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });

  constructor() {
    // Whoever reads it handles the failure; a reader that has gone must not end the process.
    this.payload.catch(() => undefined);
  }
}

export class SortedFile implements CachedFile {
  readonly path: string;
  readonly footer: Footer;
  /** Files of versions that stand for it. */
  references = 0;
  /** May go at any time; whoever goes on with it holds it. */
  tail: Tail | null = null;
  /** Since ends of files were last looked through. */
  isUsed = false;
  ranges = new RangeSet([]);
  blockEntries: Int32Array = NO_ENTRIES;
  readonly #access: FileAccess;
  #tailReading: Promise<Tail> | undefined;
  readonly #reading = new Map<number, Reading>();
  /** Those of them that no read was begun for, ascending. */
  #wanted: number[] = [];
  /** Reads of blocks that wait for their turn or are under way. */
  #reads = 0;
  readonly #mostReads: number;
  /** The block from which the next of them are taken. */
  #next = 0;

  /** Reads nothing. @throws STATE_CORRUPT when the manifest's footer is none */
  constructor(access: FileAccess, file: StateFile) {
    this.#access = access;
    this.path = file.path;
    this.footer = decodeFooter(file.footer, file.path);
    this.#mostReads = Math.max(LEAST_READS, Math.ceil(this.footer.tailOffset / BYTES_A_READ));
  }

  /** The file's end, read now where that needs no waiting, else null. */
  tailNow(): Tail | null {
    if (this.tail !== null) return this.tail;
    const { tailOffset } = this.footer;
    const bytes = this.#access.fs.readNow?.(this.path, tailOffset, tailBytes(this.footer));
    return bytes === undefined ? null : this.#keepTail(bytes);
  }

  /** The file's end, from memory or read. */
  async loadTail(): Promise<Tail> {
    return this.tailNow() ?? this.readTail();
  }

  /** Reads the file's end, whatever is in memory. */
  readTail(): Promise<Tail> {
    this.#tailReading ??= this.#readTail().finally(() => {
      this.#tailReading = undefined;
    });
    return this.#tailReading;
  }

  /**
   * The block that may hold a key by index and filter, −1 when none.
   * @param hash of the key, by `hashKey`
   */
  blockOf(tail: Tail, keys: Uint8Array, start: number, end: number, hash: number): number {
    if (tail.filter !== null && !mayContain(tail.filter, hash)) return -1;
    return tail.index.find(keys, start, end);
  }

  /** A block's payload, read now where that needs no waiting; it is in the cache afterwards. */
  blockNow({ index }: Tail, block: number): Uint8Array | undefined {
    const start = index.offset(block);
    const length = index.offset(block + 1) - start;
    const bytes = this.#access.fs.readNow?.(this.path, start, length);
    return bytes === undefined ? undefined : this.#keep(index, block, bytes);
  }

  /**
   * Reads blocks. Near ones become one read when its turn comes: the longer it waits behind others,
   * the more are asked for by then, by whomever.
   * @param blocks ascending, each once
   * @returns a payload for each
   */
  readBlocks({ index }: Tail, blocks: readonly number[]): Promise<Uint8Array>[] {
    const missing = blocks.filter((block) => !this.#reading.has(block));
    for (const block of missing) this.#reading.set(block, new Reading());
    if (missing.length > 0) {
      this.#wanted = [...this.#wanted, ...missing].sort((a, b) => a - b);
      this.#enlist(index);
    }
    return blocks.map((block) => (this.#reading.get(block) as Reading).payload);
  }

  /**
   * Payloads of blocks `first … end − 1`, for scans: those that are not in the cache as one read.
   * A long run is read past the cache.
   */
  async readRun({ index }: Tail, first: number, end: number): Promise<Uint8Array[]> {
    const cached = Array.from({ length: end - first }, (_, i) => this.#cached(first + i));
    const missing = cached.indexOf(undefined);
    if (missing < 0) return cached as Uint8Array[];
    const from = first + missing;
    const to = first + cached.lastIndexOf(undefined) + 1;
    const start = index.offset(from);
    const length = index.offset(to) - start;
    const { fs, queue, cache } = this.#access;
    const near = fs.readNow?.(this.path, start, length);
    const isShort = length <= SHORT_RUN_BYTES;
    const use = isShort ? undefined : 'once';
    const bytes = near ?? (await queue.run(() => fs.read(this.path, start, length, use)));
    for (let block = from; block < to; block++) {
      const payload = this.#open(index, block, part(index, bytes, block, start));
      cached[block - first] = payload;
      if (isShort) cache.insert(this, block, payload);
    }
    return cached as Uint8Array[];
  }

  /** Takes what its writer has of it. */
  take({ blocks, ends, payloads, tail }: KeptBlocks): void {
    if (this.tail === null) this.#keepTail(tail);
    let start = 0;
    for (const [i, block] of blocks.entries()) {
      const end = ends[i] as number;
      this.#access.cache.insert(this, block, payloads.subarray(start, end));
      start = end;
    }
  }

  /** Forgets the end, to make room; it is read again when somebody asks. */
  dropTail(): void {
    if (this.tail === null) return;
    this.#access.cache.charge(-this.tail.memoryBytes);
    this.tail = null;
  }

  /** Nothing uses the file any more. */
  close(): void {
    this.#access.cache.forget(this);
    this.dropTail();
    this.#access.cache.charge(-this.blockEntries.byteLength);
    this.blockEntries = NO_ENTRIES;
  }

  #cached(block: number): Uint8Array | undefined {
    const entry = this.blockEntries[block] as number;
    if (entry < 0) return undefined;
    const { cache } = this.#access;
    return cache.bytes(entry).subarray(cache.start(entry), cache.end(entry));
  }

  #enlist(index: BlockIndex): void {
    if (this.#wanted.length === 0 || this.#reads === this.#mostReads) return;
    this.#reads++;
    void this.#access.queue.run(async () => {
      // Another one of the file may have taken all.
      if (this.#wanted.length > 0) {
        const blocks = this.#takeSpan(index);
        this.#enlist(index);
        await this.#readSpan(index, blocks);
      }
      this.#reads--;
      this.#enlist(index);
    });
  }

  /** Takes near blocks out of those that are wanted, from where the last ones ended. */
  #takeSpan(index: BlockIndex): number[] {
    const wanted = this.#wanted;
    const next = wanted.findIndex((block) => block >= this.#next);
    const first = Math.max(0, next);
    const start = index.offset(wanted[first] as number);
    let end = first + 1;
    for (; end < wanted.length; end++) {
      const block = wanted[end] as number;
      const gap = index.offset(block) - index.offset((wanted[end - 1] as number) + 1);
      if (gap > MERGE_GAP_BYTES || index.offset(block + 1) - start > MERGE_BYTES) break;
    }
    const span = wanted.splice(first, end - first);
    this.#next = (span.at(-1) as number) + 1;
    return span;
  }

  async #readSpan(index: BlockIndex, blocks: readonly number[]): Promise<void> {
    const start = index.offset(blocks[0] as number);
    const length = index.offset((blocks.at(-1) as number) + 1) - start;
    let bytes: Uint8Array | undefined;
    let failure: unknown;
    try {
      bytes = await this.#access.fs.read(this.path, start, length);
    } catch (error) {
      failure = error;
    }
    for (const block of blocks) {
      const reading = this.#reading.get(block) as Reading;
      this.#reading.delete(block);
      try {
        if (bytes === undefined) throw failure;
        reading.resolve(this.#keep(index, block, part(index, bytes, block, start)));
      } catch (error) {
        reading.reject(error);
      }
    }
  }

  #keep(index: BlockIndex, block: number, sealed: Uint8Array): Uint8Array {
    const payload = this.#open(index, block, sealed);
    this.#access.cache.insert(this, block, payload);
    return payload;
  }

  #open(index: BlockIndex, block: number, sealed: Uint8Array): Uint8Array {
    const offset = index.offset(block);
    const length = index.offset(block + 1) - offset;
    const name = `block ${block}`;
    if (sealed.length !== length) {
      throw corrupt(this.path, `${name} at byte ${offset}`, `${length} bytes`, `${sealed.length}`);
    }
    return openBlock(sealed, offset, { file: this.path, nonce: this.footer.nonce, name });
  }

  async #readTail(): Promise<Tail> {
    const { fs, queue } = this.#access;
    const { tailOffset } = this.footer;
    const length = tailBytes(this.footer);
    return this.#keepTail(await queue.run(() => fs.read(this.path, tailOffset, length)));
  }

  #keepTail(bytes: Uint8Array): Tail {
    const tail = decodeTail(bytes, this.footer, this.path);
    this.dropTail();
    this.tail = tail;
    this.ranges = new RangeSet(tail.ranges);
    if (this.blockEntries === NO_ENTRIES) {
      this.blockEntries = new Int32Array(tail.index.count).fill(-1);
      this.#access.cache.charge(this.blockEntries.byteLength);
    }
    this.#access.cache.charge(tail.memoryBytes);
    this.#access.tailKept?.(this);
    return tail;
  }
}

/** A block's bytes in those of a run that begins at file offset `start`. */
function part(index: BlockIndex, bytes: Uint8Array, block: number, start: number): Uint8Array {
  return bytes.subarray(index.offset(block) - start, index.offset(block + 1) - start);
}
