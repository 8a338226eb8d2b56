/** Row lists as doubly linked lists over row ids (`LinkedRows` in `api/row-list.ts`). */
import type { KeyRows } from '../api/reads.js';
import type { LinkedRows, RowListDescriptor } from '../api/row-list.js';
import { grownInt32 } from '../column/growth.js';
import { HeapTable } from './keyed-table.js';
import { HeapRowArena } from './row-arena.js';

export class HeapLinkedRows implements LinkedRows {
  readonly descriptor: RowListDescriptor;
  readonly keys: HeapTable;
  readonly rows: HeapRowArena;
  first: Int32Array = new Int32Array(0);
  next: Int32Array = new Int32Array(0);
  #last: Int32Array = new Int32Array(0);
  #previous: Int32Array = new Int32Array(0);

  constructor(descriptor: RowListDescriptor) {
    this.descriptor = descriptor;
    this.keys = new HeapTable({ name: descriptor.name, key: descriptor.key, values: [] });
    this.rows = new HeapRowArena(descriptor.row);
  }

  locate(rows: KeyRows, slots: Int32Array, insert: boolean): void {
    if (this.keys.locate(rows, slots, insert) === 0) return;
    for (const slot of this.keys.inserted()) {
      if (slot >= this.first.length) {
        this.first = grownInt32(this.first, slot + 1);
        this.#last = grownInt32(this.#last, slot + 1);
      }
      this.first[slot] = -1;
      this.#last[slot] = -1;
    }
  }

  append(slot: number, id: number): void {
    if (id >= this.next.length) {
      this.next = grownInt32(this.next, this.rows.end);
      this.#previous = grownInt32(this.#previous, this.rows.end);
    }
    const last = this.#last[slot] as number;
    if (last < 0) this.first[slot] = id;
    else this.next[last] = id;
    this.#previous[id] = last;
    this.next[id] = -1;
    this.#last[slot] = id;
  }

  unlink(slot: number, id: number): void {
    const before = this.#previous[id] as number;
    const after = this.next[id] as number;
    if (before < 0) this.first[slot] = after;
    else this.next[before] = after;
    if (after < 0) this.#last[slot] = before;
    else this.#previous[after] = before;
  }

  prune(slots: Int32Array, count: number): void {
    const empty = new Int32Array(count);
    let found = 0;
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number;
      // −2 marks a slot that is in `empty` already.
      if (slot < 0 || this.first[slot] !== -1) continue;
      this.first[slot] = -2;
      empty[found++] = slot;
    }
    if (found > 0) this.keys.remove(empty, found);
  }

  memoryBytes(): number {
    return (
      this.keys.memoryBytes() + this.rows.memoryBytes() + 8 * (this.first.length + this.next.length)
    );
  }
}
