/**
 * Row lists as doubly linked lists over row ids (`LinkedRows` in `api/row-list.ts`). First and last
 * row of all lists of a key stand together, as do a row's two links: with many keys the cache
 * misses are the time.
 */
import type { KeyRows } from '../api/reads.js';
import type { LinkedList, LinkedRows, LinkedRowsDescriptor } from '../api/row-list.js';
import type { RowTypes } from '../api/store.js';
import { grownInt32 } from '../column/growth.js';
import type { Vector } from '../column/vector.js';
import { HeapTable, type TableCopy } from './keyed-table.js';
import { HeapRowArena } from './row-arena.js';
import type { RowWatch } from './watch.js';

/** Per slot and list its first and its last row, −1 when it is empty. */
interface Ends {
  values: Int32Array;
}

/** Lists as they stood. */
export interface LinkedCopy {
  readonly keys: TableCopy;
  readonly lists: readonly ListCopy[];
}

export interface ListCopy {
  /** By row id. */
  readonly columns: readonly Vector[];
  readonly size: number;
  /** By position in `keys.slots`, −1 where the list is empty. */
  readonly firsts: Int32Array;
  /** At twice a row's id the row behind it, −1 at the end. */
  readonly links: Int32Array;
}

export class HeapLinkedRows implements LinkedRows {
  readonly name: string;
  readonly descriptor: LinkedRowsDescriptor;
  readonly keys: HeapTable;
  readonly lists: readonly HeapLinkedList[];
  /** Empty lists are pruned. */
  prunes = true;
  readonly #ends: Ends = { values: new Int32Array(0) };
  /** Integers a slot. */
  readonly #stride: number;

  constructor(descriptor: LinkedRowsDescriptor) {
    const { name, key, lists } = descriptor;
    this.name = name;
    this.descriptor = descriptor;
    this.keys = new HeapTable({ name, key, values: [] });
    this.#stride = 2 * lists.length;
    this.lists = lists.map(
      (row, list) => new HeapLinkedList(row, this.#ends, this.#stride, 2 * list),
    );
  }

  locate(rows: KeyRows, slots: Int32Array, insert: boolean): void {
    if (this.keys.locate(rows, slots, insert) > 0) this.begin();
  }

  /** Empties the lists of the slots that the keys' table inserted last. */
  begin(): void {
    const stride = this.#stride;
    for (const slot of this.keys.inserted()) {
      const end = (slot + 1) * stride;
      if (end > this.#ends.values.length) this.#ends.values = grownInt32(this.#ends.values, end);
      this.#ends.values.fill(-1, slot * stride, end);
    }
  }

  prune(slots: Int32Array, count: number): void {
    if (this.prunes) this.free(slots, count);
  }

  /** Frees those of the slots whose lists are empty. */
  free(slots: Int32Array, count: number): void {
    const ends = this.#ends.values;
    const empty = new Int32Array(count);
    let found = 0;
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number;
      if (slot < 0 || !this.#isEmpty(slot)) continue;
      // −2 marks a slot that is in `empty` already.
      ends[slot * this.#stride] = -2;
      empty[found++] = slot;
    }
    if (found > 0) this.keys.free(empty, found);
  }

  copied(): LinkedCopy {
    const keys = this.keys.copied();
    return { keys, lists: this.lists.map((list) => list.copied(keys.slots)) };
  }

  memoryBytes(): number {
    const lists = this.lists.reduce((sum, list) => sum + list.memoryBytes(), 0);
    return this.keys.memoryBytes() + lists + 4 * this.#ends.values.length;
  }

  #isEmpty(slot: number): boolean {
    const from = slot * this.#stride;
    for (let at = from; at < from + this.#stride; at += 2) {
      if (this.#ends.values[at] !== -1) return false;
    }
    return true;
  }
}

export class HeapLinkedList implements LinkedList {
  watch: RowWatch | null = null;
  readonly rows: HeapRowArena;
  readonly #ends: Ends;
  readonly #stride: number;
  readonly #offset: number;
  /** Per row the one behind it and the one before it. */
  #links: Int32Array = new Int32Array(0);

  constructor(row: RowTypes, ends: Ends, stride: number, offset: number) {
    this.rows = new HeapRowArena(row);
    this.#ends = ends;
    this.#stride = stride;
    this.#offset = offset;
  }

  first(slot: number): number {
    return this.#ends.values[slot * this.#stride + this.#offset] as number;
  }

  firsts(slots: Int32Array, count: number, ids: Int32Array): void {
    const ends = this.#ends.values;
    const stride = this.#stride;
    const offset = this.#offset;
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number;
      ids[i] = slot < 0 ? -1 : (ends[slot * stride + offset] as number);
    }
  }

  last(slot: number): number {
    return this.#ends.values[slot * this.#stride + this.#offset + 1] as number;
  }

  next(id: number): number {
    return this.#links[id * 2] as number;
  }

  append(slot: number, id: number): void {
    if (id * 2 >= this.#links.length) this.#links = grownInt32(this.#links, this.rows.end * 2);
    const at = slot * this.#stride + this.#offset;
    const ends = this.#ends.values;
    const last = ends[at + 1] as number;
    if (last < 0) ends[at] = id;
    else this.#links[last * 2] = id;
    this.#links[id * 2] = -1;
    this.#links[id * 2 + 1] = last;
    ends[at + 1] = id;
    if (this.watch !== null) this.watch.added(slot, id, 0);
  }

  unlink(slot: number, id: number): void {
    const at = slot * this.#stride + this.#offset;
    const after = this.#links[id * 2] as number;
    const before = this.#links[id * 2 + 1] as number;
    if (before < 0) this.#ends.values[at] = after;
    else this.#links[before * 2] = after;
    if (after < 0) this.#ends.values[at + 1] = before;
    else this.#links[after * 2 + 1] = before;
    if (this.watch !== null) this.watch.removed(slot, id);
  }

  changed(id: number): void {
    if (this.watch !== null) this.watch.changed(id);
  }

  copied(slots: Int32Array): ListCopy {
    const firsts = new Int32Array(slots.length);
    this.firsts(slots, slots.length, firsts);
    const { rows } = this;
    const links = this.#links.slice(0, 2 * rows.end);
    return { columns: rows.copied(), size: rows.size, firsts, links };
  }

  memoryBytes(): number {
    return this.rows.memoryBytes() + 4 * this.#links.length;
  }
}
