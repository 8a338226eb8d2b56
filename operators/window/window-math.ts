/**
 * Where windows lie, by Flink's formulas (`TimeWindow.getWindowStartWithOffset` and the assigners).
 * Times are on the windows' own timeline: for TIMESTAMP_LTZ the wall clock of the session time
 * zone, taken as if it were UTC; `WindowClock` goes between it and instants.
 */
import type { LogicalType } from '../../state/column/logical-type.js';
import type { OperatorContext } from '../core/operator.js';
import { Zone } from '../expr/runtime/zone.js';
import type { AlignedWindow } from './window-spec.js';

/** Start of the interval of length `size` that `time` falls into. */
export function windowStart(time: number, offset: number, size: number): number {
  return Math.floor((time - offset) / size) * size + offset;
}

/** The length of the intervals in which all windows begin and end the same for all rows. */
export function sliceOf(window: AlignedWindow): number {
  switch (window.kind) {
    case 'tumble':
      return window.sizeMs;
    case 'hop':
      return greatestDivisor(window.slideMs, window.sizeMs);
    case 'cumulate':
      return window.stepMs;
  }
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/**
 * The ends of all windows of a time, in Flink's order: a hop's from the last to the first, the
 * others ascending.
 */
export function windowEnds(window: AlignedWindow, time: number): readonly number[] {
  const { sizeMs, offsetMs } = window;
  const ends: number[] = [];
  if (window.kind === 'tumble') {
    ends.push(windowStart(time, offsetMs, sizeMs) + sizeMs);
  } else if (window.kind === 'hop') {
    const last = windowStart(time, offsetMs, window.slideMs);
    for (let start = last; start > time - sizeMs; start -= window.slideMs) {
      ends.push(start + sizeMs);
    }
  } else {
    const last = windowStart(time, offsetMs, sizeMs) + sizeMs;
    const first = windowStart(time, offsetMs, window.stepMs) + window.stepMs;
    for (let end = first; end <= last; end += window.stepMs) ends.push(end);
  }
  return ends;
}

/** The start of the window that ends at `end`. */
export function startOfWindow(window: AlignedWindow, end: number): number {
  if (window.kind !== 'cumulate') return end - window.sizeMs;
  return windowStart(end - 1, window.offsetMs, window.sizeMs);
}

/** True for the types whose windows lie on the wall clock of the session's time zone. */
export function isZoned(type: LogicalType | undefined): boolean {
  return type?.root === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE';
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Goes between instants and the timeline of windows. */
export class WindowClock {
  readonly #zone: Zone | null;
  /** Says the time where windows are by processing time. */
  #present: Pick<OperatorContext, 'now'> | null = null;

  /** @param onWallClock the windows' time column is TIMESTAMP_LTZ */
  constructor(onWallClock: boolean, timeZone: string) {
    this.#zone = onWallClock ? Zone.of(timeZone) : null;
  }

  /** @param column the time column of the windows; null = processing time */
  static of(column: number | null, context: OperatorContext): WindowClock {
    const onWallClock = column === null || isZoned(context.inputs[0]?.[column]);
    const clock = new WindowClock(onWallClock, context.timeZone);
    if (column === null) clock.#present = context;
    return clock;
  }

  toLocal(instant: number): number {
    return this.#zone === null ? instant : this.#zone.toLocal(instant);
  }

  toInstant(local: number): number {
    return this.#zone === null ? local : this.#zone.toInstant(local);
  }

  /** The time attribute of what a window that ends at `end` gives: `window_time`. */
  windowTime(end: number): number {
    return this.#present === null ? this.toInstant(end - 1) : this.#present.now;
  }

  /**
   * Instants around `time` that lie in the same windows, from `from` up to before `until`. In a
   * zone it is at most a day, and this one millisecond alone on a day on which the clock changes.
   */
  intervalOf(
    time: number,
    window: AlignedWindow,
  ): { readonly from: number; readonly until: number } {
    const local = this.toLocal(time);
    const slice = sliceOf(window);
    const start = windowStart(local, window.offsetMs, slice);
    if (this.#zone === null) return { from: start, until: start + slice };
    const day = windowStart(local, 0, DAY_MS);
    const shift = time - local;
    const from = Math.max(start, day) + shift;
    const until = Math.min(start + slice, day + DAY_MS) + shift;
    const isEven = this.#zone.offset(from) === -shift && this.#zone.offset(until - 1) === -shift;
    return isEven ? { from, until } : { from: time, until: time + 1 };
  }

  /**
   * The watermark at which a window that ends at `end` fires: its last millisecond. Where the clock
   * is set back that millisecond comes twice and the second counts; where it is set forward it
   * never comes and the moment of the change counts (Flink's `toEpochMillsForTimer`).
   */
  timerOf(end: number): number {
    const zone = this.#zone;
    if (zone === null) return end - 1;
    const first = zone.toInstant(end - 1);
    const next = zone.toInstant(end - 1 + HOUR_MS);
    if (first === next) return first - (first % HOUR_MS);
    return next - first > HOUR_MS ? first + HOUR_MS : first;
  }
}
