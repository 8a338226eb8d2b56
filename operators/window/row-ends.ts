/**
 * Rows that carry the end of their window: when a window fires, and which rows come too late for
 * theirs. What a window Top-N and a window join ask alike.
 */
import type { Batch } from '../core/batch.js';
import { MarkCursor, watermarkAfter } from '../core/marks.js';
import type { OperatorContext } from '../core/operator.js';
import { WindowClock } from './window-math.js';

export class RowEnds {
  readonly #clock: WindowClock;
  readonly #context: OperatorContext;
  readonly #marks = new MarkCursor();
  /** The end that a timer was last asked for, and the timer: most rows repeat it. */
  #lastEnd = Infinity;
  #lastTimer = Infinity;

  /** @param zoned windows lie on the wall clock */
  constructor(zoned: boolean, context: OperatorContext) {
    this.#clock = new WindowClock(zoned, context.timeZone);
    this.#context = context;
  }

  /** The watermark at which a window that ends at `end` fires. */
  timerOf(end: number): number {
    if (end !== this.#lastEnd) {
      this.#lastEnd = end;
      this.#lastTimer = end === Infinity ? Infinity : this.#clock.timerOf(end);
    }
    return this.#lastTimer;
  }

  /**
   * The least timer that rows in time can set.
   * @param ends by physical row
   */
  leastTimer({ count, selection }: Batch, ends: Float64Array): number {
    let least = Infinity;
    for (let i = 0; i < count; i++) {
      const end = ends[selection === null ? i : (selection[i] as number)] as number;
      if (end < least && this.timerOf(end) > this.#context.watermark) least = end;
    }
    return this.timerOf(least);
  }

  /** The batch without its late rows, which are counted. @param ends by physical row */
  dropLate(batch: Batch, ends: Float64Array): Batch {
    const { count, selection } = batch;
    const { watermark } = this.#context;
    // Mostly none is late, by the last mark neither.
    if (this.timerOf(leastEnd(batch, ends)) > watermarkAfter(batch, watermark)) return batch;
    const kept = new Int32Array(count);
    let left = 0;
    this.#marks.start(batch, watermark);
    for (let i = 0; i < count; i++) {
      const row = selection === null ? i : (selection[i] as number);
      kept[left] = row;
      if (this.timerOf(ends[row] as number) > this.#marks.at(row)) left++;
    }
    if (left === count) return batch;
    this.#context.metrics.lateRows += count - left;
    return batch.withSelection(kept.subarray(0, left));
  }
}

function leastEnd({ count, selection }: Batch, ends: Float64Array): number {
  let least = Infinity;
  for (let i = 0; i < count; i++) {
    const end = ends[selection === null ? i : (selection[i] as number)] as number;
    if (end < least) least = end;
  }
  return least;
}
