/**
 * Reads one sorted file, without a cache: point reads, and scans of ranges by pages. What many
 * files hold together is the business of `lsm.ts`.
 *
 * Only entries within the file's clip are there; deleted keys are told apart from absent ones, and
 * deleted ranges are the caller's to apply to older files.
 */
import type { StateFile } from '../api/snapshot.js';
import { compareBytes } from '../column/compare.js';
import type { FileSystem } from '../fs/file-system.js';
import { BlockSearch, DELETED, decodeBlock } from './block.js';
import { hashKey, mayContain } from './bloom-filter.js';
import { corrupt } from './corrupt.js';
import { type Entries, EntryBuffer } from './entries.js';
import { decodeFooter, type Footer } from './footer.js';
import { groupOf, groupStart } from './key-order.js';
import type { KeyRange } from './key-range.js';
import { openBlock } from './seal.js';
import { readTail, type Tail } from './tail.js';

/** Bytes of blocks that a scan reads at once. */
const SCAN_BYTES = 1 << 20;

export class SortedFileReader {
  readonly file: StateFile;
  readonly footer: Footer;
  readonly tail: Tail;
  readonly #fs: FileSystem;

  private constructor(fs: FileSystem, file: StateFile, footer: Footer, tail: Tail) {
    this.#fs = fs;
    this.file = file;
    this.footer = footer;
    this.tail = tail;
  }

  /** Reads what stands behind the blocks. @throws STATE_CORRUPT, errors of the file system */
  static async open(fs: FileSystem, file: StateFile): Promise<SortedFileReader> {
    const footer = decodeFooter(file.footer, file.path);
    return new SortedFileReader(fs, file, footer, await readTail(fs, file, footer));
  }

  get ranges(): readonly KeyRange[] {
    return this.tail.ranges;
  }

  /** The value of a key; null when it is deleted here, undefined when the file says nothing. */
  async get(key: Uint8Array): Promise<Uint8Array | null | undefined> {
    const { filter, index } = this.tail;
    const { clip } = this.file;
    const group = groupOf(key);
    if (group < clip.first || group > clip.last) return undefined;
    if (filter !== null && !mayContain(filter, hashKey(key, 0, key.length))) return undefined;
    const block = index.find(key, 0, key.length);
    if (block < 0) return undefined;
    const bytes = await this.block(block);
    const search = new BlockSearch();
    const at = search.find(bytes, 0, bytes.length, key, 0, key.length);
    if (at >= 0) return new Uint8Array(bytes.subarray(at, at + search.length));
    return at === DELETED ? null : undefined;
  }

  /** The payload of one block. */
  async block(block: number): Promise<Uint8Array> {
    const { index } = this.tail;
    const start = index.offset(block);
    const length = index.offset(block + 1) - start;
    const bytes = await this.#fs.read(this.file.path, start, length);
    return this.#open(bytes, block, length);
  }

  /**
   * Entries from key `from` on, below key `to` (null = to the end), ascending; deleted keys too.
   * The entries of a page are valid until the next page is asked for.
   */
  async *scan(
    from: Uint8Array | null = null,
    to: Uint8Array | null = null,
    readBytes = SCAN_BYTES,
  ): AsyncGenerator<Entries> {
    const { index } = this.tail;
    const lower = this.#lower(from);
    const upper = this.#upper(to);
    const page = new EntryBuffer();
    let block = Math.max(0, index.find(lower, 0, lower.length));
    while (block < index.count) {
      const start = index.offset(block);
      let last = block + 1;
      while (last < index.count && index.offset(last + 1) - start <= readBytes) last++;
      const bytes = await this.#fs.read(this.file.path, start, index.offset(last) - start);
      page.clear();
      for (; block < last; block++) {
        const at = index.offset(block) - start;
        const length = index.offset(block + 1) - start - at;
        const payload = this.#open(bytes.subarray(at, at + length), block, length);
        decodeBlock(payload, 0, payload.length, page);
      }
      const clipped = clipEntries(page, lower, upper);
      if (clipped.count > 0) yield clipped;
      if (page.count > 0 && !isBelow(page, page.count - 1, upper)) return;
    }
  }

  /**
   * Reads and checks every block.
   * @returns what is wrong, a message each
   */
  async verify(): Promise<string[]> {
    const findings: string[] = [];
    let entries = 0;
    for (let block = 0; block < this.tail.index.count; block++) {
      try {
        const payload = await this.block(block);
        const page = new EntryBuffer();
        decodeBlock(payload, 0, payload.length, page);
        entries += page.count;
      } catch (error) {
        findings.push((error as Error).message);
      }
    }
    if (findings.length === 0 && entries !== this.footer.entries) {
      const found = corrupt(
        this.file.path,
        'footer',
        `${this.footer.entries} entries`,
        `${entries}`,
      );
      findings.push(found.message);
    }
    return findings;
  }

  #open(bytes: Uint8Array, block: number, length: number): Uint8Array {
    const { path } = this.file;
    const offset = this.tail.index.offset(block);
    const name = `block ${block}`;
    if (bytes.length !== length) {
      throw corrupt(path, `${name} at byte ${offset}`, `${length} bytes`, `${bytes.length}`);
    }
    return openBlock(bytes, offset, { file: path, nonce: this.footer.nonce, name });
  }

  #lower(from: Uint8Array | null): Uint8Array {
    const clip = groupStart(this.file.clip.first);
    if (from === null || compareBytes(from, 0, from.length, clip, 0, 2) < 0) return clip;
    return from;
  }

  #upper(to: Uint8Array | null): Uint8Array {
    const clip = groupStart(this.file.clip.last + 1);
    if (to === null || compareBytes(to, 0, to.length, clip, 0, 2) > 0) return clip;
    return to;
  }
}

function isBelow(entries: Entries, i: number, key: Uint8Array): boolean {
  const start = entries.keyOffsets[i] as number;
  const end = entries.keyOffsets[i + 1] as number;
  return compareBytes(entries.keys, start, end, key, 0, key.length) < 0;
}

/** The first entry at or above a key. */
export function lowerBound(entries: Entries, key: Uint8Array): number {
  let low = 0;
  let high = entries.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBelow(entries, middle, key)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The entries from `lower` on, below `upper`; the arrays are shared. */
export function clipEntries(entries: Entries, lower: Uint8Array, upper: Uint8Array): Entries {
  const first = lowerBound(entries, lower);
  const end = lowerBound(entries, upper);
  if (first === 0 && end === entries.count) return entries;
  return {
    count: Math.max(0, end - first),
    keys: entries.keys,
    values: entries.values,
    keyOffsets: entries.keyOffsets.subarray(first),
    valueOffsets: entries.valueOffsets.subarray(first),
    deleted: entries.deleted.subarray(first),
  };
}
