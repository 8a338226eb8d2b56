/**
 * Reading and making the watermark marks of a batch (`Marks` in `batch.ts`).
 */
import type { Batch, Marks } from './batch.js';

/**
 * The watermark before each row of a batch, asked for physical rows in ascending order.
 * One cursor may serve many batches: call `start` for each.
 */
export class MarkCursor {
  #marks: Marks | null = null;
  #next = 0;
  #current = 0;

  /** @param before the watermark before the batch's first row */
  start(batch: Batch, before: number): void {
    this.#marks = batch.marks;
    this.#next = 0;
    this.#current = before;
  }

  /** The watermark before physical row `row`; rows must not descend between calls. */
  at(row: number): number {
    const marks = this.#marks;
    if (marks === null) return this.#current;
    while (this.#next < marks.count && (marks.positions[this.#next] as number) <= row) {
      const value = marks.values[this.#next] as number;
      if (value > this.#current) this.#current = value;
      this.#next++;
    }
    return this.#current;
  }
}

/** The watermark behind the batch's last row. */
export function watermarkAfter(batch: Batch, before: number): number {
  const marks = batch.marks;
  if (marks === null || marks.count === 0) return before;
  return Math.max(before, marks.values[marks.count - 1] as number);
}

/** Index of the first mark at or above `value`; `marks.count` when there is none. */
export function firstMarkAt(marks: Marks, value: number): number {
  let low = 0;
  let high = marks.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((marks.values[middle] as number) >= value) high = middle;
    else low = middle + 1;
  }
  return low;
}
