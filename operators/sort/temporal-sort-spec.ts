import type { SortKey } from '../rank/rank-spec.js';

/** ORDER BY a rising event time, then `order`, over insert-only rows: sorted as time passes. */
export interface TemporalSortSpec {
  readonly kind: 'temporal-sort';
  readonly time: number;
  readonly order: readonly SortKey[];
}
