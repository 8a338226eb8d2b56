/**
 * Continuous Top-N over an insert-only input, with the changes of Flink's `AppendOnlyTopNFunction`.
 *
 * - Without rank and from rank 1: a row that enters a full list gives −D of the row it drives out,
 *   then +I of itself; else +I alone.
 * - With the rank, or from a later rank: each place from the new row's down to the last gives −U of
 *   what stood there and +U of what stands there now; +I at the place that is new, if one is.
 */
import type { Batch } from '../core/batch.js';
import type { OperatorContext } from '../core/operator.js';
import { DELETE, INSERT } from '../core/row-kind.js';
import { type Candidates, RankOperator } from './rank-operator.js';
import { addShifted } from './rank-shift.js';
import { TopNRows } from './top-n-rows.js';

export class AppendTopN extends RankOperator {
  #top!: TopNRows;

  override open(context: OperatorContext): void {
    super.open(context);
    this.#top = new TopNRows(this.lists, this.spec.order, this.spec.to);
  }

  protected override select(batch: Batch, slots: Int32Array): Candidates {
    return this.#top.select(batch, slots);
  }

  protected override enter(candidates: Candidates, index: number): void {
    const { lists, spec } = this;
    const slot = candidates.slots[index] as number;
    const row = candidates.rows[index] as number;
    const position = this.#top.enter(candidates, index);
    if (position < 0) return;
    const overflows = lists.count(slot) > spec.to;
    if (spec.outputRank || spec.from > 1) {
      addShifted(this.changes, lists.count(slot), slot, position, row, spec);
    } else {
      if (overflows) this.changes.add(DELETE, slot, spec.to, 0, row);
      this.changes.add(INSERT, slot, position, 0, row);
    }
    if (overflows) this.#top.trim(slot);
  }
}
