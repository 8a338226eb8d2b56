/** The rows of a piece as an interval join sees them: their times, and when each came. */
import type { TimeVector, Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { MarkCursor } from '../core/marks.js';
import type { OperatorContext } from '../core/operator.js';

export class IntervalArrivals {
  count = 0;
  /** By arrival the physical row of the piece. */
  rows: Int32Array = new Int32Array(0);
  /** By arrival the row's own time, ms. */
  times: Float64Array = new Float64Array(0);
  /** By arrival the operator's time before it: the watermark, from the epoch on, or the clock's. */
  now: Float64Array = new Float64Array(0);
  /** By arrival whether the row's key holds a NULL that matches nothing. */
  isMute: Uint8Array = new Uint8Array(0);
  readonly #marks = new MarkCursor();
  readonly #time: number | null;
  readonly #strict: readonly number[];
  readonly #keepsMute: boolean;

  /**
   * @param time the rowtime column; null = processing time
   * @param strict columns of the key in which a NULL matches nothing
   * @param keepsMute rows with such a NULL count as arrivals: they come out without a match
   */
  constructor(time: number | null, strict: readonly number[], keepsMute: boolean) {
    this.#time = time;
    this.#strict = strict;
    this.#keepsMute = keepsMute;
  }

  start(batch: Batch, context: Pick<OperatorContext, 'watermark' | 'now'>): void {
    const { count, selection, columns } = batch;
    if (this.rows.length < count) {
      this.rows = new Int32Array(count);
      this.times = new Float64Array(count);
      this.now = new Float64Array(count);
      this.isMute = new Uint8Array(count);
    }
    const nulls = this.#strict.flatMap((column) => (columns[column] as Vector).nulls ?? []);
    const times = this.#time === null ? null : (columns[this.#time] as TimeVector).values;
    if (times !== null) this.#marks.start(batch, context.watermark);
    let arrived = 0;
    for (let i = 0; i < count; i++) {
      const row = selection === null ? i : (selection[i] as number);
      const isMute = nulls.some((flags) => flags[row] === 1);
      if (isMute && !this.#keepsMute) continue;
      this.rows[arrived] = row;
      this.isMute[arrived] = isMute ? 1 : 0;
      this.times[arrived] = times === null ? context.now : (times[row] as number);
      this.now[arrived++] = times === null ? context.now : Math.max(0, this.#marks.at(row));
    }
    this.count = arrived;
  }
}
