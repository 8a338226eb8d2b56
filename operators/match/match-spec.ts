/**
 * The spec of MATCH_RECOGNIZE as plain data. Conditions and measures are expressions over the
 * columns of the row in question and over values of matched rows, which stand behind them.
 */
import type { LogicalType } from '../../state/column/logical-type.js';
import type { CallExpr, Expr, Span } from '../expr/expression.js';
import { inputColumns, mapColumns } from '../expr/walk.js';
import type { SortKey } from '../rank/rank-spec.js';

/** In conditions and measures, columns from here on are values of `MatchSpec.values`. */
export const VALUE_BASE = 1 << 20;

/** What a condition or a measure reads of the rows that a variable took; null = of all rows. */
export type MatchValue = RowValue | AggregateValue | RowtimeValue;

/** A column of one of the rows, counted from the first or back from the last; NULL without it. */
export interface RowValue {
  readonly kind: 'row';
  readonly variable: number | null;
  readonly column: number;
  readonly from: 'first' | 'last';
  readonly offset: number;
  readonly type: LogicalType;
}

/** An aggregate of expressions over the rows' columns. */
export interface AggregateValue {
  readonly kind: 'aggregate';
  readonly variable: number | null;
  readonly name: string;
  readonly args: readonly Expr[];
  readonly type: LogicalType;
  readonly option?: CallExpr['option'];
  readonly span?: Span;
}

/** MATCH_ROWTIME(): the time of the row, or watermark, at which the match came out. */
export interface RowtimeValue {
  readonly kind: 'rowtime';
  readonly type: LogicalType;
}

export interface PatternVariable {
  readonly name: string;
  readonly min: number;
  /** Null: no upper bound. */
  readonly max: number | null;
  readonly greedy: boolean;
  /** Over the row's columns and values; null where each row will do. */
  readonly condition: Expr | null;
}

/** Where matching goes on behind a match; `variable` counts for first and last alone. */
export interface MatchSkip {
  readonly to: 'past-last-row' | 'next-row' | 'first' | 'last';
  readonly variable: number;
}

/**
 * MATCH_RECOGNIZE: rows of a partition, in order of time, that follow each other as a pattern of
 * variables says. Output: the partition's columns, then the measures; insert-only.
 */
export interface MatchSpec {
  readonly kind: 'match';
  readonly partition: readonly number[];
  /** The rowtime column; null = processing time. */
  readonly time: number | null;
  /** What decides between rows of one time, before the order of arrival. */
  readonly order: readonly SortKey[];
  /** One behind the other. */
  readonly variables: readonly PatternVariable[];
  readonly skip: MatchSkip;
  /** A match is shorter than this, ms; null = no bound. */
  readonly withinMs: number | null;
  readonly values: readonly MatchValue[];
  /** Over values alone. */
  readonly measures: readonly Expr[];
}

/** Adds the columns that values read to those found. */
export function valueColumns(values: readonly MatchValue[], found: Set<number>): Set<number> {
  for (const value of values) {
    if (value.kind === 'row') found.add(value.column);
    if (value.kind === 'aggregate') for (const arg of value.args) inputColumns(arg, found);
  }
  return found;
}

/** The value over rows whose columns stand elsewhere. */
export function movedValue(value: MatchValue, at: (column: number) => number): MatchValue {
  switch (value.kind) {
    case 'row':
      return { ...value, column: at(value.column) };
    case 'aggregate':
      return { ...value, args: value.args.map((arg) => mapColumns(arg, at)) };
    default:
      return value;
  }
}
