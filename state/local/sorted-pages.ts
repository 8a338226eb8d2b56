/**
 * Entries in the order of their keys, in pages of about 4 KiB whose first keys stand in memory: a
 * B-tree of two floors. `level` answers point reads at once but iterates with promises only; over
 * pages every read, a range's as well, is point reads.
 *
 * A page has the format of a block of state files, without deleted entries. A change writes the
 * pages it touches anew, without what has expired, and leaves the old ones alone, so a copy of the
 * list of pages is a snapshot: what it refers to is deleted once no snapshot is out.
 *
 * Invariant: pages are apart and ascend; page i holds the keys from its first key on to below the
 * first key of page i + 1, and at least one.
 */
import { BlockBuilder, BlockSearch, decodeBlock } from '../forst/block.js';
import { type Entries, EntryBuffer } from '../forst/entries.js';
import { type Expiring, Expiry, UNEXPIRING } from '../forst/expiry.js';
import type { FarLookup } from '../forst/far.js';
import { compareKeys, groupStart } from '../forst/key-order.js';
import type { KeyRange } from '../forst/key-range.js';
import { addEntry } from '../forst/scan.js';
import { type Keys, sortedOrder } from '../forst/sort.js';
import { clipEntries } from '../forst/sorted-file-reader.js';
import { Untimed, withUntimed } from '../forst/untimed.js';
import { Found } from './found.js';
import type { PageStore } from './page-store.js';

export interface Page {
  readonly number: number;
  readonly first: Uint8Array;
  /** Null = all values are as their tables'. */
  readonly untimed: Untimed | null;
}

/** Bytes of entries at which a page is divided. */
const PAGE_BYTES = 4096;

export class SortedPages {
  readonly #store: PageStore;
  readonly #expiring: () => Expiring;
  /** Pages that were read to answer. */
  reads = 0;
  #pages: Page[] = [];
  #snapshots = 0;
  /** Replaced, but in some snapshot. */
  #replaced: number[] = [];
  readonly #search = new BlockSearch();
  readonly #block = new BlockBuilder();

  constructor(store: PageStore, expiring = () => UNEXPIRING) {
    this.#store = store;
    this.#expiring = expiring;
  }

  get(keys: Keys): FarLookup {
    const found = new Found(keys.count);
    let last = -1;
    let untimed: Untimed | null = null;
    let bytes: Uint8Array = NO_BYTES;
    for (let i = 0; i < keys.count; i++) {
      const start = keys.keyOffsets[i] as number;
      const end = keys.keyOffsets[i + 1] as number;
      const at = this.#pageOf(keys.keys.subarray(start, end));
      if (at < 0) continue;
      if (at !== last) {
        bytes = this.#store.read(this.#at(at).number);
        untimed = this.#at(at).untimed;
        this.reads++;
      }
      last = at;
      const value = this.#search.find(bytes, 0, bytes.length, keys.keys, start, end);
      if (value < 0) continue;
      const time = untimed === null ? null : untimed.timeOf(keys.keys, start);
      found.keep(i, bytes, value, this.#search.length, time);
    }
    return found;
  }

  /** The entries of a range; each page is valid until the next is asked for. */
  *scan(range: KeyRange): Generator<Entries, void, void> {
    const buffer = new EntryBuffer();
    for (const { lower, upper } of boundsOf(range)) {
      for (let at = Math.max(0, this.#pageOf(lower)); at < this.#pages.length; at++) {
        const page = this.#pages[at] as Page;
        if (compareKeys(page.first, upper) >= 0) break;
        this.#decode(page, buffer);
        this.reads++;
        const entries = clipEntries(buffer, lower, upper);
        if (entries.count > 0) yield entries;
      }
    }
  }

  /** Deletes the ranges, then puts the entries in. Resolves when `level` has them. */
  add(entries: Entries, ranges: readonly KeyRange[]): Promise<void> {
    for (const range of ranges) for (const bounds of boundsOf(range)) this.#cut(bounds);
    if (entries.count > 0) this.#merge(entries);
    return this.#store.flush();
  }

  /** As `Far.giveTimes`: pages get the times when they are written anew. */
  giveTimes(table: number, untimed: readonly boolean[], time: number): void {
    const tables = this.#pages[0]?.untimed?.tables ?? [];
    const given = new Untimed(withUntimed(tables, table, untimed, time));
    this.#pages = this.#pages.map((page) => ({ ...page, untimed: given }));
  }

  /** The pages as they stand; they stay until `release` is called as often. */
  snapshot(): readonly Page[] {
    this.#snapshots++;
    return this.#pages.slice();
  }

  release(): void {
    this.#snapshots--;
    if (this.#snapshots > 0) return;
    for (const page of this.#replaced) this.#store.delete(page);
    this.#replaced = [];
  }

  /** Appends the entries of a page. */
  read(page: Page, into: EntryBuffer): void {
    const bytes = this.#store.read(page.number);
    const entries = page.untimed === null ? into : new EntryBuffer();
    decodeBlock(bytes, 0, bytes.length, entries);
    page.untimed?.addAll(entries, into);
  }

  /** The last page whose first key is not above the key; −1 = the key is below all. */
  #pageOf(key: Uint8Array): number {
    let [low, high] = [0, this.#pages.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareKeys((this.#pages[middle] as Page).first, key) <= 0) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #decode(page: Page, buffer: EntryBuffer): void {
    buffer.clear();
    this.read(page, buffer);
  }

  #cut({ lower, upper }: Bounds): void {
    const from = Math.max(0, this.#pageOf(lower));
    let end = from;
    while (end < this.#pages.length && compareKeys(this.#at(end).first, upper) < 0) end++;
    if (end === from) return;
    const [first, last] = [this.#at(from), this.#at(end - 1)];
    const kept = new EntryBuffer();
    const buffer = new EntryBuffer();
    for (const page of new Set([first, last])) {
      this.#decode(page, buffer);
      for (let i = 0; i < buffer.count; i++) {
        const key = keyOf(buffer, i);
        const isOut = compareKeys(key, lower) < 0 || compareKeys(key, upper) >= 0;
        if (isOut) addEntry(kept, buffer, i);
      }
    }
    const made: Page[] = [];
    this.#emit(kept, made);
    for (const page of this.#pages.splice(from, end - from, ...made)) this.#drop(page);
  }

  /** One walk over the pages: those that get entries are made anew. */
  #merge(entries: Entries): void {
    const order = sortedOrder(entries);
    const expiry = new Expiry(this.#expiring());
    const out: Page[] = [];
    let copied = 0;
    for (let i = 0; i < order.length; ) {
      const at = Math.max(0, this.#pageOf(keyOf(entries, order[i] as number)));
      for (; copied < at; copied++) out.push(this.#at(copied));
      const next = this.#pages[at + 1];
      let end = i + 1;
      while (end < order.length && isBelow(entries, order[end] as number, next)) end++;
      this.#mergePage(this.#pages[at], entries, order.subarray(i, end), out, expiry);
      copied = at + 1;
      i = end;
    }
    for (; copied < this.#pages.length; copied++) out.push(this.#at(copied));
    this.#pages = out;
  }

  /** What a page holds with these entries on top, behind the pages that are done. */
  #mergePage(
    page: Page | undefined,
    entries: Entries,
    order: Int32Array,
    out: Page[],
    expiry: Expiry,
  ): void {
    const old = new EntryBuffer();
    if (page !== undefined) {
      const all = new EntryBuffer();
      this.#decode(page, all);
      for (let i = 0; i < all.count; i++) if (!expiry.has(all, i)) addEntry(old, all, i);
      this.#drop(page);
    }
    const merged = new EntryBuffer();
    let at = 0;
    for (const i of order) {
      const key = keyOf(entries, i);
      while (at < old.count && compareKeys(keyOf(old, at), key) < 0) addEntry(merged, old, at++);
      if (at < old.count && compareKeys(keyOf(old, at), key) === 0) at++;
      if (entries.deleted[i] !== 1) addEntry(merged, entries, i);
    }
    while (at < old.count) addEntry(merged, old, at++);
    const before = out.at(-1);
    if (before === undefined || bytesOf(merged) * 4 > PAGE_BYTES) this.#emit(merged, out);
    else this.#join(before, merged, out);
  }

  /** A page that has become small goes to the one before it. */
  #join(before: Page, small: EntryBuffer, out: Page[]): void {
    if (small.count === 0) return;
    const joined = new EntryBuffer();
    this.#decode(before, joined);
    for (let i = 0; i < small.count; i++) addEntry(joined, small, i);
    out.pop();
    this.#drop(before);
    this.#emit(joined, out);
  }

  /** Entries as pages, about alike in size. */
  #emit(entries: EntryBuffer, out: Page[]): void {
    const bytes = bytesOf(entries);
    const target = bytes / Math.ceil(bytes / PAGE_BYTES);
    const { keys, keyOffsets, values, valueOffsets } = entries;
    let first = 0;
    let taken = 0;
    for (let i = 0; i < entries.count; i++) {
      const [keyStart, keyEnd] = [keyOffsets[i] as number, keyOffsets[i + 1] as number];
      const [start, end] = [valueOffsets[i] as number, valueOffsets[i + 1] as number];
      this.#block.add(keys, keyStart, keyEnd, values, start, end);
      taken += keyEnd - keyStart + end - start;
      if (taken < target && i + 1 < entries.count) continue;
      const number = this.#store.write(this.#block.finish().slice());
      out.push({ number, first: keyOf(entries, first).slice(), untimed: null });
      first = i + 1;
      taken = 0;
    }
  }

  #drop({ number }: Page): void {
    if (this.#snapshots > 0) this.#replaced.push(number);
    else this.#store.delete(number);
  }

  #at(index: number): Page {
    return this.#pages[index] as Page;
  }
}

const NO_BYTES = new Uint8Array(0);

/** From key `lower` to below key `upper`. */
interface Bounds {
  readonly lower: Uint8Array;
  readonly upper: Uint8Array;
}

/** A range's keys, key group by key group. */
function* boundsOf({ firstGroup, lastGroup, from, to }: KeyRange): Generator<Bounds, void, void> {
  for (let group = firstGroup; group <= lastGroup; group++) {
    const lower = Uint8Array.of(group >> 8, group & 255, ...from);
    const upper =
      to === null ? groupStart(group + 1) : Uint8Array.of(group >> 8, group & 255, ...to);
    yield { lower, upper };
  }
}

function keyOf({ keys, keyOffsets }: Entries, i: number): Uint8Array {
  return keys.subarray(keyOffsets[i] as number, keyOffsets[i + 1] as number);
}

function isBelow(entries: Entries, i: number, page: Page | undefined): boolean {
  return page === undefined || compareKeys(keyOf(entries, i), page.first) < 0;
}

function bytesOf({ keyBytes, valueBytes }: EntryBuffer): number {
  return keyBytes + valueBytes;
}
