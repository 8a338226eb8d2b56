import type { Expr } from '../expr/expression.js';

/** Filter, then project. Output columns are the projection's. */
export interface CalcSpec {
  readonly kind: 'calc';
  /** BOOLEAN; rows where it is not true are dropped. */
  readonly condition: Expr | null;
  readonly projection: readonly Expr[];
}
