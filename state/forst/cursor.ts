/**
 * Entries of a file, or of the files of a level one after the other, from key `lower` to below key
 * `upper`, by pages: the arrays of a page stand, `at` walks over it. Only `load` waits.
 */
import { decodeAround } from './block.js';
import { type Entries, EntryBuffer } from './entries.js';
import { compareKeys } from './key-order.js';
import { clipRange, type KeyRange } from './key-range.js';
import type { BlockIndex } from './separators.js';
import { clipEntries } from './sorted-file-reader.js';
import type { VersionFile } from './version.js';

export interface Cursor {
  /** The page; entry `at` is the current one. */
  page: Entries;
  at: number;
  /** Brings the next page that has an entry, `at` = 0. @returns false = there is none */
  load(): Promise<boolean>;
}

/** Bytes of a page, read as one: of the first, then twice as many each time up to the most. */
export interface PageSizes {
  readonly firstBytes: number;
  readonly mostBytes: number;
}

const EMPTY = new EntryBuffer();

export class FileCursor implements Cursor {
  page: Entries = EMPTY;
  at = 0;
  /** Those with keys between the bounds. */
  readonly files: readonly VersionFile[];
  readonly #lower: Uint8Array;
  readonly #upper: Uint8Array;
  #readBytes: number;
  readonly #mostBytes: number;
  readonly #readsAhead: boolean;
  /** The run that begins at the block that comes next, if it is being read already. */
  #ahead: Promise<Uint8Array[]> | undefined;
  readonly #buffer = new EntryBuffer();
  /** Entries of a file on their way to get times. */
  readonly #untimed = new EntryBuffer();
  #file = 0;
  /** −1 = the file's first block has yet to be found. */
  #block = -1;

  /**
   * @param files of one level, in order; or one file
   * @param readsAhead whether the next page is read while this one is used: for whoever reads all
   */
  constructor(
    files: readonly VersionFile[],
    lower: Uint8Array,
    upper: Uint8Array,
    { firstBytes, mostBytes }: PageSizes,
    readsAhead = false,
  ) {
    this.files = files.filter((file) => meets(file, lower, upper));
    this.#lower = lower;
    this.#upper = upper;
    this.#readBytes = firstBytes;
    this.#mostBytes = mostBytes;
    this.#readsAhead = readsAhead;
  }

  async load(): Promise<boolean> {
    for (; this.#file < this.files.length; this.#file++, this.#block = -1) {
      const file = this.files[this.#file] as VersionFile;
      if (file.data.footer.entries === 0) continue;
      if (await this.#loadFrom(file)) return true;
    }
    return false;
  }

  async #loadFrom(file: VersionFile): Promise<boolean> {
    const { data } = file;
    const tail = await data.loadTail();
    const { index } = tail;
    const lower = later(this.#lower, file.lower);
    const upper = earlier(this.#upper, file.upper);
    if (this.#block < 0) this.#block = Math.max(0, index.find(lower, 0, lower.length));
    const last = index.find(upper, 0, upper.length);
    while (this.#block < index.count && this.#block <= last) {
      const first = this.#block;
      const end = this.#runEnd(index, first, last);
      const payloads = await (this.#ahead ?? data.readRun(tail, first, end));
      this.#ahead = undefined;
      this.#block = end;
      this.#readBytes = Math.min(2 * this.#readBytes, this.#mostBytes);
      if (this.#readsAhead && end <= last && end < index.count) {
        this.#ahead = data.readRun(tail, end, this.#runEnd(index, end, last));
        // Its failure is thrown when its turn comes.
        this.#ahead.catch(() => undefined);
      }
      this.#buffer.clear();
      this.#untimed.clear();
      const into = file.untimed === null ? this.#buffer : this.#untimed;
      for (const payload of payloads) {
        decodeAround(payload, 0, payload.length, lower, upper, into);
      }
      file.untimed?.addAll(into, this.#buffer);
      this.page = clipEntries(this.#buffer, lower, upper);
      this.at = 0;
      if (this.page.count > 0) return true;
    }
    return false;
  }

  /** Behind the last block of the run that begins with `first`. */
  #runEnd(index: BlockIndex, first: number, last: number): number {
    let end = first + 1;
    const start = index.offset(first);
    while (end <= last && end < index.count) {
      if (index.offset(end + 1) - start > this.#readBytes) break;
      end++;
    }
    return end;
  }
}

/** Deleted ranges of files, each cut to where its file counts. Their ends must be in memory. */
export function countingRanges(files: readonly VersionFile[]): KeyRange[] {
  return files.flatMap(({ data, lower, upper }) =>
    data.ranges.ranges.flatMap((range) => clipRange(range, lower, upper)),
  );
}

function meets(file: VersionFile, lower: Uint8Array, upper: Uint8Array): boolean {
  return compareKeys(file.lower, upper) < 0 && compareKeys(lower, file.upper) < 0;
}

function later(a: Uint8Array, b: Uint8Array): Uint8Array {
  return compareKeys(a, b) >= 0 ? a : b;
}

function earlier(a: Uint8Array, b: Uint8Array): Uint8Array {
  return compareKeys(a, b) <= 0 ? a : b;
}
