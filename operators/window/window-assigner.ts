/**
 * Puts the rows of a batch into windows and drops the late ones. A row is late for a window whose
 * timer is at or below the watermark before the row; it is dropped and counted when it is late for
 * all its windows, as in Flink. By processing time all rows of a batch come at once, none late.
 */
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { MarkCursor, watermarkAfter } from '../core/marks.js';
import { START_OF_TIME } from '../core/message.js';
import type { OperatorContext } from '../core/operator.js';
import { rowTimes } from './row-times.js';
import type { WindowAggregateSpec } from './window-aggregate-spec.js';
import { type WindowClock, windowEnds } from './window-math.js';
import { WindowRows } from './window-rows.js';

export class WindowAssigner {
  /** Rows that the last `assign` left out because they were late. */
  late = 0;
  readonly #source: WindowAggregateSpec['window'];
  readonly #byClock: boolean;
  readonly #clock: WindowClock;
  readonly #context: OperatorContext;
  readonly #marks = new MarkCursor();
  readonly #windows = new WindowRows();
  /** The interval of times that share the windows last found, their ends and timers. */
  #from = Infinity;
  #until = 0;
  #ends: readonly number[] = [];
  #timers: readonly number[] = [];
  #lastTimer = -Infinity;
  /** The columns whose least and greatest time are known. */
  #spanned: readonly Vector[] | null = null;
  #least = 0;
  #greatest = 0;

  constructor(source: WindowAggregateSpec['window'], clock: WindowClock, context: OperatorContext) {
    this.#source = source;
    this.#byClock = source.kind === 'time' && source.column === null;
    this.#clock = clock;
    this.#context = context;
  }

  /**
   * The end of the one window that all rows of the batch belong to, none of them late; null where
   * it is not so.
   */
  only(batch: Batch): number | null {
    const times = this.#times(batch);
    const { selection, count } = batch;
    if (count === 0) return null;
    const first = times[selection === null ? 0 : (selection[0] as number)] as number;
    if (first < this.#from || first >= this.#until) this.#turnTo(first);
    const last = this.#byClock ? START_OF_TIME : watermarkAfter(batch, this.#context.watermark);
    if (this.#ends.length !== 1 || this.#lastTimer <= last) return null;
    // Most pieces are of a batch that `leastTimer` saw and that lies in one window as a whole.
    if (batch.columns !== this.#spanned || !this.#isTogether()) {
      this.#span(times, selection, count);
      this.#spanned = null;
    }
    return this.#isTogether() ? (this.#ends[0] as number) : null;
  }

  /** Rows by window, late ones left out. The result is good until the next call. */
  assign(batch: Batch): WindowRows {
    const windows = this.#windows;
    windows.clear();
    const times = this.#times(batch);
    const { selection, count } = batch;
    const marks = this.#byClock ? null : batch.marks;
    let watermark = this.#byClock ? START_OF_TIME : this.#context.watermark;
    if (marks !== null) this.#marks.start(batch, watermark);
    let late = 0;
    for (let i = 0; i < count; i++) {
      const row = selection === null ? i : (selection[i] as number);
      const time = times[row] as number;
      if (time < this.#from || time >= this.#until) this.#turnTo(time);
      if (marks !== null) watermark = this.#marks.at(row);
      if (this.#lastTimer <= watermark) late++;
      else this.#add(row, watermark);
    }
    this.late = late;
    return windows;
  }

  /** The least timer of a window that some row of the batch may open. */
  leastTimer(batch: Batch): number {
    const times = this.#times(batch);
    const { selection, count } = batch;
    const { watermark } = this.#context;
    let least = Infinity;
    this.#from = Infinity;
    this.#span(times, selection, count);
    this.#spanned = batch.columns;
    if (count > 0) this.#turnTo(this.#least);
    const rows = this.#isTogether() ? Math.min(count, 1) : count;
    this.#from = Infinity;
    for (let i = 0; i < rows; i++) {
      const time = times[selection === null ? i : (selection[i] as number)] as number;
      if (time >= this.#from && time < this.#until) continue;
      this.#turnTo(time);
      for (const timer of this.#timers) {
        if (timer > watermark && timer < least) least = timer;
      }
    }
    return least;
  }

  /** Notes the least and the greatest time of the rows. */
  #span(times: Float64Array, selection: Int32Array | null, count: number): void {
    let [least, greatest] = [Infinity, -Infinity];
    for (let i = 0; i < count; i++) {
      const time = times[selection === null ? i : (selection[i] as number)] as number;
      if (time < least) least = time;
      if (time > greatest) greatest = time;
    }
    this.#least = least;
    this.#greatest = greatest;
  }

  /** Whether all rows of the last span share the windows last found. */
  #isTogether(): boolean {
    return this.#least >= this.#from && this.#greatest < this.#until;
  }

  #add(row: number, watermark: number): void {
    const ends = this.#ends;
    if (ends.length === 1) {
      this.#windows.add(ends[0] as number, row);
      return;
    }
    for (let w = 0; w < ends.length; w++) {
      if ((this.#timers[w] as number) > watermark) this.#windows.add(ends[w] as number, row);
    }
  }

  /** The rows' times, or the ends of their windows where they carry them. */
  #times(batch: Batch): Float64Array {
    const source = this.#source;
    return rowTimes(batch, source.kind === 'time' ? source.column : source.end, this.#context);
  }

  /** Finds the windows of a time, and how far around it they are the same. */
  #turnTo(time: number): void {
    const source = this.#source;
    if (source.kind === 'attached') {
      this.#from = time;
      this.#until = time + 1;
      this.#ends = [time];
    } else {
      const interval = this.#clock.intervalOf(time, source.window);
      this.#from = interval.from;
      this.#until = interval.until;
      this.#ends = windowEnds(source.window, this.#clock.toLocal(time));
    }
    this.#timers = this.#ends.map((end) => this.#clock.timerOf(end));
    this.#lastTimer = this.#timers.reduce((a, b) => Math.max(a, b), -Infinity);
  }
}
