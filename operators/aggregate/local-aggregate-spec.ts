import type { AggregateCall } from '../expr/expression.js';

/**
 * Aggregation by key of each batch alone, before its rows go to the tasks of their keys. Output:
 * the keys, then the accumulators of the aggregates as columns (`accumulatorTypes`), a row a key
 * and batch; a `GroupAggregateSpec` that `merges` takes it.
 */
export interface LocalAggregateSpec {
  readonly kind: 'local-aggregate';
  readonly keys: readonly number[];
  readonly aggregates: readonly AggregateCall[];
  /**
   * The input may hold −U or −D: what they take back is taken off the accumulators, which may be of
   * fewer than no rows. By how many rows the batch's key grew stands in one column more, the last.
   */
  readonly retracting: boolean;
}
