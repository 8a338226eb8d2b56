/**
 * Row lists as contiguous segments of one pool (`SortedRows` in `api/row-list.ts`). A segment has a
 * capacity of a power of two; outgrown ones are kept by size and given again, so the pool holds at
 * most about twice what the lists need.
 */
import type { KeyRows } from '../api/reads.js';
import type { RowListDescriptor, SortedRows } from '../api/row-list.js';
import { grownInt32 } from '../column/growth.js';
import { HeapTable } from './keyed-table.js';
import { HeapRowArena } from './row-arena.js';

const LEAST_LOG = 1;

export class HeapSortedRows implements SortedRows {
  readonly descriptor: RowListDescriptor;
  readonly keys: HeapTable;
  readonly rows: HeapRowArena;
  counts: Int32Array = new Int32Array(0);
  /** Where a slot's segment begins in the pool, and the log2 of its capacity (0 = it has none). */
  #starts: Int32Array = new Int32Array(0);
  #logs: Uint8Array = new Uint8Array(0);
  #pool: Int32Array = new Int32Array(64);
  #used = 0;
  /** Starts of free segments, by log2 of their capacity. */
  readonly #free: number[][] = Array.from({ length: 31 }, () => []);

  constructor(descriptor: RowListDescriptor) {
    this.descriptor = descriptor;
    this.keys = new HeapTable({ name: descriptor.name, key: descriptor.key, values: [] });
    this.rows = new HeapRowArena(descriptor.row);
  }

  locate(rows: KeyRows, slots: Int32Array, insert: boolean): void {
    if (this.keys.locate(rows, slots, insert) === 0) return;
    for (const slot of this.keys.inserted()) {
      if (slot >= this.counts.length) this.#growSlots(slot + 1);
      this.counts[slot] = 0;
      this.#logs[slot] = 0;
    }
  }

  at(slot: number, position: number): number {
    return this.#pool[(this.#starts[slot] as number) + position] as number;
  }

  insert(slot: number, position: number, id: number): void {
    const count = this.counts[slot] as number;
    const log = this.#logs[slot] as number;
    if (log === 0 || count === 1 << log) this.#growSegment(slot, count, log);
    const start = this.#starts[slot] as number;
    const pool = this.#pool;
    const at = start + position;
    if (count - position > 32) pool.copyWithin(at + 1, at, start + count);
    else for (let i = start + count; i > at; i--) pool[i] = pool[i - 1] as number;
    pool[at] = id;
    this.counts[slot] = count + 1;
  }

  remove(slot: number, position: number): void {
    const start = this.#starts[slot] as number;
    const last = start + (this.counts[slot] as number) - 1;
    const pool = this.#pool;
    const at = start + position;
    if (last - at > 32) pool.copyWithin(at, at + 1, last + 1);
    else for (let i = at; i < last; i++) pool[i] = pool[i + 1] as number;
    this.counts[slot] = last - start;
  }

  clear(slot: number): void {
    this.counts[slot] = 0;
  }

  prune(slots: Int32Array, count: number): void {
    const empty = new Int32Array(count);
    let found = 0;
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number;
      // −1 marks a slot that is in `empty` already.
      if (slot < 0 || this.counts[slot] !== 0) continue;
      this.counts[slot] = -1;
      const log = this.#logs[slot] as number;
      if (log > 0) (this.#free[log] as number[]).push(this.#starts[slot] as number);
      empty[found++] = slot;
    }
    if (found > 0) this.keys.remove(empty, found);
  }

  memoryBytes(): number {
    return (
      this.keys.memoryBytes() +
      this.rows.memoryBytes() +
      4 * this.#pool.length +
      9 * this.counts.length
    );
  }

  #growSlots(needed: number): void {
    this.counts = grownInt32(this.counts, needed);
    this.#starts = grownInt32(this.#starts, needed);
    const logs = new Uint8Array(this.counts.length);
    logs.set(this.#logs);
    this.#logs = logs;
  }

  #growSegment(slot: number, count: number, log: number): void {
    const wanted = Math.max(LEAST_LOG, log + 1);
    let start = (this.#free[wanted] as number[]).pop();
    if (start === undefined) {
      start = this.#used;
      this.#used += 1 << wanted;
      this.#pool = grownInt32(this.#pool, this.#used);
    }
    if (log > 0) {
      const old = this.#starts[slot] as number;
      this.#pool.copyWithin(start, old, old + count);
      (this.#free[log] as number[]).push(old);
    }
    this.#starts[slot] = start;
    this.#logs[slot] = wanted;
  }
}
