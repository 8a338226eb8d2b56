import type { Column } from '../../operators/core/spec.js';
import type { SortKey } from '../../operators/rank/rank-spec.js';
import type { LogicalNode } from './node.js';

/**
 * Of each partition the rows numbered `from` to `to` by ROW_NUMBER: the input's columns, then the
 * number when `outputRank`. With `windowEnd` the rows of a partition are those of a window, whose
 * columns are not in `partition`, and results are final.
 */
export interface Rank {
  readonly kind: 'rank';
  readonly input: LogicalNode;
  readonly partition: readonly number[];
  readonly windowEnd: number | null;
  readonly order: readonly SortKey[];
  readonly from: number;
  readonly to: number;
  readonly outputRank: boolean;
  readonly output: readonly Column[];
  /** By which rows are replaced by ones that are no worse, and none goes. */
  readonly updateKey?: readonly number[];
}
