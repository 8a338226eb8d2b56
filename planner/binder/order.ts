/** ORDER BY over the columns of a finished query (VALUES, set operations, TABLE t). */
import type { SortKey } from '../../operators/rank/rank-spec.js';
import { column, exprDigest } from '../logical/expressions.js';
import type { LogicalNode } from '../logical/node.js';
import { project } from '../logical/project.js';
import type { Expression } from '../parser/ast/expression.js';
import type { OrderItem } from '../parser/ast/query.js';
import type { BindContext, BoundQuery } from './context.js';
import { ExpressionBinder } from './expression.js';
import { direction } from './over.js';
import { Scope } from './scope.js';
import { noSpecialCalls } from './special-calls.js';

/** A query before its sort: columns behind the named ones are for the order alone. */
export interface Ordered extends BoundQuery {
  readonly order: readonly SortKey[];
}

export function bindOutputOrder(
  query: BoundQuery,
  items: readonly OrderItem[],
  context: BindContext,
): Ordered {
  const { names } = query;
  const scope = Scope.of(null, names, query.node.output);
  const binder = new ExpressionBinder(context, scope, noSpecialCalls('ORDER BY'));
  const own = query.node.output.map((c, i) => column(i, c.type));
  const expressions = own.map((expr) => expr as ReturnType<typeof binder.bind>);
  const order = items.map((item): SortKey => {
    const place = ordinal(item.expression, names.length, context);
    if (place !== undefined) return { column: place, ...direction(item) };
    const expr = binder.bind(item.expression);
    const digest = exprDigest(expr);
    let at = expressions.findIndex((each) => exprDigest(each) === digest);
    if (at < 0) at = expressions.push(expr) - 1;
    return { column: at, ...direction(item) };
  });
  let node: LogicalNode = query.node;
  if (expressions.length > own.length) {
    const extra = expressions.slice(own.length).map((_, i) => `$order${i}`);
    node = project(node, expressions, [...names, ...extra]);
  }
  return { node, names, order };
}

/** The column that a bare number names, from 0; undefined for another expression. */
export function ordinal(node: Expression, width: number, context: BindContext): number | undefined {
  if (node.kind !== 'number' || !/^\d+$/.test(node.text)) return undefined;
  const place = Number(node.text);
  if (place >= 1 && place <= width) return place - 1;
  const reason = `Ordinal ${node.text} in ORDER BY is out of range; there are ${width} columns`;
  throw context.error('BIND_INVALID', reason, node);
}
