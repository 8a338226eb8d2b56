/**
 * Linked rows over the files: an entry a row, told apart by its sequence number. Of lists that are
 * only appended to the rows near may be the last ones alone.
 *
 * Where such a list has a unique key its entries are told apart by that: a row that is written
 * takes the place of the one in files, and one that is deleted need not be read. What is near, and
 * what is gone of late (`gone-rows.ts`), hides rows of the files with the same key.
 */
import type { Read } from '../api/read-list.js';
import type { LinkedRowsDescriptor, RowCursor, RowPage } from '../api/row-list.js';
import type { F64Vector, Vector } from '../column/vector.js';
import type { HeapTable } from '../heap/keyed-table.js';
import { type HeapLinkedList, HeapLinkedRows } from '../heap/linked-rows.js';
import type { RowWatch } from '../heap/watch.js';
import { GROUP_SIZE, keyPrefix, putNumber, SEQUENCE_SIZE } from '../keyed/layout.js';
import { byWeight, linkedLayouts, uniqueColumns, unweighted, weighted } from '../keyed/layouts.js';
import { linkedSignature } from '../keyed/signature.js';
import type { Entries } from './entries.js';
import { GoneRows } from './gone-rows.js';
import { HiddenRows, lastOfEach } from './hidden-rows.js';
import { groupOf, prefixEnd } from './key-order.js';
import { ListCursor } from './list-cursor.js';
import { ListParts } from './list-parts.js';
import { type Arrival, type NearList, NearRows } from './near-rows.js';
import type { Progress } from './progress.js';
import { type MarkedRows, RowMarks } from './row-marks.js';
import { SOON_BYTES } from './scan.js';

/** One list of linked rows. */
interface NearLinkedList extends NearList {
  /** Columns of its unique key; null = its rows have none. */
  readonly unique: readonly number[] | null;
  /** Those of its rows that went of late, where it has a unique key. */
  readonly gone: GoneRows;
}

export class NearLinked extends NearRows {
  readonly kind = 'linked';
  readonly signature: string;
  readonly ttlMs: readonly number[];
  readonly heap: HeapLinkedRows;
  protected readonly lists: readonly NearLinkedList[];

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
      unique: descriptor.unique?.[list] ?? null,
      gone: new GoneRows((row) => this.#list(list).rows.drop(row)),
      ...(isPaged && descriptor.appended?.[list] === true
        ? { parts: new ListParts(() => progress.listBytes) }
        : {}),
    }));
    this.lists.forEach((near, list) => {
      const { parts } = near;
      const heap = this.#list(list);
      heap.watch = near.unique === null ? this.watchOf(near) : this.#watchUnique(near, heap);
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

  /**
   * Rows carry their sequence numbers as weights, since files have them beside the row. Where the
   * files may have a row of the same key, whatever is taken out must be deleted there.
   */
  #watchUnique(near: NearLinkedList, heap: HeapLinkedList): RowWatch {
    const { progress } = this;
    const { marks, parts, gone } = near;
    const watch = this.watchOf(near);
    return {
      ...watch,
      added: (slot, id) => {
        watch.added(slot, id, progress.sequence);
        if (parts !== undefined && parts.flags[slot] !== 0) marks.setStored(id);
      },
      removed: (slot, id) => {
        const stays = watch.removed(slot, id);
        if (!stays) return false;
        heap.rows.hold(id);
        gone.add(slot, id, progress.sequence++);
        return true;
      },
    };
  }

  protected override arrive(list: number, { count, slots, sequences, values }: Arrival): void {
    const heap = this.#list(list);
    const { layout, marks, parts, unique } = this.lists[list] as NearLinkedList;
    const { weights, stored } =
      unique === null
        ? { weights: sequences as Float64Array, stored: values }
        : unweighted(layout, values);
    const all = Int32Array.from(slots.keys());
    const order = unique === null ? all : byWeight(weights.subarray(0, count));
    const ids = new Int32Array(count);
    heap.rows.load(stored, count, ids);
    const rows = { slots, ids, sequences: weights };
    if (parts !== undefined) {
      const counts = unique === null ? null : this.#counting(list, slots, stored);
      this.#arriveBefore(list, parts, rows, order, counts);
      return;
    }
    for (const i of order) {
      const [slot, id, sequence] = [slots[i] as number, ids[i] as number, weights[i] as number];
      heap.append(slot, id);
      marks.load(id, slot, sequence, sequence);
    }
  }

  /** By row that comes from files, 0 where it was replaced or is gone. */
  #counting(list: number, slots: Int32Array, stored: readonly Vector[]): Uint8Array {
    const { layout, unique } = this.lists[list] as NearLinkedList;
    const columns = uniqueColumns(layout, unique ?? [], stored);
    const bySlot = new Map<number, number[]>();
    slots.forEach((slot, i) => {
      const rows = bySlot.get(slot) ?? [];
      bySlot.set(slot, rows);
      rows.push(i);
    });
    const counts = new Uint8Array(slots.length);
    for (const [slot, of] of bySlot) {
      const rows = Int32Array.from(of);
      const hidden = this.#hiding(list, slot, 0);
      for (const i of hidden === null ? rows : hidden.without(columns, rows)) counts[i] = 1;
    }
    return counts;
  }

  /** What is near of a slot, or went, at a sequence number or later; null where nothing did. */
  #hiding(number: number, slot: number, from: number): HiddenRows | null {
    const { layout, unique, gone } = this.lists[number] as NearLinkedList;
    if (unique === null) return null;
    const ids = [...this.#since(number, slot, from), ...gone.idsOf(slot, from)];
    if (ids.length === 0) return null;
    const stored = this.#list(number).rows.stored();
    return new HiddenRows(uniqueColumns(layout, unique, stored), ids);
  }

  /** Rows that may be near already: those come before all that are near which are not. */
  #arriveBefore(
    list: number,
    parts: ListParts,
    { slots, ids, sequences }: MarkedRows,
    order: Int32Array,
    counts: Uint8Array | null,
  ): void {
    const heap = this.#list(list);
    const { marks } = this.lists[list] as NearLinkedList;
    for (const i of order.toReversed()) {
      const [slot, id, sequence] = [slots[i] as number, ids[i] as number, sequences[i] as number];
      const first = heap.first(slot);
      if (counts?.[i] === 0 || (first >= 0 && sequence >= marks.sequenceOf(first))) {
        heap.rows.release(id);
        continue;
      }
      heap.putFirst(slot, id);
      marks.load(id, slot, sequence, sequence);
      parts.added(slot);
    }
  }

  /** Of lists that are long what the files have need not be near. */
  trim(): void {
    const { coveredForAll } = this.progress;
    this.lists.forEach(({ marks, parts, gone }, number) => {
      gone.settle(coveredForAll);
      if (parts === undefined || parts.long.size === 0) return;
      const list = this.#list(number);
      for (const slot of parts.long) {
        const first = list.first(slot);
        if (first < 0 || marks.sequenceOf(first) >= coveredForAll) continue;
        for (const follower of this.followers) follower.leaving(Int32Array.of(slot));
        parts.trimmed(slot, this.#trimTo(number, slot, coveredForAll));
        for (const follower of this.followers) follower.arrived(Int32Array.of(slot));
      }
      list.rows.reclaim();
    });
  }

  /** Takes the rows below a sequence number out of memory. @returns how many there were */
  #trimTo(number: number, slot: number, below: number): number {
    const { marks } = this.lists[number] as NearLinkedList;
    const list = this.#list(number);
    let rows = 0;
    this.quietly(() => {
      let id = list.first(slot);
      for (; id >= 0 && marks.sequenceOf(id) < below; id = list.first(slot)) {
        list.unlink(slot, id);
        list.rows.release(id);
        marks.forget(id);
        rows++;
      }
    });
    return rows;
  }

  /**
   * Rows below a sequence number come from the files, which hold them all; the others are near, and
   * what went since is not to be found. With a unique key the files have them in its order.
   */
  #open(number: number, slot: number): RowCursor {
    const { far, covered } = this.progress;
    const { unique } = this.lists[number] as NearLinkedList;
    const prefix = this.prefixOf(number, slot);
    const group = groupOf(prefix, 0);
    const from = prefix.subarray(GROUP_SIZE);
    const to = unique === null ? withNumber(from, covered) : prefixEnd(from);
    const scan = far.scan({ firstGroup: group, lastGroup: group, from, to }, SOON_BYTES);
    const hidden = this.#hiding(number, slot, covered);
    const rest = this.#since(number, slot, covered);
    return new ListCursor(scan, (page) => this.#page(number, page, hidden), {
      columns: this.#list(number).rows.columns(),
      ids: Int32Array.from(rest),
      count: rest.length,
    });
  }

  /** What has not expired of a page of entries, and is not hidden. */
  #page(number: number, page: Entries, hidden: HiddenRows | null): RowPage {
    const { values, valueOffsets, count } = page;
    const { layout, unique } = this.lists[number] as NearLinkedList;
    const [starts, ends] = [valueOffsets.slice(0, count), valueOffsets.slice(1, count + 1)];
    const all = layout.valuesAt(values, starts, ends);
    const stored = unique === null ? all : unweighted(layout, all).stored;
    const columns = layout.isTimed ? stored.slice(1) : stored;
    if (!layout.isTimed && hidden === null) return { columns, ids: null, count };
    let ids = Int32Array.from({ length: count }, (_, i) => i);
    if (layout.isTimed) {
      const { values: written } = stored[0] as F64Vector;
      const cutoff = this.progress.time.now - (this.ttlMs[number] as number);
      ids = ids.filter((i) => (written[i] as number) > cutoff);
    }
    if (unique !== null && hidden !== null) {
      ids = hidden.without(uniqueColumns(layout, unique, stored), ids);
    }
    return { columns, ids, count: ids.length };
  }

  /** The rows near that were added at a sequence number or later. */
  #since(number: number, slot: number, from: number): number[] {
    const { marks } = this.lists[number] as NearLinkedList;
    const list = this.#list(number);
    const ids: number[] = [];
    for (let id = list.first(slot); id >= 0; id = list.next(id)) {
      if (marks.sequenceOf(id) >= from) ids.push(id);
    }
    return ids;
  }

  /** With a unique key: a row of the same key may have been added, or taken out, behind it. */
  protected override lasting(number: number, removed: MarkedRows, written: MarkedRows): Int32Array {
    const { layout, unique, marks } = this.lists[number] as NearLinkedList;
    if (unique === null) return super.lasting(number, removed, written);
    const columns = uniqueColumns(layout, unique, this.#list(number).rows.stored());
    return lastOfEach(columns, (id) => marks.slotOf(id), removed.ids, written.ids);
  }

  /** Where all reads are answered at once nobody reads what was written before. */
  protected override released(number: number): void {
    const { parts, gone } = this.lists[number] as NearLinkedList;
    if (parts === undefined) gone.settle(Infinity);
  }

  protected override letGo(slot: number): void {
    this.lists.forEach(({ marks, gone }, number) => {
      const list = this.#list(number);
      gone.end(slot);
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
    const { layout, unique, marks } = this.lists[list] as NearLinkedList;
    const stored = this.#list(list).rows.stored();
    if (unique === null) return { orders: [], values: stored };
    const orders = uniqueColumns(layout, unique, stored);
    return { orders, values: weighted(layout, marks.weights, stored) };
  }

  protected get followers() {
    return this.heap.followers;
  }

  protected override rowBytes(): number {
    const gone = this.lists.reduce((sum, list) => sum + list.gone.memoryBytes(), 0);
    return this.heap.memoryBytes() + gone;
  }

  protected override bytesEach(list: number): number {
    return this.#list(list).rows.rowBytes();
  }

  #list(list: number): HeapLinkedList {
    return this.heap.lists[list] as HeapLinkedList;
  }
}

function withNumber(prefix: Uint8Array, sequence: number): Uint8Array {
  const key = new Uint8Array(prefix.length + SEQUENCE_SIZE);
  key.set(prefix);
  putNumber(sequence, key, prefix.length);
  return key;
}
