/**
 * What the rows of a piece find on the other side of an interval join: pairs of a row and a kept
 * row of its key that is near in time, in order of the rows, then of the kept rows' time; rows go
 * by their numbers as arrivals. A row also takes the kept rows of its key out of which the time has
 * run, after it has met them itself. No page and no call grows with a key.
 */
import type { Batch } from '../core/batch.js';
import type { IntervalArrivals } from './interval-arrivals.js';
import type { IntervalSide } from './interval-side.js';
import { PairPages } from './pair-pages.js';
import type { Residual } from './residual.js';

/** The current row has not looked at the other side yet. */
const BEGIN = -1;

export class IntervalPages extends PairPages {
  /** Kept rows that went: how many, by which arrival, their ids. */
  gone = 0;
  /** Some went, in whatever page of the piece. */
  hasGone = false;
  readonly goneBy: Int32Array;
  readonly goneIds: Int32Array;
  readonly #own: IntervalSide;
  readonly #other: IntervalSide;
  #rows: IntervalArrivals | null = null;
  #slots: Int32Array = new Int32Array(0);
  /** Of the current row: the next place in its list, and the end of those it meets. */
  #at = BEGIN;
  #end = 0;

  constructor(own: IntervalSide, other: IntervalSide, residual: Residual | null, pageRows: number) {
    super(residual, own.shape.isLeft, pageRows);
    this.#own = own;
    this.#other = other;
    this.goneBy = new Int32Array(pageRows);
    this.goneIds = new Int32Array(pageRows);
  }

  /** @param slots by arrival the slot of its key on the other side, −1 for none */
  start(batch: Batch, rows: IntervalArrivals, slots: Int32Array): void {
    this.begin(batch, rows.count, this.#other.columns());
    this.#rows = rows;
    this.#slots = slots;
    this.#at = BEGIN;
    this.hasGone = false;
  }

  protected override fill(): void {
    const rows = this.#rows as IntervalArrivals;
    this.count = 0;
    this.gone = 0;
    let i = this.complete;
    for (; i < rows.count; i++) {
      const slot = this.#slots[i] as number;
      if (slot < 0) continue;
      if (this.#at === BEGIN) this.#seek(rows, i, slot);
      if (!this.#meet(i, rows.rows[i] as number, slot)) break;
      if (!this.#expire(i, rows.now[i] as number, slot)) break;
      this.#at = BEGIN;
    }
    this.complete = i;
  }

  #seek(rows: IntervalArrivals, i: number, slot: number): void {
    const { back, ahead } = this.#own.shape;
    const { list } = this.#other;
    const time = rows.times[i] as number;
    const isMute = rows.isMute[i] === 1;
    this.#at = isMute ? 0 : list.lowerBound(slot, time - back);
    this.#end = isMute ? 0 : list.upperBound(slot, time + ahead);
  }

  /** @returns false where the page is full before the end */
  #meet(i: number, row: number, slot: number): boolean {
    const { numbers, physical, ids } = this;
    const from = this.#at;
    const end = Math.min(this.#end, from + ids.length - this.count);
    if (end > from) this.#other.list.copy(slot, from, end, ids, this.count);
    for (let at = from; at < end; at++) {
      numbers[this.count] = i;
      physical[this.count++] = row;
    }
    this.#at = Math.max(from, end);
    return end >= this.#end;
  }

  #expire(i: number, now: number, slot: number): boolean {
    const { list } = this.#other;
    const expired = this.#other.expired(now);
    while (list.count(slot) > 0 && list.weightAt(slot, 0) <= expired) {
      if (this.gone === this.goneIds.length) return false;
      this.goneBy[this.gone] = i;
      this.goneIds[this.gone++] = this.#other.shift(slot);
      this.hasGone = true;
    }
    return true;
  }
}
