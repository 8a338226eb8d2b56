/**
 * What the rows of a piece find on the other side of a join, a page at a time: pairs of a row and a
 * kept row, in order of the rows, that pass the residual condition. Which pairs there are is up to
 * the kind of join.
 */
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import type { Residual } from './residual.js';

export abstract class PairPages {
  /** Pairs of the page. */
  count = 0;
  /** By pair: number of the row that looks for others, its physical row, id of the kept row. */
  readonly numbers: Int32Array;
  readonly physical: Int32Array;
  readonly ids: Int32Array;
  /** Rows before this number have all their pairs in pages up to this. */
  complete = 0;
  readonly #residual: Residual | null;
  readonly #isLeft: boolean;
  #batch: Batch | null = null;
  #rows = 0;
  /** Of the kept rows that the page's ids are of. */
  columns: readonly Vector[] = [];

  /**
   * @param isLeft the pieces come from the left input
   * @param pageRows pairs of a page at most
   */
  constructor(residual: Residual | null, isLeft: boolean, pageRows: number) {
    this.#residual = residual;
    this.#isLeft = isLeft;
    this.numbers = new Int32Array(pageRows);
    this.physical = new Int32Array(pageRows);
    this.ids = new Int32Array(pageRows);
  }

  /** All pairs are in pages up to this. */
  protected get isComplete(): boolean {
    return this.complete === this.#rows;
  }

  /**
   * @param rows how many rows of the piece look for others
   * @param columns of the kept rows
   */
  protected begin(batch: Batch, rows: number, columns: readonly Vector[]): void {
    this.#batch = batch;
    this.#rows = rows;
    this.columns = columns;
    this.complete = 0;
  }

  /** Turns to the next page; false when there is none: all rows were complete. */
  next(): boolean {
    const batch = this.#batch;
    if (batch === null || this.isComplete) {
      this.#batch = null;
      return false;
    }
    this.fill(batch);
    if (this.#residual !== null && this.count > 0) this.#filter(batch, this.#residual);
    return true;
  }

  /** Sets the pairs of the next page, whatever the residual condition says, and `complete`. */
  protected abstract fill(batch: Batch): void;

  #filter(batch: Batch, residual: Residual): void {
    const { numbers, physical, ids } = this;
    const own = { columns: batch.columns, rows: physical };
    const other = { columns: this.columns, rows: ids };
    const passing = this.#isLeft
      ? residual.select(own, other, this.count)
      : residual.select(other, own, this.count);
    if (passing === null) return;
    for (let i = 0; i < passing.length; i++) {
      const pair = passing[i] as number;
      numbers[i] = numbers[pair] as number;
      physical[i] = physical[pair] as number;
      ids[i] = ids[pair] as number;
    }
    this.count = passing.length;
  }
}
