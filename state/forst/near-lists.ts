/** Linked and sorted rows over the files: an entry a row, told apart by its sequence number. */
import type { LinkedRowsDescriptor, SortedRowsDescriptor } from '../api/row-list.js';
import type { HeapTable } from '../heap/keyed-table.js';
import { type HeapLinkedList, HeapLinkedRows } from '../heap/linked-rows.js';
import { HeapSortedRows } from '../heap/sorted-rows.js';
import { keyPrefix } from '../keyed/layout.js';
import { linkedLayouts, sortedLayout, unweighted, weighted } from '../keyed/layouts.js';
import { linkedSignature, sortedSignature } from '../keyed/signature.js';
import { type Arrival, type NearList, NearRows } from './near-rows.js';
import type { Progress } from './progress.js';
import { RowMarks } from './row-marks.js';

export class NearLinked extends NearRows {
  readonly kind = 'linked';
  readonly signature: string;
  readonly ttlMs: readonly number[];
  readonly heap: HeapLinkedRows;
  protected readonly lists: readonly NearList[];

  constructor(
    descriptor: LinkedRowsDescriptor,
    id: number,
    progress: Progress,
    isRestored: boolean,
  ) {
    super(descriptor.key, descriptor.partition, progress, isRestored);
    this.signature = linkedSignature(descriptor);
    const { lists, ttlMs = [] } = descriptor;
    this.ttlMs = lists.map((_, list) => ttlMs[list] ?? 0);
    this.heap = new HeapLinkedRows(descriptor, progress.time);
    this.heap.prunes = false;
    this.heap.keys.watch = this;
    this.lists = linkedLayouts(descriptor).map((layout, list) => ({
      layout,
      prefix: keyPrefix(id, list, null),
      marks: new RowMarks(),
    }));
    this.lists.forEach(({ marks }, list) => {
      this.#list(list).watch = this.watchOf(marks);
    });
  }

  protected get keyed(): HeapTable {
    return this.heap.keys;
  }

  protected override begin(): void {
    this.heap.begin();
  }

  protected override arrive(list: number, { count, slots, sequences, values }: Arrival): void {
    const heap = this.#list(list);
    const { marks } = this.lists[list] as NearList;
    const ids = new Int32Array(count);
    heap.rows.load(values, count, ids);
    for (let i = 0; i < count; i++) {
      heap.append(slots[i] as number, ids[i] as number);
      marks.load(ids[i] as number, slots[i] as number, (sequences as Float64Array)[i] as number, 0);
    }
  }

  protected override letGo(slot: number): void {
    this.lists.forEach(({ marks }, number) => {
      const list = this.#list(number);
      for (let id = list.first(slot); id >= 0; id = list.first(slot)) {
        list.unlink(slot, id);
        list.rows.release(id);
        marks.forget(id);
      }
      list.rows.reclaim();
    });
    this.heap.free(Int32Array.of(slot), 1);
  }

  protected override columns(list: number) {
    return { orders: [], values: this.#list(list).rows.stored() };
  }

  protected get followers() {
    return this.heap.followers;
  }

  protected override rowBytes(): number {
    return this.heap.memoryBytes();
  }

  #list(list: number): HeapLinkedList {
    return this.heap.lists[list] as HeapLinkedList;
  }
}

export class NearSorted extends NearRows {
  readonly kind = 'sorted';
  readonly signature: string;
  readonly ttlMs: readonly number[];
  readonly heap: HeapSortedRows;
  protected readonly lists: readonly [NearList];

  constructor(
    descriptor: SortedRowsDescriptor,
    id: number,
    progress: Progress,
    isRestored: boolean,
  ) {
    super(descriptor.key, descriptor.partition, progress, isRestored);
    this.signature = sortedSignature(descriptor);
    this.ttlMs = [descriptor.ttlMs ?? 0];
    this.heap = new HeapSortedRows(descriptor, progress.time);
    this.heap.prunes = false;
    this.heap.keys.watch = this;
    const layout = sortedLayout(descriptor);
    this.lists = [{ layout, prefix: keyPrefix(id, null, null), marks: new RowMarks() }];
    this.heap.watch = this.watchOf(this.lists[0].marks);
  }

  protected get keyed(): HeapTable {
    return this.heap.keys;
  }

  protected override begin(): void {
    this.heap.begin();
  }

  /** Rows that equal each other stand by arrival, which the sequence tells. */
  protected override arrive(_list: number, { count, slots, sequences, values }: Arrival): void {
    const { heap } = this;
    const { marks, layout } = this.lists[0];
    const { weights, stored } = unweighted(layout, values);
    const ids = new Int32Array(count);
    heap.load(stored, weights, slots, ids);
    for (let i = 0; i < count; i++) {
      const [slot, weight] = [slots[i] as number, weights[i] as number];
      marks.load(ids[i] as number, slot, (sequences as Float64Array)[i] as number, weight);
    }
  }

  protected override letGo(slot: number): void {
    const { heap } = this;
    for (let i = 0; i < heap.count(slot); i++) {
      const id = heap.at(slot, i);
      heap.rows.release(id);
      this.lists[0].marks.forget(id);
    }
    heap.rows.reclaim();
    heap.clear(slot);
    heap.free(Int32Array.of(slot), 1);
  }

  protected override columns() {
    const { layout, marks } = this.lists[0];
    return { orders: [], values: weighted(layout, marks.weights, this.heap.rows.stored()) };
  }

  protected get followers() {
    return this.heap.followers;
  }

  protected override rowBytes(): number {
    return this.heap.memoryBytes();
  }
}
