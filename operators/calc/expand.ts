/**
 * Each row goes out once for each grouping set, the sets of a row in their order: the keys that are
 * not in the set are NULL, the set's id stands behind the columns. Stateless: kinds pass through.
 */
import { gather, gatherU8 } from '../../state/column/gather.js';
import type { Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import type { ExpandSpec } from './expand-spec.js';

export function createExpand(spec: ExpandSpec): Operator {
  return new Expand(spec);
}

class Expand implements Operator {
  readonly #spec: ExpandSpec;
  /** Rows of the input to a batch of the output. */
  #pageRows = 0;

  constructor(spec: ExpandSpec) {
    this.#spec = spec;
  }

  open(context: OperatorContext): void {
    this.#pageRows = Math.max(1, Math.floor(context.batchRows / this.#spec.sets.length));
  }

  apply(batch: Batch, _input: number, output: Output): boolean {
    for (let from = 0; from < batch.count; from += this.#pageRows) {
      this.#page(batch, from, Math.min(batch.count, from + this.#pageRows), output);
    }
    return true;
  }

  #page(batch: Batch, from: number, to: number, output: Output): void {
    const { sets } = this.#spec;
    const rows = (to - from) * sets.length;
    const origins = new Int32Array(rows);
    const ids = new Float64Array(rows);
    for (let i = 0; i < rows; i++) {
      const at = from + Math.floor(i / sets.length);
      origins[i] = batch.selection === null ? at : (batch.selection[at] as number);
      ids[i] = (sets[i % sets.length] as (typeof sets)[number]).id;
    }
    const columns = batch.columns.map((column, c) => this.#column(column, c, origins));
    const kinds = batch.kinds === null ? null : gatherU8(batch.kinds, origins, rows);
    output.push(
      new Batch([...columns, { lane: 'f64', values: ids, nulls: null }], rows, kinds),
      origins,
    );
  }

  #column(column: Vector, index: number, origins: Int32Array): Vector {
    const absent = this.#spec.sets.map(({ nulls }) => nulls.includes(index));
    if (!absent.includes(true)) return gather(column, origins, origins.length);
    const rows = origins.map((row, i) => (absent[i % absent.length] === true ? -1 : row));
    return gather(column, rows, rows.length);
  }
}
