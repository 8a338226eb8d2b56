/** Functions on JSON, which have clauses of their own. */
import type { AggregateSuffix } from './call.js';
import type { Expression } from './expression.js';
import type { Span } from './node.js';
import type { TypeNode } from './type.js';

/** `operand IS [NOT] JSON [VALUE | SCALAR | ARRAY | OBJECT]`; plain JSON is VALUE. */
export interface JsonTest extends Span {
  readonly kind: 'isJson';
  readonly operand: Expression;
  readonly negated: boolean;
  readonly type: 'VALUE' | 'SCALAR' | 'ARRAY' | 'OBJECT';
}

export interface JsonExists extends Span {
  readonly kind: 'jsonExists';
  readonly input: Expression;
  readonly path: Expression;
  readonly onError: 'TRUE' | 'FALSE' | 'UNKNOWN' | 'ERROR' | undefined;
}

/** `NULL | ERROR | DEFAULT expression` of JSON_VALUE. */
export interface JsonValueBehavior extends Span {
  readonly kind: 'jsonValueBehavior';
  readonly behavior: 'NULL' | 'ERROR' | 'DEFAULT';
  readonly value: Expression | undefined;
}

export interface JsonValue extends Span {
  readonly kind: 'jsonValue';
  readonly input: Expression;
  readonly path: Expression;
  readonly returning: TypeNode | undefined;
  readonly onEmpty: JsonValueBehavior | undefined;
  readonly onError: JsonValueBehavior | undefined;
}

export type JsonQueryBehavior = 'NULL' | 'ERROR' | 'EMPTY ARRAY' | 'EMPTY OBJECT';

export interface JsonQuery extends Span {
  readonly kind: 'jsonQuery';
  readonly input: Expression;
  readonly path: Expression;
  readonly returning: TypeNode | undefined;
  /** `WITH WRAPPER` is UNCONDITIONAL. */
  readonly wrapper: 'WITHOUT' | 'CONDITIONAL' | 'UNCONDITIONAL' | undefined;
  readonly onEmpty: JsonQueryBehavior | undefined;
  readonly onError: JsonQueryBehavior | undefined;
}

export interface JsonEntry extends Span {
  readonly kind: 'jsonEntry';
  readonly key: Expression;
  readonly value: Expression;
}

/** `JSON_OBJECT([KEY] k VALUE v, …)`; `k : v` and `k, v` are read as the same. */
export interface JsonObject extends Span {
  readonly kind: 'jsonObject';
  readonly entries: readonly JsonEntry[];
  readonly onNull: 'NULL' | 'ABSENT' | undefined;
}

export interface JsonArray extends Span {
  readonly kind: 'jsonArray';
  readonly items: readonly Expression[];
  readonly onNull: 'NULL' | 'ABSENT' | undefined;
}

export interface JsonObjectAggregate extends Span, AggregateSuffix {
  readonly kind: 'jsonObjectAgg';
  readonly key: Expression;
  readonly value: Expression;
  readonly onNull: 'NULL' | 'ABSENT' | undefined;
}

export interface JsonArrayAggregate extends Span, AggregateSuffix {
  readonly kind: 'jsonArrayAgg';
  readonly item: Expression;
  readonly onNull: 'NULL' | 'ABSENT' | undefined;
}

export type JsonFunction =
  | JsonExists
  | JsonValue
  | JsonQuery
  | JsonObject
  | JsonArray
  | JsonObjectAggregate
  | JsonArrayAggregate;
