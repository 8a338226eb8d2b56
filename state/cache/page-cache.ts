/**
 * Pages of files, cached in one local file: the granularity is the page, not the whole file, since
 * a block that is read often stands among many that are not.
 *
 * The local file is divided into slots of a page each. Where room is needed a hand goes round the
 * slots: a page that was read `promoteAfter` times since the hand last passed is hot and passed
 * over once, another one makes room. The file has no name (it is unlinked at once), so nothing is
 * left behind by a death of the process, and a start begins cold.
 */

import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface FileCacheSettings {
  /** A local folder, `state.backend.forst.cache.dir`. */
  readonly folder: string;
  /** Most bytes; 0 = as much as the disk has beyond the reserve. */
  readonly limitBytes: number;
  /** Free bytes that the disk keeps. */
  readonly reserveBytes: number;
  /** Reads that make a page hot. */
  readonly promoteAfter: number;
}

const LEAST_PAGE_BYTES = 4096;
/** Larger caches have larger pages: the memory that tells where pages are is bounded. */
const MOST_SLOTS = 1 << 22;

interface PagedFile {
  readonly path: string;
  /** By page: the slot + 1; 0 = not here. */
  slots: Int32Array;
  /** Bytes of the file, once its last page was here. */
  end: number;
}

export class PageCache {
  readonly pageBytes: number;
  readonly capacityBytes: number;
  hits = 0;
  misses = 0;
  evictions = 0;
  readonly #descriptor: number;
  readonly #promoteAfter: number;
  readonly #count: number;
  readonly #files = new Map<string, PagedFile>();
  readonly #owner: (PagedFile | undefined)[];
  readonly #page: Int32Array;
  readonly #length: Int32Array;
  readonly #heat: Uint8Array;
  /** Slots never used so far begin here. */
  #fresh = 0;
  readonly #free: number[] = [];
  #used = 0;
  #hand = 0;

  constructor(settings: FileCacheSettings) {
    mkdirSync(settings.folder, { recursive: true });
    const room = capacity(settings);
    this.pageBytes = pageBytesFor(room);
    this.#count = Math.floor(room / this.pageBytes);
    this.capacityBytes = this.#count * this.pageBytes;
    this.#promoteAfter = settings.promoteAfter;
    const path = join(settings.folder, `pages-${randomBytes(6).toString('hex')}`);
    this.#descriptor = openSync(path, 'wx+');
    rmSync(path);
    this.#owner = [];
    this.#page = new Int32Array(this.#count);
    this.#length = new Int32Array(this.#count);
    this.#heat = new Uint8Array(this.#count);
  }

  get usedBytes(): number {
    return this.#used * this.pageBytes;
  }

  /** Bytes of a file, if all of them are here (short at its end); counts a hit or a miss. */
  read(path: string, offset: number, length: number): Uint8Array | undefined {
    const file = this.#files.get(path);
    const found = file === undefined ? undefined : this.#read(file, offset, length);
    if (found === undefined) this.misses++;
    else this.hits++;
    return found;
  }

  /**
   * Keeps bytes of a file: the pages that they fill.
   * @param offset begins a page
   * @param isEnd the file ends with them, so that a short last page is whole
   */
  keep(path: string, offset: number, bytes: Uint8Array, isEnd: boolean): void {
    const file = this.#files.get(path) ?? { path, slots: new Int32Array(16), end: Infinity };
    this.#files.set(path, file);
    if (isEnd) file.end = offset + bytes.length;
    for (let at = 0; at < bytes.length; at += this.pageBytes) {
      const length = Math.min(this.pageBytes, bytes.length - at);
      if (length < this.pageBytes && !isEnd) return;
      const page = (offset + at) / this.pageBytes;
      if ((file.slots[page] ?? 0) !== 0) continue;
      const slot = this.#take();
      if (slot < 0) return;
      try {
        writeSync(this.#descriptor, bytes, at, length, slot * this.pageBytes);
      } catch {
        // A disk without room is a smaller cache, not a failure.
        this.#free.push(slot);
        return;
      }
      this.#put(file, page, slot, length);
    }
  }

  /** The file is replaced or gone. */
  forget(path: string): void {
    const file = this.#files.get(path);
    if (file === undefined) return;
    this.#files.delete(path);
    for (const entry of file.slots) {
      if (entry === 0) continue;
      this.#owner[entry - 1] = undefined;
      this.#free.push(entry - 1);
      this.#used--;
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #read(file: PagedFile, offset: number, wanted: number): Uint8Array | undefined {
    const { pageBytes } = this;
    const length = Math.max(0, Math.min(wanted, file.end - offset));
    if (length === 0) return new Uint8Array(0);
    const first = Math.floor(offset / pageBytes);
    const last = Math.floor((offset + length - 1) / pageBytes);
    for (let page = first; page <= last; page++) {
      if ((file.slots[page] ?? 0) === 0) return undefined;
    }
    const bytes = Buffer.allocUnsafe(length);
    let done = 0;
    for (let page = first; page <= last; page++) {
      const slot = (file.slots[page] as number) - 1;
      const from = page === first ? offset - first * pageBytes : 0;
      const here = Math.min((this.#length[slot] as number) - from, length - done);
      readSync(this.#descriptor, bytes, done, here, slot * pageBytes + from);
      done += here;
      this.#heat[slot] = Math.min(255, (this.#heat[slot] as number) + 1);
    }
    return bytes;
  }

  #put(file: PagedFile, page: number, slot: number, length: number): void {
    if (page >= file.slots.length) {
      const grown = new Int32Array(Math.max(file.slots.length * 2, page + 1));
      grown.set(file.slots);
      file.slots = grown;
    }
    file.slots[page] = slot + 1;
    this.#owner[slot] = file;
    this.#page[slot] = page;
    this.#length[slot] = length;
    this.#heat[slot] = 0;
    this.#used++;
  }

  /** A slot to write to; −1 when the cache has none. */
  #take(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#fresh < this.#count) {
      this.#owner.push(undefined);
      return this.#fresh++;
    }
    if (this.#count === 0) return -1;
    for (;;) {
      const slot = this.#hand;
      this.#hand = (this.#hand + 1) % this.#count;
      const owner = this.#owner[slot];
      if (owner === undefined) continue;
      if ((this.#heat[slot] as number) >= this.#promoteAfter) {
        this.#heat[slot] = 0;
        continue;
      }
      owner.slots[this.#page[slot] as number] = 0;
      this.#owner[slot] = undefined;
      this.#used--;
      this.evictions++;
      return slot;
    }
  }
}

function capacity({ folder, limitBytes, reserveBytes }: FileCacheSettings): number {
  const { bavail, bsize } = statfsSync(folder);
  const room = Math.max(0, bavail * bsize - reserveBytes);
  return limitBytes === 0 ? room : Math.min(limitBytes, room);
}

function pageBytesFor(room: number): number {
  let bytes = LEAST_PAGE_BYTES;
  while (room / bytes > MOST_SLOTS) bytes *= 2;
  return bytes;
}
