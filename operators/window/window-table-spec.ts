import type { AlignedWindow } from './window-spec.js';

/**
 * A windowing table function alone: each row once for each of its windows, with window_start,
 * window_end (TIMESTAMP(3)) and window_time (end − 1 ms, of the time column's type) appended.
 */
export interface WindowTableSpec {
  readonly kind: 'window-table';
  readonly time: number;
  readonly window: AlignedWindow;
}
