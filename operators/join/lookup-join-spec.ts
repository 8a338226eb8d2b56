/** A lookup join as plain data: the table, its key, what is checked, and how it is asked. */
import type { Expr, LiteralExpr } from '../expr/expression.js';
import type { SourceSpec } from '../source/source-spec.js';

/** A column of the looked-up rows and what it must equal: a column of the left side or a value. */
export type LookupKey =
  | { readonly column: number; readonly left: number }
  | { readonly column: number; readonly value: LiteralExpr };

/**
 * Joins each left row with the rows that a table gives for its key when it is asked. Output: left
 * columns, then the projection of the rows found; each row has the kind of the left row, or is a −D
 * where what is kept is taken back.
 */
export interface LookupJoinSpec {
  readonly kind: 'lookup-join';
  readonly type: 'inner' | 'left';
  /** The table; its output is what conditions and projection call the found row. */
  readonly source: SourceSpec;
  /** At least one; each column once. */
  readonly keys: readonly LookupKey[];
  /** Over left columns: rows that fail it find nothing, and are not looked up. */
  readonly precondition: Expr | null;
  /** Further condition over left columns, then those of the found row. */
  readonly residual: Expr | null;
  /** Over the columns of the found row. */
  readonly projection: readonly Expr[];
  readonly access: LookupAccess;
  /** Rows without a match are looked up again. */
  readonly retry: LookupRetry | null;
  /**
   * How the rows found are kept for the changes that take back, which do not ask then. Null =
   * nothing is kept, every change asks.
   */
  readonly keep: LookupKeep | null;
}

export interface LookupKeep {
  /** Left columns. */
  readonly key: readonly number[];
  /** No two rows that stand at a time have the same key; else the key is the whole row. */
  readonly isUnique: boolean;
  /** How long they are kept, ms; forever where absent or 0. */
  readonly ttlMs?: number;
}

/** How the table is asked. */
export interface LookupAccess {
  /** Batches are asked while earlier ones wait; else one after the other. */
  readonly isAsync: boolean;
  /** From the first question to the last answer of a batch, retries included; where async. */
  readonly timeoutMs: number;
  /** Requests under way of a source that sends one a key; where async. */
  readonly capacity: number;
}

export interface LookupRetry {
  readonly delayMs: number;
  /** How often at most behind the first time. */
  readonly attempts: number;
}
