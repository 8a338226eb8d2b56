/**
 * Tables that keep many whole rows a key, as join and rank need them: a keyed table gives the key's
 * slot, a row arena keeps the rows of all keys by row id, and a list a slot says which rows are the
 * key's, in the order that their owner gives them.
 *
 * Row ids are small integers; a released id is given again only after `reclaim`, so that what was
 * taken out while a batch is applied can still be emitted at its end.
 */
import type { ColumnOrder } from '../column/row-comparison.js';
import type { Vector } from '../column/vector.js';
import type { KeyRows } from './reads.js';
import type { RowTypes, Ticket } from './store.js';
import type { KeyedTable } from './table.js';

export interface RowArena {
  /** Live rows. */
  readonly size: number;
  /** The columns as they stand, by row id; valid until the next `add`. */
  columns(): readonly Vector[];
  /** One of them. */
  column(index: number): Vector;
  /**
   * Copies `count` rows of `source` into the arena, in order.
   * @param rows physical rows of `source`; null = 0 to count − 1
   * @param ids gets the new row ids
   */
  add(source: readonly Vector[], rows: Int32Array | null, count: number, ids: Int32Array): void;
  /** Gives a row up; it stays readable until `reclaim`. */
  release(id: number): void;
  /** `release` of `count` rows. */
  releaseAll(ids: Int32Array, count: number): void;
  /** Frees what was released. */
  reclaim(): void;
  /** One past the greatest id given so far. */
  readonly end: number;
}

/**
 * Hears of slots whose rows come near or leave memory, where a backend keeps them elsewhere as
 * well, and of those some of whose rows expire: what is derived from rows follows them.
 */
export interface RowFollower {
  /** The lists of these slots hold their rows now. */
  arrived(slots: Int32Array): void;
  /** The rows of these slots are about to leave; those that have not expired may arrive again. */
  leaving(slots: Int32Array): void;
}

/** What both kinds share. */
export interface RowLists {
  readonly name: string;
  /** Its slots are this table's; it has no values of its own. */
  readonly keys: KeyedTable;
  /** As `KeyedTable.locate`; new slots have empty lists. */
  locate(rows: KeyRows, slots: Int32Array, insert: boolean): void;
  follow(follower: RowFollower): void;
  /** Frees those of the slots whose lists are empty; a slot may stand there more than once. */
  prune(slots: Int32Array, count: number): void;
}

export interface LinkedRowsDescriptor {
  readonly name: string;
  readonly key: RowTypes;
  /** Column types of the rows of each list of a key: the sides of a join. */
  readonly lists: readonly RowTypes[];
  /** As in `TableDescriptor`. */
  readonly partition?: readonly number[];
  /** By list whether it never holds more than one row a key; absent = none is so short. */
  readonly single?: readonly boolean[];
  /**
   * By list whether rows are only ever appended to it, and read from its first to its last: it may
   * be longer than memory (`LinkedList.parts`). Absent = none is.
   */
  readonly appended?: readonly boolean[];
  /**
   * By list the columns, beside the key's, of which an `appended` list has each value once at most;
   * null or absent = rows are told apart by their arrival. A row stands for its values: one that is
   * appended takes the place of the one in files, unlinked again it takes that with it. So its rows
   * may be replaced and taken out unread; of what is near its owner unlinks the old row first.
   */
  readonly unique?: readonly (readonly number[] | null)[];
  /** By list how long a row lives behind its last write, ms; forever where absent or 0. */
  readonly ttlMs?: readonly number[];
}

/** Several lists a key, each of rows of its own types. */
export interface LinkedRows extends RowLists {
  readonly lists: readonly LinkedList[];
}

/** One list of every key, in order of arrival, doubly linked: adding and taking out are O(1). */
export interface LinkedList {
  readonly rows: RowArena;
  /** First row of a slot's list, −1 when it is empty. */
  first(slot: number): number;
  /** The first rows of `count` slots; −1 also for slot −1. */
  firsts(slots: Int32Array, count: number, ids: Int32Array): void;
  /** Last row of a slot's list, −1 when it is empty. */
  last(slot: number): number;
  /** The row behind a row, −1 at the end. */
  next(id: number): number;
  append(slot: number, id: number): void;
  /** `append` of `count` rows, in order. */
  appendAll(slots: Int32Array, ids: Int32Array, count: number): void;
  /** Takes a row out of its list; the row is not released. */
  unlink(slot: number, id: number): void;
  /**
   * Takes all rows of `count` slots out and releases them.
   * @param ends gets where the rows of each slot end in what is returned
   * @returns the rows, one list behind the other; good until the next call
   */
  take(slots: Int32Array, count: number, ends: Int32Array): Int32Array;
  /** To be called before a column of a listed row is written in place. */
  changing(id: number): void;
  /**
   * By slot, not 0 where only the last of its rows are near: all of them are read by `open` then.
   * Null = all rows of all slots are near. The array is replaced as slots are added.
   */
  readonly parts: Uint8Array | null;
  /** Begins to read all rows of a slot, which no row enters before the cursor is released. */
  open(slot: number): RowCursor;
}

/** Reads the rows of one list in order of arrival. `ready` says whether `next` may be called. */
export interface RowCursor extends Ticket {
  /** The next rows, null behind the last. What is behind them is being read from now on. */
  next(): RowPage | null;
}

/** Some rows of a list, with all their columns; they stay as they are. */
export interface RowPage {
  readonly columns: readonly Vector[];
  /** Rows of `columns`; null = 0 to count − 1. */
  readonly ids: Int32Array | null;
  readonly count: number;
}

export interface SortedRowsDescriptor {
  readonly name: string;
  readonly key: RowTypes;
  readonly row: RowTypes;
  /** What decides between equal weights, before the order of arrival; nothing where absent. */
  readonly order?: readonly RowOrder[];
  /** As in `TableDescriptor`. */
  readonly partition?: readonly number[];
  /** How long a row lives behind being added, ms; forever where absent or 0. */
  readonly ttlMs?: number;
}

export interface RowOrder extends ColumnOrder {
  /** A column of the row. */
  readonly column: number;
}

/**
 * Lists whose owner keeps them sorted, by position: contiguous, for lists of up to thousands. Each
 * row stands in its list with a weight, a number that ascends (weakly) with the position; what
 * decides between equal weights is the owner's.
 */
export interface SortedRows extends RowLists {
  readonly rows: RowArena;
  /** Rows of a slot. */
  count(slot: number): number;
  /**
   * Tells that the lists of these slots, −1 = none, are looked at next. Loading them in loops of
   * independent reads overlaps the cache misses that one list after another would wait for.
   */
  touch(slots: Int32Array, count: number): void;
  /** The row at a position, and its weight. */
  at(slot: number, position: number): number;
  /** The rows at positions `from` to `to` − 1, into `ids` from `start` on. */
  copy(slot: number, from: number, to: number, ids: Int32Array, start: number): void;
  weightAt(slot: number, position: number): number;
  /** The first position whose weight is at least, or above, `weight`; the count when none is. */
  lowerBound(slot: number, weight: number): number;
  upperBound(slot: number, weight: number): number;
  /** Puts a row behind those of its weight. @returns its position */
  add(slot: number, id: number, weight: number): number;
  /** Puts a row before the one at `position`; `position` = count puts it last. */
  insert(slot: number, position: number, id: number, weight: number): void;
  /** Takes out the row at `position`, the first one in O(1); the row is not released. */
  remove(slot: number, position: number): void;
  /** Puts another row of the same weight where one stands, which is not released. */
  replace(slot: number, position: number, id: number): void;
  /** To be called before a column of a listed row is written in place. */
  changing(id: number): void;
  /** Takes out all rows of a slot; they are not released. */
  clear(slot: number): void;
  /** One past the greatest slot given so far. */
  readonly slotEnd: number;
}

/** Takes all rows of a slot's list out and releases them. */
export function releaseRows(list: LinkedList, slot: number): void {
  for (let id = list.first(slot); id >= 0; id = list.first(slot)) {
    list.unlink(slot, id);
    list.rows.release(id);
  }
}
