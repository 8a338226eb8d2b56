/**
 * Collections and rows of a heap table. A collection keeps its items behind each other in columns
 * of their own; replaced and freed ones are garbage until it makes up half, then the live items
 * move to fresh columns. As with bytes, an item's place is never written twice.
 */
import { assert } from '../../conf/errors/error.js';
import { grownInt32, grownNulls } from '../column/growth.js';
import type { LogicalType } from '../column/logical-type.js';
import type { ListVector, MapVector, RowVector, Vector } from '../column/vector.js';
import type { HeapColumn } from './column.js';
import { type FrozenColumn, frozenColumn } from './frozen-column.js';

export class CollectionColumn implements HeapColumn {
  readonly record = null;
  readonly clears = true;
  #starts: Int32Array = new Int32Array(0);
  #ends: Int32Array = new Int32Array(0);
  #nulls: Uint8Array | null = null;
  #used = 0;
  #garbage = 0;
  #items: readonly HeapColumn[];
  #finish: (() => void) | null = null;

  /**
   * @param makeItems makes the columns of items (an array's one, a map's keys and values), empty
   */
  constructor(
    readonly type: LogicalType,
    readonly makeItems: () => readonly HeapColumn[],
  ) {
    this.#items = makeItems();
  }

  get vector(): ListVector | MapVector {
    const [starts, ends, nulls] = [this.#starts, this.#ends, this.#nulls];
    const [first, second] = this.#items;
    assert(first !== undefined, 'A collection has items');
    if (second === undefined) return { lane: 'list', starts, ends, child: first.vector, nulls };
    return { lane: 'map', starts, ends, keys: first.vector, values: second.vector, nulls };
  }

  reserve(capacity: number): void {
    this.#starts = grownInt32(this.#starts, capacity);
    this.#ends = grownInt32(this.#ends, capacity);
    this.#nulls = grownNulls(this.#nulls, this.#starts.length);
  }

  nullable(): Uint8Array {
    this.#nulls ??= new Uint8Array(this.#starts.length);
    return this.#nulls;
  }

  copy(slots: Int32Array, count: number, source: Vector, rows: Int32Array | null): void {
    for (let i = 0; i < count; i++) {
      this.copyOne(slots[i] as number, source, rows === null ? i : (rows[i] as number));
    }
  }

  copyOne(slot: number, source: Vector, row: number): void {
    const from = source as ListVector | MapVector;
    this.clear(slot);
    if (from.nulls !== null && from.nulls[row] === 1) {
      this.nullable()[slot] = 1;
      return;
    }
    this.#append(slot, from, from.starts[row] as number, from.ends[row] as number);
    if (this.#garbage > 1024 && this.#garbage * 2 > this.#used) this.#compact();
  }

  #append(slot: number, from: ListVector | MapVector, start: number, end: number): void {
    const size = end - start;
    const at = this.#used;
    const places = Int32Array.from({ length: size }, (_, i) => at + i);
    const rows = Int32Array.from({ length: size }, (_, i) => start + i);
    const sources = from.lane === 'list' ? [from.child] : [from.keys, from.values];
    const capacity = at + size > 0 ? 2 ** Math.ceil(Math.log2(at + size)) : 0;
    this.#items.forEach((items, i) => {
      items.reserve(capacity);
      items.copy(places, size, sources[i] as Vector, rows);
    });
    this.#starts[slot] = at;
    this.#used = at + size;
    this.#ends[slot] = this.#used;
  }

  nanos(): Int32Array {
    assert(false, 'Only times have nanoseconds');
  }

  widen(): void {
    assert(false, 'A collection has one lane');
  }

  clear(slot: number): void {
    this.#garbage += (this.#ends[slot] as number) - (this.#starts[slot] as number);
    this.#starts[slot] = 0;
    this.#ends[slot] = 0;
    if (this.#nulls !== null) this.#nulls[slot] = 0;
  }

  reset(): void {
    this.#items = this.makeItems();
    this.#starts.fill(0);
    this.#ends.fill(0);
    this.#nulls?.fill(0);
    this.#used = 0;
    this.#garbage = 0;
  }

  memoryBytes(): number {
    const items = this.#items.reduce((sum, column) => sum + column.memoryBytes(), 0);
    return items + this.#starts.length * 8;
  }

  bytesEach(slots: number): number {
    const live = this.#used - this.#garbage;
    const item = this.#items.reduce((sum, column) => sum + column.bytesEach(this.#used), 0);
    return 8 + (live / Math.max(1, slots)) * item;
  }

  freeze(end: number, finish: () => void): FrozenColumn {
    this.#finish = finish;
    return frozenColumn(() => this.vector, end);
  }

  thaw(): void {
    this.#finish = null;
  }

  #compact(): void {
    this.#finish?.();
    const old = this.vector;
    const [starts, ends] = [this.#starts.slice(), this.#ends.slice()];
    this.#items = this.makeItems();
    this.#used = 0;
    this.#garbage = 0;
    for (let slot = 0; slot < starts.length; slot++) {
      const [start, end] = [starts[slot] as number, ends[slot] as number];
      if (end > start) this.#append(slot, old, start, end);
    }
  }
}

export class RowColumn implements HeapColumn {
  readonly record = null;
  readonly clears = true;
  #nulls: Uint8Array | null = null;
  #capacity = 0;

  constructor(
    readonly type: LogicalType,
    readonly children: readonly HeapColumn[],
  ) {}

  get vector(): RowVector {
    const children = this.children.map((child) => child.vector);
    return { lane: 'row', children, nulls: this.#nulls };
  }

  reserve(capacity: number): void {
    this.#capacity = Math.max(capacity, this.#capacity);
    this.#nulls = grownNulls(this.#nulls, this.#capacity);
    for (const child of this.children) child.reserve(capacity);
  }

  nullable(): Uint8Array {
    this.#nulls ??= new Uint8Array(this.#capacity);
    return this.#nulls;
  }

  copy(slots: Int32Array, count: number, source: Vector, rows: Int32Array | null): void {
    const from = source as RowVector;
    if (from.nulls !== null) this.nullable();
    const nulls = this.#nulls;
    for (let i = 0; nulls !== null && i < count; i++) {
      const row = rows === null ? i : (rows[i] as number);
      nulls[slots[i] as number] = from.nulls === null ? 0 : (from.nulls[row] as number);
    }
    this.children.forEach((child, c) => {
      child.copy(slots, count, from.children[c] as Vector, rows);
    });
  }

  copyOne(slot: number, source: Vector, row: number): void {
    this.copy(Int32Array.of(slot), 1, source, Int32Array.of(row));
  }

  nanos(): Int32Array {
    assert(false, 'Only times have nanoseconds');
  }

  widen(): void {
    assert(false, 'A row has one lane');
  }

  clear(slot: number): void {
    if (this.#nulls !== null) this.#nulls[slot] = 0;
    for (const child of this.children) child.clear(slot);
  }

  reset(): void {
    this.#nulls?.fill(0);
    for (const child of this.children) child.reset();
  }

  memoryBytes(): number {
    return this.children.reduce((sum, child) => sum + child.memoryBytes(), this.#capacity);
  }

  bytesEach(slots: number): number {
    return this.children.reduce((sum, child) => sum + child.bytesEach(slots), 1);
  }

  freeze(end: number, finish: () => void): FrozenColumn {
    // The children tell when their arrays change; what they hold is taken with the row.
    for (const child of this.children) child.freeze(0, finish);
    return frozenColumn(() => this.vector, end);
  }

  thaw(): void {
    for (const child of this.children) child.thaw();
  }
}
