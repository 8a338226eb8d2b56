/**
 * Of the rows of a key the first or the last one by a time attribute, over an insert-only input.
 * Output: the input columns; insert-only where the first row to arrive is kept.
 */
export interface DeduplicateSpec {
  readonly kind: 'deduplicate';
  readonly key: readonly number[];
  /** The rowtime column; null = processing time, by arrival. */
  readonly time: number | null;
  readonly keep: 'first' | 'last';
  /** Columns whose equality makes a later arrival no change; those of processing time are not. */
  readonly compared: readonly number[];
  readonly updateBefore: boolean;
  /** How long a row lives behind its arrival, ms of processing time; forever where absent. */
  readonly ttlMs?: number;
}
