/**
 * WHERE: a filter, and a semi or anti join for each `[NOT] IN (query)` and `[NOT] EXISTS` that must
 * be true. Queries in other places of its conditions are values (`query-values.ts`).
 */
import { bindCall } from '../../operators/expr/bind.js';
import type { Expr } from '../../operators/expr/expression.js';
import { joined } from '../logical/decorrelate.js';
import { conjunction } from '../logical/expressions.js';
import { filter } from '../logical/filter.js';
import { join } from '../logical/join.js';
import type { LogicalNode } from '../logical/node.js';
import type { ExistsExpression, Expression, InQueryExpression } from '../parser/ast/expression.js';
import type { BoundFrom } from './bound-from.js';
import type { BindContext } from './context.js';
import { ExpressionBinder } from './expression.js';
import { bindMembership, isNotFalse, membership, tested } from './membership.js';
import { QueryValues } from './query-values.js';
import { presence } from './right-side.js';
import { noSpecialCalls } from './special-calls.js';

interface Test {
  readonly query: ExistsExpression | InQueryExpression;
  readonly negated: boolean;
}

export function bindWhere(where: Expression, from: BoundFrom, context: BindContext): LogicalNode {
  const queries = new QueryValues(true);
  const special = noSpecialCalls('WHERE clause');
  const binder = new ExpressionBinder(context, from.scope, special, new WeakMap(), queries);
  const parts = where.kind === 'chain' && where.operator === 'AND' ? where.operands : [where];
  const tests: Test[] = [];
  const conditions: Expr[] = [];
  context.each(parts, (part) => {
    const test = testOf(part);
    if (test === null) conditions.push(binder.condition(part, 'WHERE'));
    else tests.push(test);
  });
  const joins = tests.map((test) => context.locate(test.query, () => testJoin(test, binder)));
  const attached = queries.attach(from.node, (expr) => expr);
  const condition = conjunction(conditions.map(attached.replace));
  let { node } = attached;
  if (condition !== null) node = filter(node, condition);
  for (const { type, right, conditions: own } of joins) {
    const on = joined(own, node.output.length, (each) => attached.replace(each));
    node = join(type, node, right, conjunction(on));
  }
  return node;
}

/** A part of the condition that only asks whether a query has a row; null for others. */
function testOf(part: Expression): Test | null {
  if (part.kind === 'unary' && part.operator === 'NOT') {
    const test = testOf(part.operand);
    return test && { ...test, negated: !test.negated };
  }
  if (part.kind === 'exists') return { query: part, negated: false };
  if (part.kind === 'inQuery') return { query: part, negated: part.negated };
  if (part.kind !== 'quantifiedQuery') return null;
  const query = membership(part);
  return query && { query, negated: query.negated };
}

interface TestJoin {
  readonly type: 'semi' | 'anti';
  readonly right: LogicalNode;
  /** Over the columns of the right side, and those of FROM from `OUTER` on. */
  readonly conditions: readonly Expr[];
}

function testJoin({ query, negated }: Test, binder: ExpressionBinder): TestJoin {
  const type = negated ? 'anti' : 'semi';
  if (query.kind === 'exists') {
    const { node, conditions } = tested(query, binder);
    const right = conditions.length === 0 ? anyRow(node) : node;
    return { type, right, conditions };
  }
  const { pulled, equalities } = bindMembership(query, binder);
  const own = equalities.map((each) => (negated ? isNotFalse(each) : each.call));
  return { type, right: pulled.node, conditions: [...pulled.conditions, ...own] };
}

/** One row when there are any: all that a query by itself says. */
function anyRow(node: LogicalNode): LogicalNode {
  const { node: rows, values } = presence({ node, conditions: [] }, []);
  return filter(rows, bindCall('IS NOT NULL', values));
}
