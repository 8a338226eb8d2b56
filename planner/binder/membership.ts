/** EXISTS and IN of a query: the query within, and which of its columns must equal what. */
import { bindCall } from '../../operators/expr/bind.js';
import type { Expr } from '../../operators/expr/expression.js';
import {
  type Equality,
  equality,
  fromInside,
  type PulledUp,
  pullUp,
} from '../logical/decorrelate.js';
import { column } from '../logical/expressions.js';
import type { LogicalNode } from '../logical/node.js';
import type {
  ExistsExpression,
  InQueryExpression,
  QuantifiedQueryExpression,
} from '../parser/ast/expression.js';
import type { Span } from '../parser/ast/node.js';
import type { Query } from '../parser/ast/query.js';
import type { ExpressionBinder } from './expression.js';

/** A query whose columns stand for `width` values. @throws BIND_TYPE when there are others */
export function queryOf(
  node: Span & { readonly query: Query },
  width: number,
  { context, scope }: ExpressionBinder,
): LogicalNode {
  const query = context.queryWithin(node.query, scope);
  if (query.names.length === width) return query.node;
  const values = width === 1 ? 'One value' : `${width} values`;
  const reason = `${values} cannot be compared with a query of ${query.names.length} columns`;
  throw context.error('BIND_TYPE', reason, node);
}

/** The rows that EXISTS asks for; what it selects of them does not matter. */
export function tested({ query }: ExistsExpression, binder: ExpressionBinder): PulledUp {
  const { node } = binder.context.queryWithin(query, binder.scope);
  const rows = node.kind === 'project' ? node.input : node;
  return pullUp(rows);
}

export interface Membership {
  readonly pulled: PulledUp;
  /** Each value against the column in its place. */
  readonly equalities: readonly Equality[];
}

export function bindMembership(node: InQueryExpression, binder: ExpressionBinder): Membership {
  const { operand } = node;
  const items = operand.kind === 'row' ? operand.items : [operand];
  const query = queryOf(node, items.length, binder);
  const pulled = pullUp(query);
  const equalities = items.map((item, i): Equality => {
    const value = binder.bind(item);
    const inner = column(i, query.output[i]?.type ?? value.type);
    return equality(binder.made('=', [fromInside(value), inner], node));
  });
  return { pulled, equalities };
}

/** As NOT IN takes it: what may be equal keeps a row out, too. */
export function isNotFalse({ call }: Equality): Expr {
  return call.type.nullable ? bindCall('IS NOT FALSE', [call]) : call;
}

/** `= ANY` as IN and `<> ALL` as NOT IN; null for other comparisons. */
export function membership(node: QuantifiedQueryExpression): InQueryExpression | null {
  const { operator, quantifier, left, query, start, end } = node;
  const isIn = operator === '=' && quantifier === 'ANY';
  if (!isIn && !(operator === '<>' && quantifier === 'ALL')) return null;
  return { kind: 'inQuery', operand: left, negated: !isIn, query, start, end };
}
