/**
 * The matches of a piece's rows on the other side, a page at a time: pairs of a row and a kept row
 * whose keys are equal and that pass the residual condition, in order of the rows, then of the kept
 * rows' arrival. A row with many matches spans pages; so neither a page nor a call grows with a
 * key.
 */
import type { LinkedList } from '../../state/api/row-list.js';
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import type { Residual } from './residual.js';

/** No kept row of the current row was visited yet. */
const BEGIN = -2;

export class MatchPages {
  /** Pairs of the page. */
  count = 0;
  /** By pair: logical row of the piece, its physical row, id of the kept row. */
  readonly logical: Int32Array;
  readonly physical: Int32Array;
  readonly ids: Int32Array;
  /** Logical rows before this one have all their matches in pages up to this. */
  complete = 0;
  readonly #residual: Residual | null;
  readonly #isLeft: boolean;
  readonly #isSingle: boolean;
  #batch: Batch | null = null;
  #slots: Int32Array = new Int32Array(0);
  #list: LinkedList | null = null;
  #columns: readonly Vector[] = [];
  #id = BEGIN;

  /**
   * @param isLeft the pieces come from the left input
   * @param isSingle the other side has at most one row a key
   * @param pageRows pairs of a page at most
   */
  constructor(residual: Residual | null, isLeft: boolean, isSingle: boolean, pageRows: number) {
    this.#isSingle = isSingle;
    this.#residual = residual;
    this.#isLeft = isLeft;
    this.logical = new Int32Array(pageRows);
    this.physical = new Int32Array(pageRows);
    this.ids = new Int32Array(pageRows);
  }

  /**
   * @param slots by logical row the slot of its key, −1 for none
   * @param columns of the kept rows
   */
  start(batch: Batch, slots: Int32Array, list: LinkedList, columns: readonly Vector[]): void {
    this.#batch = batch;
    this.#slots = slots;
    this.#list = list;
    this.#columns = columns;
    this.#id = BEGIN;
    this.complete = 0;
  }

  /** Turns to the next page; false when there is none: all rows were complete. */
  next(): boolean {
    const [batch, list] = [this.#batch, this.#list];
    if (batch === null || list === null || this.complete === batch.count) {
      this.#batch = null;
      return false;
    }
    this.count = this.#isSingle ? this.#fillSingle(batch, list) : this.#fill(batch, list);
    if (this.#residual !== null && this.count > 0) this.#filter(batch, this.#residual);
    return true;
  }

  /** At most one kept row a key: a loop of independent reads, whose cache misses overlap. */
  #fillSingle(batch: Batch, list: LinkedList): number {
    const { logical, physical, ids } = this;
    const { selection } = batch;
    const from = this.complete;
    const end = Math.min(batch.count, from + ids.length);
    list.firsts(this.#slots.subarray(from, end), end - from, ids);
    let count = 0;
    for (let i = from; i < end; i++) {
      const id = ids[i - from] as number;
      logical[count] = i;
      physical[count] = selection === null ? i : (selection[i] as number);
      // Never before the place that is read next.
      ids[count] = id;
      count += id >= 0 ? 1 : 0;
    }
    this.complete = end;
    return count;
  }

  #fill(batch: Batch, list: LinkedList): number {
    const { logical, physical, ids } = this;
    const slots = this.#slots;
    const { selection } = batch;
    let [i, id, count] = [this.complete, this.#id, 0];
    for (; i < batch.count; i++) {
      if (id === BEGIN) {
        const slot = slots[i] as number;
        id = slot < 0 ? -1 : list.first(slot);
      }
      const row = selection === null ? i : (selection[i] as number);
      for (; id >= 0 && count < ids.length; count++) {
        logical[count] = i;
        physical[count] = row;
        ids[count] = id;
        id = list.next(id);
      }
      if (id >= 0) break;
      id = BEGIN;
    }
    this.complete = i;
    this.#id = id;
    return count;
  }

  #filter(batch: Batch, residual: Residual): void {
    const { logical, physical, ids } = this;
    const own = { columns: batch.columns, rows: physical };
    const other = { columns: this.#columns, rows: ids };
    const passing = this.#isLeft
      ? residual.select(own, other, this.count)
      : residual.select(other, own, this.count);
    if (passing === null) return;
    for (let i = 0; i < passing.length; i++) {
      const pair = passing[i] as number;
      logical[i] = logical[pair] as number;
      physical[i] = physical[pair] as number;
      ids[i] = ids[pair] as number;
    }
    this.count = passing.length;
  }
}
