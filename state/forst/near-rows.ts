/**
 * Tables that keep many rows a key, over the files: a key is near with all its rows or not at all,
 * rows are written and deleted one by one. What the kinds differ in stands in `near-linked.ts`,
 * `near-sorted.ts` and `near-ordered.ts`.
 *
 * Invariant: a key that has a slot has all its rows there, but for lists that are only appended to
 * (`list-parts.ts`). Slots of keys without rows stay until they may leave, so that what is read
 * late cannot bring back rows that were removed meanwhile.
 */
import type { Read } from '../api/read-list.js';
import type { KeyRows } from '../api/reads.js';
import type { RowFollower } from '../api/row-list.js';
import type { TableMeta } from '../api/snapshot.js';
import { gatherColumns } from '../column/gather.js';
import type { LogicalType } from '../column/logical-type.js';
import type { Vector } from '../column/vector.js';
import { HeapTable } from '../heap/keyed-table.js';
import { sealedRows } from '../heap/stored-table.js';
import type { RowWatch, SlotWatch } from '../heap/watch.js';
import type { Layout } from '../keyed/layout.js';
import { keyGroupsOfRows, type SealedRows } from '../keyed/sealed-rows.js';
import { type Slices, SlicesBuilder } from '../keyed/slices.js';
import { absentKeys, type IsUnread } from './absent-keys.js';
import { BESIDE_BYTES } from './entries.js';
import type { FarRows } from './far.js';
import type { ListParts } from './list-parts.js';
import type { Fetch, NearState, Written } from './near-state.js';
import type { Progress } from './progress.js';
import type { MarkedRows, RowMarks } from './row-marks.js';
import { SlotMarks } from './slot-marks.js';

/** The rows of one list of a table; an ordered table has one. */
export interface NearList {
  readonly layout: Layout;
  readonly prefix: Uint8Array;
  readonly marks: RowMarks;
  /** Of a list that rows are only appended to; absent = a key's list is near as a whole. */
  readonly parts?: ListParts;
}

/** Rows that come from the files; all arrays are by row. */
export interface Arrival {
  readonly count: number;
  readonly slots: Int32Array;
  /** Key columns, and the order columns behind them. */
  readonly keys: readonly Vector[];
  readonly sequences: Float64Array | null;
  readonly values: readonly Vector[];
}

/** What was read of one list, and the number of the key that each entry is of. */
interface Reading {
  /** Number of the list. */
  readonly list: number;
  readonly owners: number[];
  readonly keys: SlicesBuilder;
  readonly values: SlicesBuilder;
  isLarge(key: number): boolean;
}

export abstract class NearRows implements NearState, SlotWatch {
  abstract readonly kind: TableMeta['kind'];
  abstract readonly signature: string;
  abstract readonly ttlMs: readonly number[];
  protected abstract readonly keyed: HeapTable;
  protected abstract readonly lists: readonly NearList[];
  protected readonly progress: Progress;
  readonly #marks = new SlotMarks();
  readonly #wanted: HeapTable;
  readonly #partition: readonly number[] | null;
  #mayBeFar: boolean;
  /** What happens to rows is the store's own doing. */
  #isQuiet = false;
  #hand = 0;

  constructor(
    key: readonly LogicalType[],
    partition: readonly number[] | undefined,
    progress: Progress,
    isRestored: boolean,
  ) {
    this.progress = progress;
    this.#wanted = new HeapTable({ name: 'wanted', key, values: [] });
    this.#partition = partition ?? null;
    this.#mayBeFar = isRestored;
  }

  /** Puts rows into their lists. */
  protected abstract arrive(list: number, rows: Arrival): void;
  /** Empties the lists of the slots that the keys' table inserted last. */
  protected abstract begin(): void;
  /** Numbers of the lists that a read names. */
  protected listsOf(_read: Read): readonly number[] {
    return [...this.lists.keys()];
  }
  /** Takes the rows of a slot out of memory, and frees the slot. */
  protected abstract letGo(slot: number): void;
  /** Order and value columns, by row id, as entries have them. */
  protected abstract columns(list: number): {
    readonly orders: readonly Vector[];
    readonly values: readonly Vector[];
  };
  /** Those that derive something from the rows. */
  protected abstract readonly followers: readonly RowFollower[];
  /** Bytes of all rows and keys in memory. */
  protected abstract rowBytes(): number;
  /** Bytes of a row of a list without its key, on the average. */
  protected abstract bytesEach(list: number): number;
  /** Rows that were removed are in no entry any more. */
  protected released(_list: number, _ids: Int32Array): void {}
  /** Positions of removed rows that are not there again under the same key, each key once. */
  protected lasting(_list: number, removed: MarkedRows, _written: MarkedRows): Int32Array {
    return Int32Array.from(removed.ids.keys());
  }

  get dirtyBytes(): number {
    const key = this.keyed.entryBytes() + BESIDE_BYTES;
    return this.lists.reduce(
      (sum, { marks }, list) => sum + marks.dirtyCount * (key + this.bytesEach(list)),
      0,
    );
  }

  get nearCount(): number {
    return this.keyed.size;
  }

  memoryBytes(): number {
    const marks = this.lists.reduce((sum, list) => sum + list.marks.memoryBytes(), 0);
    return this.rowBytes() + this.#marks.memoryBytes() + marks;
  }

  /** Where all is answered at once, keys need not be named: they come when they are touched. */
  locating(rows: KeyRows): void {
    const { far, ticket } = this.progress;
    if (far.scanNow === undefined || !this.#mayBeFar) return;
    this.#lookUp(this.#missing(rows, ticket, null), [...this.lists.keys()], ticket);
  }

  located({ count }: KeyRows, slots: Int32Array): void {
    const { ticket } = this.progress;
    for (const slot of this.keyed.inserted()) this.#begin(slot, ticket, false);
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number;
      if (slot >= 0) this.#marks.touch(slot, ticket);
    }
  }

  /** Empty lists are kept, so slots are freed by the store alone. */
  removing(): void {}

  /** Hears of the rows of one list. */
  protected watchOf({ marks, parts }: NearList): RowWatch {
    const { progress } = this;
    return {
      added: (slot, id, weight) => {
        if (this.#isQuiet) return;
        marks.add(id, slot, progress.sequence++, weight);
        this.#marks.write(slot, progress.ticket);
        parts?.added(slot);
      },
      changed: (id) => {
        if (this.#isQuiet) return;
        marks.write(id);
        this.#marks.write(marks.slotOf(id), progress.ticket);
      },
      removed: (slot, id) => {
        if (this.#isQuiet) return false;
        parts?.removed(slot);
        this.#marks.write(slot, progress.ticket);
        return marks.remove(id);
      },
    };
  }

  protected quietly(action: () => void): void {
    this.#isQuiet = true;
    action();
    this.#isQuiet = false;
  }

  get apartBytes(): number {
    return (this.lists[0] as NearList).layout.apartBytes;
  }

  fetch(read: Read, ticket: number): Fetch | null {
    if (read.kind !== 'rows' && read.kind !== 'first' && read.kind !== 'entries') return null;
    const lists = this.listsOf(read);
    const missing = this.#missing(read.rows, ticket, this.#unreadIn(lists));
    this.progress.note(read.rows.count, missing?.count ?? 0);
    return this.#lookUp(missing, lists, ticket);
  }

  /** Starts reading the rows of these keys; null = they are near now. */
  #lookUp(missing: KeyRows | null, lists: readonly number[], ticket: number): Fetch | null {
    if (missing === null) return null;
    const lookups = this.#lookups(missing, lists);
    let isDone = false;
    const arrive = (wasWaitedFor: boolean): boolean => {
      if (isDone || !lookups.every((lookup) => lookup.ready)) return isDone;
      isDone = true;
      const readings = lookups.map((lookup, i) => readingOf(lists[i] as number, lookup));
      this.#arrived(missing, readings, ticket, wasWaitedFor);
      return true;
    };
    if (arrive(false)) return null;
    const ready = (): boolean => arrive(true);
    return {
      ready,
      wait: async () => {
        await Promise.all(lookups.map((lookup) => lookup.wait()));
        ready();
      },
    };
  }

  seal(): Written {
    const { run } = this.progress;
    this.#marks.seal(run);
    const rows = this.lists.flatMap((list, number) => {
      const { written, removed } = list.marks.seal();
      if (written.ids.length + removed.ids.length > 0) this.#mayBeFar = true;
      const gone = this.lasting(number, removed, written);
      const sections = [
        this.#section(number, written.ids, written.slots, written.sequences, false),
        this.#section(
          number,
          gone.map((i) => removed.ids[i] as number),
          gone.map((i) => removed.slots[i] as number),
          Float64Array.from(gone, (i) => removed.sequences[i] as number),
          true,
        ),
      ];
      this.released(number, removed.ids);
      return sections;
    });
    return { rows, ranges: [] };
  }

  evict(count: number): number {
    const { keyed } = this;
    if (count <= 0 || keyed.size === 0) return 0;
    const live = new Int32Array(Math.min(keyed.size, 4 * count));
    const found = keyed.held(this.#hand, live);
    this.#hand = found < live.length ? 0 : (live[found - 1] as number) + 1;
    const { oldest, installed } = this.progress;
    const going = live
      .subarray(0, found)
      .filter((slot) => this.#marks.mayGo(slot, oldest, installed))
      .subarray(0, count);
    for (const follower of this.followers) follower.leaving(going);
    for (const slot of going) {
      this.#marks.end(slot);
      for (const { parts } of this.lists) parts?.end(slot);
      this.quietly(() => this.letGo(slot));
    }
    return going.length;
  }

  #section(
    number: number,
    ids: Int32Array,
    slots: Int32Array,
    numbers: Float64Array,
    isDeleted: boolean,
  ): SealedRows {
    const { layout, prefix } = this.lists[number] as NearList;
    const count = ids.length;
    const { orders, values } = this.columns(number);
    const all = Int32Array.from({ length: count }, (_, i) => i);
    return sealedRows(layout, prefix, {
      keys: this.keyed.keys(slots, count),
      keyRows: all,
      partition: this.#partition,
      orders: gatherColumns(orders, ids, count),
      values: isDeleted ? [] : gatherColumns(values, ids, count),
      rows: all,
      sequences: orders.length > 0 ? null : numbers,
      isDeleted,
    });
  }

  #begin(slot: number, ticket: number, isStored: boolean): void {
    this.#marks.begin(slot, ticket, isStored);
    for (const { parts } of this.lists) parts?.begin(slot, isStored);
  }

  #unreadIn(lists: readonly number[]): IsUnread | null {
    const parts = lists.flatMap((list) => this.lists[list]?.parts ?? []);
    return parts.length === 0 ? null : (slot) => parts.some((one) => one.isUnread(slot));
  }

  /** The distinct keys that have no slot; those that have are held for the ticket. */
  #missing(rows: KeyRows, ticket: number, isUnread: IsUnread | null): KeyRows | null {
    const absent = absentKeys(this.keyed, this.#wanted, this.#marks, rows, ticket, isUnread);
    return this.#mayBeFar ? absent : null;
  }

  /** Reads of the rows of keys, one a list. */
  #lookups({ columns, count }: KeyRows, lists: readonly number[]): FarRows[] {
    const { far, listBytes } = this.progress;
    const groups = this.#groups(columns, count);
    return lists.map((list) => {
      const { data, offsets } = this.#prefixes(list, columns, groups);
      const mostBytes = this.lists[list]?.parts === undefined ? Infinity : listBytes;
      return far.rows({ count, keys: data, keyOffsets: offsets }, mostBytes);
    });
  }

  /** What all entries of a list of one key begin with. */
  protected prefixOf(list: number, slot: number): Uint8Array {
    const columns = this.keyed.keys(Int32Array.of(slot), 1);
    return this.#prefixes(list, columns, this.#groups(columns, 1)).data;
  }

  #groups(columns: readonly Vector[], count: number): Int32Array {
    const all = Int32Array.from({ length: count }, (_, i) => i);
    return keyGroupsOfRows(columns, all, this.#partition, this.progress.keyGroups.of);
  }

  #prefixes(list: number, columns: readonly Vector[], groups: Int32Array): Slices {
    const { layout, prefix } = this.lists[list] as NearList;
    return layout.keys(prefix, columns, Int32Array.from(groups.keys()), groups, null);
  }

  /**
   * Keys that have rows, and no slot yet, get one; those without rows, too, where a list may be
   * there in part, since a slot says what was looked up, and where somebody waited for it: nobody
   * should have to a second time.
   */
  #arrived(
    keys: KeyRows,
    readings: readonly Reading[],
    ticket: number,
    wasWaitedFor: boolean,
  ): void {
    const near = new Int32Array(keys.count);
    this.keyed.find(keys, near, false);
    const hasParts = this.lists.some(({ parts }) => parts !== undefined);
    const hasRows = new Uint8Array(keys.count).fill(hasParts || wasWaitedFor ? 1 : 0);
    for (const { owners } of readings) for (const key of owners) hasRows[key] = 1;
    const fresh = Int32Array.from(near.keys()).filter(
      (key) => near[key] === -1 && hasRows[key] === 1,
    );
    const more = near.filter((slot) => slot >= 0 && this.#isUnread(slot));
    for (const follower of this.followers) follower.leaving(more);
    const made = new Int32Array(fresh.length);
    this.keyed.find({ columns: keys.columns, selection: fresh, count: fresh.length }, made, true);
    this.begin();
    const slots = new Int32Array(keys.count).fill(-1);
    fresh.forEach((key, i) => {
      slots[key] = made[i] as number;
      this.#begin(made[i] as number, ticket, true);
    });
    for (const reading of readings) {
      const { parts } = this.lists[reading.list] as NearList;
      if (parts === undefined) this.#enter(reading, slots);
      else this.#settle(reading, parts, slots, near);
    }
    const arrived = more.length === 0 ? made : Int32Array.of(...made, ...more);
    for (const follower of this.followers) follower.arrived(arrived);
  }

  /** Rows of a slot's list may come near that were not. */
  #isUnread(slot: number): boolean {
    return this.lists.some(({ parts }) => parts?.isUnread(slot) === true);
  }

  /** Puts what was read of keys where their slots are not yet read. */
  #settle(reading: Reading, parts: ListParts, fresh: Int32Array, near: Int32Array): void {
    const slots = fresh.map((slot, key) => (slot >= 0 ? slot : (near[key] as number)));
    const unread = slots.map((slot) => (slot >= 0 && parts.isUnread(slot) ? slot : -1));
    this.#enter(reading, unread);
    unread.forEach((slot, key) => {
      if (slot >= 0) parts.settle(slot, reading.isLarge(key));
    });
  }

  /** @param slots by key, −1 where what was read is not wanted */
  #enter({ list, owners, keys, values }: Reading, slots: Int32Array): void {
    const { layout, prefix } = this.lists[list] as NearList;
    const slotOf = Int32Array.from(owners, (owner) => slots[owner] as number);
    const some = Int32Array.from(slotOf.keys()).filter((i) => (slotOf[i] as number) >= 0);
    if (some.length === 0) return;
    const picked = picking(keys.finish(), some);
    const { columns, sequences } = layout.readKeys(picked, prefix.length);
    const rows = {
      count: some.length,
      slots: some.map((i) => slotOf[i] as number),
      keys: columns,
      sequences,
      values: layout.readValues(picking(values.finish(), some)),
    };
    this.quietly(() => this.arrive(list, rows));
  }
}

function readingOf(list: number, lookup: FarRows): Reading {
  const owners: number[] = [];
  const [keys, values] = [new SlicesBuilder(4096), new SlicesBuilder(4096)];
  lookup.take((key, entries, i) => {
    const { keyOffsets, valueOffsets } = entries;
    owners.push(key);
    keys.append(entries.keys, keyOffsets[i] as number, keyOffsets[i + 1] as number);
    values.append(entries.values, valueOffsets[i] as number, valueOffsets[i + 1] as number);
  });
  return { list, owners, keys, values, isLarge: (key) => lookup.isLarge(key) };
}

/** Some of the strings, in this order. */
function picking(slices: Slices, picked: Int32Array): Slices {
  if (picked.length === slices.count) return slices;
  const builder = new SlicesBuilder(4096);
  for (const i of picked) {
    builder.append(slices.data, slices.offsets[i] as number, slices.offsets[i + 1] as number);
  }
  return builder.finish();
}
