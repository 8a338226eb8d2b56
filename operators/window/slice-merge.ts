/**
 * Merges the slices of a window, for a page of its keys: of a hop into accumulators that are there
 * for the call alone, of a cumulation into the first slice.
 */
import { gatherValues } from '../../state/api/gather-values.js';
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { KeyedTable, TimeTable } from '../../state/api/table.js';
import { INT, withNullable } from '../../state/column/logical-type.js';
import type { F64Vector, Vector } from '../../state/column/vector.js';
import { HeapStore } from '../../state/heap/store.js';
import type { AggregateSet } from '../aggregate/aggregate-set.js';
import { ROW_COUNT, rowCounts } from './window-results.js';
import type { WindowSlices } from './window-slices.js';

const NUMBER = withNullable(INT, false);

export interface MergedPage {
  /** Where the results of the kept keys are. */
  readonly table: KeyedTable;
  readonly slots: Int32Array;
  /** The numbers of those keys on the page. */
  readonly kept: Int32Array;
  /** The numbers of the keys that the next window has something of. */
  readonly staying: Int32Array;
}

export class SliceMerge {
  readonly #set: AggregateSet;
  readonly #tables: TimeTable;
  readonly #slices: WindowSlices;
  readonly #retracting: boolean;
  /** Of a hop's windows, by number of the key on the page; means nothing between two pages. */
  readonly #apart: KeyedTable;
  #apartSlots = new Int32Array(0);
  /** Of the slice that is being merged: slots by key, then from where to where. */
  #found = new Int32Array(0);
  #into = new Int32Array(0);
  #from = new Int32Array(0);

  /** @param tables a keyed table a slice: row counts where rows may be taken back, accumulators */
  constructor(set: AggregateSet, tables: TimeTable, slices: WindowSlices, retracting: boolean) {
    const { values, together = [] } = tables.descriptor;
    const store = new HeapStore({ first: 0, last: 0, of: 1 });
    this.#set = set;
    this.#tables = tables;
    this.#slices = slices;
    this.#retracting = retracting;
    this.#apart = store.table({ name: 'merged', key: [NUMBER], values, together });
  }

  /** Names what keys have in the slices of a window. */
  reads(end: number, rows: KeyRows, reads: Reads): void {
    const base = this.#slices.base(end);
    const named = this.#slicesOf(end).filter((slice) => slice !== base);
    if (base !== null) named.push(base);
    reads.keysAt(this.#tables, () => named.map((namespace) => ({ namespace, rows })));
  }

  /** The results of a page of keys of a window, good until the next page. */
  run(end: number, keys: KeyRows): MergedPage {
    const base = this.#slices.base(end);
    const { table, slots } = this.#target(base, keys);
    const stays = new Uint8Array(keys.count);
    const next = this.#slices.start(end + this.#slices.stepMs);
    this.#reserve(keys.count);
    for (const slice of this.#slicesOf(end)) {
      if (slice === base) continue;
      const isInNext = base === null && slice > next;
      this.#add(table, slots, this.#tables.open(slice), keys, isInNext ? stays : null);
    }
    if (base !== null && end < this.#slices.last(base)) stays.fill(1);
    const counts = this.#retracting ? rowCounts(table) : null;
    const kept = new Int32Array(keys.count);
    const keptSlots = new Int32Array(keys.count);
    const staying = new Int32Array(keys.count);
    let [keeps, stay] = [0, 0];
    for (let i = 0; i < keys.count; i++) {
      const slot = slots[i] as number;
      kept[keeps] = i;
      keptSlots[keeps] = slot;
      if (counts === null || counts[slot] !== 0) keeps++;
      staying[stay] = i;
      stay += stays[i] as number;
    }
    return {
      table,
      slots: keptSlots.subarray(0, keeps),
      kept: kept.subarray(0, keeps),
      staying: staying.subarray(0, stay),
    };
  }

  /** The window has gone out: slices that no window asks for any more go. */
  settle(end: number): void {
    const base = this.#slices.base(end);
    for (const slice of this.#upTo(end)) {
      const isMerged = base !== null && slice > base;
      if (isMerged || this.#slices.last(slice) <= end) this.#tables.drop(slice);
    }
  }

  /** Where the accumulators of a page of keys are brought together. */
  #target(base: number | null, keys: KeyRows): { table: KeyedTable; slots: Int32Array } {
    if (base === null) {
      const slots = this.#slotsApart(keys.count);
      this.#begin(this.#apart, slots);
      return { table: this.#apart, slots };
    }
    const table = this.#tables.open(base);
    const slots = new Int32Array(keys.count);
    table.locate(keys, slots, true);
    this.#begin(table, table.inserted());
    return { table, slots };
  }

  #begin(table: KeyedTable, slots: Int32Array): void {
    this.#set.initialize(table, slots);
    if (!this.#retracting) return;
    const counts = rowCounts(table);
    for (const slot of slots) counts[slot] = 0;
  }

  #slotsApart(count: number): Int32Array {
    if (this.#apartSlots.length < count) {
      const values = Int32Array.from({ length: count }, (_, i) => i);
      const columns: Vector[] = [{ lane: 'i32', values, nulls: null }];
      this.#apartSlots = new Int32Array(count);
      this.#apart.locate({ columns, selection: null, count }, this.#apartSlots, true);
    }
    return this.#apartSlots.subarray(0, count);
  }

  #reserve(count: number): void {
    if (this.#found.length >= count) return;
    this.#found = new Int32Array(count);
    this.#into = new Int32Array(count);
    this.#from = new Int32Array(count);
  }

  /**
   * Adds what a slice has of the keys.
   * @param marks gets 1 by the number of each key that the slice has
   */
  #add(
    table: KeyedTable,
    slots: Int32Array,
    slice: KeyedTable,
    keys: KeyRows,
    marks: Uint8Array | null,
  ): void {
    const [found, into, from] = [this.#found, this.#into, this.#from];
    slice.locate(keys, found, false);
    let count = 0;
    for (let i = 0; i < keys.count; i++) {
      const slot = found[i] as number;
      if (slot < 0) continue;
      if (marks !== null) marks[i] = 1;
      from[count] = slot;
      into[count++] = slots[i] as number;
    }
    if (count === 0) return;
    const values = slice.descriptor.values.map((_, c): Vector => {
      return gatherValues(slice.column(c), from, count);
    });
    if (!this.#retracting) {
      this.#set.merge(table, into, count, values);
      return;
    }
    const counts = rowCounts(table);
    const others = (values[ROW_COUNT] as F64Vector).values;
    for (let i = 0; i < count; i++) {
      const slot = into[i] as number;
      counts[slot] = (counts[slot] as number) + (others[i] as number);
    }
    this.#set.merge(table, into, count, values.slice(1));
  }

  /** The slices of a window that have something, ascending. */
  #slicesOf(end: number): number[] {
    const start = this.#slices.start(end);
    return this.#upTo(end).filter((slice) => slice > start);
  }

  #upTo(end: number): number[] {
    const slices: number[] = [];
    for (let slice = this.#tables.next(-Infinity); slice <= end; ) {
      slices.push(slice);
      slice = this.#tables.next(slice + 1);
    }
    return slices;
  }
}
