/**
 * The slices of windows that overlap: the shortest intervals in which all windows begin and end.
 * Slices and windows go by their ends, on the windows' timeline.
 */

import { sliceOf, startOfWindow, windowStart } from './window-math.js';
import type { AlignedWindow } from './window-spec.js';

export type OverlappingWindow = Exclude<AlignedWindow, { kind: 'tumble' }>;

export class WindowSlices {
  /** From a window to the next. */
  readonly stepMs: number;
  readonly #window: OverlappingWindow;
  readonly #sliceMs: number;

  constructor(window: OverlappingWindow) {
    this.#window = window;
    this.#sliceMs = sliceOf(window);
    this.stepMs = window.kind === 'hop' ? window.slideMs : window.stepMs;
  }

  sliceOf(time: number): number {
    return windowStart(time, this.#window.offsetMs, this.#sliceMs) + this.#sliceMs;
  }

  /** The first window that holds a slice. */
  first(slice: number): number {
    const { kind, offsetMs, sizeMs } = this.#window;
    if (kind === 'cumulate') return slice;
    return Math.ceil((slice - sizeMs - offsetMs) / this.stepMs) * this.stepMs + offsetMs + sizeMs;
  }

  /** The last one; less than the first where no window does. */
  last(slice: number): number {
    const { kind, offsetMs, sizeMs } = this.#window;
    if (kind === 'hop') return windowStart(slice - this.#sliceMs, offsetMs, this.stepMs) + sizeMs;
    return windowStart(slice - 1, offsetMs, sizeMs) + sizeMs;
  }

  start(window: number): number {
    return startOfWindow(this.#window, window);
  }

  /**
   * The slice that takes up those of a window behind it, for the windows that begin as it does;
   * null where each window begins apart.
   */
  base(window: number): number | null {
    return this.#window.kind === 'cumulate' ? this.start(window) + this.#sliceMs : null;
  }
}
