/**
 * The matches of a piece's rows on the other side: pairs of a row and a kept row whose keys are
 * equal, in order of the rows, then of the kept rows' arrival; rows go by their logical numbers. A
 * row with many matches spans pages, the last of which holds no other's: so neither a page nor a
 * call grows with a key, and behind such a row one can stop.
 *
 * Where a key's list is not near as a whole its pages come from a cursor, each with columns of its
 * own; a page is empty while they have to be waited for.
 */
import type { LinkedList, RowCursor, RowPage } from '../../state/api/row-list.js';
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
  #skips: ((row: number) => boolean) | null = null;
  #list: LinkedList | null = null;
  #id = BEGIN;
  /** Columns of rows that are near. */
  #near: readonly Vector[] = [];
  /** Of the current row, where its matches are not near. */
  #cursor: RowCursor | null = null;
  /** What the cursor gave last, as long as there is more of it; `#at` = how much was visited. */
  #page: RowPage | null = null;
  #at = 0;
  #isWithin = false;

  /** @param isSingle the other side has at most one row a key */
  constructor(residual: Residual | null, isLeft: boolean, isSingle: boolean, pageRows: number) {
    super(residual, isLeft, pageRows);
    this.#isSingle = isSingle;
  }

  /**
   * @param slots by logical row the slot of its key, −1 for none
   * @param columns of the kept rows
   * @param skips tells of a row, as its turn comes, that its matches need not be looked at; null =
   *   those of all rows do
   */
  start(
    batch: Batch,
    slots: Int32Array,
    list: LinkedList,
    columns: readonly Vector[],
    skips: ((row: number) => boolean) | null,
  ): void {
    this.begin(batch, batch.count, columns);
    this.#slots = slots;
    this.#skips = skips;
    this.#list = list;
    this.#id = BEGIN;
    this.#near = columns;
  }

  /** There are rows left, and none has only some of its matches in pages up to this. */
  get isBetween(): boolean {
    return this.#id === BEGIN && !this.#isWithin && !this.isComplete;
  }

  /** What has to be waited for before there is another pair; null = nothing. */
  get awaited(): RowCursor | null {
    return this.#cursor?.ready === false ? this.#cursor : null;
  }

  /** The piece ends between two rows. */
  stop(): void {
    this.#cursor?.release();
    this.#cursor = null;
  }

  protected override fill(batch: Batch): void {
    const list = this.#list as LinkedList;
    this.endsLarge = false;
    const { parts } = list;
    if (parts !== null && this.#id === BEGIN && this.#isFar(parts, this.complete)) {
      this.count = this.#fillFar(batch, list);
      return;
    }
    this.columns = this.#near;
    this.count = this.#isSingle ? this.#fillSingle(batch, list) : this.#fillMany(batch, list);
  }

  /** Whether the matches of a row come by a cursor. */
  #isFar(parts: Uint8Array, row: number): boolean {
    const slot = this.#slots[row] as number;
    return slot >= 0 && parts[slot] !== 0 && this.#skips?.(row) !== true;
  }

  #fillFar({ selection }: Batch, list: LinkedList): number {
    const { numbers, physical, ids } = this;
    const row = this.complete;
    this.#cursor ??= list.open(this.#slots[row] as number);
    const page = this.#page ?? this.#turn(this.#cursor);
    if (page === null) return 0;
    const from = this.#at;
    const count = Math.min(ids.length, page.count - from);
    numbers.fill(row, 0, count);
    physical.fill(selection === null ? row : (selection[row] as number), 0, count);
    for (let i = 0; i < count; i++) {
      ids[i] = page.ids === null ? from + i : (page.ids[from + i] as number);
    }
    this.#at = from + count;
    if (this.#at === page.count) this.#page = null;
    return count;
  }

  /** The cursor's next page; null where it must be waited for, and behind the last. */
  #turn(cursor: RowCursor): RowPage | null {
    if (!cursor.ready) return null;
    const page = cursor.next();
    this.#page = page;
    this.#at = 0;
    this.#isWithin = page !== null;
    if (page !== null) this.columns = page.columns;
    else {
      this.stop();
      this.complete++;
      this.endsLarge = true;
    }
    return page;
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
    const skips = this.#skips;
    const { parts } = list;
    const { selection } = batch;
    let [i, id, count] = [this.complete, this.#id, 0];
    const large = id === BEGIN ? -1 : i;
    for (; i < batch.count && (large < 0 || i === large); i++) {
      if (id === BEGIN) {
        if (parts !== null && this.#isFar(parts, i)) break;
        const slot = slots[i] as number;
        id = slot < 0 || skips?.(i) === true ? -1 : list.first(slot);
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
