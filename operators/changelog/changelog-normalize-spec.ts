import type { Expr } from '../expr/expression.js';

/**
 * Upserts become changes that say what was there before: of each key the last row is kept. Output:
 * the input's columns.
 */
export interface ChangelogNormalizeSpec {
  readonly kind: 'changelog-normalize';
  readonly key: readonly number[];
  /** Rows for which it is not true count as deleted; null = none. */
  readonly condition: Expr | null;
  readonly updateBefore: boolean;
  /** How long a row lives behind its arrival, ms of processing time; forever where absent. */
  readonly ttlMs?: number;
}
