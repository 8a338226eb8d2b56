/**
 * The best N rows a key over an insert-only input: what append-only rank and window rank share.
 *
 * Promise: of a key's rows the N least by the order are kept, ties by arrival: of equal rows the
 * earlier one counts as the better, so a full list takes a new row only if it beats the last.
 *
 * Algorithm: each batch, rows that cannot enter are dropped in one loop that compares two numbers,
 * the row's sort prefix and the bound of its key (the prefix of a full list's last row; NaN while
 * it has room). A bound only falls, so a row that fails against the bound before the batch fails
 * later. The rest is copied into the arena and entered one by one.
 */
import type { SortedRows } from '../../state/api/row-list.js';
import { grownCapacity } from '../../state/column/growth.js';
import { bindComparator, type RowComparator } from '../../state/column/row-comparison.js';
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import type { Candidates } from './rank-operator.js';
import type { SortKey } from './rank-spec.js';
import { sortPrefixes } from './sort-prefix.js';

/** Which of equal rows counts as the better; the last one only where N is 1 and prefixes exact. */
export type Ties = 'first' | 'last';

export class TopNRows {
  readonly lists: SortedRows;
  readonly #order: readonly SortKey[];
  readonly #limit: number;
  readonly #ties: Ties;
  /** By slot; NaN while the list has room. */
  #bounds = new Float64Array(0);
  /** Of the rows of a batch, then of its candidates, by their number. */
  #prefixes = new Float64Array(0);
  #picked = new Int32Array(0);
  #rows = new Int32Array(0);
  #slots = new Int32Array(0);
  #ids = new Int32Array(0);
  /** False once a row was kept whose prefix may hide a difference. */
  #exact = true;
  #compare: RowComparator = () => 0;

  /** @param limit the N */
  constructor(lists: SortedRows, order: readonly SortKey[], limit: number, ties: Ties = 'first') {
    this.#ties = ties;
    this.lists = lists;
    this.#order = order;
    this.#limit = limit;
    this.#exact = lists.rows.size === 0;
    this.#coverSlots();
    lists.follow({
      arrived: (slots) => this.#rebuild(slots),
      leaving: (slots) => this.forget(slots, slots.length),
    });
  }

  /**
   * Drops what cannot enter and copies the rest of the rows into the arena. The candidates are
   * valid until the next call.
   * @param level rows that are level with the last one are candidates, too
   */
  select(batch: Batch, slots: Int32Array, level = false): Candidates {
    const { selection, count } = batch;
    this.#reserve(count);
    const prefixes = this.#prefixes;
    const exact = sortPrefixes(batch.columns, this.#order, selection, count, prefixes);
    this.#coverSlots();
    const picked = this.#picked;
    const strict = !level && this.#ties === 'first' && exact && this.#exact;
    const found = this.#pick(prefixes, slots, count, strict, picked);
    this.#exact &&= exact || found === 0;
    const [rows, pickedSlots, ids] = [this.#rows, this.#slots, this.#ids];
    for (let i = 0; i < found; i++) {
      const at = picked[i] as number;
      rows[i] = selection === null ? at : (selection[at] as number);
      pickedSlots[i] = slots[at] as number;
      // A pick is never before its candidate, so the prefix is still there.
      prefixes[i] = prefixes[at] as number;
    }
    this.lists.rows.add(batch.columns, rows, found, ids);
    this.#bindComparator();
    this.lists.touch(pickedSlots, found);
    return { count: found, slots: pickedSlots, ids, rows };
  }

  /**
   * Puts candidate number `index` into its list.
   * @returns its position, or −1 when it does not enter (then it is released). A list that was full
   *   holds one row too many until `trim`.
   */
  enter(candidates: Candidates, index: number): number {
    const position = this.position(candidates, index);
    if (position === this.#limit) {
      this.lists.rows.release(candidates.ids[index] as number);
      return -1;
    }
    this.put(candidates, index, position);
    return position;
  }

  /** Where candidate number `index` would stand: behind the rows that it does not beat. */
  position(candidates: Candidates, index: number): number {
    const slot = candidates.slots[index] as number;
    return this.#position(slot, candidates.ids[index] as number, this.#prefixes[index] as number);
  }

  put(candidates: Candidates, index: number, position: number): void {
    const slot = candidates.slots[index] as number;
    const id = candidates.ids[index] as number;
    this.lists.insert(slot, position, id, this.#prefixes[index] as number);
    if (this.lists.count(slot) === this.#limit) this.#setBound(slot);
  }

  /** Takes the row behind the last out of a list that overflowed and releases it. */
  trim(slot: number): void {
    this.drop(slot, this.#limit);
  }

  /** Takes a row out of its list and releases it. */
  drop(slot: number, position: number): void {
    const { lists } = this;
    lists.rows.release(lists.at(slot, position));
    lists.remove(slot, position);
    if (lists.count(slot) === this.#limit) this.#setBound(slot);
    else this.#bounds[slot] = Number.NaN;
  }

  /** Forgets the bounds of slots whose lists were emptied. */
  forget(slots: Int32Array, count: number): void {
    for (let i = 0; i < count; i++) this.#bounds[slots[i] as number] = Number.NaN;
  }

  /** Lists came near: their bounds follow from them, but how exact their prefixes are does not. */
  #rebuild(slots: Int32Array): void {
    this.#coverSlots();
    this.#exact = false;
    for (const slot of slots) {
      if (this.lists.count(slot) >= this.#limit) this.#setBound(slot);
      else this.#bounds[slot] = Number.NaN;
    }
  }

  #reserve(count: number): void {
    if (count <= this.#picked.length) return;
    const capacity = grownCapacity(this.#picked.length, count);
    this.#prefixes = new Float64Array(capacity);
    this.#picked = new Int32Array(capacity);
    this.#rows = new Int32Array(capacity);
    this.#slots = new Int32Array(capacity);
    this.#ids = new Int32Array(capacity);
  }

  #pick(
    prefixes: Float64Array,
    slots: Int32Array,
    count: number,
    strict: boolean,
    picked: Int32Array,
  ): number {
    const bounds = this.#bounds;
    let found = 0;
    if (strict) {
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

  /** Behind the rows that the order puts before the new one or level with it. */
  #position(slot: number, id: number, prefix: number): number {
    const { lists } = this;
    if (this.#ties === 'last') return lists.lowerBound(slot, prefix);
    let high = lists.upperBound(slot, prefix);
    if (this.#exact) return high;
    let low = lists.lowerBound(slot, prefix);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(id, lists.at(slot, middle)) < 0) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #setBound(slot: number): void {
    this.#bounds[slot] = this.lists.weightAt(slot, this.#limit - 1);
  }

  #bindComparator(): void {
    if (this.#exact) return;
    const columns = this.lists.rows.columns();
    const keys = this.#order.map((key) => columns[key.column] as Vector);
    this.#compare = bindComparator(this.#order, keys, keys);
  }

  /** Bounds are derived from the lists; those of new slots are NaN: their lists have room. */
  #coverSlots(): void {
    const before = this.#bounds.length;
    const needed = this.lists.slotEnd;
    if (needed <= before) return;
    const bounds = new Float64Array(Math.max(needed, 2 * before)).fill(Number.NaN, before);
    bounds.set(this.#bounds);
    this.#bounds = bounds;
    for (let slot = before; slot < needed; slot++) {
      if (this.lists.count(slot) === this.#limit) this.#setBound(slot);
    }
  }
}
