/**
 * Expressions. Chains of AND, OR and `||` are one node with all their operands, so that a condition
 * of ten thousand terms is a flat list and nobody recurses down it; a chain written in parentheses
 * stays its own node.
 */
import type { FunctionCall } from './call.js';
import type { JsonFunction, JsonTest } from './json.js';
import type { IntervalQualifier, Literal } from './literal.js';
import type { Identifier, Span } from './node.js';
import type { Query } from './query.js';
import type { TypeNode } from './type.js';

/** `a`, `t.a`, `t.a.b`: column and field names; the binder decides where the column starts. */
export interface ColumnReference extends Span {
  readonly kind: 'column';
  readonly parts: readonly Identifier[];
}

/** `expression.name` where the left side is no plain name: `f(x).a`, `a[1].b`. */
export interface FieldAccess extends Span {
  readonly kind: 'field';
  readonly operand: Expression;
  readonly name: Identifier;
}

/** `operand[index]` on arrays, maps and variants. */
export interface ItemAccess extends Span {
  readonly kind: 'item';
  readonly operand: Expression;
  readonly index: Expression;
}

export interface UnaryExpression extends Span {
  readonly kind: 'unary';
  readonly operator: '+' | '-' | 'NOT';
  readonly operand: Expression;
}

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';
/** `!=` is read as `<>`. */
export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>=';
export type PeriodOperator =
  | 'OVERLAPS'
  | 'CONTAINS'
  | 'EQUALS'
  | 'PRECEDES'
  | 'SUCCEEDS'
  | 'IMMEDIATELY PRECEDES'
  | 'IMMEDIATELY SUCCEEDS';

export interface BinaryExpression extends Span {
  readonly kind: 'binary';
  readonly operator: ArithmeticOperator | ComparisonOperator | PeriodOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/** `a AND b AND c`, `a || b || c`; at least two operands, combined from left to right. */
export interface ChainExpression extends Span {
  readonly kind: 'chain';
  readonly operator: 'AND' | 'OR' | '||';
  readonly operands: readonly Expression[];
}

export interface BetweenExpression extends Span {
  readonly kind: 'between';
  readonly operand: Expression;
  readonly negated: boolean;
  readonly symmetric: boolean;
  readonly low: Expression;
  readonly high: Expression;
}

export interface LikeExpression extends Span {
  readonly kind: 'like';
  readonly operator: 'LIKE' | 'ILIKE' | 'RLIKE' | 'SIMILAR TO';
  readonly operand: Expression;
  readonly negated: boolean;
  readonly pattern: Expression;
  readonly escape: Expression | undefined;
}

/** `operand IS [NOT] NULL | TRUE | FALSE | UNKNOWN`. */
export interface IsExpression extends Span {
  readonly kind: 'is';
  readonly operand: Expression;
  readonly negated: boolean;
  readonly test: 'NULL' | 'TRUE' | 'FALSE' | 'UNKNOWN';
}

/** `left IS [NOT] DISTINCT FROM right`; `negated` stands for the NOT. */
export interface DistinctExpression extends Span {
  readonly kind: 'isDistinct';
  readonly left: Expression;
  readonly negated: boolean;
  readonly right: Expression;
}

export interface InListExpression extends Span {
  readonly kind: 'inList';
  readonly operand: Expression;
  readonly negated: boolean;
  readonly values: readonly Expression[];
}

export interface InQueryExpression extends Span {
  readonly kind: 'inQuery';
  readonly operand: Expression;
  readonly negated: boolean;
  readonly query: Query;
}

/** `left < ANY (query)`; SOME is read as ANY. */
export interface QuantifiedQueryExpression extends Span {
  readonly kind: 'quantifiedQuery';
  readonly operator: ComparisonOperator;
  readonly quantifier: 'ANY' | 'ALL';
  readonly left: Expression;
  readonly query: Query;
}

/** `left < ANY (1, 2)`. */
export interface QuantifiedListExpression extends Span {
  readonly kind: 'quantifiedList';
  readonly operator: ComparisonOperator;
  readonly quantifier: 'ANY' | 'ALL';
  readonly left: Expression;
  readonly values: readonly Expression[];
}

/** `EXISTS (query)`; NOT EXISTS is a unary NOT of it. */
export interface ExistsExpression extends Span {
  readonly kind: 'exists';
  readonly query: Query;
}

/** `(query)` as a value. */
export interface SubqueryExpression extends Span {
  readonly kind: 'subquery';
  readonly query: Query;
}

export interface CaseBranch extends Span {
  readonly kind: 'branch';
  /** One condition; with an operand, one or more values. */
  readonly when: readonly Expression[];
  readonly then: Expression;
}

export interface CaseExpression extends Span {
  readonly kind: 'case';
  /** The value of the simple form, absent in the searched form. */
  readonly operand: Expression | undefined;
  readonly branches: readonly CaseBranch[];
  readonly otherwise: Expression | undefined;
}

export interface CastExpression extends Span {
  readonly kind: 'cast';
  /** TRY_CAST. */
  readonly tries: boolean;
  readonly operand: Expression;
  readonly type: TypeNode;
}

/** `ARRAY[…]` or `MULTISET[…]`. */
export interface CollectionExpression extends Span {
  readonly kind: 'collection';
  readonly collection: 'ARRAY' | 'MULTISET';
  readonly items: readonly Expression[];
}

/** `ARRAY(query)`, `MAP(query)`, `MULTISET(query)`. */
export interface CollectionQueryExpression extends Span {
  readonly kind: 'collectionQuery';
  readonly collection: 'ARRAY' | 'MAP' | 'MULTISET';
  readonly query: Query;
}

/** `MAP[k, v, …]`: as many keys as values. */
export interface MapExpression extends Span {
  readonly kind: 'map';
  readonly keys: readonly Expression[];
  readonly values: readonly Expression[];
}

/** `ROW(a, b)`, or `(a, b)` where `explicit` is false. */
export interface RowExpression extends Span {
  readonly kind: 'row';
  readonly explicit: boolean;
  readonly items: readonly Expression[];
}

/** `INTERVAL 5 DAY`, `INTERVAL (a + 1) HOUR`: an interval whose number is computed. */
export interface IntervalExpression extends Span {
  readonly kind: 'intervalOf';
  readonly negative: boolean;
  readonly operand: Expression;
  readonly qualifier: IntervalQualifier;
}

/** `FINAL LAST(a.x)`, `RUNNING SUM(a.x)` in MATCH_RECOGNIZE. */
export interface MatchSemanticsExpression extends Span {
  readonly kind: 'matchSemantics';
  readonly semantics: 'FINAL' | 'RUNNING';
  readonly operand: Expression;
}

export type Expression =
  | Literal
  | ColumnReference
  | FieldAccess
  | ItemAccess
  | UnaryExpression
  | BinaryExpression
  | ChainExpression
  | BetweenExpression
  | LikeExpression
  | IsExpression
  | DistinctExpression
  | InListExpression
  | InQueryExpression
  | QuantifiedQueryExpression
  | QuantifiedListExpression
  | ExistsExpression
  | SubqueryExpression
  | CaseExpression
  | CastExpression
  | CollectionExpression
  | CollectionQueryExpression
  | MapExpression
  | RowExpression
  | IntervalExpression
  | MatchSemanticsExpression
  | FunctionCall
  | JsonFunction
  | JsonTest;
