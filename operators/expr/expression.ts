/**
 * A bound scalar expression, as plain data: made by the binder through `bind.ts`, rewritten by the
 * planner's rules, compiled to loops by `compile.ts`. Columns are positions in the input row.
 *
 * Every expression has a type, and the operands of a call have exactly the types its function
 * takes: conversions are CASTs in the tree (`CAST`, `TRY_CAST`), never left to evaluation.
 */
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';

/** Offsets in the SQL text, for errors at run time. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** Line and column, from 1, when known: a job outlives its text. */
  readonly line?: number;
  readonly column?: number;
}

export interface ColumnExpr {
  readonly kind: 'column';
  readonly index: number;
  readonly type: LogicalType;
}

export interface LiteralExpr {
  readonly kind: 'literal';
  readonly value: Scalar;
  readonly type: LogicalType;
}

/**
 * A call of the function or operator with this registry name. Operators are called by their SQL
 * spelling (`+`, `=`, `AND`, `IS NULL`, `LIKE`), CASE is `CASE` with when, then, …, else; field
 * access is `.field` with the ordinal in `option`, item access is `ITEM`, a row is `ROW`.
 */
export interface CallExpr {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly Expr[];
  readonly type: LogicalType;
  /** What is no operand: a field's ordinal, a time unit, a JSON clause. */
  readonly option?: string | number | Readonly<Record<string, string | number | boolean | null>>;
  readonly span?: Span;
}

export type Expr = ColumnExpr | LiteralExpr | CallExpr;

/** An aggregate over columns of an operator's input. */
export interface AggregateCall {
  /** Registry name: COUNT, SUM, MIN, MAX, AVG, … (`COUNT` without arguments is COUNT(*)). */
  readonly name: string;
  /** Input columns. */
  readonly args: readonly number[];
  readonly argTypes: readonly LogicalType[];
  readonly distinct: boolean;
  /** A BOOLEAN input column: only rows where it is true count. */
  readonly filter: number | null;
  readonly type: LogicalType;
  readonly option?: CallExpr['option'];
  /** Where it stands, for errors at run time. */
  readonly span?: Span;
}
