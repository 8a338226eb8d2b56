/**
 * Rows of a table function that a user wrote: `eval` gives them for each row, as arrays, objects by
 * the names of the columns, or plain values where there is one column.
 */
import { type ColumnBuilder, createBuilder } from '../../state/column/builder.js';
import { grownInt32 } from '../../state/column/growth.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import { scalarAt } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { withRow } from '../expr/failed-row.js';
import { fail } from '../expr/runtime/failure.js';
import { called, checkedResult, isPromise, shown, withinTime } from '../expr/runtime/javascript.js';
import { loadJavascript, type TableExport } from '../expr/runtime/javascript-module.js';
import type { RowMaker } from './correlate-spec.js';
import { isRow, type MadeRows, type MakeRows } from './made-rows.js';

type Maker = Extract<RowMaker, { kind: 'javascript' }>;

export function javascriptRows(maker: Maker, argTypes: readonly LogicalType[]): MakeRows {
  const loaded = loadJavascript(maker.file, maker.export) as TableExport;
  return (batch, args) => {
    const making = new Making(maker, loaded);
    try {
      return withinTime(maker.timeoutMs, () => making.rows(batch, args, argTypes));
    } catch (error) {
      throw withRow(error, args, making.row, argTypes);
    }
  };
}

class Making {
  readonly #builders: readonly ColumnBuilder[];
  #origins: Int32Array = new Int32Array(16);
  #count = 0;
  /** The physical row for which rows are made. */
  row = 0;

  constructor(
    readonly maker: Maker,
    readonly loaded: TableExport,
  ) {
    const { rows } = maker;
    const types = isRow(rows) ? rows.fields.map((field) => field.type) : [rows];
    this.#builders = types.map((type) => createBuilder(type));
  }

  rows(
    { selection, count }: Batch,
    args: readonly Vector[],
    types: readonly LogicalType[],
  ): MadeRows {
    for (let i = 0; i < count; i++) {
      const row = selection === null ? i : (selection[i] as number);
      this.row = row;
      const values = args.map((arg, a) => scalarAt(arg, row, types[a] as LogicalType));
      for (const each of this.#call(values)) this.#append(row, each);
    }
    const columns = this.#builders.map((builder) => builder.finish());
    return { count: this.#count, origins: this.#origins, columns };
  }

  /** What `eval` gives, step by step: each step of a generator is user code, too. */
  *#call(values: readonly Scalar[]): Iterable<unknown> {
    const { export: name, span } = this.maker;
    const result = called(name, span, () => this.loaded.eval(...values));
    if (result === null || result === undefined) return;
    if (isPromise(result) || Symbol.asyncIterator in Object(result)) {
      fail(span, `Function '${name}' gave a promise; it is called for a row and cannot wait`);
    }
    if (typeof result !== 'object' || !(Symbol.iterator in result)) {
      fail(
        span,
        `Function '${name}' gave ${shown(result)}; a table function gives an array of rows`,
      );
    }
    const steps = (result as Iterable<unknown>)[Symbol.iterator]();
    for (;;) {
      const { done, value } = called(name, span, () => steps.next());
      if (done === true) return;
      yield value;
    }
  }

  #append(origin: number, made: unknown): void {
    const { rows, export: name, span } = this.maker;
    this.#origins = grownInt32(this.#origins, this.#count + 1);
    this.#origins[this.#count++] = origin;
    for (const [i, builder] of this.#builders.entries()) {
      const type = isRow(rows) ? (rows.fields[i]?.type ?? rows) : rows;
      const value = isRow(rows) ? this.#field(made, i, rows.fields[i]?.name ?? '') : made;
      builder.appendScalar(checkedResult(value, type, name, span) as Scalar);
    }
  }

  #field(made: unknown, index: number, field: string): unknown {
    if (Array.isArray(made) && made.length === this.#builders.length) return made[index];
    if (typeof made === 'object' && made !== null && !Array.isArray(made)) {
      return (made as Record<string, unknown>)[field];
    }
    const { export: name, span } = this.maker;
    const given = Array.isArray(made) ? `an array of ${made.length}` : shown(made);
    const columns = this.#builders.length;
    return fail(
      span,
      `Function '${name}' gave ${given} as a row; its rows have ${columns} columns`,
    );
  }
}
