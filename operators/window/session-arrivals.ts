/**
 * The rows of a batch on their way into sessions: those that have a time, with it, on the windows'
 * timeline. By processing time all rows of a batch come at once.
 */
import type { TimeVector, Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { MarkCursor } from '../core/marks.js';
import type { OperatorContext } from '../core/operator.js';
import type { SessionTimes } from './session-times.js';
import { isZoned, WindowClock } from './window-math.js';

export interface SessionTiming {
  /** The rowtime column; null = processing time. */
  readonly time: number | null;
  readonly gapMs: number;
}

export class SessionArrivals {
  readonly clock: WindowClock;
  /** Physical rows that have a time; null = 0 to count − 1. */
  selection: Int32Array | null = null;
  count = 0;
  /** By physical row. */
  times: Float64Array = new Float64Array(0);
  readonly #timing: SessionTiming;
  readonly #isZoned: boolean;
  readonly #context: OperatorContext;
  readonly #marks = new MarkCursor();
  /** The columns whose least time that is not late is known, and where it is noted. */
  #spanned: readonly Vector[] | null = null;
  #leastTimer = 0;

  constructor(timing: SessionTiming, context: OperatorContext) {
    const { time } = timing;
    this.#timing = timing;
    this.#context = context;
    this.#isZoned = time !== null && isZoned(context.inputs[0]?.[time]);
    this.clock = WindowClock.of(time, context);
  }

  start(batch: Batch): void {
    const { time } = this.#timing;
    const { selection, count, columns, rows } = batch;
    this.selection = selection;
    this.count = count;
    this.#marks.start(batch, this.#context.watermark);
    if (time === null) {
      this.times = new Float64Array(rows).fill(this.clock.toLocal(this.#context.now));
      return;
    }
    const { values, nulls } = columns[time] as TimeVector;
    this.times = this.#isZoned ? values.map((value) => this.clock.toLocal(value)) : values;
    if (nulls === null) return;
    const all = selection ?? Int32Array.from({ length: rows }, (_, row) => row);
    this.selection = all.filter((row) => nulls[row] !== 1);
    this.count = this.selection.length;
  }

  /** The watermark before a physical row; rows come in ascending order. */
  watermarkAt(row: number): number {
    return this.#timing.time === null ? -Infinity : this.#marks.at(row);
  }

  /** When a session is due that ends with a row of this time. */
  timerOf(time: number): number {
    return this.clock.timerOf(time + this.#timing.gapMs);
  }

  /** Starts a batch. @returns by physical row where the key of the row would be noted for it */
  noteTimes(batch: Batch, times: SessionTimes): Float64Array {
    this.start(batch);
    return this.times.map((time) => times.rounded(this.timerOf(time)));
  }

  /** As `Operator.rowTimer`. */
  rowTimer(batch: Batch, times: SessionTimes): number {
    const { watermark } = this.#context;
    // What is known of a batch holds for its rest until the watermark has come there.
    if (this.#spanned === batch.columns && this.#leastTimer > watermark) return this.#leastTimer;
    this.start(batch);
    let least = Infinity;
    for (let i = 0; i < this.count; i++) {
      const row = this.selection === null ? i : (this.selection[i] as number);
      const time = this.times[row] as number;
      if (time < least && this.timerOf(time) > watermark) least = time;
    }
    this.#spanned = batch.columns;
    this.#leastTimer = least === Infinity ? Infinity : times.rounded(this.timerOf(least));
    return this.#leastTimer;
  }
}
