/** What a row becomes for one grouping set. */
export interface ExpandSet {
  /** The columns that are NULL in it. */
  readonly nulls: readonly number[];
  /** Tells the set apart: a bit a key, set where the key is not in it. */
  readonly id: number;
}

/** Each row once for each grouping set. Output: the input columns, then the set's id (BIGINT). */
export interface ExpandSpec {
  readonly kind: 'expand';
  readonly sets: readonly ExpandSet[];
}
