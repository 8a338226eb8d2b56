/**
 * Linked and sorted rows over the files: an entry a row, told apart by its sequence number. Of
 * linked lists that are only appended to the rows near may be the last ones alone.
 */
import type { Read } from '../api/read-list.js';
import type {
  LinkedRowsDescriptor,
  RowCursor,
  RowPage,
  SortedRowsDescriptor,
} from '../api/row-list.js';
import type { F64Vector } from '../column/vector.js';
import type { HeapTable } from '../heap/keyed-table.js';
import { type HeapLinkedList, HeapLinkedRows } from '../heap/linked-rows.js';
import { HeapSortedRows } from '../heap/sorted-rows.js';
import { GROUP_SIZE, keyPrefix, putNumber, SEQUENCE_SIZE } from '../keyed/layout.js';
import { linkedLayouts, sortedLayout, unweighted, weighted } from '../keyed/layouts.js';
import { linkedSignature, sortedSignature } from '../keyed/signature.js';
import type { Entries } from './entries.js';
import { groupOf } from './key-order.js';
import { ListCursor } from './list-cursor.js';
import { ListParts } from './list-parts.js';
import { type Arrival, type NearList, NearRows } from './near-rows.js';
import type { Progress } from './progress.js';
import { RowMarks } from './row-marks.js';
import { SOON_BYTES } from './scan.js';

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
    // Where rows come when they are touched nobody waits for a page.
    const isPaged = progress.far.scanNow === undefined;
    this.lists = linkedLayouts(descriptor).map((layout, list) => ({
      layout,
      prefix: keyPrefix(id, list, null),
      marks: new RowMarks(),
      ...(isPaged && descriptor.appended?.[list] === true
        ? { parts: new ListParts(() => progress.listBytes) }
        : {}),
    }));
    this.lists.forEach((near, list) => {
      const { parts } = near;
      const heap = this.#list(list);
      heap.watch = this.watchOf(near);
      if (parts === undefined) return;
      heap.far = {
        get parts() {
          return parts.flags;
        },
        open: (slot) => this.#open(list, slot),
      };
    });
  }

  /** A list that rows are added to is not read where that is not needed. */
  protected override listsOf(read: Read): readonly number[] {
    const all = [...this.lists.keys()];
    const unread = read.kind === 'rows' ? read.appendsTo : undefined;
    if (unread === undefined || this.lists[unread]?.parts === undefined) return all;
    return all.filter((list) => list !== unread);
  }

  protected get keyed(): HeapTable {
    return this.heap.keys;
  }

  protected override begin(): void {
    this.heap.begin();
  }

  protected override arrive(list: number, { count, slots, sequences, values }: Arrival): void {
    const heap = this.#list(list);
    const { marks, parts } = this.lists[list] as NearList;
    const ids = new Int32Array(count);
    heap.rows.load(values, count, ids);
    const all = sequences as Float64Array;
    if (parts !== undefined) this.#arriveBefore(list, parts, slots, ids, all);
    for (let i = 0; i < count && parts === undefined; i++) {
      heap.append(slots[i] as number, ids[i] as number);
      marks.load(ids[i] as number, slots[i] as number, all[i] as number, 0);
    }
  }

  /** Rows that may be near already: those come before all that are near which are not. */
  #arriveBefore(
    list: number,
    parts: ListParts,
    slots: Int32Array,
    ids: Int32Array,
    sequences: Float64Array,
  ): void {
    const heap = this.#list(list);
    const { marks } = this.lists[list] as NearList;
    for (let i = ids.length - 1; i >= 0; i--) {
      const [slot, id, sequence] = [slots[i] as number, ids[i] as number, sequences[i] as number];
      const first = heap.first(slot);
      if (first >= 0 && sequence >= marks.sequenceOf(first)) {
        heap.rows.release(id);
        continue;
      }
      heap.putFirst(slot, id);
      marks.load(id, slot, sequence, 0);
      parts.added(slot);
    }
  }

  /** Of lists that are long what the files have need not be near. */
  trim(): void {
    const { coveredForAll } = this.progress;
    this.lists.forEach(({ marks, parts }, number) => {
      if (parts === undefined || parts.long.size === 0) return;
      const list = this.#list(number);
      for (const slot of parts.long) {
        let rows = 0;
        this.quietly(() => {
          let id = list.first(slot);
          for (; id >= 0 && marks.sequenceOf(id) < coveredForAll; id = list.first(slot)) {
            list.unlink(slot, id);
            list.rows.release(id);
            marks.forget(id);
            rows++;
          }
        });
        parts.trimmed(slot, rows);
      }
      list.rows.reclaim();
    });
  }

  /** Rows below a sequence number come from the files, which hold them all; the others are near. */
  #open(number: number, slot: number): RowCursor {
    const { far, covered } = this.progress;
    const prefix = this.prefixOf(number, slot);
    const group = groupOf(prefix, 0);
    const from = prefix.subarray(GROUP_SIZE);
    const to = new Uint8Array(from.length + SEQUENCE_SIZE);
    to.set(from);
    putNumber(covered, to, from.length);
    const scan = far.scan({ firstGroup: group, lastGroup: group, from, to }, SOON_BYTES);
    return new ListCursor(scan, (page) => this.#page(number, page), this.#rest(number, slot));
  }

  /** What has not expired of a page of entries. */
  #page(number: number, { values, valueOffsets, count }: Entries): RowPage {
    const { layout } = this.lists[number] as NearList;
    const [starts, ends] = [valueOffsets.slice(0, count), valueOffsets.slice(1, count + 1)];
    const columns = layout.valuesAt(values, starts, ends);
    if (!layout.isTimed) return { columns, ids: null, count };
    const { values: written } = columns[0] as F64Vector;
    const cutoff = this.progress.time.now - (this.ttlMs[number] as number);
    const ids = Int32Array.from(written.keys()).filter((id) => (written[id] as number) > cutoff);
    return { columns: columns.slice(1), ids, count: ids.length };
  }

  /** The rows near that the files may lack. */
  #rest(number: number, slot: number): RowPage {
    const { covered } = this.progress;
    const { marks } = this.lists[number] as NearList;
    const list = this.#list(number);
    const ids: number[] = [];
    for (let id = list.first(slot); id >= 0; id = list.next(id)) {
      if (marks.sequenceOf(id) >= covered) ids.push(id);
    }
    return { columns: list.rows.columns(), ids: Int32Array.from(ids), count: ids.length };
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
}
