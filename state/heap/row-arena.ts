/**
 * Rows of many keys by row id (`RowArena` in `api/row-list.ts`): a heap column each, a free list.
 */
import type { RowArena } from '../api/row-list.js';
import type { RowTypes } from '../api/store.js';
import { copyOf } from '../column/copy.js';
import { grownCapacity } from '../column/growth.js';
import type { Vector } from '../column/vector.js';
import type { HeapColumn } from './column.js';
import { makeColumn } from './make-column.js';

export class HeapRowArena implements RowArena {
  end = 0;
  readonly #columns: readonly HeapColumn[];
  #capacity = 0;
  readonly #free: number[] = [];
  readonly #released: number[] = [];

  constructor(types: RowTypes) {
    this.#columns = types.map(makeColumn);
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
    let given = 0;
    while (given < count && this.#free.length > 0) ids[given++] = this.#free.pop() as number;
    while (given < count) ids[given++] = this.end++;
    if (this.end > this.#capacity) {
      this.#capacity = grownCapacity(this.#capacity, this.end);
      for (const column of this.#columns) column.reserve(this.#capacity);
    }
    this.#columns.forEach((column, c) => {
      column.copy(ids, count, source[c] as Vector, rows);
    });
  }

  release(id: number): void {
    this.#released.push(id);
  }

  reclaim(): void {
    for (const id of this.#released) {
      for (const column of this.#columns) column.clear(id);
      this.#free.push(id);
    }
    this.#released.length = 0;
  }

  /** The columns as they stand, apart from those that go on. */
  copied(): readonly Vector[] {
    return this.#columns.map((column) => copyOf(column.vector, this.end));
  }

  memoryBytes(): number {
    return this.#columns.reduce((sum, column) => sum + column.memoryBytes(), 0);
  }
}
