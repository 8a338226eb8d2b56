/**
 * Top-1 over an insert-only input, with the changes of Flink's `FastTop1Function`: a partition's
 * first row is +I; one that beats it, strictly, gives −U of the old and +U of the new. Where the
 * last of equal rows is to stay (deduplication) a level one beats it, too, and one that equals it
 * in the silent columns takes its place without a word.
 */
import { bindEquality, type RowEquality } from '../../state/column/row-comparison.js';
import type { Batch } from '../core/batch.js';
import type { OperatorContext } from '../core/operator.js';
import { INSERT, UPDATE_AFTER, UPDATE_BEFORE } from '../core/row-kind.js';
import { type Candidates, RankOperator } from './rank-operator.js';
import type { RankSpec } from './rank-spec.js';
import { type Ties, TopNRows } from './top-n-rows.js';

interface Replacement {
  readonly ties: Ties;
  readonly silent: readonly number[] | null;
}

export class Top1 extends RankOperator {
  readonly #replacement: Replacement;
  #top!: TopNRows;
  #equal: RowEquality | null = null;

  constructor(spec: RankSpec, replacement: Replacement = { ties: 'first', silent: null }) {
    super(spec);
    this.#replacement = replacement;
  }

  override open(context: OperatorContext): void {
    super.open(context);
    this.#top = new TopNRows(this.lists, this.spec.order, 1, this.#replacement.ties);
  }

  protected override select(batch: Batch, slots: Int32Array): Candidates {
    const candidates = this.#top.select(batch, slots);
    const { silent } = this.#replacement;
    if (silent !== null) {
      const columns = silent.map((column) => this.lists.rows.column(column));
      this.#equal = bindEquality(columns, columns);
    }
    return candidates;
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
    const isSilent = this.#equal?.(lists.at(slot, 0), lists.at(slot, 1)) === true;
    if (isSilent) {
      this.#top.trim(slot);
      return;
    }
    if (this.spec.updateBefore) changes.add(UPDATE_BEFORE, slot, 1, 1, row);
    changes.add(UPDATE_AFTER, slot, 0, 1, row);
    this.#top.trim(slot);
  }
}
