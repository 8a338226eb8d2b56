import type { Expr } from '../expr/expression.js';

/**
 * Event-time join of a stream with the versions of a table: each left row meets the version of its
 * key that was current at the row's time. Input 0 is left, 1 right. Output: left columns, right
 * columns; each row has the kind of the left row that made it. −U of the right input says
 * nothing.
 */
export interface TemporalJoinSpec {
  readonly kind: 'temporal-join';
  readonly type: 'inner' | 'left';
  readonly leftKeys: readonly number[];
  readonly rightKeys: readonly number[];
  /** By key whether NULL meets NULL (IS NOT DISTINCT FROM); nowhere where absent. */
  readonly nullsMeet?: readonly boolean[];
  /** Columns of the time attributes, of the left and the right input. */
  readonly leftTime: number;
  readonly rightTime: number;
  /** Further condition over left then right columns. */
  readonly residual: Expr | null;
}
