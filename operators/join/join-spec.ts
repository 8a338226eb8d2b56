import type { Expr } from '../expr/expression.js';

/** What is known of the keys of a join's input, which decides how its rows are kept. */
export type JoinSide =
  /** The join key holds a unique key: at most one row a join key. */
  | { readonly kind: 'join-key-unique' }
  /** A unique key, of these columns. */
  | { readonly kind: 'unique'; readonly columns: readonly number[] }
  /** Neither: rows are counted. `onlyAdds`: none of them is taken back. */
  | { readonly kind: 'none'; readonly onlyAdds?: boolean };

export type JoinType = 'inner' | 'left' | 'right' | 'full' | 'semi' | 'anti';

/** Which rows of two sides meet: those of equal keys that pass the residual condition. */
export interface JoinCondition {
  readonly leftKeys: readonly number[];
  readonly rightKeys: readonly number[];
  /** By key whether NULL meets NULL (IS NOT DISTINCT FROM); nowhere where absent. */
  readonly nullsMeet?: readonly boolean[];
  /** Further condition over left then right columns. */
  readonly residual: Expr | null;
}

/**
 * Regular equi-join of two changelogs. Input 0 is left, 1 right. Output: left columns, right
 * columns (semi and anti: left only).
 */
export interface JoinSpec extends JoinCondition {
  readonly kind: 'join';
  readonly type: JoinType;
  readonly left: JoinSide;
  readonly right: JoinSide;
  /**
   * How long the rows of each side live behind their last write, ms of processing time, 0 =
   * forever; all forever where absent.
   */
  readonly ttlMs?: readonly [left: number, right: number];
}
