/** The first row of each key to arrive goes out, all others do not. The keys are the state. */
import { assert } from '../../conf/errors/error.js';
import type { Reads } from '../../state/api/reads.js';
import type { KeyedTable } from '../../state/api/table.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';

export class FirstArrivals implements Operator {
  readonly #key: readonly number[];
  readonly #ttlMs: number;
  #seen: KeyedTable | null = null;
  #slots: Int32Array = new Int32Array(0);

  /** @param ttlMs how long a key is known behind its first row; 0 = forever */
  constructor(key: readonly number[], ttlMs: number) {
    this.#key = key;
    this.#ttlMs = ttlMs;
  }

  open(context: OperatorContext): void {
    const row = context.inputs[0] ?? [];
    const key = this.#key.map((column) => row[column] as LogicalType);
    const lifetime = { ttlMs: this.#ttlMs, renewAfterMs: Infinity };
    this.#seen = context.state.table({ name: 'seen', key, values: [], ...lifetime });
  }

  reads(batch: Batch, _input: number, reads: Reads): void {
    reads.keys(this.#open(), keyRows(batch, this.#key));
  }

  apply(batch: Batch, _input: number, output: Output): boolean {
    const seen = this.#open();
    const { count, selection } = batch;
    if (this.#slots.length < count) this.#slots = new Int32Array(count);
    if (seen.locate(keyRows(batch, this.#key), this.#slots, true) > 0) {
      // New slots stand in the order of their first rows.
      const inserted = seen.inserted();
      const first = new Int32Array(inserted.length);
      for (let i = 0, next = 0; next < inserted.length; i++) {
        if (this.#slots[i] !== inserted[next]) continue;
        first[next++] = selection === null ? i : (selection[i] as number);
      }
      output.push(batch.withSelection(first));
    }
    return true;
  }

  #open(): KeyedTable {
    assert(this.#seen !== null, 'An operator is opened before it is used');
    return this.#seen;
  }
}
