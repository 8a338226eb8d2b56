import type { SortKey } from '../rank/rank-spec.js';

/** ORDER BY a rising time, then `order`, over insert-only rows: sorted as time passes. */
export interface TemporalSortSpec {
  readonly kind: 'temporal-sort';
  /** The column of the event time; null = processing time. */
  readonly time: number | null;
  readonly order: readonly SortKey[];
}
