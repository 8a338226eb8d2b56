import type { RankFunction, SortKey } from './rank-spec.js';

/**
 * Top-N within windows, over rows that carry their window: final rows only, when the watermark
 * passes window_end − 1 ms. Output: the input columns, then the rank when `outputRank`.
 */
export interface WindowRankSpec {
  readonly kind: 'window-rank';
  readonly function: RankFunction;
  /** Partition columns besides the window. */
  readonly partition: readonly number[];
  readonly windowEnd: number;
  readonly order: readonly SortKey[];
  readonly from: number;
  readonly to: number;
  readonly outputRank: boolean;
  /** The windows were made over a TIMESTAMP_LTZ column; absent = no. */
  readonly zoned?: boolean;
  /** Of rows of one time the last one counts, of the first rank alone; absent = the first. */
  readonly ties?: 'last';
}
