/** Ordered tables over the files: an entry of the table is an entry there. */
import type { OrderedDescriptor } from '../api/ordered.js';
import type { Vector } from '../column/vector.js';
import type { HeapTable } from '../heap/keyed-table.js';
import { HeapOrderedTable } from '../heap/ordered-table.js';
import { keyPrefix } from '../keyed/layout.js';
import { orderedLayout } from '../keyed/layouts.js';
import { orderedSignature } from '../keyed/signature.js';
import { type Arrival, type NearList, NearRows } from './near-rows.js';
import type { Progress } from './progress.js';
import { type MarkedRows, RowMarks } from './row-marks.js';

export class NearOrdered extends NearRows {
  readonly kind = 'ordered';
  readonly signature: string;
  readonly ttlMs: readonly number[];
  readonly heap: HeapOrderedTable;
  protected readonly lists: readonly [NearList];
  protected readonly followers = [];

  constructor(descriptor: OrderedDescriptor, id: number, progress: Progress, isRestored: boolean) {
    super(descriptor.key, descriptor.partition, progress, isRestored);
    this.signature = orderedSignature(descriptor);
    this.ttlMs = [descriptor.ttlMs ?? 0];
    this.heap = new HeapOrderedTable(descriptor, progress.time);
    this.heap.prunes = false;
    this.heap.keyed.watch = this;
    const layout = orderedLayout(descriptor);
    this.lists = [{ layout, prefix: keyPrefix(id, null, null), marks: new RowMarks() }];
    this.heap.watch = this.watchOf(this.lists[0]);
  }

  protected get keyed(): HeapTable {
    return this.heap.keyed;
  }

  protected override begin(): void {
    this.heap.begin();
  }

  protected override arrive(_list: number, { count, slots, keys, values }: Arrival): void {
    const { heap } = this;
    heap.bind(keys.slice(heap.descriptor.key.length));
    const entries = new Int32Array(count);
    for (let i = 0; i < count; i++) entries[i] = heap.put(slots[i] as number, i);
    const { stored } = heap;
    values.forEach((vector, c) => {
      stored[c]?.copy(entries, count, vector, null);
    });
    for (let i = 0; i < count; i++) {
      this.lists[0].marks.load(entries[i] as number, slots[i] as number, 0, 0);
    }
  }

  protected override letGo(slot: number): void {
    const { heap } = this;
    for (let entry = heap.first(slot); entry >= 0; entry = heap.first(slot)) {
      this.lists[0].marks.forget(entry);
      heap.remove(slot, entry);
    }
    heap.free(Int32Array.of(slot), 1);
  }

  protected override columns() {
    const { descriptor, stored } = this.heap;
    const orders: Vector[] = descriptor.order.map((_, c) => this.heap.orderColumn(c).vector);
    return { orders, values: stored.map((column) => column.vector) };
  }

  /** An entry that was removed keeps its place until its deletion is written. */
  protected override released(_list: number, entries: Int32Array): void {
    for (const entry of entries) this.heap.release(entry);
  }

  protected override lasting(_list: number, { ids, slots }: MarkedRows): Int32Array {
    const { heap } = this;
    heap.bind(this.columns().orders);
    return Int32Array.from(ids.keys()).filter((i) => {
      return heap.find(slots[i] as number, ids[i] as number) < 0;
    });
  }

  protected override rowBytes(): number {
    return this.heap.memoryBytes();
  }

  protected override bytesEach(): number {
    return this.heap.entryBytes();
  }
}
