/**
 * SEMI and ANTI: left rows alone go out, those that have a match, or those that have none.
 *
 * - A left row goes out as it came, if it does.
 * - A right row that is a left row's first match brings it in (SEMI: with the right row's kind) or
 *   takes it out (ANTI: −D); the loss of the last match is the reverse (SEMI: the right row's kind,
 *   ANTI: +I).
 *
 * Where all left rows of a key match the same rows, a left row asks no more than whether the right
 * side has any; and once it has, a right row is no left row's first match.
 */
import type { Output } from '../core/operator.js';
import { DELETE, INSERT, isAccumulate } from '../core/row-kind.js';
import { MISSING } from './join-output.js';
import { RowRule, type Side } from './join-rule.js';

export class SemiRule extends RowRule {
  readonly #isAnti: boolean;
  readonly #isLeft: boolean;
  #matches = 0;

  constructor(side: Side, isAnti: boolean, isLeft: boolean) {
    super(side);
    this.#isAnti = isAnti;
    this.#isLeft = isLeft;
  }

  skips(i: number): boolean {
    const { own, other } = this.side;
    if (this.#isLeft) return !own.counts;
    return !other.counts && own.onlyAppends && own.keptIn(own.slotOf(i)) > 0;
  }

  protected override match(i: number, row: number, kind: number, id: number, output: Output): void {
    this.#matches++;
    if (this.#isLeft) return;
    const { changes } = this.side;
    const before = this.associations(i, id);
    if (isAccumulate(kind)) {
      if (before === 0) changes.add(this.#isAnti ? DELETE : kind, MISSING, id, row, output);
      this.gain(i, id, before);
    } else {
      if (before === 1) changes.add(this.#isAnti ? INSERT : kind, MISSING, id, row, output);
      this.lose(id, before);
    }
  }

  protected override end(i: number, row: number, kind: number, output: Output): void {
    const { own, other, changes } = this.side;
    const matches = own.counts ? this.#matches : other.keptIn(own.slotOf(i));
    if (this.#isLeft && matches > 0 !== this.#isAnti) {
      changes.add(kind, row, MISSING, row, output);
    }
    if (isAccumulate(kind)) own.enter(i, this.#matches);
    else own.leave(i);
    this.#matches = 0;
  }
}
