/** INNER: every pair goes out with the kind of the row that arrived. */
import type { Batch } from '../core/batch.js';
import type { Output } from '../core/operator.js';
import { isAccumulate } from '../core/row-kind.js';
import type { JoinRule, Side } from './join-rule.js';
import type { PairPages } from './pair-pages.js';

export class InnerRule implements JoinRule {
  readonly #side: Side;
  #row = 0;

  constructor(side: Side) {
    this.#side = side;
  }

  begin(): void {
    this.#row = 0;
  }

  page(pages: PairPages, batch: Batch, output: Output): void {
    const { own, changes } = this.#side;
    changes.addPage(pages, batch.kinds, output);
    if (!own.keeps) return;
    if (own.appends) {
      if (pages.complete === batch.count) own.enterAll(batch.count);
      return;
    }
    const { selection, kinds } = batch;
    for (; this.#row < pages.complete; this.#row++) {
      const row = selection === null ? this.#row : (selection[this.#row] as number);
      if (kinds === null || isAccumulate(kinds[row] as number)) own.enter(this.#row, 0);
      else own.leave(this.#row);
    }
  }

  stop(rows: number): void {
    const { own } = this.#side;
    if (own.keeps && own.appends) own.enterAll(rows);
  }
}
