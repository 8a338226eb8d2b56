import type { MiniBatch } from '../core/operator.js';
import type { AggregateCall } from '../expr/expression.js';

/**
 * Continuous aggregation by key over any changelog. Output: the keys, then the aggregates.
 * Without keys there is one group, which exists from the start (COUNT of nothing is 0 only once a
 * row came, as in Flink's streaming mode).
 */
export interface GroupAggregateSpec {
  readonly kind: 'group-aggregate';
  readonly keys: readonly number[];
  readonly aggregates: readonly AggregateCall[];
  /** The input may hold −U or −D, so retractable accumulators and a row count are kept. */
  readonly retracting: boolean;
  /** −U goes out before each +U. False where nobody downstream needs it. */
  readonly updateBefore: boolean;
  /** How long a group lives behind its last row, ms of processing time; forever where absent. */
  readonly ttlMs?: number;
  /** A group changes once for all its rows of a mini-batch. */
  readonly miniBatch?: MiniBatch;
  /**
   * The input is that of a `LocalAggregateSpec`: the keys stand first, then accumulators, then, if
   * `retracting`, by how many rows a key grows. The arguments of the aggregates are columns of the
   * rows behind it. With mini-batches only.
   */
  readonly merges?: true;
}
