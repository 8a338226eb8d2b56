import type { JoinCondition } from './join-spec.js';

/**
 * Which rows of two sides are near enough in time to meet: those whose left time lies between
 * `lower` and `upper` after the right time, both included, ms. Where lower is above upper none are.
 */
export interface IntervalBounds {
  /** By the time attributes of the rows; else by the clock when they arrive. */
  readonly isEventTime: boolean;
  readonly lower: number;
  readonly upper: number;
  /** Columns of the time attributes, of the left and the right input. */
  readonly leftTime: number;
  readonly rightTime: number;
}

/**
 * Equi-join of two insert-only inputs by key and nearness in time. Input 0 is left, 1 right.
 * Output: left columns, right columns; insert-only, rows without a match padded with NULLs once
 * none can come.
 */
export interface IntervalJoinSpec extends JoinCondition {
  readonly kind: 'interval-join';
  readonly type: 'inner' | 'left' | 'right' | 'full';
  readonly bounds: IntervalBounds;
  /** How long rows may stay after their time beyond what is needed, ms. */
  readonly cleanUpAfterMs: number;
}
