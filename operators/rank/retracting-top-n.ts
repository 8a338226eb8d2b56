/**
 * Continuous Top-N over any changelog, with the changes of Flink's `RetractableTopNFunction`. All
 * rows of a partition are kept, sorted, ties by arrival, to find the next when one goes.
 *
 * - Without rank and from rank 1: a row that enters drives one out (−D, +I); a row of the first N
 *   that goes (−D) lets the next one in (+I).
 * - With the rank, or from a later rank: every place whose row changes gives −U and +U, the place
 *   that is new +I, the one that is left empty −D.
 * - A retraction that finds no equal row changes nothing.
 *
 * A row costs a binary search and a move of the ids behind it: log n comparisons and up to n · 4
 * bytes of `copyWithin`, about 10 µs in a partition of 100,000 rows.
 */
import {
  bindComparator,
  bindEquality,
  type RowComparator,
  type RowEquality,
} from '../../state/column/row-comparison.js';
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { DELETE, INSERT } from '../core/row-kind.js';
import { ChangelogRank } from './changelog-rank.js';
import type { Candidates } from './rank-operator.js';
import { addShifted, removeShifted } from './rank-shift.js';
import { sortPrefixes } from './sort-prefix.js';
import { positionBehind, positionOf } from './sorted-search.js';

export class RetractingTopN extends ChangelogRank {
  /** Of the piece, by logical row. */
  #prefixes = new Float64Array(0);
  #compare: RowComparator = () => 0;
  #equal: RowEquality = () => true;

  protected override select(batch: Batch, slots: Int32Array): Candidates {
    const { count, selection } = batch;
    const candidates = super.select(batch, slots);
    const columns = this.lists.rows.columns();
    const keys = this.spec.order.map((key) => columns[key.column] as Vector);
    this.#compare = bindComparator(this.spec.order, keys, keys);
    this.#equal = bindEquality(columns, columns);
    this.#prefixes = new Float64Array(count);
    sortPrefixes(batch.columns, this.spec.order, selection, count, this.#prefixes);
    return candidates;
  }

  protected override add(slot: number, id: number, row: number, index: number): void {
    const { lists, spec, changes } = this;
    const prefix = this.#prefixes[index] as number;
    const position = positionBehind(lists, slot, id, prefix, this.#compare);
    lists.insert(slot, position, id, prefix);
    if (spec.outputRank || spec.from > 1) {
      addShifted(changes, lists.count(slot), slot, position, row, spec);
    } else if (position < spec.to) {
      if (lists.count(slot) > spec.to) {
        changes.add(DELETE, slot, spec.to, 0, row);
      }
      changes.add(INSERT, slot, position, 0, row);
    }
  }

  protected override retract(slot: number, id: number, row: number, index: number): void {
    const { lists, spec, changes } = this;
    const prefix = this.#prefixes[index] as number;
    const position = positionOf(lists, slot, id, prefix, this.#compare, this.#equal);
    if (position < 0) return;
    if (spec.outputRank || spec.from > 1) {
      removeShifted(changes, lists.count(slot), slot, position, row, spec);
    } else if (position < spec.to) {
      changes.add(DELETE, slot, position, 0, row);
      if (lists.count(slot) > spec.to) {
        changes.add(INSERT, slot, spec.to, 0, row);
      }
    }
    this.drop(slot, position);
  }
}
