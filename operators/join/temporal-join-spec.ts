import type { JoinCondition } from './join-spec.js';

/**
 * Event-time join of a stream with the versions of a table: each left row meets the version of its
 * key that was current at the row's time. Input 0 is left, 1 right. Output: left columns, right
 * columns; each row has the kind of the left row that made it. −U of the right input says
 * nothing.
 */
export interface TemporalJoinSpec extends JoinCondition {
  readonly kind: 'temporal-join';
  readonly type: 'inner' | 'left';
  /** Columns of the time attributes, of the left and the right input. */
  readonly leftTime: number;
  readonly rightTime: number;
}
