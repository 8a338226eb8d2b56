/**
 * Rows of many keys by row id (`RowArena` in `api/row-list.ts`): a heap column each.
 */
import type { RowArena } from '../api/row-list.js';
import type { RowTypes } from '../api/store.js';
import { grownCapacity, grownInt32 } from '../column/growth.js';
import type { Vector } from '../column/vector.js';
import type { HeapColumn } from './column.js';
import { Freezer, type Frozen } from './frozen.js';
import type { Lifetime } from './lifetime.js';
import { makeColumn } from './make-column.js';
import { RowIds } from './row-ids.js';
import { WrittenTimes } from './written-times.js';

export class HeapRowArena implements RowArena {
  /** When each row was written; null where rows live forever. */
  readonly written: WrittenTimes | null;
  readonly #columns: readonly HeapColumn[];
  #capacity = 0;
  readonly #ids = new RowIds();
  #released: Int32Array = new Int32Array(0);
  #releasedCount = 0;
  /** Rows that stay until they are dropped, and whether they were to be freed before. */
  readonly #held = new Map<number, boolean>();
  /** What a checkpoint still takes. */
  readonly #freezer = new Freezer();

  constructor(types: RowTypes, lifetime: Lifetime | null = null) {
    this.#columns = types.map(makeColumn);
    this.written = lifetime === null ? null : new WrittenTimes(lifetime);
  }

  get size(): number {
    return this.#ids.end - this.#ids.free - this.#releasedCount;
  }

  get end(): number {
    return this.#ids.end;
  }

  columns(): readonly Vector[] {
    return this.#columns.map((column) => column.vector);
  }

  column(index: number): Vector {
    return (this.#columns[index] as HeapColumn).vector;
  }

  add(source: readonly Vector[], rows: Int32Array | null, count: number, ids: Int32Array): void {
    this.#give(count, ids);
    this.#columns.forEach((column, c) => {
      column.copy(ids, count, source[c] as Vector, rows);
    });
    for (let i = 0; this.written !== null && i < count; i++) this.written.begin(ids[i] as number);
  }

  /** Adds rows as `stored` has them: with the times when they were written. */
  load(source: readonly Vector[], count: number, ids: Int32Array): void {
    this.#give(count, ids);
    this.#stored().forEach((column, c) => {
      column.copy(ids, count, source[c] as Vector, null);
    });
  }

  /** The columns, behind the time when a row was written, if it expires. */
  stored(): readonly Vector[] {
    return this.#stored().map((column) => column.vector);
  }

  #stored(): readonly HeapColumn[] {
    return this.written === null ? this.#columns : [this.written, ...this.#columns];
  }

  #give(count: number, ids: Int32Array): void {
    this.#ids.take(count, ids);
    if (this.end > this.#capacity) {
      this.#capacity = grownCapacity(this.#capacity, this.end);
      for (const column of this.#stored()) column.reserve(this.#capacity);
    }
  }

  release(id: number): void {
    const at = this.#releasedCount++;
    if (at === this.#released.length) this.#released = grownInt32(this.#released, at + 1);
    this.#released[at] = id;
  }

  releaseAll(ids: Int32Array, count: number): void {
    const from = this.#releasedCount;
    this.#releasedCount += count;
    this.#released = grownInt32(this.#released, this.#releasedCount);
    this.#released.set(ids.subarray(0, count), from);
  }

  reclaim(): void {
    const released = this.#released;
    let count = this.#releasedCount;
    if (this.#held.size > 0) count = this.#unheld(released, count);
    this.#free(released, count);
    this.#releasedCount = 0;
  }

  /** Moves those that nobody holds to the front. @returns how many they are */
  #unheld(ids: Int32Array, count: number): number {
    let left = 0;
    for (let i = 0; i < count; i++) {
      const id = ids[i] as number;
      if (this.#held.has(id)) this.#held.set(id, true);
      else ids[left++] = id;
    }
    return left;
  }

  /** A row that is about to be released stays readable until it is dropped. */
  hold(id: number): void {
    this.#held.set(id, false);
  }

  drop(id: number): void {
    const isWaiting = this.#held.get(id);
    this.#held.delete(id);
    if (isWaiting === true) this.#free(Int32Array.of(id), 1);
  }

  #free(ids: Int32Array, count: number): void {
    if (count === 0) return;
    for (const column of this.#columns) {
      for (let i = 0; column.clears && i < count; i++) column.clear(ids[i] as number);
    }
    this.#ids.give(ids, count);
  }

  /** A row that a checkpoint may still take is written in place, or leaves its list. */
  changing(id: number): void {
    this.#freezer.beforeOne(id);
  }

  /** A checkpoint still takes rows. */
  get isFrozen(): boolean {
    return this.#freezer.isActive;
  }

  /** What `stored` gives as it stands; `advance` until it is done, then ask for the vectors. */
  frozen(): Frozen {
    return this.#freezer.freeze(this.#stored(), this.end);
  }

  /** Bytes of a row, on the average. */
  rowBytes(): number {
    return this.#stored().reduce((sum, column) => sum + column.bytesEach(this.size), 0);
  }

  memoryBytes(): number {
    return this.#stored().reduce((sum, column) => sum + column.memoryBytes(), 0);
  }
}
