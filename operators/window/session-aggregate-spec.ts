import type { AggregateCall } from '../expr/expression.js';
import type { WindowProperty } from './window-aggregate-spec.js';

/**
 * Aggregation by key and session: final results only, once the watermark passes the session's end −
 * 1 ms (or the clock has come there); late rows are dropped and counted. Output: the keys, the
 * aggregates, the properties of the session.
 */
export interface SessionAggregateSpec {
  readonly kind: 'session-aggregate';
  readonly keys: readonly number[];
  readonly aggregates: readonly AggregateCall[];
  /** The rowtime column; null = processing time. */
  readonly time: number | null;
  readonly gapMs: number;
  readonly properties: readonly WindowProperty[];
  /** Rows may take others back. */
  readonly retracting: boolean;
}
