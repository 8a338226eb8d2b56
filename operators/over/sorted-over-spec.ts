import type { AggregateCall } from '../expr/expression.js';
import type { SortKey } from '../rank/rank-spec.js';

/**
 * Functions over the rows of a partition up to each row, in the order of a column that is no time
 * attribute; any changelog. Output: the input columns, then the results; a row that comes or goes
 * changes the results of those behind it.
 */
export interface SortedOverSpec {
  readonly kind: 'sorted-over';
  readonly partition: readonly number[];
  readonly order: SortKey;
  /** Peers, the rows of one value, share the result behind the last of them. */
  readonly peers: boolean;
  readonly aggregates: readonly AggregateCall[];
  readonly updateBefore: boolean;
  /** How long a row lives behind its last result, ms of processing time; forever where absent. */
  readonly ttlMs?: number;
}
