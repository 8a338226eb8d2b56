/**
 * Rows of many keys by row id (`RowArena` in `api/row-list.ts`): a heap column each, a free list.
 */
import type { RowArena } from '../api/row-list.js';
import type { RowTypes } from '../api/store.js';
import { grownCapacity } from '../column/growth.js';
import type { Vector } from '../column/vector.js';
import type { HeapColumn } from './column.js';
import { Freezer, type Frozen } from './frozen.js';
import type { Lifetime } from './lifetime.js';
import { makeColumn } from './make-column.js';
import { WrittenTimes } from './written-times.js';

export class HeapRowArena implements RowArena {
  end = 0;
  /** When each row was written; null where rows live forever. */
  readonly written: WrittenTimes | null;
  readonly #columns: readonly HeapColumn[];
  #capacity = 0;
  readonly #free: number[] = [];
  readonly #released: number[] = [];
  /** Rows that stay until they are dropped, and whether they were to be freed before. */
  readonly #held = new Map<number, boolean>();
  /** What a checkpoint still takes. */
  readonly #freezer = new Freezer();

  constructor(types: RowTypes, lifetime: Lifetime | null = null) {
    this.#columns = types.map(makeColumn);
    this.written = lifetime === null ? null : new WrittenTimes(lifetime);
  }

  get size(): number {
    return this.end - this.#free.length - this.#released.length;
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
    let given = 0;
    while (given < count && this.#free.length > 0) ids[given++] = this.#free.pop() as number;
    while (given < count) ids[given++] = this.end++;
    if (this.end > this.#capacity) {
      this.#capacity = grownCapacity(this.#capacity, this.end);
      for (const column of this.#stored()) column.reserve(this.#capacity);
    }
  }

  release(id: number): void {
    this.#released.push(id);
  }

  reclaim(): void {
    for (const id of this.#released) {
      if (this.#held.has(id)) this.#held.set(id, true);
      else this.#clear(id);
    }
    this.#released.length = 0;
  }

  /** A row that is about to be released stays readable until it is dropped. */
  hold(id: number): void {
    this.#held.set(id, false);
  }

  drop(id: number): void {
    const isWaiting = this.#held.get(id);
    this.#held.delete(id);
    if (isWaiting === true) this.#clear(id);
  }

  #clear(id: number): void {
    for (const column of this.#columns) column.clear(id);
    this.#free.push(id);
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

  memoryBytes(): number {
    return this.#stored().reduce((sum, column) => sum + column.memoryBytes(), 0);
  }
}
