/** Linked and sorted rows over the files: an entry a row, told apart by its sequence number. */
import type { LinkedRowsDescriptor, SortedRowsDescriptor } from '../api/row-list.js';
import { DOUBLE, withNullable } from '../column/logical-type.js';
import { bindComparator } from '../column/row-comparison.js';
import type { Vector } from '../column/vector.js';
import type { HeapTable } from '../heap/keyed-table.js';
import { type HeapLinkedList, HeapLinkedRows } from '../heap/linked-rows.js';
import { HeapSortedRows } from '../heap/sorted-rows.js';
import { unweighted, weighted } from '../heap/stored-lists.js';
import { keyPrefix, Layout } from '../keyed/layout.js';
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
    const { key, lists, ttlMs = [] } = descriptor;
    this.ttlMs = lists.map((_, list) => ttlMs[list] ?? 0);
    this.heap = new HeapLinkedRows(descriptor, progress.time);
    this.heap.prunes = false;
    this.heap.keys.watch = this;
    this.lists = lists.map((row, list) => ({
      layout: new Layout(key, [], row, {
        isSequenced: true,
        isTimed: (this.ttlMs[list] as number) > 0,
      }),
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

const WEIGHT = withNullable(DOUBLE, false);

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
    const { key, row, ttlMs = 0 } = descriptor;
    this.ttlMs = [ttlMs];
    this.heap = new HeapSortedRows(descriptor, progress.time);
    this.heap.prunes = false;
    this.heap.keys.watch = this;
    const isTimed = ttlMs > 0;
    const layout = new Layout(key, [], [WEIGHT, ...row], { isSequenced: true, isTimed });
    this.lists = [{ layout, prefix: keyPrefix(id, null, null), marks: new RowMarks() }];
    this.heap.watch = this.watchOf(this.lists[0].marks);
  }

  protected get keyed(): HeapTable {
    return this.heap.keys;
  }

  protected override begin(): void {
    this.heap.begin();
  }

  /** By weight, then by the declared order, then by arrival, which the sequence tells. */
  protected override arrive(_list: number, { count, slots, sequences, values }: Arrival): void {
    const { heap } = this;
    const { marks, layout } = this.lists[0];
    const { weights, stored } = unweighted(layout, values);
    const ids = new Int32Array(count);
    heap.rows.load(stored, count, ids);
    const order = heap.descriptor.order ?? [];
    const columns = heap.rows.columns();
    const keys = order.map(({ column }) => columns[column] as Vector);
    const compare = bindComparator(order, keys, keys);
    for (let i = 0; i < count; i++) {
      const [slot, id] = [slots[i] as number, ids[i] as number];
      const weight = weights[i] as number;
      const least = heap.lowerBound(slot, weight);
      let position = heap.upperBound(slot, weight);
      while (position > least && compare(id, heap.at(slot, position - 1)) < 0) position--;
      heap.insert(slot, position, id, weight);
      marks.load(id, slot, (sequences as Float64Array)[i] as number, weight);
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
