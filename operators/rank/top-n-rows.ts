/**
 * The best N rows a key over an insert-only input: what append-only rank and window rank share.
 *
 * Promise: of a key's rows the N least by the order are kept, ties by arrival: of equal rows the
 * earlier one counts as the better, so a full list takes a new row only if it beats the last.
 *
 * Algorithm: each batch, rows that cannot enter are dropped in one loop that compares two numbers,
 * the row's sort prefix and the bound of its key (the prefix of a full list's last row; NaN while it
 * has room). A bound only falls, so a row that fails against the bound before the batch fails later.
 * The rest is copied into the arena and entered one by one.
 */
import type { SortedRows } from '../../state/api/row-list.js';
import { bindComparator, type RowComparator } from '../../state/column/row-comparison.js';
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import type { Candidates } from './rank-operator.js';
import type { SortKey } from './rank-spec.js';
import { sortPrefixes } from './sort-prefix.js';

export class TopNRows {
  readonly lists: SortedRows;
  readonly #order: readonly SortKey[];
  readonly #limit: number;
  /** By slot; NaN while the list has room. */
  #bounds = new Float64Array(0);
  /** By row id. */
  #prefixes = new Float64Array(0);
  /** False once a row was kept whose prefix may hide a difference. */
  #exact = true;
  #compare: RowComparator = () => 0;

  /** @param limit the N */
  constructor(lists: SortedRows, order: readonly SortKey[], limit: number) {
    this.lists = lists;
    this.#order = order;
    this.#limit = limit;
    this.#rebuild();
  }

  /** Drops what cannot enter and copies the rest of the rows into the arena. */
  select(batch: Batch, slots: Int32Array): Candidates {
    const { selection, count } = batch;
    const prefixes = new Float64Array(count);
    const exact = sortPrefixes(batch.columns, this.#order, selection, count, prefixes);
    this.#coverSlots();
    const picked = new Int32Array(count);
    const found = this.#pick(prefixes, slots, count, exact && this.#exact, picked);
    this.#exact &&= exact || found === 0;
    const rows = new Int32Array(found);
    const pickedSlots = new Int32Array(found);
    const ids = new Int32Array(found);
    for (let i = 0; i < found; i++) {
      const at = picked[i] as number;
      rows[i] = selection === null ? at : (selection[at] as number);
      pickedSlots[i] = slots[at] as number;
    }
    this.lists.rows.add(batch.columns, rows, found, ids);
    this.#coverIds();
    for (let i = 0; i < found; i++) {
      this.#prefixes[ids[i] as number] = prefixes[picked[i] as number] as number;
    }
    this.#bindComparator();
    return { count: found, slots: pickedSlots, ids, rows };
  }

  /**
   * Puts a candidate into its list.
   * @returns its position, or −1 when it does not enter (then it is released). A list that was full
   *   holds one row too many until `trim`.
   */
  enter(slot: number, id: number): number {
    const { lists } = this;
    const count = lists.counts[slot] as number;
    const prefix = this.#prefixes[id] as number;
    const isFull = count === this.#limit;
    if (isFull && !this.#isBefore(id, prefix, lists.at(slot, count - 1))) {
      lists.rows.release(id);
      return -1;
    }
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#isBefore(id, prefix, lists.at(slot, middle))) high = middle;
      else low = middle + 1;
    }
    lists.insert(slot, low, id);
    if (count + 1 === this.#limit) this.#setBound(slot);
    return low;
  }

  /** Takes the row behind the last out of a list that overflowed and releases it. */
  trim(slot: number): void {
    const { lists } = this;
    lists.rows.release(lists.at(slot, this.#limit));
    lists.remove(slot, this.#limit);
    this.#setBound(slot);
  }

  /** Forgets the bounds of slots whose lists were emptied. */
  forget(slots: Int32Array, count: number): void {
    for (let i = 0; i < count; i++) this.#bounds[slots[i] as number] = Number.NaN;
  }

  #pick(
    prefixes: Float64Array,
    slots: Int32Array,
    count: number,
    exact: boolean,
    picked: Int32Array,
  ): number {
    const bounds = this.#bounds;
    let found = 0;
    if (exact) {
      for (let i = 0; i < count; i++) {
        picked[found] = i;
        if (!((prefixes[i] as number) >= (bounds[slots[i] as number] as number))) found++;
      }
    } else {
      for (let i = 0; i < count; i++) {
        picked[found] = i;
        if (!((prefixes[i] as number) > (bounds[slots[i] as number] as number))) found++;
      }
    }
    return found;
  }

  /** Whether a new row stands before a kept one; between equals the kept one stands first. */
  #isBefore(id: number, prefix: number, kept: number): boolean {
    const other = this.#prefixes[kept] as number;
    if (prefix !== other) return prefix < other;
    return !this.#exact && this.#compare(id, kept) < 0;
  }

  #setBound(slot: number): void {
    const last = this.lists.at(slot, this.#limit - 1);
    this.#bounds[slot] = this.#prefixes[last] as number;
  }

  #bindComparator(): void {
    if (this.#exact) return;
    const columns = this.lists.rows.columns();
    const keys = this.#order.map((key) => columns[key.column] as Vector);
    this.#compare = bindComparator(this.#order, keys, keys);
  }

  /** New slots begin without a bound: their lists have room. */
  #coverSlots(): void {
    const before = this.#bounds.length;
    const needed = this.lists.counts.length;
    if (needed <= before) return;
    const bounds = new Float64Array(needed).fill(Number.NaN, before);
    bounds.set(this.#bounds);
    this.#bounds = bounds;
  }

  #coverIds(): void {
    const needed = this.lists.rows.end;
    if (needed <= this.#prefixes.length) return;
    const prefixes = new Float64Array(Math.max(needed, 2 * this.#prefixes.length));
    prefixes.set(this.#prefixes);
    this.#prefixes = prefixes;
  }

  /** Prefixes and bounds are derived: after a restore they are made anew. */
  #rebuild(): void {
    const { lists } = this;
    this.#coverSlots();
    this.#coverIds();
    const { end } = lists.rows;
    if (end > 0) {
      this.#exact = sortPrefixes(lists.rows.columns(), this.#order, null, end, this.#prefixes);
      for (let slot = 0; slot < lists.counts.length; slot++) {
        if (lists.counts[slot] === this.#limit) this.#setBound(slot);
      }
    }
  }
}
