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
  readonly #side: Side;
  readonly #isOuter: boolean;
  readonly #facesOuter: boolean;
  readonly #isUnique: boolean;
  #matches = 0;

  constructor(side: Side, isOuter: boolean, facesOuter: boolean, isUnique: boolean) {
    super();
    this.#side = side;
    this.#isOuter = isOuter;
    this.#facesOuter = facesOuter;
    this.#isUnique = isUnique;
  }

  protected override match(i: number, row: number, kind: number, id: number, output: Output): void {
    this.#matches++;
    if (isAccumulate(kind)) this.#gain(i, row, id, output);
    else this.#lose(row, kind, id, output);
  }

  protected override end(i: number, row: number, kind: number, output: Output): void {
    const adds = isAccumulate(kind);
    if (this.#matches === 0 && this.#isOuter) {
      this.#side.changes.add(adds ? INSERT : DELETE, row, MISSING, row, output);
    }
    if (adds) this.#side.own.enter(i, this.#matches);
    else this.#side.own.leave(i);
    this.#matches = 0;
  }

  #gain(i: number, row: number, id: number, output: Output): void {
    const { changes, own, other } = this.#side;
    if (this.#facesOuter) {
      const associations = other.associations();
      const before = associations[id] as number;
      if (before === 0) changes.add(DELETE, MISSING, id, row, output);
      const replaces = before > 0 && this.#isUnique && own.holds(i);
      if (!replaces) other.associate(id, before + 1);
    }
    changes.add(INSERT, row, id, row, output);
  }

  #lose(row: number, kind: number, id: number, output: Output): void {
    const { changes, other } = this.#side;
    changes.add(this.#isOuter ? DELETE : kind, row, id, row, output);
    if (!this.#facesOuter) return;
    const associations = other.associations();
    const left = (associations[id] as number) - 1;
    other.associate(id, left);
    if (left === 0) changes.add(INSERT, MISSING, id, row, output);
  }
}
