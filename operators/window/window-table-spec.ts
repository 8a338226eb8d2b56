import type { AlignedWindow } from './window-spec.js';

/**
 * A windowing table function alone: each row once for each of its windows, with window_start,
 * window_end (TIMESTAMP(3)) and window_time (end − 1 ms, of the time column's type; the time itself
 * on processing time) appended.
 */
export interface WindowTableSpec {
  readonly kind: 'window-table';
  /** The rowtime column; null = processing time. */
  readonly time: number | null;
  readonly window: AlignedWindow;
}
