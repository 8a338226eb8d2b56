/** One key of an order. */
export interface SortKey {
  readonly column: number;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** How a row's number among equals is given. */
export type RankFunction = 'ROW_NUMBER' | 'RANK' | 'DENSE_RANK';

/** Of a list that holds one row a key. */
export const ONE_ROW = {
  kind: 'rank',
  function: 'ROW_NUMBER',
  from: 1,
  to: 1,
  outputRank: false,
  retracting: false,
} as const;

/**
 * Continuous Top-N: of each partition the rows with rank `from` to `to`; ORDER BY … LIMIT n OFFSET
 * m is a rank without partition, m + 1 to m + n. Output: the input columns, then the rank (BIGINT)
 * when `outputRank`.
 */
export interface RankSpec {
  readonly kind: 'rank';
  readonly function: RankFunction;
  readonly partition: readonly number[];
  readonly order: readonly SortKey[];
  /** From 1. */
  readonly from: number;
  readonly to: number;
  readonly outputRank: boolean;
  /** The input holds −U/−D: all rows are kept, to find the next when one goes. */
  readonly retracting: boolean;
  /**
   * The input's changes replace rows by this key, each by one that the order puts no later; −U
   * may be missing, and there is no −D. Absent: they do not.
   */
  readonly updateKey?: readonly number[];
  readonly updateBefore: boolean;
  /** How long a row lives behind its arrival, ms of processing time; forever where absent. */
  readonly ttlMs?: number;
}
