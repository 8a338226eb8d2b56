/**
 * Top-1 over an insert-only input, with the changes of Flink's `FastTop1Function`: a partition's
 * first row is +I; one that beats it, strictly, gives −U of the old and +U of the new.
 */
import type { Batch } from '../core/batch.js';
import type { OperatorContext } from '../core/operator.js';
import { INSERT, UPDATE_AFTER, UPDATE_BEFORE } from '../core/row-kind.js';
import { type Candidates, RankOperator } from './rank-operator.js';
import { TopNRows } from './top-n-rows.js';

export class Top1 extends RankOperator {
  #top!: TopNRows;

  override open(context: OperatorContext): void {
    super.open(context);
    this.#top = new TopNRows(this.lists, this.spec.order, 1);
  }

  protected override select(batch: Batch, slots: Int32Array): Candidates {
    return this.#top.select(batch, slots);
  }

  protected override enter(candidates: Candidates, index: number): void {
    const { lists, changes } = this;
    const slot = candidates.slots[index] as number;
    const row = candidates.rows[index] as number;
    if (this.#top.enter(candidates, index) < 0) return;
    if (lists.count(slot) === 1) {
      changes.add(INSERT, slot, 0, 1, row);
      return;
    }
    if (this.spec.updateBefore) changes.add(UPDATE_BEFORE, slot, 1, 1, row);
    changes.add(UPDATE_AFTER, slot, 0, 1, row);
    this.#top.trim(slot);
  }
}
