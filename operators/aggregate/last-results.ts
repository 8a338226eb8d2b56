/**
 * The results that went out last, where what they are made of expires by itself (values of a
 * retractable MAX, of LISTAGG): an update takes back what was said, not what is left of it. They
 * stand beside the group, a column for each such aggregate.
 */
import type { KeyedTable } from '../../state/api/table.js';
import type { Vector } from '../../state/column/vector.js';
import { makeColumn } from '../../state/heap/make-column.js';
import type { AggregateCall } from '../expr/expression.js';

export class LastResults {
  readonly #calls: readonly AggregateCall[];
  /** Numbers of the aggregates, and of the table's column of the first of them. */
  readonly #kept: readonly number[];
  readonly #first: number;

  constructor(calls: readonly AggregateCall[], kept: readonly number[], first: number) {
    this.#calls = calls;
    this.#kept = kept;
    this.#first = first;
  }

  /**
   * Puts what went out last before each group's first row of the batch, and keeps what goes out
   * behind its last one.
   * @param results before and behind row i at 2i and 2i + 1
   * @param inserted groups of which nothing went out
   */
  exchange(
    results: readonly Vector[],
    table: KeyedTable,
    slots: Int32Array,
    inserted: Int32Array,
  ): readonly Vector[] {
    if (this.#kept.length === 0 || slots.length === 0) return results;
    const fresh = new Set(inserted);
    const last = new Map<number, number>();
    const firsts: number[] = [];
    slots.forEach((slot, i) => {
      if (!last.has(slot) && !fresh.has(slot)) firsts.push(i);
      last.set(slot, i);
    });
    const known = Int32Array.from(firsts, (i) => slots[i] as number);
    const before = Int32Array.from(firsts, (i) => 2 * i);
    const groups = Int32Array.from(last.keys());
    const behind = Int32Array.from(last.values(), (i) => 2 * i + 1);
    const exchanged = [...results];
    for (const [k, aggregate] of this.#kept.entries()) {
      const column = table.column(this.#first + k);
      const made = makeColumn((this.#calls[aggregate] as AggregateCall).type);
      made.reserve(2 * slots.length);
      const all = Int32Array.from({ length: 2 * slots.length }, (_, row) => row);
      made.copy(all, all.length, results[aggregate] as Vector, null);
      made.copy(before, before.length, column.vector, known);
      exchanged[aggregate] = made.vector;
      column.copy(groups, groups.length, results[aggregate] as Vector, behind);
    }
    return exchanged;
  }
}
