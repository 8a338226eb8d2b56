/** Aggregation by window as data: what it computes, and where windows come from. */
import type { AggregateCall } from '../expr/expression.js';
import type { AlignedWindow, SessionWindow, WindowSpec } from './window-spec.js';

/** What of the window stands behind the aggregates in the output. */
export type WindowProperty = 'window_start' | 'window_end' | 'window_time';

/**
 * Aggregation by key and window: final results only, once the watermark passes window_end − 1 ms
 * (or the clock has left it behind); late rows are dropped and counted. Input is insert-only or
 * retracting. Output: the keys, the aggregates, the window properties.
 */
export interface WindowAggregateSpec {
  readonly kind: 'window-aggregate';
  readonly keys: readonly number[];
  readonly aggregates: readonly AggregateCall[];
  readonly window: PlacedSource | AttachedSource;
  readonly properties: readonly WindowProperty[];
  readonly retracting: boolean;
}

export type WindowSource = AlignedSource | SessionSource | AttachedSource;

/** Rows are put into windows by this time attribute. */
export interface AlignedSource {
  readonly kind: 'time';
  readonly column: number;
  readonly window: AlignedWindow;
}

/** The same as the operator has it: null = processing time. */
export interface PlacedSource extends Omit<AlignedSource, 'column'> {
  readonly column: number | null;
}

/** The rows of a key are put into sessions by this time attribute. */
export interface SessionSource {
  readonly kind: 'session';
  readonly column: number;
  readonly window: SessionWindow;
}

/** Rows carry their window already (a window table below, or a cascade). */
export interface AttachedSource {
  readonly kind: 'attached';
  readonly start: number | null;
  readonly end: number;
  readonly window: WindowSpec;
  /** The windows were made over a TIMESTAMP_LTZ column; absent = no. */
  readonly zoned?: boolean;
}
