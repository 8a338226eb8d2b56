/**
 * What the rows of a piece find on the other side of an interval join, a page at a time: pairs of a
 * row and a kept row of its key that is near in time and passes the residual condition, in order of
 * the rows, then of the kept rows' time. A row also takes the kept rows of its key out of which the
 * time has run, after it has met them itself. No page and no call grows with a key.
 */
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import type { IntervalArrivals } from './interval-arrivals.js';
import type { IntervalSide } from './interval-side.js';
import type { Residual } from './residual.js';

/** The current row has not looked at the other side yet. */
const BEGIN = -1;

export class IntervalPages {
  /** Pairs of the page. */
  count = 0;
  /** By pair: number of the arrival, its physical row, id of the kept row. */
  readonly arrivals: Int32Array;
  readonly physical: Int32Array;
  readonly ids: Int32Array;
  /** Kept rows that went: how many, by which arrival, their ids. */
  gone = 0;
  readonly goneBy: Int32Array;
  readonly goneIds: Int32Array;
  /** Arrivals before this one have all that they find in pages up to this. */
  complete = 0;
  readonly #residual: Residual | null;
  readonly #own: IntervalSide;
  readonly #other: IntervalSide;
  #batch: Batch | null = null;
  #rows: IntervalArrivals | null = null;
  #slots: Int32Array = new Int32Array(0);
  #columns: readonly Vector[] = [];
  /** Of the current row: the next place in its list, and the end of those it meets. */
  #at = BEGIN;
  #end = 0;

  /** @param pageRows pairs of a page at most */
  constructor(own: IntervalSide, other: IntervalSide, residual: Residual | null, pageRows: number) {
    this.#own = own;
    this.#other = other;
    this.#residual = residual;
    this.arrivals = new Int32Array(pageRows);
    this.physical = new Int32Array(pageRows);
    this.ids = new Int32Array(pageRows);
    this.goneBy = new Int32Array(pageRows);
    this.goneIds = new Int32Array(pageRows);
  }

  /** @param slots by arrival the slot of its key on the other side, −1 for none */
  start(batch: Batch, rows: IntervalArrivals, slots: Int32Array): void {
    this.#batch = batch;
    this.#rows = rows;
    this.#slots = slots;
    this.#columns = this.#other.columns();
    this.#at = BEGIN;
    this.complete = 0;
  }

  /** Turns to the next page; false when there is none: all rows were complete. */
  next(): boolean {
    const [batch, rows] = [this.#batch, this.#rows];
    if (batch === null || rows === null || this.complete === rows.count) {
      this.#batch = null;
      return false;
    }
    this.#fill(rows);
    if (this.#residual !== null && this.count > 0) this.#filter(batch, this.#residual);
    return true;
  }

  #fill(rows: IntervalArrivals): void {
    this.count = 0;
    this.gone = 0;
    let i = this.complete;
    for (; i < rows.count; i++) {
      const slot = this.#slots[i] as number;
      if (slot < 0) continue;
      if (this.#at === BEGIN) this.#begin(rows, i, slot);
      if (!this.#meet(i, rows.rows[i] as number, slot)) break;
      if (!this.#expire(i, rows.now[i] as number, slot)) break;
      this.#at = BEGIN;
    }
    this.complete = i;
  }

  #begin(rows: IntervalArrivals, i: number, slot: number): void {
    const { back, ahead } = this.#own.shape;
    const { list } = this.#other;
    const time = rows.times[i] as number;
    const isMute = rows.isMute[i] === 1;
    this.#at = isMute ? 0 : list.lowerBound(slot, time - back);
    this.#end = isMute ? 0 : list.upperBound(slot, time + ahead);
  }

  /** @returns false where the page is full before the end */
  #meet(i: number, row: number, slot: number): boolean {
    const { arrivals, physical, ids } = this;
    const { list } = this.#other;
    let [at, count] = [this.#at, this.count];
    const end = Math.min(this.#end, at + ids.length - count);
    for (; at < end; at++) {
      arrivals[count] = i;
      physical[count] = row;
      ids[count++] = list.at(slot, at);
    }
    this.#at = at;
    this.count = count;
    return at >= this.#end;
  }

  #expire(i: number, now: number, slot: number): boolean {
    const { list } = this.#other;
    const expired = this.#other.expired(now);
    while (list.count(slot) > 0 && list.weightAt(slot, 0) <= expired) {
      if (this.gone === this.goneIds.length) return false;
      this.goneBy[this.gone] = i;
      this.goneIds[this.gone++] = this.#other.shift(slot);
    }
    return true;
  }

  #filter(batch: Batch, residual: Residual): void {
    const { arrivals, physical, ids } = this;
    const own = { columns: batch.columns, rows: physical };
    const other = { columns: this.#columns, rows: ids };
    const passing = this.#own.shape.isLeft
      ? residual.select(own, other, this.count)
      : residual.select(other, own, this.count);
    if (passing === null) return;
    for (let i = 0; i < passing.length; i++) {
      const pair = passing[i] as number;
      arrivals[i] = arrivals[pair] as number;
      physical[i] = physical[pair] as number;
      ids[i] = ids[pair] as number;
    }
    this.count = passing.length;
  }
}
