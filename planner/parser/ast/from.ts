/** What stands in FROM. */
import type { FunctionCall } from './call.js';
import type { Expression } from './expression.js';
import type { Hint } from './hint.js';
import type { MatchRecognize } from './match.js';
import type { Identifier, ObjectName, Span } from './node.js';
import type { Query } from './query.js';

/** `AS alias (column, …)`; AS is optional. */
export interface TableAlias extends Span {
  readonly kind: 'tableAlias';
  readonly name: Identifier;
  readonly columns: readonly Identifier[];
}

export interface TableReference extends Span {
  readonly kind: 'table';
  readonly name: ObjectName;
  readonly hints: readonly Hint[];
  /** `FOR SYSTEM_TIME AS OF expression`: temporal and lookup joins. */
  readonly asOf: Expression | undefined;
  readonly alias: TableAlias | undefined;
}

/** `[LATERAL] (query)`. */
export interface DerivedTable extends Span {
  readonly kind: 'derivedTable';
  readonly lateral: boolean;
  readonly query: Query;
  readonly alias: TableAlias | undefined;
}

/** `[LATERAL] TABLE(f(…))`, or `f(…)` alone. */
export interface TableFunction extends Span {
  readonly kind: 'tableFunction';
  readonly lateral: boolean;
  readonly call: FunctionCall;
  readonly alias: TableAlias | undefined;
}

/** `UNNEST(a, b) [WITH ORDINALITY]`. */
export interface Unnest extends Span {
  readonly kind: 'unnest';
  readonly lateral: boolean;
  readonly operands: readonly Expression[];
  readonly ordinality: boolean;
  readonly alias: TableAlias | undefined;
}

export type JoinType = 'INNER' | 'LEFT' | 'RIGHT' | 'FULL' | 'CROSS';

export interface Join extends Span {
  readonly kind: 'join';
  readonly type: JoinType;
  /** `a, b` instead of `a CROSS JOIN b`; it binds more loosely. */
  readonly comma: boolean;
  readonly natural: boolean;
  readonly left: FromItem;
  readonly right: FromItem;
  readonly on: Expression | undefined;
  /** Empty without USING. */
  readonly using: readonly Identifier[];
}

export type FromItem =
  | TableReference
  | DerivedTable
  | TableFunction
  | Unnest
  | MatchRecognize
  | Join;
