/** A table that gives the rows it is told to, and then waits; making a row costs nearly nothing. */
import { Batch } from '../../operators/core/batch.js';
import type {
  ReadResult,
  Source,
  SourceContext,
  SplitReader,
} from '../../operators/core/source.js';
import type { Vector } from '../../state/column/vector.js';

/** Rows of the numbers (first + j · step) mod of, j = 0 … count − 1. */
export interface Order {
  readonly first: number;
  readonly count: number;
  readonly step: number;
  readonly of: number;
}

/** The columns of rows `from` to `from + count − 1` of an order. */
export type MakeRows = (order: Order, from: number, count: number) => readonly Vector[];

export class RowsOnDemand {
  readonly #make: MakeRows;
  readonly #orders: Order[] = [];
  #given = 0;
  #done = 0;
  #wake: () => void = () => undefined;

  constructor(make: MakeRows) {
    this.#make = make;
  }

  give(order: Order): void {
    this.#orders.push(order);
    this.#wake();
  }

  /** Rows given out so far. */
  get given(): number {
    return this.#given;
  }

  /** @param projection of the columns that are made */
  source(projection: readonly number[]): Source {
    return {
      bounded: false,
      splits: async () => [{ id: 'rows' }],
      open: async (_split, context) => this.#reader(projection, context),
    };
  }

  #reader(projection: readonly number[], context: SourceContext): SplitReader {
    this.#wake = () => context.wake();
    return {
      next: () => this.#next(projection, context.batchRows),
      position: () => this.#given,
      close: () => undefined,
    };
  }

  #next(projection: readonly number[], batchRows: number): ReadResult {
    const order = this.#orders[0];
    if (order === undefined) return { kind: 'wait' };
    const count = Math.min(batchRows, order.count - this.#done);
    const columns = this.#make(order, this.#done, count);
    this.#done += count;
    this.#given += count;
    if (this.#done === order.count) {
      this.#orders.shift();
      this.#done = 0;
    }
    const chosen = projection.map((column) => columns[column] as Vector);
    return { kind: 'batch', batch: new Batch(chosen, count) };
  }
}
