/**
 * The rows of one side of an interval join: a list a key, in order of time, of equal times in order
 * of arrival. Of an outer side each row knows whether it has met one of the other side, in a column
 * behind the side's own.
 */

import type { SortedRows } from '../../state/api/row-list.js';
import type { StateStore } from '../../state/api/store.js';
import { INT, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import type { I32Vector, Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';

export interface IntervalSideShape {
  readonly isLeft: boolean;
  /** Columns of the join key, and of it those in which a NULL matches nothing. */
  readonly key: readonly number[];
  readonly strict: readonly number[];
  /** The rowtime column; null = processing time. */
  readonly time: number | null;
  /** A row of time t meets those of the other side from t − `back` to t + `ahead`, ms. */
  readonly back: number;
  readonly ahead: number;
  /** Rows without a match come out. */
  readonly isOuter: boolean;
}

export class IntervalSide {
  readonly shape: IntervalSideShape;
  readonly list: SortedRows;
  readonly #types: readonly LogicalType[];
  /** Zeros: rows that come have met none. */
  #unmet = new Int32Array(0);

  /** @param key types of the join key, the same for both sides */
  constructor(
    shape: IntervalSideShape,
    types: readonly LogicalType[],
    key: readonly LogicalType[],
    store: StateStore,
  ) {
    this.shape = shape;
    this.#types = types;
    const row = shape.isOuter ? [...types, withNullable(INT, false)] : types;
    this.list = store.sortedRows({ name: shape.isLeft ? 'left' : 'right', key, row });
  }

  /** The side's columns by row id. */
  columns(): readonly Vector[] {
    return this.list.rows.columns().slice(0, this.#types.length);
  }

  /** Of an outer side, by row id: 1 where the row has met one. Valid until the next `copyIn`. */
  met(): Int32Array {
    return (this.list.rows.column(this.#types.length) as I32Vector).values;
  }

  /** Copies rows in, not yet listed. */
  copyIn(batch: Batch, rows: Int32Array, count: number, ids: Int32Array): void {
    const { columns } = batch;
    if (this.#unmet.length < batch.rows) this.#unmet = new Int32Array(batch.rows);
    const unmet: Vector = { lane: 'i32', values: this.#unmet, nulls: null };
    const source = this.shape.isOuter ? [...columns, unmet] : columns;
    this.list.rows.add(source, rows, count, ids);
  }

  /** Lists a row. @returns whether it is the first of its key */
  add(slot: number, id: number, time: number): boolean {
    const { list } = this;
    const isFirst = list.count(slot) === 0;
    list.add(slot, id, time);
    return isFirst;
  }

  /** Takes the first row of a key out; it stays readable until `reclaim`. */
  shift(slot: number): number {
    const id = this.list.at(slot, 0);
    this.list.remove(slot, 0);
    this.list.rows.release(id);
    return id;
  }

  /** The last time of a row that none can meet any more but late ones. */
  expired(now: number): number {
    return now - this.shape.ahead - 1;
  }
}
