/**
 * WHERE: a filter, and a semi join for each `x IN (query)` that must be true. A query in another
 * place of a condition is not run yet.
 */
import type { Expr } from '../../operators/expr/expression.js';
import { column, conjunction } from '../logical/expressions.js';
import { filter } from '../logical/filter.js';
import { join } from '../logical/join.js';
import type { LogicalNode } from '../logical/node.js';
import type { Expression, InQueryExpression } from '../parser/ast/expression.js';
import type { BoundFrom } from './bound-from.js';
import type { BindContext } from './context.js';
import { ExpressionBinder } from './expression.js';
import { noSpecialCalls } from './special-calls.js';

export function bindWhere(where: Expression, from: BoundFrom, context: BindContext): LogicalNode {
  const binder = new ExpressionBinder(context, from.scope, noSpecialCalls('WHERE clause'));
  const parts = where.kind === 'chain' && where.operator === 'AND' ? where.operands : [where];
  const conditions = parts
    .filter((part) => part.kind !== 'inQuery')
    .map((part) => binder.condition(part, 'WHERE'));
  const condition = conjunction(conditions);
  let node = condition === null ? from.node : filter(from.node, condition);
  for (const part of parts) {
    if (part.kind === 'inQuery') node = inQuery(part, node, binder);
  }
  return node;
}

/** Each column of the left side against the one of the query in its place. */
function inQuery(
  part: InQueryExpression,
  left: LogicalNode,
  binder: ExpressionBinder,
): LogicalNode {
  const { context } = binder;
  const { operand } = part;
  const query = context.query(part.query);
  const items = operand.kind === 'row' ? operand.items : [operand];
  if (items.length !== query.names.length) {
    const reason = `${items.length} values cannot be IN a query of ${query.names.length} columns`;
    throw context.error('BIND_TYPE', reason, part);
  }
  const width = left.output.length;
  const values = items.map((item) => binder.bind(item));
  const equalities = values.map((value, i): Expr => {
    const type = query.node.output[i]?.type ?? value.type;
    const unknown = value.type.nullable || type.nullable;
    if (part.negated && unknown) {
      throw context.unsupported('NOT IN (query) over values that may be NULL', part);
    }
    return binder.made('=', [value, column(width + i, type)], part);
  });
  const type = part.negated ? 'anti' : 'semi';
  return join(type, left, query.node, conjunction(equalities));
}
