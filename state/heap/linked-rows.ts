/**
 * Row lists as doubly linked lists over row ids (`LinkedRows` in `api/row-list.ts`). First and last
 * row of all lists of a key stand together, as do a row's two links: with many keys the cache
 * misses are the time. A list of one row at most has ends of its own: its first row is its last.
 */
import { assert } from '../../conf/errors/error.js';
import type { KeyRows } from '../api/reads.js';
import type {
  LinkedList,
  LinkedRows,
  LinkedRowsDescriptor,
  RowCursor,
  RowFollower,
} from '../api/row-list.js';
import type { RowTypes } from '../api/store.js';
import { grownInt32 } from '../column/growth.js';
import { isFar } from '../column/touch.js';
import type { Frozen } from './frozen.js';
import { type FrozenTable, HeapTable } from './keyed-table.js';
import { type Lifetime, lifetimeOf, type StateTime } from './lifetime.js';
import { HeapRowArena } from './row-arena.js';
import type { RowWatch } from './watch.js';

/** Per slot and list its first and its last row, −1 when it is empty. */
interface Ends {
  values: Int32Array;
  /** Integers a slot. */
  readonly stride: number;
}

/** Lists as they stood, while keys and rows are still taken. */
export interface FrozenLinked {
  readonly keys: FrozenTable;
  readonly lists: readonly FrozenList[];
}

export interface FrozenList {
  /** By row id, as stored. */
  readonly rows: Frozen;
  /** Rows that are in use, listed or not. */
  readonly size: number;
  /** One past the greatest row id. */
  readonly end: number;
  /** The first row of a slot's list, −1 where it is empty. */
  first(slot: number): number;
  /** The row behind a row, −1 at the end. */
  next(id: number): number;
}

export class HeapLinkedRows implements LinkedRows {
  readonly name: string;
  readonly descriptor: LinkedRowsDescriptor;
  readonly keys: HeapTable;
  readonly lists: readonly HeapLinkedList[];
  /** Empty lists are pruned. */
  prunes = true;
  readonly followers: RowFollower[] = [];
  readonly #ends: readonly Ends[];
  /** Those whose rows expire. */
  readonly #mortal: readonly HeapLinkedList[];

  constructor(descriptor: LinkedRowsDescriptor, time: StateTime = { now: 0 }) {
    const { name, key, lists, single = [], ttlMs = [] } = descriptor;
    this.name = name;
    this.descriptor = descriptor;
    this.keys = new HeapTable({ name, key, values: [] });
    const long = lists.filter((_, list) => single[list] !== true).length;
    const shared: Ends = { values: new Int32Array(0), stride: 2 * long };
    const all: Ends[] = long > 0 ? [shared] : [];
    let offset = 0;
    this.lists = lists.map((row, list) => {
      const lifetime = lifetimeOf({ ttlMs: ttlMs[list] ?? 0 }, time);
      if (single[list] !== true) return new HeapLinkedList(row, lifetime, shared, offset++ * 2, 1);
      const own: Ends = { values: new Int32Array(0), stride: 1 };
      all.push(own);
      return new HeapLinkedList(row, lifetime, own, 0, 0);
    });
    this.#ends = all;
    this.#mortal = this.lists.filter((list) => list.rows.written !== null);
  }

  locate(rows: KeyRows, slots: Int32Array, insert: boolean): void {
    if (this.keys.locate(rows, slots, insert) > 0) this.begin();
    if (this.#mortal.length > 0) this.#expire(slots.subarray(0, rows.count));
  }

  /** Empties the lists of the slots that the keys' table inserted last. */
  begin(): void {
    for (const slot of this.keys.inserted()) {
      for (const ends of this.#ends) {
        const end = (slot + 1) * ends.stride;
        if (end > ends.values.length) ends.values = grownInt32(ends.values, end);
        ends.values.fill(-1, slot * ends.stride, end);
      }
    }
  }

  /** Takes out the expired rows of the next so many keys, and the keys that are left without. */
  sweep(count: number): void {
    if (this.#mortal.length === 0) return;
    const slots = this.keys.turn(count);
    this.#expire(slots);
    this.prune(slots, slots.length);
    for (const list of this.#mortal) list.rows.reclaim();
  }

  #expire(slots: Int32Array): void {
    const expiring = expiringSlots(slots, (slot) =>
      this.#mortal.some((list) => list.hasExpired(slot)),
    );
    if (expiring.length === 0) return;
    for (const follower of this.followers) follower.leaving(expiring);
    for (const slot of expiring) for (const list of this.#mortal) list.expire(slot);
    for (const follower of this.followers) follower.arrived(expiring);
  }

  follow(follower: RowFollower): void {
    this.followers.push(follower);
  }

  prune(slots: Int32Array, count: number): void {
    if (this.prunes) this.free(slots, count);
  }

  /** Frees those of the slots whose lists are empty. */
  free(slots: Int32Array, count: number): void {
    const ends = this.#ends[0] as Ends;
    const empty = new Int32Array(count);
    let found = 0;
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number;
      if (slot < 0 || !this.#isEmpty(slot)) continue;
      // −2 marks a slot that is in `empty` already.
      ends.values[slot * ends.stride] = -2;
      empty[found++] = slot;
    }
    if (found > 0) this.keys.free(empty, found);
  }

  /** The lists as they stand: which rows they hold is copied, the rows themselves are not yet. */
  frozen(): FrozenLinked {
    const copies = new Map(this.#ends.map((ends) => [ends, ends.values.slice()]));
    const lists = this.lists.map((list) => list.frozen((ends) => copies.get(ends) as Int32Array));
    return { keys: this.keys.frozen(), lists };
  }

  memoryBytes(): number {
    const lists = this.lists.reduce((sum, list) => sum + list.memoryBytes(), 0);
    const ends = this.#ends.reduce((sum, { values }) => sum + values.byteLength, 0);
    return this.keys.memoryBytes() + lists + ends;
  }

  #isEmpty(slot: number): boolean {
    for (const { values, stride } of this.#ends) {
      const from = slot * stride;
      for (let at = from; at < from + stride; at += 2) if (values[at] !== -1) return false;
    }
    return true;
  }
}

/** Where the rows of a list are that are not near. */
export type FarRowsOfList = Pick<LinkedList, 'parts' | 'open'>;

export class HeapLinkedList implements LinkedList {
  watch: RowWatch | null = null;
  /** Keeps loads from being dropped as dead code. */
  touched = 0;
  far: FarRowsOfList | null = null;
  readonly rows: HeapRowArena;
  readonly #ends: Ends;
  readonly #stride: number;
  /** Of the first row in what a slot has, and how far behind it the last is. */
  readonly #offset: number;
  readonly #last: number;
  /** Per row the one behind it and the one before it. */
  #links: Int32Array = new Int32Array(0);
  /** What `take` gave last. */
  #ids: Int32Array = new Int32Array(0);

  constructor(row: RowTypes, lifetime: Lifetime | null, ends: Ends, offset: number, last: number) {
    this.rows = new HeapRowArena(row, lifetime);
    this.#ends = ends;
    this.#stride = ends.stride;
    this.#offset = offset;
    this.#last = last;
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
    return this.#ends.values[slot * this.#stride + this.#offset + this.#last] as number;
  }

  next(id: number): number {
    return this.#links[id * 2] as number;
  }

  append(slot: number, id: number): void {
    if (id * 2 >= this.#links.length) this.#links = grownInt32(this.#links, this.rows.end * 2);
    const at = slot * this.#stride + this.#offset;
    const ends = this.#ends.values;
    const last = ends[at + this.#last] as number;
    if (last < 0) ends[at] = id;
    else this.#links[last * 2] = id;
    this.#links[id * 2] = -1;
    this.#links[id * 2 + 1] = last;
    ends[at + this.#last] = id;
    if (this.watch !== null) this.watch.added(slot, id, 0);
  }

  appendAll(slots: Int32Array, ids: Int32Array, count: number): void {
    const needed = this.rows.end * 2;
    if (needed > this.#links.length) this.#links = grownInt32(this.#links, needed);
    const ends = this.#ends.values;
    const [links, stride, offset, behind] = [this.#links, this.#stride, this.#offset, this.#last];
    if (isFar(links)) this.#touchLasts(slots, count);
    for (let i = 0; i < count; i++) {
      const id = ids[i] as number;
      const at = (slots[i] as number) * stride + offset;
      const last = ends[at + behind] as number;
      if (last < 0) ends[at] = id;
      else links[last * 2] = id;
      links[id * 2] = -1;
      links[id * 2 + 1] = last;
      ends[at + behind] = id;
    }
    const { watch } = this;
    if (watch === null) return;
    for (let i = 0; i < count; i++) watch.added(slots[i] as number, ids[i] as number, 0);
  }

  take(slots: Int32Array, count: number, ends: Int32Array): Int32Array {
    if (isFar(this.#links)) this.#touch(slots, count);
    const { rows, watch } = this;
    const [links, own, stride, offset] = [
      this.#links,
      this.#ends.values,
      this.#stride,
      this.#offset,
    ];
    let ids = this.#ids;
    let found = 0;
    for (let i = 0; i < count; i++) {
      const at = (slots[i] as number) * stride + offset;
      for (let id = own[at] as number; id >= 0; id = links[id * 2] as number) {
        if (found === ids.length) ids = grownInt32(ids, found + 1);
        ids[found++] = id;
      }
      own[at] = -1;
      own[at + this.#last] = -1;
      ends[i] = found;
    }
    this.#ids = ids;
    rows.releaseAll(ids, found);
    // From now on they may be written without a word.
    for (let i = 0; rows.isFrozen && i < found; i++) rows.changing(ids[i] as number);
    for (let i = 0, at = 0; watch !== null && i < count; i++) {
      for (; at < (ends[i] as number); at++) watch.removed(slots[i] as number, ids[at] as number);
    }
    return ids.subarray(0, found);
  }

  /** Brings near what rows are appended to. */
  #touchLasts(slots: Int32Array, count: number): void {
    const ends = this.#ends.values;
    const [links, stride, at] = [this.#links, this.#stride, this.#offset + this.#last];
    const lasts = new Int32Array(count);
    for (let i = 0; i < count; i++) lasts[i] = ends[(slots[i] as number) * stride + at] as number;
    let sum = 0;
    for (let i = 0; i < count; i++) sum |= links[2 * Math.max(0, lasts[i] as number)] as number;
    this.touched = sum;
  }

  /** Walks lists side by side, a row of each at a time: so the cache misses of many overlap. */
  #touch(slots: Int32Array, count: number): void {
    const links = this.#links;
    const at = new Int32Array(count);
    this.firsts(slots, count, at);
    for (let left = count; left > 0; ) {
      let kept = 0;
      for (let i = 0; i < left; i++) {
        const id = at[i] as number;
        const next = id < 0 ? -1 : (links[id * 2] as number);
        at[kept] = next;
        kept += next < 0 ? 0 : 1;
      }
      left = kept;
    }
  }

  unlink(slot: number, id: number): void {
    const at = slot * this.#stride + this.#offset;
    const after = this.#links[id * 2] as number;
    const before = this.#links[id * 2 + 1] as number;
    if (before < 0) this.#ends.values[at] = after;
    else this.#links[before * 2] = after;
    if (after < 0) this.#ends.values[at + this.#last] = before;
    else this.#links[after * 2 + 1] = before;
    // From now on it may be written without a word.
    this.rows.changing(id);
    if (this.watch !== null) this.watch.removed(slot, id);
  }

  changing(id: number): void {
    this.rows.changing(id);
    if (this.rows.written !== null) this.rows.written.renew(id);
    if (this.watch !== null) this.watch.changed(id);
  }

  get parts(): Uint8Array | null {
    return this.far === null ? null : this.far.parts;
  }

  open(slot: number): RowCursor {
    assert(this.far !== null, 'Rows that are near are not read by pages');
    return this.far.open(slot);
  }

  /** Puts a row that arrived before all of the list before them. */
  putFirst(slot: number, id: number): void {
    const first = this.first(slot);
    if (first < 0) {
      this.append(slot, id);
      return;
    }
    if (id * 2 >= this.#links.length) this.#links = grownInt32(this.#links, this.rows.end * 2);
    this.#links[id * 2] = first;
    this.#links[id * 2 + 1] = -1;
    this.#links[first * 2 + 1] = id;
    this.#ends.values[slot * this.#stride + this.#offset] = id;
  }

  hasExpired(slot: number): boolean {
    const { written } = this.rows;
    for (let id = this.first(slot); written !== null && id >= 0; id = this.next(id)) {
      if (written.isOver(id)) return true;
    }
    return false;
  }

  /** Takes the expired rows of a slot out and releases them. */
  expire(slot: number): void {
    const { written } = this.rows;
    for (let id = this.first(slot); written !== null && id >= 0; ) {
      const next = this.next(id);
      if (written.isOver(id)) {
        this.unlink(slot, id);
        this.rows.release(id);
      }
      id = next;
    }
  }

  /** @param copyOf what was copied of the ends */
  frozen(copyOf: (ends: Ends) => Int32Array): FrozenList {
    const ends = copyOf(this.#ends);
    const links = this.#links.slice(0, 2 * this.rows.end);
    return {
      rows: this.rows.frozen(),
      size: this.rows.size,
      end: this.rows.end,
      first: (slot) => ends[slot * this.#stride + this.#offset] as number,
      next: (id) => links[2 * id] as number,
    };
  }

  memoryBytes(): number {
    return this.rows.memoryBytes() + 4 * this.#links.length;
  }
}

/** Those of the slots that hold something expired, each once; −1 stands for none. */
export function expiringSlots(
  slots: Int32Array,
  hasExpired: (slot: number) => boolean,
): Int32Array {
  const found = new Set<number>();
  for (const slot of slots) {
    if (slot >= 0 && !found.has(slot) && hasExpired(slot)) found.add(slot);
  }
  return Int32Array.from(found);
}
