/** What a join's type makes of the rows of a piece and their matches. */
import type { Batch } from '../core/batch.js';
import type { Output } from '../core/operator.js';
import { INSERT } from '../core/row-kind.js';
import type { JoinOutput } from './join-output.js';
import type { JoinState } from './join-state.js';
import type { PairPages } from './pair-pages.js';

/** One input of a join, as a row that arrives on it sees the join. */
export interface Side {
  readonly own: JoinState;
  readonly other: JoinState;
  readonly changes: JoinOutput;
}

export interface JoinRule {
  /** A piece begins; its rows were taken up by the side's state. */
  begin(): void;
  /** Whether the matches of logical row `i` need not be looked at, as its turn comes. */
  skips?(i: number): boolean;
  /** Emits what a page of matches gives, and moves the state behind the rows that it completes. */
  page(pages: PairPages, batch: Batch, output: Output): void;
  /** The piece ends behind this many rows, all of whose pages were given. */
  stop(rows: number): void;
}

/** A rule that looks at one row after another. */
export abstract class RowRule implements JoinRule {
  protected readonly side: Side;
  /** The next logical row to end its matches. */
  #row = 0;

  constructor(side: Side) {
    this.side = side;
  }

  begin(): void {
    this.#row = 0;
  }

  page(pages: PairPages, batch: Batch, output: Output): void {
    const { count, numbers, physical, ids } = pages;
    for (let pair = 0; pair < count; pair++) {
      const i = numbers[pair] as number;
      if (i > this.#row) this.#endUpTo(i, batch, output);
      const row = physical[pair] as number;
      const kind = batch.kinds === null ? INSERT : (batch.kinds[row] as number);
      this.match(i, row, kind, ids[pair] as number, output);
    }
    this.#endUpTo(pages.complete, batch, output);
  }

  /** Each row did all it does when it ended. */
  stop(): void {}

  /** How many rows of this side the kept row `id` matches before logical row `i` counts. */
  protected associations(i: number, id: number): number {
    const { own, other } = this.side;
    return other.counts ? (other.associations()[id] as number) : own.keptIn(own.slotOf(i));
  }

  /**
   * The kept row `id` matches row `i` as well, an adding one; where rows do not keep how many they
   * match, that follows as row `i` is listed. A row that replaces another one counts for it.
   */
  protected gain(i: number, id: number, before: number): void {
    const { own, other } = this.side;
    if (!other.counts) return;
    const replaces = before > 0 && own.isUnique && own.holds(i);
    if (!replaces) other.associate(id, before + 1);
  }

  /** The kept row `id` loses one of its matches. */
  protected lose(id: number, before: number): void {
    const { other } = this.side;
    if (other.counts) other.associate(id, before - 1);
  }

  /** Logical row `i`, at physical row `row`, matches the kept row `id`. */
  protected abstract match(i: number, row: number, kind: number, id: number, out: Output): void;

  /** Logical row `i` has met all its matches. */
  protected abstract end(i: number, row: number, kind: number, output: Output): void;

  #endUpTo(end: number, batch: Batch, output: Output): void {
    const { selection, kinds } = batch;
    for (; this.#row < end; this.#row++) {
      const row = selection === null ? this.#row : (selection[this.#row] as number);
      this.end(this.#row, row, kinds === null ? INSERT : (kinds[row] as number), output);
    }
  }
}
