import type { AggregateCall } from '../expr/expression.js';

/** The rows up to the current one over which functions are computed. */
export interface OverFrame {
  readonly unit: 'rows' | 'range';
  /** How many rows, or ms, before the current row; null = all. */
  readonly preceding: number | null;
}

/**
 * Functions over a window of rows that ends at each row, rows in order of a time attribute. Output:
 * the input columns, then the results; insert-only.
 */
export interface OverSpec {
  readonly kind: 'over';
  readonly partition: readonly number[];
  /** The rowtime column; null = processing time, rows in order of arrival. */
  readonly time: number | null;
  readonly frame: OverFrame;
  readonly aggregates: readonly AggregateCall[];
  /**
   * How long a partition lives, at least, behind its last row, ms of processing time; forever where
   * absent, or where frames have a lower bound.
   */
  readonly ttlMs?: number;
}
