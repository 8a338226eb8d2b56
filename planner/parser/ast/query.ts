/** Queries: SELECT, VALUES, TABLE t, set operations, and what wraps them. */
import type { Expression } from './expression.js';
import type { FromItem } from './from.js';
import type { Hint } from './hint.js';
import type { Identifier, ObjectName, Span } from './node.js';
import type { NamedWindow } from './window.js';

/** `[WITH …] body [ORDER BY …] [LIMIT …] [OFFSET …]`. */
export interface Query extends Span {
  readonly kind: 'query';
  readonly with: readonly CommonTable[];
  readonly body: QueryBody;
  readonly orderBy: readonly OrderItem[];
  readonly offset: Expression | undefined;
  /** LIMIT n or FETCH FIRST n ROWS ONLY; LIMIT ALL is absent. */
  readonly limit: Expression | undefined;
}

/** A nested `query` is one in parentheses with a WITH, ORDER BY, LIMIT or OFFSET of its own. */
export type QueryBody = Select | Values | ExplicitTable | SetOperation | Query;

/** `name [(columns)] AS (query)` of WITH. */
export interface CommonTable extends Span {
  readonly kind: 'commonTable';
  /** WITH RECURSIVE: its name stands for itself in the last part of its UNION. */
  readonly recursive: boolean;
  readonly name: Identifier;
  readonly columns: readonly Identifier[];
  readonly query: Query;
}

/**
 * `a UNION b UNION c`: at least two operands, combined from left to right. A run of one operator
 * and one quantifier is one node.
 */
export interface SetOperation extends Span {
  readonly kind: 'setOperation';
  /** MINUS is read as EXCEPT. */
  readonly operator: 'UNION' | 'INTERSECT' | 'EXCEPT';
  readonly all: boolean;
  readonly operands: readonly QueryBody[];
}

/** `VALUES (1, 'a'), (2, 'b')`; a row of one value may be written without parentheses. */
export interface Values extends Span {
  readonly kind: 'values';
  readonly rows: readonly ValuesRow[];
}

export interface ValuesRow extends Span {
  readonly kind: 'valuesRow';
  readonly items: readonly Expression[];
}

/** `TABLE t` as a query. */
export interface ExplicitTable extends Span {
  readonly kind: 'explicitTable';
  readonly name: ObjectName;
}

export interface Select extends Span {
  readonly kind: 'select';
  readonly hints: readonly Hint[];
  readonly quantifier: 'ALL' | 'DISTINCT' | undefined;
  readonly items: readonly SelectItem[];
  readonly from: FromItem | undefined;
  readonly where: Expression | undefined;
  readonly groupBy: GroupBy | undefined;
  readonly having: Expression | undefined;
  readonly windows: readonly NamedWindow[];
  readonly qualify: Expression | undefined;
}

/** `*`, `t.*`, `t.composite.*`. */
export interface Star extends Span {
  readonly kind: 'star';
  readonly qualifier: readonly Identifier[];
}

export interface SelectExpression extends Span {
  readonly kind: 'selectExpression';
  readonly expression: Expression;
  readonly alias: Identifier | undefined;
}

export type SelectItem = SelectExpression | Star;

export interface GroupBy extends Span {
  readonly kind: 'groupBy';
  readonly quantifier: 'ALL' | 'DISTINCT' | undefined;
  readonly items: readonly GroupItem[];
}

/** `()` or `(a, b)` as one grouping set. */
export interface GroupSet extends Span {
  readonly kind: 'groupSet';
  readonly items: readonly Expression[];
}

/** `GROUPING SETS (…)`, `ROLLUP (…)`, `CUBE (…)`. */
export interface GroupSets extends Span {
  readonly kind: 'groupSets';
  readonly form: 'GROUPING SETS' | 'ROLLUP' | 'CUBE';
  readonly items: readonly GroupItem[];
}

export type GroupItem = Expression | GroupSet | GroupSets;

export interface OrderItem extends Span {
  readonly kind: 'orderItem';
  readonly expression: Expression;
  readonly direction: 'ASC' | 'DESC' | undefined;
  readonly nulls: 'FIRST' | 'LAST' | undefined;
}
