/** Changes as row ids of an arena, which go out as batches: its first columns, gathered. */
import type { RowArena } from '../../state/api/row-list.js';
import { gather } from '../../state/column/gather.js';
import { grownCapacity, grownInt32 } from '../../state/column/growth.js';
import { Batch } from './batch.js';
import type { OperatorContext, Output } from './operator.js';
import { INSERT } from './row-kind.js';

export class ArenaChanges {
  readonly #rows: RowArena;
  readonly #width: number;
  readonly #context: OperatorContext;
  #ids: Int32Array;
  #origins: Int32Array;
  #kinds: Int32Array;
  #count = 0;
  /** All kinds that were added, or-ed. */
  #changes: number = INSERT;

  /** @param width how many of the arena's columns go out */
  constructor(rows: RowArena, width: number, context: OperatorContext) {
    this.#rows = rows;
    this.#width = width;
    this.#context = context;
    this.#ids = new Int32Array(context.batchRows);
    this.#origins = new Int32Array(context.batchRows);
    this.#kinds = new Int32Array(context.batchRows);
  }

  get full(): boolean {
    return this.#count >= this.#context.batchRows;
  }

  /** @param origin the physical row of the piece that causes the change */
  add(kind: number, id: number, origin: number): void {
    const at = this.#count++;
    if (at === this.#ids.length) this.#grow();
    this.#ids[at] = id;
    this.#kinds[at] = kind;
    this.#origins[at] = origin;
    this.#changes |= kind;
  }

  /** Sends what was collected. Rows released meanwhile must not have been reclaimed. */
  flush(output: Output): void {
    const count = this.#count;
    if (count === 0) return;
    const { vectors } = this.#context;
    const own = this.#rows.columns().slice(0, this.#width);
    const columns = own.map((column) => gather(column, this.#ids, count, vectors));
    const kinds = this.#changes === INSERT ? null : vectors.u8(count);
    kinds?.set(this.#kinds.subarray(0, count));
    this.#count = 0;
    this.#changes = INSERT;
    output.push(new Batch(columns, count, kinds), this.#origins);
    vectors.reclaim();
  }

  #grow(): void {
    const capacity = grownCapacity(this.#ids.length, this.#ids.length + 1);
    this.#ids = grownInt32(this.#ids, capacity);
    this.#origins = grownInt32(this.#origins, capacity);
    this.#kinds = grownInt32(this.#kinds, capacity);
  }
}
