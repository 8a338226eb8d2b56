/**
 * The rows of a mini-batch while they wait: copies of one input's rows, until there are enough of
 * them, the first has waited long enough, a barrier comes or the input ends. They are nobody's
 * state: whoever holds a bundle empties it before a barrier.
 *
 * Marks between the rows are not kept. They go on ahead of the rows, which is right for an operator
 * whose output has no time attribute.
 */
import { assert } from '../../conf/errors/error.js';
import { concat } from '../../state/column/concat.js';
import { gatherColumns, gatherU8 } from '../../state/column/gather.js';
import type { Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import { consecutive } from '../core/consecutive.js';
import type { MiniBatch } from '../core/operator.js';
import { INSERT } from '../core/row-kind.js';

interface Part {
  readonly columns: readonly Vector[];
  /** Null = all +I. */
  readonly kinds: Uint8Array | null;
  readonly count: number;
}

export class Bundle {
  readonly #limits: MiniBatch;
  #parts: Part[] = [];
  #rows = 0;
  /** When it is to be taken, ms of processing time; `Infinity` while it is empty. */
  dueAt = Infinity;

  constructor(limits: MiniBatch) {
    this.#limits = limits;
  }

  get isFull(): boolean {
    return this.#rows >= this.#limits.rows;
  }

  /**
   * Takes copies of logical rows from number `from` on, as many as fit.
   * @param now ms of processing time
   * @returns the number of the first that did not
   */
  add(batch: Batch, from: number, now: number): number {
    const to = Math.min(batch.count, from + this.#limits.rows - this.#rows);
    if (to === from) return from;
    const { columns, kinds, selection } = batch;
    const rows = selection?.subarray(from, to) ?? consecutive(from, to);
    const count = rows.length;
    this.#parts.push({
      columns: gatherColumns(columns, rows, count),
      kinds: kinds === null ? null : gatherU8(kinds, rows, count),
      count,
    });
    if (this.#rows === 0) this.dueAt = now + this.#limits.latencyMs;
    this.#rows += count;
    return to;
  }

  /** All that wait, in order; null when there are none. */
  take(): Batch | null {
    const parts = this.#parts;
    const [first] = parts;
    if (first === undefined) return null;
    const columns = first.columns.map((_, c) =>
      concat(parts.map((part) => ({ vector: part.columns[c] as Vector, count: part.count }))),
    );
    const batch = new Batch(columns, this.#rows, joinedKinds(parts, this.#rows));
    this.#parts = [];
    this.#rows = 0;
    this.dueAt = Infinity;
    return batch;
  }
}

function joinedKinds(parts: readonly Part[], rows: number): Uint8Array | null {
  if (parts.every((part) => part.kinds === null)) return null;
  const kinds = new Uint8Array(rows).fill(INSERT);
  let at = 0;
  for (const part of parts) {
    if (part.kinds !== null) kinds.set(part.kinds, at);
    at += part.count;
  }
  assert(at === rows, 'The parts of a bundle are all of its rows');
  return kinds;
}
