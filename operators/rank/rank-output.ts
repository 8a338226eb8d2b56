/**
 * Collects the changes of a rank operator as row ids and turns them into batches: columns gathered
 * from the arena, the rank behind them when it is asked for. Changes of one input row are never
 * parted, so −U and +U stay together. The partition of a change is that of the row that causes it,
 * so its columns are gathered from the piece, which is near, where those of the arena are far
 * apart.
 */
import type { RowArena } from '../../state/api/row-list.js';
import { gather } from '../../state/column/gather.js';
import { grownCapacity, grownInt32 } from '../../state/column/growth.js';
import type { Vector } from '../../state/column/vector.js';
import type { VectorPool } from '../../state/column/vector-pool.js';
import { Batch } from '../core/batch.js';
import type { OperatorContext, Output } from '../core/operator.js';
import { INSERT } from '../core/row-kind.js';

export class RankOutput {
  readonly #arena: RowArena;
  readonly #withRank: boolean;
  readonly #batchRows: number;
  readonly #vectors: VectorPool;
  #ids: Int32Array;
  #origins: Int32Array;
  #kinds: Uint8Array;
  #ranks: Float64Array;
  #count = 0;
  /** All kinds that were added, or-ed. */
  #changes: number = INSERT;
  readonly #partition: ReadonlySet<number>;

  /**
   * @param partition columns that a change has in common with the row that causes it
   * @param context gives the rows of a batch, about, and the arrays of its columns
   */
  constructor(
    arena: RowArena,
    partition: readonly number[],
    withRank: boolean,
    { batchRows, vectors }: Pick<OperatorContext, 'batchRows' | 'vectors'>,
  ) {
    this.#vectors = vectors;
    this.#arena = arena;
    this.#partition = new Set(partition);
    this.#withRank = withRank;
    this.#batchRows = batchRows;
    this.#ids = new Int32Array(batchRows);
    this.#origins = new Int32Array(batchRows);
    this.#kinds = new Uint8Array(batchRows);
    this.#ranks = new Float64Array(batchRows);
  }

  get full(): boolean {
    return this.#count >= this.#batchRows;
  }

  /** @param origin the physical row of the piece that causes the change */
  add(kind: number, id: number, rank: number, origin: number): void {
    const at = this.#count++;
    if (at === this.#ids.length) this.#grow();
    this.#ids[at] = id;
    this.#kinds[at] = kind;
    this.#changes |= kind;
    this.#ranks[at] = rank;
    this.#origins[at] = origin;
  }

  /**
   * Sends what was collected. Rows released meanwhile must not have been reclaimed.
   * @param piece the one that causes the changes; null for a timer
   */
  flush(output: Output, piece: Batch | null): void {
    const count = this.#count;
    if (count === 0) return;
    const columns = this.#arena.columns().map((column, c) => {
      return piece !== null && this.#partition.has(c)
        ? gather(piece.columns[c] as Vector, this.#origins, count, this.#vectors)
        : gather(column, this.#ids, count, this.#vectors);
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

  #grow(): void {
    const capacity = grownCapacity(this.#ids.length, this.#ids.length + 1);
    this.#ids = grownInt32(this.#ids, capacity);
    this.#origins = grownInt32(this.#origins, capacity);
    const kinds = new Uint8Array(capacity);
    kinds.set(this.#kinds);
    this.#kinds = kinds;
    const ranks = new Float64Array(capacity);
    ranks.set(this.#ranks);
    this.#ranks = ranks;
  }
}
