/**
 * A keyed table over the files: the heap table holds the keys that are near, `gone` those that were
 * removed and may still stand in the files. A key in neither is looked up before it is touched.
 *
 * Invariant: what is near is never older than what the files say; a value that arrives is dropped
 * where its key has a slot, or is gone, by then.
 */
import type { KeyRows } from '../api/reads.js';
import type { TableDescriptor } from '../api/table.js';
import { gatherColumns } from '../column/gather.js';
import type { Vector } from '../column/vector.js';
import { HeapTable } from '../heap/keyed-table.js';
import { sealedRows } from '../heap/stored-table.js';
import type { SlotWatch } from '../heap/watch.js';
import type { Layout } from '../keyed/layout.js';
import { keyGroupsOfRows, type SealedRows } from '../keyed/sealed-rows.js';
import { absentKeys } from './absent-keys.js';
import { BESIDE_BYTES, type Entries, type EntryBuffer } from './entries.js';
import type { FarLookup } from './far.js';
import { prefixEnd } from './key-order.js';
import type { KeyRange } from './key-range.js';
import type { Fetch } from './near-state.js';
import type { Progress } from './progress.js';
import { SlotMarks } from './slot-marks.js';

export class NearTable implements SlotWatch {
  readonly heap: HeapTable;
  /** The files may hold keys of it. */
  mayBeFar: boolean;
  /** The run from which on the files say what is; before, they have what was dropped. */
  hiddenUntil = 0;
  /** It is walked as a whole. */
  isNamespace = false;
  /** Its namespace was dropped: nothing that arrives counts. */
  isDropped = false;
  readonly #gone: HeapTable;
  readonly #wanted: HeapTable;
  readonly #marks = new SlotMarks();
  readonly #goneMarks = new SlotMarks();
  readonly #layout: Layout;
  readonly #prefix: Uint8Array;
  readonly #progress: Progress;
  readonly #partition: readonly number[] | null;
  #hand = 0;

  constructor(
    descriptor: TableDescriptor,
    layout: Layout,
    prefix: Uint8Array,
    progress: Progress,
    mayBeFar: boolean,
  ) {
    const keys = { name: descriptor.name, key: descriptor.key, values: [] };
    this.heap = new HeapTable(descriptor, false, progress.time);
    this.heap.watch = this;
    this.mayBeFar = mayBeFar;
    this.#gone = new HeapTable(keys);
    this.#wanted = new HeapTable(keys);
    this.#layout = layout;
    this.#prefix = prefix;
    this.#progress = progress;
    this.#partition = descriptor.partition ?? null;
  }

  get dirtyBytes(): number {
    const written = this.#marks.dirtyCount * (this.heap.entryBytes() + BESIDE_BYTES);
    return written + this.#goneMarks.dirtyCount * (this.#gone.entryBytes() + BESIDE_BYTES);
  }

  get nearCount(): number {
    return this.heap.size + this.#gone.size;
  }

  memoryBytes(): number {
    const marks = this.#marks.memoryBytes() + this.#goneMarks.memoryBytes();
    return this.heap.memoryBytes() + this.#gone.memoryBytes() + marks;
  }

  /** Where all is answered at once, keys need not be named: they come when they are touched. */
  locating(rows: KeyRows): void {
    const { far, ticket } = this.#progress;
    if (far.scanNow === undefined || !this.#isFar) return;
    this.#lookUp(this.#missing(rows, ticket), ticket);
  }

  /** As `locating`, for all keys of a namespace. */
  walking(): void {
    if (!this.isNamespace || !this.#isFar) return;
    const pages = this.#progress.far.scanNow?.(this.range()) ?? [];
    for (const page of pages) this.#arriveAll(page, this.#progress.ticket);
  }

  located({ count }: KeyRows, slots: Int32Array): void {
    const { ticket } = this.#progress;
    const inserted = this.heap.inserted();
    for (const slot of inserted) this.#marks.begin(slot, ticket, false);
    if (inserted.length > 0 && this.#gone.size > 0) this.#comeBack(inserted);
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number;
      if (slot >= 0) this.#marks.write(slot, ticket);
    }
  }

  removing(slots: Int32Array, count: number): void {
    const stored = slots.subarray(0, count).filter((slot) => this.#marks.isStored(slot));
    for (let i = 0; i < count; i++) this.#marks.end(slots[i] as number);
    if (stored.length === 0) return;
    const columns = this.heap.keys(stored, stored.length);
    const places = new Int32Array(stored.length);
    this.#gone.find({ columns, selection: null, count: stored.length }, places, true);
    const { ticket } = this.#progress;
    for (const place of this.#gone.inserted()) this.#goneMarks.begin(place, ticket, true);
    for (const place of places) this.#goneMarks.write(place, ticket);
  }

  /** Starts looking up the keys that are neither near nor gone. */
  fetch(rows: KeyRows, ticket: number): Fetch | null {
    const missing = this.#missing(rows, ticket);
    this.#progress.note(rows.count, missing?.count ?? 0);
    return this.#lookUp(missing, ticket);
  }

  #lookUp(missing: KeyRows | null, ticket: number): Fetch | null {
    if (missing === null) return null;
    const { columns, count } = missing;
    const all = Int32Array.from({ length: count }, (_, i) => i);
    const { of } = this.#progress.keyGroups;
    const groups = keyGroupsOfRows(columns, all, this.#partition, of);
    const keys = this.#layout.keys(this.#prefix, columns, all, groups, null);
    const lookup = this.#progress.far.get({ count, keys: keys.data, keyOffsets: keys.offsets });
    if (lookup.ready) {
      this.#arrive(columns, lookup, ticket);
      return null;
    }
    let isDone = false;
    const arrive = (): void => {
      if (isDone) return;
      isDone = true;
      if (this.isDropped) return;
      this.#arrive(columns, lookup, ticket);
      this.#remember(columns, lookup, ticket);
    };
    const ready = (): boolean => {
      if (lookup.ready) arrive();
      return isDone;
    };
    return { ready, wait: () => lookup.wait().then(arrive) };
  }

  /** Keys that the files do not have are known to be gone: nobody waits for that a second time. */
  #remember(columns: readonly Vector[], { starts }: FarLookup, ticket: number): void {
    const absent = Int32Array.from(starts.keys()).filter((i) => (starts[i] as number) < 0);
    const count = absent.length;
    const places = new Int32Array(count);
    this.heap.find({ columns, selection: absent, count }, places, false);
    const fresh = absent.filter((_, i) => (places[i] as number) < 0);
    this.#gone.find({ columns, selection: fresh, count: fresh.length }, places, true);
    for (const place of this.#gone.inserted()) this.#goneMarks.begin(place, ticket, false);
  }

  /** Starts reading all keys that the files have of it. */
  fetchAll(ticket: number): Fetch | null {
    this.#touchAll(ticket);
    if (!this.#isFar) return null;
    this.#progress.note(1, 1);
    if (this.#progress.far.scanNow !== undefined) {
      this.walking();
      return null;
    }
    const scan = this.#progress.far.scan(this.range());
    const reading = (async () => {
      for (let page = await scan.next(); page !== null; page = await scan.next()) {
        if (!this.isDropped) this.#arriveAll(page, ticket);
      }
    })();
    reading.catch(() => undefined);
    return { ready: () => false, wait: () => reading };
  }

  /** All its keys in the files. */
  range(): KeyRange {
    const { first, last } = this.#progress.keyGroups;
    const [from, to] = [this.#prefix, prefixEnd(this.#prefix)];
    return { firstGroup: first, lastGroup: last, from, to };
  }

  seal(): SealedRows[] {
    const { run } = this.#progress;
    const written = this.#marks.seal(run);
    const removed = this.#goneMarks.seal(run);
    if (written.length + removed.length > 0) this.mayBeFar = true;
    const columns = this.heap.stored.map((column) => column.vector);
    const values = gatherColumns(columns, written, written.length);
    return [
      this.#section(this.heap.keys(written, written.length), values, written.length, false),
      this.#section(this.#gone.keys(removed, removed.length), [], removed.length, true),
    ];
  }

  evict(count: number): number {
    const went = this.#sweep(this.heap, this.#marks, count);
    return went + this.#sweep(this.#gone, this.#goneMarks, count - went);
  }

  #section(
    keys: readonly Vector[],
    values: readonly Vector[],
    count: number,
    isDeleted: boolean,
  ): SealedRows {
    const all = Int32Array.from({ length: count }, (_, i) => i);
    const partition = this.#partition;
    const rows = { keys, keyRows: all, partition, values, rows: all, isDeleted };
    return sealedRows(this.#layout, this.#prefix, rows);
  }

  /** Keys that were not there and come; those removed are replaced where they are stored. */
  #comeBack(inserted: Int32Array): void {
    const count = inserted.length;
    const places = new Int32Array(count);
    const columns = this.heap.keys(inserted, count);
    this.#gone.find({ columns, selection: null, count }, places, false);
    for (let i = 0; i < count; i++) {
      const place = places[i] as number;
      if (place < 0 || !this.#goneMarks.isStored(place)) continue;
      this.#marks.setStored(inserted[i] as number);
    }
    const back = places.filter((place) => place >= 0);
    for (const place of back) this.#goneMarks.end(place);
    this.#gone.free(back, back.length);
  }

  /** The distinct keys that must be looked up; what is near is held for the ticket. */
  #missing(rows: KeyRows, ticket: number): KeyRows | null {
    const absent = absentKeys(this.heap, this.#wanted, this.#marks, rows, ticket);
    if (absent === null || !this.#isFar) return null;
    return this.#notGone(absent.columns, absent.count, ticket);
  }

  #notGone(columns: readonly Vector[], count: number, ticket: number): KeyRows | null {
    if (this.#gone.size === 0) return { columns, selection: null, count };
    const places = new Int32Array(count);
    this.#gone.find({ columns, selection: null, count }, places, false);
    for (const place of places) if (place >= 0) this.#goneMarks.touch(place, ticket);
    const far = Int32Array.from(places.keys()).filter((i) => (places[i] as number) < 0);
    if (far.length === 0) return null;
    return { columns: gatherColumns(columns, far, far.length), selection: null, count: far.length };
  }

  #arrive(columns: readonly Vector[], lookup: FarLookup, ticket: number): void {
    const found = Int32Array.from(lookup.starts.keys()).filter(
      (i) => (lookup.starts[i] as number) >= 0,
    );
    if (found.length === 0) return;
    const starts = found.map((i) => lookup.starts[i] as number);
    const ends = found.map((i) => lookup.ends[i] as number);
    const keys = gatherColumns(columns, found, found.length);
    this.#insert(keys, lookup.values, starts, ends, ticket);
  }

  #arriveAll({ count, keys, keyOffsets, values, valueOffsets }: Entries, ticket: number): void {
    const slices = { count, data: keys, offsets: keyOffsets };
    const { columns } = this.#layout.readKeys(slices, this.#prefix.length);
    const starts = valueOffsets.slice(0, count);
    this.#insert(columns, values, starts, valueOffsets.slice(1, count + 1), ticket);
  }

  /** Puts what the files have of keys where they have no slot and are not gone. */
  #insert(
    keys: readonly Vector[],
    data: Uint8Array,
    starts: Int32Array,
    ends: Int32Array,
    ticket: number,
  ): void {
    const { heap } = this;
    const places = new Int32Array(starts.length);
    heap.find({ columns: keys, selection: null, count: starts.length }, places, false);
    let fresh = Int32Array.from(places.keys()).filter((i) => (places[i] as number) < 0);
    if (fresh.length > 0 && this.#gone.size > 0) {
      this.#gone.find({ columns: keys, selection: null, count: starts.length }, places, false);
      fresh = fresh.filter((i) => (places[i] as number) < 0);
    }
    const count = fresh.length;
    if (count === 0) return;
    const slots = new Int32Array(count);
    heap.find({ columns: keys, selection: fresh, count }, slots, true);
    const at = fresh.map((i) => starts[i] as number);
    const until = fresh.map((i) => ends[i] as number);
    const { stored } = heap;
    this.#layout.valuesAt(data, at, until).forEach((vector, c) => {
      stored[c]?.copy(slots, count, vector, null);
    });
    for (const slot of slots) this.#marks.begin(slot, ticket, true);
  }

  get #isFar(): boolean {
    return this.mayBeFar && this.hiddenUntil <= this.#progress.installed;
  }

  #touchAll(ticket: number): void {
    const slots = new Int32Array(this.heap.size);
    this.heap.held(0, slots);
    for (const slot of slots) this.#marks.touch(slot, ticket);
  }

  #sweep(table: HeapTable, marks: SlotMarks, count: number): number {
    if (count <= 0 || table.size === 0) return 0;
    const { oldest, installed } = this.#progress;
    const live = new Int32Array(Math.min(table.size, 4 * count));
    const found = table.held(this.#hand, live);
    this.#hand = found < live.length ? 0 : (live[found - 1] as number) + 1;
    const going = live
      .subarray(0, found)
      .filter((slot) => marks.mayGo(slot, oldest, installed))
      .subarray(0, count);
    table.free(going, going.length);
    for (const slot of going) marks.end(slot);
    return going.length;
  }
}

/** Rows that are coded at a time. */
const PAGE = 4096;

/** Puts sealed rows behind the entries that are there, in no order; each key once. */
export function addSealed(
  out: EntryBuffer,
  sections: readonly SealedRows[],
  keyGroups: number,
): void {
  for (const section of sections) {
    const { layout, prefix, keys, partition, orders, values, sequences, isDeleted } = section;
    const columns = [...keys, ...orders];
    for (let from = 0; from < section.rows.length; from += PAGE) {
      const rows = section.rows.subarray(from, from + PAGE);
      const keyRows = section.keyRows.subarray(from, from + PAGE);
      const groups = keyGroupsOfRows(keys, keyRows, partition, keyGroups);
      const numbers = sequences?.subarray(from, from + PAGE) ?? null;
      const coded = layout.keys(prefix, columns, rows, groups, numbers);
      out.addAll(coded, isDeleted ? null : layout.values(values, rows));
    }
  }
}
