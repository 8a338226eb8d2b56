/**
 * Collects the changes of a rank operator as row ids and turns them into batches: columns gathered
 * from the arena, the rank behind them when it is asked for. Changes of one input row are never
 * parted, so −U and +U stay together.
 *
 * Rows of the arena are far apart, so what is known otherwise is not read there. The partition of a
 * change is that of the row that causes it, and is gathered from the piece. The weight of a row in
 * its list is its first sort key, negated where the order descends: where it is a whole number or a
 * time without NULLs the column comes from the weights. (Floating numbers do not: a weight has no
 * NaN and no −0.)
 */
import type { SortedRows } from '../../state/api/row-list.js';
import { gather } from '../../state/column/gather.js';
import { grownCapacity, grownFloat64, grownInt32 } from '../../state/column/growth.js';
import { type Storage, storageOf } from '../../state/column/storage.js';
import type { Vector } from '../../state/column/vector.js';
import type { VectorPool } from '../../state/column/vector-pool.js';
import { Batch } from '../core/batch.js';
import type { OperatorContext, Output } from '../core/operator.js';
import { INSERT, UPDATE_AFTER, UPDATE_BEFORE } from '../core/row-kind.js';
import type { RankSpec, SortKey } from './rank-spec.js';

/** Of these the weights of a list may hold the values. */
const WHOLE: readonly Storage[] = ['wide', 'time'];

export class RankOutput {
  readonly #lists: SortedRows;
  readonly #sort: SortKey | undefined;
  readonly #withRank: boolean;
  readonly #batchRows: number;
  readonly #vectors: VectorPool;
  #ids: Int32Array;
  #origins: Int32Array;
  #kinds: Uint8Array;
  #ranks: Float64Array;
  #weights: Float64Array;
  #count = 0;
  /** All kinds that were added, or-ed. */
  #changes: number = INSERT;
  readonly #partition: ReadonlySet<number>;

  /**
   * @param partition columns that a change has in common with the row that causes it
   * @param order of the lists; weights are the sort prefixes of its first key
   * @param context gives the rows of a batch, about, and the arrays of its columns
   */
  constructor(
    lists: SortedRows,
    partition: readonly number[],
    { order, outputRank }: Pick<RankSpec, 'order' | 'outputRank'>,
    { batchRows, vectors, inputs }: OperatorContext,
  ) {
    this.#vectors = vectors;
    this.#lists = lists;
    this.#partition = new Set(partition);
    this.#withRank = outputRank;
    const [first] = order;
    const type = inputs[0]?.[first?.column ?? -1];
    const isWhole = type !== undefined && WHOLE.includes(storageOf(type));
    this.#sort = isWhole ? first : undefined;
    this.#batchRows = batchRows;
    this.#ids = new Int32Array(batchRows);
    this.#origins = new Int32Array(batchRows);
    this.#kinds = new Uint8Array(batchRows);
    this.#ranks = new Float64Array(batchRows);
    this.#weights = new Float64Array(batchRows);
  }

  get full(): boolean {
    return this.#count >= this.#batchRows;
  }

  /**
   * A change of the row at a position of a slot's list.
   * @param origin the physical row of the piece that causes it
   */
  add(kind: number, slot: number, position: number, rank: number, origin: number): void {
    const at = this.#count++;
    if (at === this.#ids.length) this.#grow();
    this.#ids[at] = this.#lists.at(slot, position);
    this.#weights[at] = this.#lists.weightAt(slot, position);
    this.#kinds[at] = kind;
    this.#changes |= kind;
    this.#ranks[at] = rank;
    this.#origins[at] = origin;
  }

  /**
   * Places `from` to `to` − 1 of a slot's list change hands: −U of the row that leaves the place,
   * if `updateBefore`, +U of the one that comes. They are `leaving` and 1 − `leaving` positions
   * behind the place. Ranks are places counted from 1.
   */
  addMoved(
    slot: number,
    from: number,
    to: number,
    leaving: 0 | 1,
    origin: number,
    updateBefore: boolean,
  ): void {
    if (to <= from) return;
    while (this.#count + 2 * (to - from) > this.#ids.length) this.#grow();
    const [ids, weights, kinds] = [this.#ids, this.#weights, this.#kinds];
    const [ranks, origins, lists] = [this.#ranks, this.#origins, this.#lists];
    let at = this.#count;
    for (let place = from; place < to; place++) {
      if (updateBefore) {
        ids[at] = lists.at(slot, place + leaving);
        weights[at] = lists.weightAt(slot, place + leaving);
        kinds[at] = UPDATE_BEFORE;
        ranks[at] = place + 1;
        origins[at++] = origin;
      }
      ids[at] = lists.at(slot, place + 1 - leaving);
      weights[at] = lists.weightAt(slot, place + 1 - leaving);
      kinds[at] = UPDATE_AFTER;
      ranks[at] = place + 1;
      origins[at++] = origin;
    }
    this.#count = at;
    this.#changes |= UPDATE_AFTER;
  }

  /**
   * Sends what was collected. Rows released meanwhile must not have been reclaimed.
   * @param piece the one that causes the changes; null for a timer
   */
  flush(output: Output, piece: Batch | null): void {
    const count = this.#count;
    if (count === 0) return;
    const columns = this.#lists.rows.columns().map((column, c) => {
      if (piece !== null && this.#partition.has(c)) {
        return gather(piece.columns[c] as Vector, this.#origins, count, this.#vectors);
      }
      const sorted = c === this.#sort?.column ? this.#fromWeights(column, count) : null;
      return sorted ?? gather(column, this.#ids, count, this.#vectors);
    });
    if (this.#withRank) {
      const values = this.#vectors.f64(count);
      values.set(this.#ranks.subarray(0, count));
      columns.push({ lane: 'f64', values, nulls: null });
    }
    const kinds = this.#changes === INSERT ? null : this.#vectors.u8(count);
    kinds?.set(this.#kinds.subarray(0, count));
    this.#count = 0;
    this.#changes = INSERT;
    output.push(new Batch(columns, count, kinds), this.#origins);
    this.#vectors.reclaim();
  }

  /** Null where the weights do not hold the values. */
  #fromWeights(column: Vector, count: number): Vector | null {
    if (column.nulls !== null) return null;
    const sign = this.#sort?.descending === true ? -1 : 1;
    switch (column.lane) {
      case 'f64':
        return { lane: 'f64', values: this.#signed(sign, count), nulls: null };
      case 'time': {
        if (column.nanos !== null) return null;
        return { lane: 'time', values: this.#signed(sign, count), nanos: null, nulls: null };
      }
      default:
        return null;
    }
  }

  #signed(sign: number, count: number): Float64Array {
    const values = this.#vectors.f64(count);
    const weights = this.#weights;
    // Adding 0 makes −0 to 0.
    for (let i = 0; i < count; i++) values[i] = sign * (weights[i] as number) + 0;
    return values;
  }

  #grow(): void {
    const capacity = grownCapacity(this.#ids.length, this.#ids.length + 1);
    this.#ids = grownInt32(this.#ids, capacity);
    this.#origins = grownInt32(this.#origins, capacity);
    const kinds = new Uint8Array(capacity);
    kinds.set(this.#kinds);
    this.#kinds = kinds;
    this.#ranks = grownFloat64(this.#ranks, capacity);
    this.#weights = grownFloat64(this.#weights, capacity);
  }
}
