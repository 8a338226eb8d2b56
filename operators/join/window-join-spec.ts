import type { JoinCondition, JoinType } from './join-spec.js';

/** Where a side's rows carry their window. */
export interface WindowEdges {
  readonly end: number;
  /** Where windows of one end may begin apart, as sessions; null elsewhere. */
  readonly start: number | null;
}

/**
 * Equi-join of rows of the same window, on event time; the keys are without the window's columns.
 * Insert-only, final, once the watermark passes the window's end − 1 ms; late rows are dropped and
 * counted. Input 0 is left, 1 right. Output: left columns, right columns (semi and anti: left
 * only).
 */
export interface WindowJoinSpec extends JoinCondition {
  readonly kind: 'window-join';
  readonly type: JoinType;
  readonly left: WindowEdges;
  readonly right: WindowEdges;
  /** The windows lie on the wall clock of the session's time zone. */
  readonly zoned: boolean;
}
