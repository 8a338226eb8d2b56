/**
 * The conditions of variables, compiled. One that reads its own row alone is computed for all rows
 * of a page at once; one that reads rows before it, for all partial matches that meet their next
 * row in the same round.
 */

import { gatherColumns } from '../../state/column/gather.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import type { OperatorContext } from '../core/operator.js';
import { type CompiledPredicate, compilePredicate } from '../expr/compile.js';
import type { Expr } from '../expr/expression.js';
import { inputColumns, mapColumns } from '../expr/walk.js';
import { type MatchValue, VALUE_BASE } from './match-spec.js';
import { Asked, type MatchValues } from './match-values.js';
import type { Partials } from './partials.js';

/** Makes the reader of these values for the variable's condition. */
export type ReaderOf = (values: readonly MatchValue[]) => MatchValues;

export class Condition {
  readonly #variable: number;
  readonly #partials: Partials;
  /** Columns of the row that are read. */
  readonly #columns: readonly number[];
  readonly #values: MatchValues | null;
  readonly #predicate: CompiledPredicate;
  readonly #asked = new Asked();
  /** By asked entry the row of the page. */
  readonly #pageRows: number[] = [];
  #page: readonly Vector[] = [];
  /** By row of the page; null where each is computed when it is asked about. */
  #whole: Uint8Array | null = null;

  constructor(
    condition: Expr,
    variable: number,
    partials: Partials,
    values: readonly MatchValue[],
    readerOf: ReaderOf,
    context: OperatorContext,
  ) {
    const [input = []] = context.inputs;
    const reads = [...inputColumns(condition)].sort((a, b) => a - b);
    const used = reads.filter((c) => c >= VALUE_BASE).map((c) => values[c - VALUE_BASE]);
    const own = used as MatchValue[];
    this.#variable = variable;
    this.#partials = partials;
    this.#columns = reads.filter((c) => c < VALUE_BASE);
    this.#values = own.length === 0 ? null : readerOf(own);
    const types = this.#columns.map((c) => input[c] as LogicalType);
    this.#predicate = compilePredicate({
      inputs: [...types, ...own.map(({ type }) => type)],
      condition: mapColumns(condition, (c) => reads.indexOf(c)),
      timeZone: context.timeZone,
      now: () => context.now,
    });
  }

  /** The rows to come. */
  start(columns: readonly Vector[], count: number): void {
    this.#page = this.#columns.map((column) => columns[column] as Vector);
    this.#whole = null;
    if (this.#values !== null) return;
    try {
      this.#whole = this.#true(new Batch(this.#page, count));
    } catch {
      // It fails on some row, which nobody may ask about.
    }
  }

  /** @param row its number; `pageRow` where it stands in the page */
  ask(id: number, slot: number, row: number, pageRow: number): void {
    if (this.#whole !== null) {
      this.#partials.setHolds(id, this.#variable, this.#whole[pageRow] === 1);
      return;
    }
    this.#asked.ids.push(id);
    this.#asked.slots.push(slot);
    this.#asked.rows.push(row);
    this.#pageRows.push(pageRow);
  }

  /** Answers what was asked, in `Partials`. */
  answer(): void {
    const { count, ids } = this.#asked;
    if (count === 0) return;
    const rows = Int32Array.from(this.#pageRows);
    const values = this.#values?.read(this.#asked) ?? [];
    const holds = this.#true(
      new Batch([...gatherColumns(this.#page, rows, count), ...values], count),
    );
    for (let i = 0; i < count; i++) {
      this.#partials.setHolds(ids[i] as number, this.#variable, holds[i] === 1);
    }
    this.#asked.clear();
    this.#pageRows.length = 0;
  }

  #true(batch: Batch): Uint8Array {
    const rows = this.#predicate.select(batch);
    const out = new Uint8Array(batch.count);
    if (rows === null) return out.fill(1);
    for (const row of rows) out[row] = 1;
    return out;
  }
}
