/**
 * Row lists as contiguous segments of two parallel pools, ids and weights (`SortedRows` in
 * `api/row-list.ts`). A segment has a capacity of a power of two; outgrown ones are kept by size
 * and given again, so the pools hold at most about twice what the lists need. All that is known of
 * a slot stands in one cache line: with many keys the misses are the time.
 */
import type { KeyRows } from '../api/reads.js';
import type { RowFollower, SortedRows, SortedRowsDescriptor } from '../api/row-list.js';
import { grownCapacity, grownInt32 } from '../column/growth.js';
import { bindComparator } from '../column/row-comparison.js';
import type { Vector } from '../column/vector.js';
import type { Frozen } from './frozen.js';
import { type FrozenTable, HeapTable } from './keyed-table.js';
import { lifetimeOf, type StateTime } from './lifetime.js';
import { expiringSlots } from './linked-rows.js';
import { HeapRowArena } from './row-arena.js';
import type { RowWatch } from './watch.js';

/**
 * Per slot: where its rows begin, how many there are, log2 of its segment's capacity (0 = it has no
 * segment), and how far behind the segment's beginning the rows begin: those that stood there went.
 */
const SLOT = 4;
const COUNT = 1;
const LOG = 2;
const GAP = 3;

/** Lists as they stood, while keys and rows are still taken. */
export interface FrozenSorted {
  readonly keys: FrozenTable;
  /** By row id, as stored. */
  readonly rows: Frozen;
  /** One past the greatest row id. */
  readonly end: number;
  /** Rows of a slot: `ids[start … start + count − 1]`, their weights beside them. */
  start(slot: number): number;
  count(slot: number): number;
  readonly ids: Int32Array;
  readonly weights: Float64Array;
}

export class HeapSortedRows implements SortedRows {
  readonly name: string;
  readonly descriptor: SortedRowsDescriptor;
  readonly keys: HeapTable;
  readonly rows: HeapRowArena;
  slotEnd = 0;
  watch: RowWatch | null = null;
  /** Empty lists are pruned. */
  prunes = true;
  readonly followers: RowFollower[] = [];
  #slots: Int32Array = new Int32Array(0);
  #ids: Int32Array = new Int32Array(64);
  #weights: Float64Array = new Float64Array(64);
  #used = 0;
  /** Keeps the reads of `touch` from being optimized away. */
  touched = 0;
  /** Starts of free segments, by log2 of their capacity. */
  readonly #free: number[][] = Array.from({ length: 31 }, () => []);

  constructor(descriptor: SortedRowsDescriptor, time: StateTime = { now: 0 }) {
    this.name = descriptor.name;
    this.descriptor = descriptor;
    this.keys = new HeapTable({ name: descriptor.name, key: descriptor.key, values: [] });
    this.rows = new HeapRowArena(descriptor.row, lifetimeOf(descriptor, time));
  }

  locate(rows: KeyRows, slots: Int32Array, insert: boolean): void {
    if (this.keys.locate(rows, slots, insert) > 0) this.begin();
    if (this.rows.written !== null) this.#expire(slots.subarray(0, rows.count));
  }

  /** Empties the lists of the slots that the keys' table inserted last. */
  begin(): void {
    for (const slot of this.keys.inserted()) {
      if (slot >= this.slotEnd) this.slotEnd = slot + 1;
      if (this.slotEnd * SLOT > this.#slots.length) {
        this.#slots = grownInt32(this.#slots, this.slotEnd * SLOT);
      }
      this.#slots.fill(0, slot * SLOT, slot * SLOT + SLOT);
    }
  }

  /** Takes out the expired rows of the next so many keys, and the keys that are left without. */
  sweep(count: number): void {
    if (this.rows.written === null) return;
    const slots = this.keys.turn(count);
    this.#expire(slots);
    this.prune(slots, slots.length);
    this.rows.reclaim();
  }

  #expire(slots: Int32Array): void {
    const expiring = expiringSlots(slots, (slot) => this.#lastExpired(slot) >= 0);
    if (expiring.length === 0) return;
    for (const follower of this.followers) follower.leaving(expiring);
    for (const slot of expiring) {
      for (let at = this.#lastExpired(slot); at >= 0; at = this.#lastExpired(slot, at)) {
        this.rows.release(this.at(slot, at));
        this.remove(slot, at);
      }
    }
    for (const follower of this.followers) follower.arrived(expiring);
  }

  /** The last position below `end` whose row has expired, −1 where none has. */
  #lastExpired(slot: number, end = this.count(slot)): number {
    const { written } = this.rows;
    for (let at = end - 1; written !== null && at >= 0; at--) {
      if (written.isOver(this.at(slot, at))) return at;
    }
    return -1;
  }

  count(slot: number): number {
    return this.#slots[slot * SLOT + COUNT] as number;
  }

  touch(slots: Int32Array, count: number): void {
    const entries = this.#slots;
    const ids = this.#ids;
    const weights = this.#weights;
    if (entries.length === 0) return;
    let sum = 0;
    for (let i = 0; i < count; i++)
      sum += entries[Math.max(0, slots[i] as number) * SLOT] as number;
    for (let i = 0; i < count; i++) {
      const entry = Math.max(0, slots[i] as number) * SLOT;
      const start = entries[entry] as number;
      const last = start + Math.max(1, entries[entry + COUNT] as number) - 1;
      sum += (ids[start] as number) + (weights[start] as number) + (weights[last] as number);
    }
    this.touched = sum;
  }

  copy(slot: number, from: number, to: number, ids: Int32Array, start: number): void {
    const own = this.#ids;
    const first = this.#slots[slot * SLOT] as number;
    const shift = start - from;
    for (let position = from; position < to; position++) {
      ids[position + shift] = own[first + position] as number;
    }
  }

  at(slot: number, position: number): number {
    return this.#ids[(this.#slots[slot * SLOT] as number) + position] as number;
  }

  weightAt(slot: number, position: number): number {
    return this.#weights[(this.#slots[slot * SLOT] as number) + position] as number;
  }

  lowerBound(slot: number, weight: number): number {
    const start = this.#slots[slot * SLOT] as number;
    const weights = this.#weights;
    let [low, high] = [start, start + this.count(slot)];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((weights[middle] as number) < weight) low = middle + 1;
      else high = middle;
    }
    return low - start;
  }

  upperBound(slot: number, weight: number): number {
    const start = this.#slots[slot * SLOT] as number;
    const weights = this.#weights;
    let low = start;
    let high = start + this.count(slot);
    while (high - low > 16) {
      const middle = (low + high) >>> 1;
      if ((weights[middle] as number) <= weight) low = middle + 1;
      else high = middle;
    }
    while (high > low && (weights[high - 1] as number) > weight) high--;
    return high - start;
  }

  add(slot: number, id: number, weight: number): number {
    const start = this.#slots[slot * SLOT] as number;
    const count = this.count(slot);
    const isLast = count === 0 || (this.#weights[start + count - 1] as number) <= weight;
    const position = isLast ? count : this.upperBound(slot, weight);
    this.insert(slot, position, id, weight);
    return position;
  }

  insert(slot: number, position: number, id: number, weight: number): void {
    const entry = slot * SLOT;
    const count = this.#slots[entry + COUNT] as number;
    const log = this.#slots[entry + LOG] as number;
    const gap = this.#slots[entry + GAP] as number;
    if (log === 0 || gap + count === 1 << log) {
      // Half of it free: moving the rows pays for as many more.
      if (gap > 0 && gap >= count) this.#moveBack(entry, count);
      else this.#growSegment(entry, count, log);
    }
    const start = this.#slots[entry] as number;
    const at = start + position;
    const end = start + count;
    const ids = this.#ids;
    const weights = this.#weights;
    if (end - at > 32) {
      ids.copyWithin(at + 1, at, end);
      weights.copyWithin(at + 1, at, end);
    } else {
      for (let i = end; i > at; i--) {
        ids[i] = ids[i - 1] as number;
        weights[i] = weights[i - 1] as number;
      }
    }
    ids[at] = id;
    weights[at] = weight;
    this.#slots[entry + COUNT] = count + 1;
    if (this.watch !== null) this.watch.added(slot, id, weight);
  }

  remove(slot: number, position: number): void {
    const entry = slot * SLOT;
    const start = this.#slots[entry] as number;
    const count = this.count(slot);
    const id = this.at(slot, position);
    // From now on it may be written without a word.
    this.rows.changing(id);
    if (this.watch !== null) this.watch.removed(slot, id);
    if (position === 0) {
      this.#slots[entry] = start + 1;
      this.#slots[entry + GAP] = (this.#slots[entry + GAP] as number) + 1;
    } else if (position < count - 1) {
      this.#ids.copyWithin(start + position, start + position + 1, start + count);
      this.#weights.copyWithin(start + position, start + position + 1, start + count);
    }
    this.#slots[entry + COUNT] = count - 1;
  }

  replace(slot: number, position: number, id: number): void {
    const at = (this.#slots[slot * SLOT] as number) + position;
    const old = this.#ids[at] as number;
    // From now on it may be written without a word.
    this.rows.changing(old);
    if (this.watch !== null) {
      this.watch.removed(slot, old);
      this.watch.added(slot, id, this.#weights[at] as number);
    }
    this.#ids[at] = id;
  }

  /**
   * Puts rows in that were stored: by weight, then by the declared order, then as they come.
   * @param stored the rows with the times when they were written, as the arena has them
   * @param ids gets the rows' numbers
   */
  load(stored: readonly Vector[], weights: Float64Array, slots: Int32Array, ids: Int32Array): void {
    this.rows.load(stored, slots.length, ids);
    const { order = [] } = this.descriptor;
    const columns = this.rows.columns();
    const keys = order.map(({ column }) => columns[column] as Vector);
    const compare = bindComparator(order, keys, keys);
    for (let i = 0; i < slots.length; i++) {
      const [slot, id] = [slots[i] as number, ids[i] as number];
      const weight = weights[i] as number;
      const least = this.lowerBound(slot, weight);
      let position = this.upperBound(slot, weight);
      while (position > least && compare(id, this.at(slot, position - 1)) < 0) position--;
      this.insert(slot, position, id, weight);
    }
  }

  changing(id: number): void {
    this.rows.changing(id);
    if (this.watch !== null) this.watch.changed(id);
  }

  clear(slot: number): void {
    const isHeard = this.watch !== null || this.rows.isFrozen;
    for (let i = 0; isHeard && i < this.count(slot); i++) {
      const id = this.at(slot, i);
      this.rows.changing(id);
      if (this.watch !== null) this.watch.removed(slot, id);
    }
    this.#slots[slot * SLOT + COUNT] = 0;
  }

  follow(follower: RowFollower): void {
    this.followers.push(follower);
  }

  prune(slots: Int32Array, count: number): void {
    if (this.prunes) this.free(slots, count);
  }

  /** Frees those of the slots whose lists are empty. */
  free(slots: Int32Array, count: number): void {
    const empty = new Int32Array(count);
    let found = 0;
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number;
      // A count of −1 marks a slot that is in `empty` already.
      if (slot < 0 || this.count(slot) !== 0) continue;
      const entry = slot * SLOT;
      this.#slots[entry + COUNT] = -1;
      const log = this.#slots[entry + LOG] as number;
      if (log > 0) (this.#free[log] as number[]).push(this.#segment(entry));
      empty[found++] = slot;
    }
    if (found > 0) this.keys.free(empty, found);
  }

  /** The lists as they stand: which rows they hold is copied, the rows themselves are not yet. */
  frozen(): FrozenSorted {
    const slots = this.#slots.slice(0, this.slotEnd * SLOT);
    return {
      keys: this.keys.frozen(),
      rows: this.rows.frozen(),
      end: this.rows.end,
      start: (slot) => slots[slot * SLOT] as number,
      count: (slot) => slots[slot * SLOT + COUNT] as number,
      ids: this.#ids.slice(0, this.#used),
      weights: this.#weights.slice(0, this.#used),
    };
  }

  memoryBytes(): number {
    const lists = 12 * this.#ids.length + 4 * this.#slots.length;
    return this.keys.memoryBytes() + this.rows.memoryBytes() + lists;
  }

  #growSegment(entry: number, count: number, log: number): void {
    const wanted = log + 1;
    let start = (this.#free[wanted] as number[]).pop();
    if (start === undefined) {
      start = this.#used;
      this.#used += 1 << wanted;
      this.#growPools();
    }
    if (log > 0) {
      const old = this.#slots[entry] as number;
      this.#ids.copyWithin(start, old, old + count);
      this.#weights.copyWithin(start, old, old + count);
      (this.#free[log] as number[]).push(this.#segment(entry));
    }
    this.#slots[entry] = start;
    this.#slots[entry + LOG] = wanted;
    this.#slots[entry + GAP] = 0;
  }

  /** Moves the rows to the beginning of their segment. */
  #moveBack(entry: number, count: number): void {
    const from = this.#slots[entry] as number;
    const segment = this.#segment(entry);
    this.#ids.copyWithin(segment, from, from + count);
    this.#weights.copyWithin(segment, from, from + count);
    this.#slots[entry] = segment;
    this.#slots[entry + GAP] = 0;
  }

  /** Where the segment begins. */
  #segment(entry: number): number {
    return (this.#slots[entry] as number) - (this.#slots[entry + GAP] as number);
  }

  #growPools(): void {
    const capacity = grownCapacity(this.#ids.length, this.#used);
    if (capacity === this.#ids.length) return;
    this.#ids = grownInt32(this.#ids, capacity);
    const weights = new Float64Array(capacity);
    weights.set(this.#weights);
    this.#weights = weights;
  }
}
