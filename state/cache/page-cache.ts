/**
 * Pages of files, cached in one local file: the granularity is the page, not the whole file, since
 * a block that is read often stands among many that are not.
 *
 * The local file is divided into slots of a page each, and grows as they fill. Where room is needed
 * a hand goes round the slots: a page that was read `promoteAfter` times since the hand last passed
 * is hot and passed over once, another one makes room. While it grows or turns over, the disk's
 * free space is looked at again and again: what the reserve lacks is given back from the file's
 * end. The file has no name (it is unlinked at once), so nothing is left behind by a death of the
 * process, and a start begins cold.
 *
 * Memory: `SLOT_BYTES` a page, half a percent of the cache, told to `charge`.
 */

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
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

/** What the cache takes of memory, and by how much it may. */
export interface CacheMemory {
  readonly mostBytes: number;
  /** Told of bytes more, or less. */
  charge(bytes: number): void;
}

export const PAGE_BYTES = 4096;
/** Its numbers here, and the page's in its file. */
const SLOT_BYTES = 24;
const MOST_SLOTS = 2 ** 28;
/** The disk's free space is looked at again after so many pages. */
const PAGES_BETWEEN_LOOKS = 4096;
const UNBOUNDED: CacheMemory = { mostBytes: Infinity, charge: () => undefined };

interface PagedFile {
  readonly path: string;
  /** By page: the slot + 1; 0 = not here. */
  slots: Int32Array;
  /** Bytes of the file, once its last page was here. */
  end: number;
}

export class PageCache {
  evictions = 0;
  readonly folder: string;
  readonly #settings: FileCacheSettings;
  readonly #memory: CacheMemory;
  readonly #freeBytes: (folder: string) => number;
  readonly #descriptor: number;
  readonly #mostSlots: number;
  readonly #files = new Map<string, PagedFile>();
  readonly #owner: (PagedFile | undefined)[] = [];
  #page = new Int32Array(0);
  #heat = new Uint8Array(0);
  /** Slots that the disk has room for, as last looked. */
  #room = 0;
  #untilLook = 0;
  /** Slots so far: those from here on were never used. */
  #count = 0;
  #free: number[] = [];
  #used = 0;
  #hand = 0;
  #isOpen = true;

  /** @param freeBytes of the disk that holds a folder */
  constructor(
    settings: FileCacheSettings,
    memory: CacheMemory = UNBOUNDED,
    freeBytes = freeBytesOf,
  ) {
    this.#settings = settings;
    this.#freeBytes = freeBytes;
    this.folder = settings.folder;
    this.#memory = memory;
    const { folder, limitBytes } = settings;
    const limit = limitBytes === 0 ? Infinity : Math.floor(limitBytes / PAGE_BYTES);
    this.#mostSlots = Math.min(limit, Math.floor(memory.mostBytes / SLOT_BYTES), MOST_SLOTS);
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `pages-${randomBytes(6).toString('hex')}`);
    this.#descriptor = openSync(path, 'wx+');
    rmSync(path);
  }

  /** By its limits; the disk may have less room. */
  get mostBytes(): number {
    return this.#mostSlots * PAGE_BYTES;
  }

  /** The disk has less room than the reserve. */
  get isShort(): boolean {
    return this.#freeBytes(this.folder) < this.#settings.reserveBytes;
  }

  get usedBytes(): number {
    return this.#used * PAGE_BYTES;
  }

  /** Bytes of a file, if all of them are here (short at its end). */
  read(path: string, offset: number, length: number): Uint8Array | undefined {
    const file = this.#files.get(path);
    return file === undefined ? undefined : this.#read(file, offset, length);
  }

  /**
   * Keeps bytes of a file: the pages that they fill.
   * @param offset begins a page
   * @param isEnd the file ends with them, so that a short last page is whole
   */
  keep(path: string, offset: number, bytes: Uint8Array, isEnd: boolean): void {
    if (!this.#isOpen) return;
    const file = this.#files.get(path) ?? { path, slots: new Int32Array(16), end: Infinity };
    this.#files.set(path, file);
    if (isEnd) file.end = offset + bytes.length;
    const whole = Math.floor(bytes.length / PAGE_BYTES);
    const count = isEnd ? Math.ceil(bytes.length / PAGE_BYTES) : whole;
    const first = offset / PAGE_BYTES;
    for (let i = 0; i < count; ) {
      if ((file.slots[first + i] ?? 0) !== 0) {
        i++;
        continue;
      }
      const slot = this.#take();
      if (slot < 0) return;
      let next = i + 1;
      // Pages that get slots side by side are one write.
      while (
        next < count &&
        (file.slots[first + next] ?? 0) === 0 &&
        this.#takeNext(slot + next - i)
      ) {
        next++;
      }
      if (!this.#write(file, first + i, bytes.subarray(i * PAGE_BYTES, next * PAGE_BYTES), slot)) {
        return;
      }
      i = next;
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

  /** Reads that come later find nothing. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#files.clear();
    this.#memory.charge(-this.#page.length * SLOT_BYTES);
    closeSync(this.#descriptor);
  }

  #read(file: PagedFile, offset: number, wanted: number): Uint8Array | undefined {
    const length = Math.max(0, Math.min(wanted, file.end - offset));
    if (length === 0) return new Uint8Array(0);
    const first = Math.floor(offset / PAGE_BYTES);
    const last = Math.floor((offset + length - 1) / PAGE_BYTES);
    for (let page = first; page <= last; page++) {
      if ((file.slots[page] ?? 0) === 0) return undefined;
    }
    const bytes = Buffer.allocUnsafe(length);
    for (let page = first, done = 0; page <= last; ) {
      const slot = (file.slots[page] as number) - 1;
      let end = page;
      do this.#warm(slot + end - page);
      while (++end <= last && (file.slots[end] as number) - 1 === slot + end - page);
      const from = page === first ? offset - first * PAGE_BYTES : 0;
      const here = Math.min((end - page) * PAGE_BYTES - from, length - done);
      readSync(this.#descriptor, bytes, done, here, slot * PAGE_BYTES + from);
      done += here;
      page = end;
    }
    return bytes;
  }

  #warm(slot: number): void {
    this.#heat[slot] = Math.min(255, (this.#heat[slot] as number) + 1);
  }

  /** Pages into slots side by side; false when the disk took none. */
  #write(file: PagedFile, page: number, bytes: Uint8Array, slot: number): boolean {
    const count = Math.ceil(bytes.length / PAGE_BYTES);
    try {
      const written = writeSync(this.#descriptor, bytes, 0, bytes.length, slot * PAGE_BYTES);
      if (written < bytes.length) throw new Error('The disk is full');
    } catch {
      // A disk without room is a smaller cache, not a failure.
      for (let i = 0; i < count; i++) this.#free.push(slot + i);
      return false;
    }
    for (let i = 0; i < count; i++) this.#put(file, page + i, slot + i);
    return true;
  }

  #put(file: PagedFile, page: number, slot: number): void {
    if (page >= file.slots.length) {
      const grown = new Int32Array(Math.max(file.slots.length * 2, page + 1));
      grown.set(file.slots);
      file.slots = grown;
    }
    file.slots[page] = slot + 1;
    this.#owner[slot] = file;
    this.#page[slot] = page;
    this.#heat[slot] = 0;
    this.#used++;
  }

  /** A slot to write to; −1 when the cache has none. */
  #take(): number {
    if (--this.#untilLook < 0) this.#look();
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#count < this.#room) return this.#fresh();
    while (this.#used > 0) {
      const slot = this.#hand;
      this.#hand = (this.#hand + 1) % this.#count;
      if (this.#makeRoom(slot)) return slot;
    }
    return -1;
  }

  /** The same, if it is this one. */
  #takeNext(slot: number): boolean {
    if (--this.#untilLook < 0) return false;
    if (this.#free.length > 0) {
      if (this.#free.at(-1) !== slot) return false;
      this.#free.pop();
      return true;
    }
    if (this.#count < this.#room) return slot === this.#count && this.#fresh() === slot;
    if (slot !== this.#hand || !this.#makeRoom(slot)) return false;
    this.#hand = (this.#hand + 1) % this.#count;
    return true;
  }

  /** Whether the page of a slot went; a hot one cools. */
  #makeRoom(slot: number): boolean {
    const owner = this.#owner[slot];
    if (owner === undefined) return false;
    if ((this.#heat[slot] as number) >= this.#settings.promoteAfter) {
      this.#heat[slot] = 0;
      return false;
    }
    this.#evict(owner, slot);
    return true;
  }

  #evict(owner: PagedFile, slot: number): void {
    owner.slots[this.#page[slot] as number] = 0;
    this.#owner[slot] = undefined;
    this.#used--;
    this.evictions++;
  }

  #fresh(): number {
    const slot = this.#count++;
    if (slot < this.#page.length) return slot;
    const size = Math.min(Math.max(1024, slot * 2), this.#mostSlots);
    this.#memory.charge((size - this.#page.length) * SLOT_BYTES);
    const page = new Int32Array(size);
    page.set(this.#page);
    this.#page = page;
    const heat = new Uint8Array(size);
    heat.set(this.#heat);
    this.#heat = heat;
    return slot;
  }

  /** Sees what room the disk has; what the reserve lacks is given back. */
  #look(): void {
    this.#untilLook = PAGES_BETWEEN_LOOKS;
    const { folder, reserveBytes } = this.#settings;
    const pages = Math.floor((this.#freeBytes(folder) - reserveBytes) / PAGE_BYTES);
    this.#room = Math.max(0, Math.min(this.#mostSlots, this.#count + pages));
    if (this.#room < this.#count) this.#shrink(this.#room);
  }

  #shrink(count: number): void {
    for (let slot = count; slot < this.#count; slot++) {
      const owner = this.#owner[slot];
      if (owner !== undefined) this.#evict(owner, slot);
    }
    this.#owner.length = count;
    this.#free = this.#free.filter((slot) => slot < count);
    this.#count = count;
    if (this.#hand >= count) this.#hand = 0;
    ftruncateSync(this.#descriptor, count * PAGE_BYTES);
  }
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
