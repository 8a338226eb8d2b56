/** FROM_CHANGELOG and TO_CHANGELOG: between changes and rows that tell of changes. */
import type { RowKind } from '../core/row-kind.js';

/** A text that stands for a kind of change. */
export interface ChangeCode {
  readonly code: string;
  readonly kind: RowKind;
}

/** Each row becomes the change that its column `op` names. Output: the other columns. */
export interface FromChangelogSpec {
  readonly kind: 'from-changelog';
  readonly op: number;
  readonly codes: readonly ChangeCode[];
}

/**
 * Each change becomes an inserted row; a change whose kind has no code is left out. Output: the
 * code, then the input's columns, then the row's time.
 */
export interface ToChangelogSpec {
  readonly kind: 'to-changelog';
  /** The input's column that is the time; null = none goes out. */
  readonly time: number | null;
  readonly codes: readonly ChangeCode[];
}
