/**
 * LEFT, RIGHT and FULL, seen from the side that a row arrives on.
 *
 * - Its side is outer: a row without match goes out padded with NULLs; its changes are +I and −D.
 * - The other side is outer: a kept row that gets its first match loses its padded row (−D before
 *   the pair), one that loses its last gets it back (+I behind the pair). Pairs that an adding row
 *   makes are +I.
 *
 * Where a row of a side with a unique key replaces one without a retraction before it, the kept
 * rows keep their number of matches (they matched the replaced row already).
 */
import type { Output } from '../core/operator.js';
import { DELETE, INSERT, isAccumulate } from '../core/row-kind.js';
import { MISSING } from './join-output.js';
import { RowRule, type Side } from './join-rule.js';

export class OuterRule extends RowRule {
  readonly #isOuter: boolean;
  readonly #facesOuter: boolean;
  #matches = 0;

  constructor(side: Side, isOuter: boolean, facesOuter: boolean) {
    super(side);
    this.#isOuter = isOuter;
    this.#facesOuter = facesOuter;
  }

  protected override match(i: number, row: number, kind: number, id: number, output: Output): void {
    this.#matches++;
    if (isAccumulate(kind)) this.#add(i, row, id, output);
    else this.#remove(i, row, kind, id, output);
  }

  protected override end(i: number, row: number, kind: number, output: Output): void {
    const adds = isAccumulate(kind);
    if (this.#matches === 0 && this.#isOuter) {
      this.side.changes.add(adds ? INSERT : DELETE, row, MISSING, row, output);
    }
    if (adds) this.side.own.enter(i, this.#matches);
    else this.side.own.leave(i);
    this.#matches = 0;
  }

  #add(i: number, row: number, id: number, output: Output): void {
    const { changes } = this.side;
    if (this.#facesOuter) {
      const before = this.associations(i, id);
      if (before === 0) changes.add(DELETE, MISSING, id, row, output);
      this.gain(i, id, before);
    }
    changes.add(INSERT, row, id, row, output);
  }

  #remove(i: number, row: number, kind: number, id: number, output: Output): void {
    const { changes } = this.side;
    changes.add(this.#isOuter ? DELETE : kind, row, id, row, output);
    if (!this.#facesOuter) return;
    const before = this.associations(i, id);
    this.lose(id, before);
    if (before === 1) changes.add(INSERT, MISSING, id, row, output);
  }
}
