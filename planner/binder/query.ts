/** Queries: WITH, the body, ORDER BY, LIMIT and OFFSET. */
import { foldConstants } from '../../operators/expr/fold.js';
import { pick } from '../logical/project.js';
import { sort } from '../logical/sort.js';
import { values } from '../logical/values.js';
import type { Expression } from '../parser/ast/expression.js';
import type { CommonTable, Query, QueryBody } from '../parser/ast/query.js';
import type { BindContext, BoundQuery } from './context.js';
import { ExpressionBinder } from './expression.js';
import { namedTable } from './from.js';
import { bindOutputOrder, type Ordered } from './order.js';
import { Scope } from './scope.js';
import { bindSelect } from './select.js';
import { bindSetOperation } from './set-operation.js';
import { noSpecialCalls } from './special-calls.js';
import { bindValues } from './values.js';

/**
 * A query inside another one: an order that limits nothing has no meaning there, and is dropped.
 */
export function bindNestedQuery(query: Query, context: BindContext): BoundQuery {
  const unlimited = query.limit === undefined && query.offset === undefined;
  return bindQuery(query, context, !unlimited);
}

export function bindQuery(query: Query, outer: BindContext, sorts = true): BoundQuery {
  const context = withCommonTables(query, outer);
  const ordered = bindOrdered(query, context);
  const order = sorts ? ordered.order : [];
  const offset = query.offset === undefined ? 0 : bound(query.offset, 'OFFSET', context);
  const fetch = query.limit === undefined ? null : bound(query.limit, 'LIMIT', context);
  let { node } = ordered;
  if (fetch === 0) node = values(node.output, []);
  else if (order.length > 0 || offset > 0 || fetch !== null) {
    node = sort(node, order, offset, fetch);
  }
  const width = ordered.names.length;
  if (node.output.length > width) node = pick(node, [...Array(width).keys()]);
  return { node, names: ordered.names };
}

/** The body, with the columns of ORDER BY; those that are not its own stand behind its own. */
function bindOrdered(query: Query, context: BindContext): Ordered {
  const { body, orderBy } = query;
  if (body.kind === 'select') return bindSelect(body, orderBy, context);
  return bindOutputOrder(bindBody(body, context), orderBy, context);
}

export function bindBody(body: QueryBody, context: BindContext): BoundQuery {
  switch (body.kind) {
    case 'select': {
      const { node, names } = bindSelect(body, [], context);
      return { node, names };
    }
    case 'values':
      return bindValues(body, context);
    case 'explicitTable':
      return namedTable(body, {}, context).query;
    case 'setOperation':
      return bindSetOperation(body, context, bindBody);
    case 'query':
      return bindNestedQuery(body, context);
  }
}

/** Each common table sees those before it. */
function withCommonTables(query: Query, outer: BindContext): BindContext {
  let context = outer;
  for (const common of query.with) {
    const { name, columns, query: own } = common;
    refuseRecursion(common, context);
    const table = context.query(own);
    if (columns.length > 0 && columns.length !== table.names.length) {
      const reason = `'${name.name}' has ${table.names.length} columns, not ${columns.length}`;
      throw context.error('BIND_INVALID', reason, name);
    }
    const names = columns.length > 0 ? columns.map((column) => column.name) : table.names;
    const tables = new Map(context.commonTables).set(name.name, { node: table.node, names });
    context = context.withCommonTables(tables);
  }
  return context;
}

/** As in Flink, the name stands for the table itself in the last part of a bare UNION. */
function refuseRecursion({ recursive, name, query }: CommonTable, context: BindContext): void {
  const { body, orderBy, limit, offset } = query;
  if (!recursive || body.kind !== 'setOperation' || body.operator !== 'UNION') return;
  if (orderBy.length > 0 || limit !== undefined || offset !== undefined) return;
  const inside = withCommonTables(query, context);
  const tables = new Map(inside.commonTables).set(name.name, 'itself');
  bindBody(body.operands.at(-1) as QueryBody, inside.withCommonTables(tables));
}

/** The number of a LIMIT or OFFSET, a constant. */
function bound(node: Expression, clause: string, context: BindContext): number {
  const binder = new ExpressionBinder(context, Scope.empty, noSpecialCalls(clause));
  const value = foldConstants(binder.bind(node));
  const number = value.kind === 'literal' ? value.value : null;
  const whole = typeof number === 'bigint' || typeof number === 'number' ? Number(number) : -1;
  if (Number.isSafeInteger(whole) && whole >= 0 && value.type.root !== 'DECIMAL') return whole;
  throw context.error('BIND_INVALID', `${clause} takes a number from 0 on`, node);
}
