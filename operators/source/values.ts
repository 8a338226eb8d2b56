/** The rows of a VALUES list, or the one empty row of a SELECT without FROM, as a source. */
import { vectorOf } from '../../state/column/scalar-access.js';
import { Batch } from '../core/batch.js';
import type { ReadResult, Source, SourceContext, Split, SplitReader } from '../core/source.js';
import type { Column } from '../core/spec.js';
import type { ValuesSpec } from './values-spec.js';

class ValuesReader implements SplitReader {
  readonly #spec: ValuesSpec;
  readonly #columns: readonly Column[];
  readonly #batchRows: number;
  #next: number;

  constructor(spec: ValuesSpec, columns: readonly Column[], batchRows: number, next: number) {
    this.#spec = spec;
    this.#columns = columns;
    this.#batchRows = batchRows;
    this.#next = next;
  }

  next(): ReadResult {
    const rows = this.#spec.rows.slice(this.#next, this.#next + this.#batchRows);
    if (rows.length === 0) return { kind: 'end' };
    this.#next += rows.length;
    const columns = this.#columns.map(({ type }, column) =>
      vectorOf(
        type,
        rows.map((row) => row[column] ?? null),
      ),
    );
    return { kind: 'batch', batch: new Batch(columns, rows.length) };
  }

  position(): number {
    return this.#next;
  }

  progress(): number {
    return this.#spec.rows.length === 0 ? 1 : this.#next / this.#spec.rows.length;
  }

  close(): void {}
}

/** @param columns the node's output */
export function createValues(spec: ValuesSpec, columns: readonly Column[]): Source {
  return {
    bounded: true,
    splits: async () => [{ id: 'values' }],
    async open(split: Split, context: SourceContext): Promise<SplitReader> {
      const next = typeof split.position === 'number' ? split.position : 0;
      return new ValuesReader(spec, columns, context.batchRows, next);
    },
  };
}
