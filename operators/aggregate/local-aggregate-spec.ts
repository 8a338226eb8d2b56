import type { AggregateCall } from '../expr/expression.js';

/**
 * Aggregation by key of each batch alone, before its rows go to the tasks of their keys. Input:
 * inserts. Output: the keys, then the accumulators of the aggregates as columns
 * (`accumulatorTypes`), a row a key and batch; a `GroupAggregateSpec` that `merges` takes it.
 */
export interface LocalAggregateSpec {
  readonly kind: 'local-aggregate';
  readonly keys: readonly number[];
  readonly aggregates: readonly AggregateCall[];
}
