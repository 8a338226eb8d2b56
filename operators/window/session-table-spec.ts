/**
 * The windowing table function SESSION alone: the rows of a session go out together when it has
 * ended, with window_start, window_end (TIMESTAMP(3)) and window_time (end − 1 ms, of the time
 * column's type; the time itself on processing time) appended.
 */
export interface SessionTableSpec {
  readonly kind: 'session-table';
  /** The rowtime column; null = processing time. */
  readonly time: number | null;
  /** Columns whose values have sessions of their own. */
  readonly partition: readonly number[];
  readonly gapMs: number;
  /** Rows may take others back. */
  readonly retracting: boolean;
}
