import type { Expr } from '../expr/expression.js';
import type { JoinType } from './join-spec.js';

/** Where a side's rows carry their window. */
export interface WindowEdges {
  readonly end: number;
  /** Where windows of one end may begin apart, as sessions; null elsewhere. */
  readonly start: number | null;
}

/**
 * Equi-join of rows of the same window, on event time: insert-only, final, once the watermark
 * passes the window's end − 1 ms; late rows are dropped and counted. Input 0 is left, 1 right.
 * Output: left columns, right columns (semi and anti: left only).
 */
export interface WindowJoinSpec {
  readonly kind: 'window-join';
  readonly type: JoinType;
  /** Without the window's columns. */
  readonly leftKeys: readonly number[];
  readonly rightKeys: readonly number[];
  /** By key whether NULL meets NULL (IS NOT DISTINCT FROM); nowhere where absent. */
  readonly nullsMeet?: readonly boolean[];
  readonly left: WindowEdges;
  readonly right: WindowEdges;
  /** The windows lie on the wall clock of the session's time zone. */
  readonly zoned: boolean;
  /** Further condition over left then right columns. */
  readonly residual: Expr | null;
}
