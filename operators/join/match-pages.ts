/**
 * The matches of a piece's rows on the other side: pairs of a row and a kept row whose keys are
 * equal, in order of the rows, then of the kept rows' arrival; rows go by their logical numbers. A
 * row with many matches spans pages, the last of which holds no other's: so neither a page nor a
 * call grows with a key, and behind such a row one can stop.
 */
import type { LinkedList } from '../../state/api/row-list.js';
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { PairPages } from './pair-pages.js';
import type { Residual } from './residual.js';

/** No kept row of the current row was visited yet. */
const BEGIN = -2;

export class MatchPages extends PairPages {
  /** The last page ended a row that began in a page before it. */
  endsLarge = false;
  readonly #isSingle: boolean;
  #slots: Int32Array = new Int32Array(0);
  #list: LinkedList | null = null;
  #id = BEGIN;

  /** @param isSingle the other side has at most one row a key */
  constructor(residual: Residual | null, isLeft: boolean, isSingle: boolean, pageRows: number) {
    super(residual, isLeft, pageRows);
    this.#isSingle = isSingle;
  }

  /**
   * @param slots by logical row the slot of its key, −1 for none
   * @param columns of the kept rows
   */
  start(batch: Batch, slots: Int32Array, list: LinkedList, columns: readonly Vector[]): void {
    this.begin(batch, batch.count, columns);
    this.#slots = slots;
    this.#list = list;
    this.#id = BEGIN;
  }

  /** There are rows left, and none has only some of its matches in pages up to this. */
  get isBetween(): boolean {
    return this.#id === BEGIN && !this.isComplete;
  }

  protected override fill(batch: Batch): void {
    const list = this.#list as LinkedList;
    this.count = this.#isSingle ? this.#fillSingle(batch, list) : this.#fillMany(batch, list);
  }

  /** At most one kept row a key: a loop of independent reads, whose cache misses overlap. */
  #fillSingle(batch: Batch, list: LinkedList): number {
    const { numbers, physical, ids } = this;
    const { selection } = batch;
    const from = this.complete;
    const end = Math.min(batch.count, from + ids.length);
    list.firsts(this.#slots.subarray(from, end), end - from, ids);
    let count = 0;
    for (let i = from; i < end; i++) {
      const id = ids[i - from] as number;
      numbers[count] = i;
      physical[count] = selection === null ? i : (selection[i] as number);
      // Never before the place that is read next.
      ids[count] = id;
      count += id >= 0 ? 1 : 0;
    }
    this.complete = end;
    return count;
  }

  #fillMany(batch: Batch, list: LinkedList): number {
    const { numbers, physical, ids } = this;
    const slots = this.#slots;
    const { selection } = batch;
    let [i, id, count] = [this.complete, this.#id, 0];
    const large = id === BEGIN ? -1 : i;
    for (; i < batch.count && (large < 0 || i === large); i++) {
      if (id === BEGIN) {
        const slot = slots[i] as number;
        id = slot < 0 ? -1 : list.first(slot);
      }
      const row = selection === null ? i : (selection[i] as number);
      for (; id >= 0 && count < ids.length; count++) {
        numbers[count] = i;
        physical[count] = row;
        ids[count] = id;
        id = list.next(id);
      }
      if (id >= 0) break;
      id = BEGIN;
    }
    this.complete = i;
    this.#id = id;
    this.endsLarge = large >= 0 && i > large;
    return count;
  }
}
