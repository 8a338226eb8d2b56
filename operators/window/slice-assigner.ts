/**
 * Puts the rows of a batch into slices and drops the late ones, those whose last window has fired.
 * By processing time all rows of a batch come at once, none late.
 */

import type { Batch } from '../core/batch.js';
import { MarkCursor } from '../core/marks.js';
import { START_OF_TIME } from '../core/message.js';
import type { OperatorContext } from '../core/operator.js';
import { rowTimes } from './row-times.js';
import type { PlacedSource } from './window-aggregate-spec.js';
import type { WindowClock } from './window-math.js';
import { WindowRows } from './window-rows.js';
import type { WindowSlices } from './window-slices.js';

export class SliceAssigner {
  /** Rows that the last `assign` left out because they were late. */
  late = 0;
  readonly rows = new WindowRows();
  /** By slice of `rows` the first of its windows that has not fired. */
  readonly firsts: number[] = [];
  readonly #source: PlacedSource;
  readonly #slices: WindowSlices;
  readonly #clock: WindowClock;
  readonly #context: OperatorContext;
  readonly #marks = new MarkCursor();
  /** The interval of times that share the slice last found. */
  #from = Infinity;
  #until = 0;
  #slice = 0;
  #lastTimer = -Infinity;

  constructor(
    source: PlacedSource,
    slices: WindowSlices,
    clock: WindowClock,
    context: OperatorContext,
  ) {
    this.#source = source;
    this.#slices = slices;
    this.#clock = clock;
    this.#context = context;
  }

  /** Sorts the rows into `rows`. @param due gets them by their first window that has not fired */
  assign(batch: Batch, due: WindowRows | null = null): void {
    const times = rowTimes(batch, this.#source.column, this.#context);
    const { selection, count } = batch;
    let watermark = this.#startMarks(batch);
    const { rows, firsts } = this;
    rows.clear();
    firsts.length = 0;
    this.late = 0;
    for (let i = 0; i < count; i++) {
      const row = selection === null ? i : (selection[i] as number);
      const time = times[row] as number;
      if (time < this.#from || time >= this.#until) this.#turnTo(time);
      if (batch.marks !== null && this.#source.column !== null) watermark = this.#marks.at(row);
      if (this.#lastTimer <= watermark) {
        this.late++;
        continue;
      }
      rows.add(this.#slice, row);
      if (rows.ends.length > firsts.length) firsts.push(this.#first(watermark));
      due?.add(this.#first(watermark), row);
    }
  }

  /** As `Operator.rowTimer`. */
  leastTimer(batch: Batch): number {
    const times = rowTimes(batch, this.#source.column, this.#context);
    const { selection, count } = batch;
    const { watermark } = this.#context;
    let least = Infinity;
    this.#from = Infinity;
    for (let i = 0; i < count; i++) {
      const time = times[selection === null ? i : (selection[i] as number)] as number;
      if (time >= this.#from && time < this.#until) continue;
      this.#turnTo(time);
      if (this.#lastTimer <= watermark) continue;
      least = Math.min(least, this.#clock.timerOf(this.#first(watermark)));
    }
    return least;
  }

  #startMarks(batch: Batch): number {
    if (this.#source.column === null) return START_OF_TIME;
    this.#marks.start(batch, this.#context.watermark);
    return this.#context.watermark;
  }

  #turnTo(time: number): void {
    const slices = this.#slices;
    const { from, until } = this.#clock.intervalOf(time, this.#source.window);
    this.#from = from;
    this.#until = until;
    this.#slice = slices.sliceOf(this.#clock.toLocal(time));
    const last = slices.last(this.#slice);
    const isHeld = last >= slices.first(this.#slice);
    this.#lastTimer = isHeld ? this.#clock.timerOf(last) : -Infinity;
  }

  /** The first window of the slice last found that a watermark has not fired; there is one. */
  #first(watermark: number): number {
    let first = this.#slices.first(this.#slice);
    while (this.#clock.timerOf(first) <= watermark) first += this.#slices.stepMs;
    return first;
  }
}
