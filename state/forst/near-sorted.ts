/** Sorted rows over the files: an entry a row, told apart by its sequence number. */
import type { SortedRowsDescriptor } from '../api/row-list.js';
import type { HeapTable } from '../heap/keyed-table.js';
import { HeapSortedRows } from '../heap/sorted-rows.js';
import { keyPrefix } from '../keyed/layout.js';
import { sortedLayout, unweighted, weighted } from '../keyed/layouts.js';
import { sortedSignature } from '../keyed/signature.js';
import { type Arrival, type NearList, NearRows } from './near-rows.js';
import type { Progress } from './progress.js';
import { RowMarks } from './row-marks.js';

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
    this.heap.watch = this.watchOf(this.lists[0]);
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

  protected override bytesEach(): number {
    return this.heap.rows.rowBytes();
  }
}
