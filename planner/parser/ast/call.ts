/**
 * Calls of functions, aggregates and table functions.
 *
 * Functions with a syntax of their own become plain calls, so that a binder sees one form:
 * `EXTRACT(DAY FROM x)` has arguments (unit, x); `FLOOR(x TO DAY)` (x, unit);
 * `TIMESTAMPADD(DAY, 1, x)` (unit, 1, x); `POSITION(a IN b FROM n)` (a, b, n);
 * `SUBSTRING(a FROM b FOR c)` (a, b, c); `OVERLAY(a PLACING b FROM c FOR d)` (a, b, c, d);
 * `TRIM(BOTH x FROM y)` (side, x, y), `TRIM(LEADING FROM y)` (side, y), `TRIM(y)` (y).
 */
import type { Expression } from './expression.js';
import type { TimeUnitArgument } from './literal.js';
import type { Identifier, ObjectName, Span } from './node.js';
import type { OrderItem, Query } from './query.js';
import type { WindowSpecification } from './window.js';

/** `name => value`. */
export interface NamedArgument extends Span {
  readonly kind: 'namedArgument';
  readonly name: Identifier;
  readonly value: Argument;
}

/** `TABLE t`, `TABLE (query)` or `(query)`, with `PARTITION BY` and `ORDER BY`. */
export interface TableArgument extends Span {
  readonly kind: 'tableArgument';
  readonly source: ObjectName | Query;
  readonly partitionBy: readonly Expression[];
  readonly orderBy: readonly OrderItem[];
}

/** `MODEL m`. */
export interface ModelArgument extends Span {
  readonly kind: 'modelArgument';
  readonly name: ObjectName;
}

/** `DESCRIPTOR(a, b)`. */
export interface DescriptorArgument extends Span {
  readonly kind: 'descriptor';
  readonly columns: readonly Identifier[];
}

/** `DEFAULT`: the parameter's default. */
export interface DefaultArgument extends Span {
  readonly kind: 'default';
}

/** The `*` of `COUNT(*)`. */
export interface StarArgument extends Span {
  readonly kind: 'starArgument';
}

/** The side of TRIM. */
export interface TrimSideArgument extends Span {
  readonly kind: 'trimSide';
  readonly side: 'BOTH' | 'LEADING' | 'TRAILING';
}

export type Argument =
  | Expression
  | NamedArgument
  | TableArgument
  | ModelArgument
  | DescriptorArgument
  | DefaultArgument
  | StarArgument
  | TrimSideArgument
  | TimeUnitArgument;

/** What may follow an aggregate's parentheses. */
export interface AggregateSuffix {
  /** `FILTER (WHERE …)`. */
  readonly filter: Expression | undefined;
  /** `OVER (…)` or `OVER name`. */
  readonly over: WindowSpecification | Identifier | undefined;
}

export interface FunctionCall extends Span, AggregateSuffix {
  readonly kind: 'call';
  readonly name: ObjectName;
  /** False for `CURRENT_TIMESTAMP` and its like, written without parentheses. */
  readonly parentheses: boolean;
  readonly quantifier: 'ALL' | 'DISTINCT' | undefined;
  readonly args: readonly Argument[];
  /** `ORDER BY` inside the parentheses: `ARRAY_AGG(x ORDER BY y)`. */
  readonly orderBy: readonly OrderItem[];
  readonly nulls: 'RESPECT' | 'IGNORE' | undefined;
  /** `WITHIN GROUP (ORDER BY …)`. */
  readonly withinGroup: readonly OrderItem[];
}
