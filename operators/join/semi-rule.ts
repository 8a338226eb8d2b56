/**
 * SEMI and ANTI: left rows alone go out, those that have a match, or those that have none.
 *
 * - A left row goes out as it came, if it does.
 * - A right row that is a left row's first match brings it in (SEMI: with the right row's kind) or
 *   takes it out (ANTI: −D); the loss of the last match is the reverse (SEMI: the right row's kind,
 *   ANTI: +I).
 */
import type { Output } from '../core/operator.js';
import { DELETE, INSERT, isAccumulate } from '../core/row-kind.js';
import { MISSING } from './join-output.js';
import { RowRule, type Side } from './join-rule.js';

export class SemiRule extends RowRule {
  readonly #side: Side;
  readonly #isAnti: boolean;
  readonly #isLeft: boolean;
  readonly #isUnique: boolean;
  #matches = 0;

  constructor(side: Side, isAnti: boolean, isLeft: boolean, isUnique: boolean) {
    super();
    this.#side = side;
    this.#isAnti = isAnti;
    this.#isLeft = isLeft;
    this.#isUnique = isUnique;
  }

  protected override match(i: number, row: number, kind: number, id: number, output: Output): void {
    this.#matches++;
    if (this.#isLeft) return;
    const { own, other, changes } = this.#side;
    const associations = other.associations();
    const before = associations[id] as number;
    if (isAccumulate(kind)) {
      if (before === 0) changes.add(this.#isAnti ? DELETE : kind, MISSING, id, row, output);
      const replaces = before > 0 && this.#isUnique && own.holds(i);
      if (!replaces) other.associate(id, before + 1);
    } else {
      if (before === 1) changes.add(this.#isAnti ? INSERT : kind, MISSING, id, row, output);
      other.associate(id, before - 1);
    }
  }

  protected override end(i: number, row: number, kind: number, output: Output): void {
    const { own, changes } = this.#side;
    if (this.#isLeft && this.#matches > 0 !== this.#isAnti) {
      changes.add(kind, row, MISSING, row, output);
    }
    if (isAccumulate(kind)) own.enter(i, this.#matches);
    else own.leave(i);
    this.#matches = 0;
  }
}
