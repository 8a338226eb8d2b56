/**
 * One SELECT: FROM, WHERE, GROUP BY, HAVING, window functions, QUALIFY, the list, DISTINCT, and the
 * columns that ORDER BY needs.
 *
 * All expressions are bound over FROM's columns; aggregates and window functions stand in them as
 * columns of places beyond (see `special-calls.ts`). Once all are known, the aggregate and the
 * window nodes are built, and each expression is rewritten to count columns in their output.
 */
import type { Expr } from '../../operators/expr/expression.js';
import { aggregate } from '../logical/aggregate.js';
import { column, exprDigest } from '../logical/expressions.js';
import { filter } from '../logical/filter.js';
import type { LogicalNode } from '../logical/node.js';
import { project } from '../logical/project.js';
import type { TtlHint } from '../logical/ttl-hint.js';
import { oneRow } from '../logical/values.js';
import type { Span } from '../parser/ast/node.js';
import type { OrderItem, Select } from '../parser/ast/query.js';
import type { AggregateUse } from './aggregate-use.js';
import type { BoundFrom } from './bound-from.js';
import { functionName } from './call.js';
import { bindWhere, Conditions } from './conditions.js';
import type { BindContext } from './context.js';
import { ExpressionBinder } from './expression.js';
import { bindFrom } from './from.js';
import { bindGroupWindow, type GroupWindow } from './group-window.js';
import { Grouping } from './grouping.js';
import { bindGroupBy, type GroupKeys } from './grouping-sets.js';
import { checkHints } from './hint.js';
import { JoinHints } from './join-hints.js';
import { type Ordered, ordinal } from './order.js';
import { direction, type OrderKey, type OverCall } from './over.js';
import { QueryValues } from './query-values.js';
import { Scope } from './scope.js';
import { bindItems, type Item } from './select-items.js';
import { noSpecialCalls, OVER_BASE, SelectCalls } from './special-calls.js';
import { overNodes } from './window-nodes.js';

export function bindSelect(
  select: Select,
  orderBy: readonly OrderItem[],
  context: BindContext,
): Ordered {
  checkHints(select.hints, context);
  const hints = new JoinHints(select.hints, context);
  const from: BoundFrom =
    select.from === undefined
      ? { node: oneRow(), scope: Scope.empty }
      : bindFrom(select.from, context, hints);
  const window = bindGroupWindow(select, from.scope, from.node, context);
  const [bound, node] = context.both(
    () => bindClauses(select, orderBy, from.scope, window, context),
    () => (select.where === undefined ? from.node : bindWhere(select.where, from, context)),
  );
  const isGrouped = bound.keys !== null || select.quantifier === 'DISTINCT';
  const ttl = isGrouped ? hints.ttl(from.scope.relations, 'INPUT') : [];
  const ordered = assemble(select, node, window, bound, context, ttl);
  hints.check();
  return ordered;
}

/** The bound expressions of all clauses behind WHERE. */
interface Clauses {
  readonly items: readonly Item[];
  readonly having: Conditions | null;
  readonly qualify: Expr | null;
  readonly order: readonly OrderKey[];
  readonly calls: SelectCalls;
  readonly queries: QueryValues;
  readonly keys: GroupKeys | null;
  readonly spans: WeakMap<Expr, Span>;
}

function bindClauses(
  select: Select,
  orderBy: readonly OrderItem[],
  scope: Scope,
  window: GroupWindow | undefined,
  context: BindContext,
): Clauses {
  const calls = new SelectCalls(select.windows, hasKeys(select), window);
  const spans = new WeakMap<Expr, Span>();
  const queries = new QueryValues();
  const binder = new ExpressionBinder(context, scope, calls.special, spans, queries);
  const items = bindItems(select, binder);
  const below = new ExpressionBinder(context, scope, calls.inHaving, spans, queries);
  const having =
    select.having === undefined ? null : new Conditions(select.having, 'HAVING', below);
  // QUALIFY and ORDER BY see the names of the list first, then those of FROM.
  const aliases = items.map(({ name, expr }) => ({ name, expr }));
  const taken = new Set(aliases.map(({ name }) => name));
  const rest = scope.visible.filter(({ name }) => !taken.has(name));
  const outer = new Scope(scope.relations, [...aliases, ...rest]);
  const above = new ExpressionBinder(context, outer, calls.special, spans, queries);
  const qualify = select.qualify === undefined ? null : above.condition(select.qualify, 'QUALIFY');
  const order = orderBy.map((item): OrderKey => {
    const place = ordinal(item.expression, items.length, context);
    const expr = place === undefined ? above.bind(item.expression) : (items[place] as Item).expr;
    return { expr, ...direction(item) };
  });
  const grouped = select.groupBy !== undefined || having !== null || calls.aggregates.length > 0;
  const keys = grouped ? bindKeys(select, scope, window, queries, context) : null;
  const [lost] = calls.groupings;
  if (keys === null && lost !== undefined) {
    const reason = `${functionName(lost.call)} operator may only occur in an aggregate query`;
    throw context.error('BIND_INVALID', reason, lost.call);
  }
  return { items, having, qualify, order, calls, queries, keys, spans };
}

function hasKeys({ groupBy }: Select): boolean {
  return groupBy?.items.some((item) => item.kind !== 'groupSet' || item.items.length > 0) ?? false;
}

function bindKeys(
  select: Select,
  scope: Scope,
  window: GroupWindow | undefined,
  queries: QueryValues,
  context: BindContext,
): GroupKeys {
  const special = noSpecialCalls('GROUP BY clause');
  const binder = new ExpressionBinder(context, scope, special, new WeakMap(), queries);
  return bindGroupBy(select, window?.keys() ?? [], binder);
}

function assemble(
  select: Select,
  rows: LogicalNode,
  window: GroupWindow | undefined,
  bound: Clauses,
  context: BindContext,
  ttl: readonly TtlHint[],
): Ordered {
  const { items, calls } = bound;
  const below = belowGroups(rows, bound);
  const placed =
    below.keys === null ? undefined : window?.place(below.node, below.keys, select, context);
  const { node: input, groups: keys } = placed ?? { node: below.node, groups: below.keys };
  let node = input;
  let rewrite = (expr: Expr): Expr => expr;
  if (keys !== null) {
    const grouping = new Grouping(
      keys,
      calls.groupings,
      below.aggregates,
      items,
      bound.spans,
      context,
      select,
    );
    node = hinted(grouping.node(input), ttl);
    rewrite = (expr) => grouping.rewrite(expr);
  }
  const { having, qualify } = bound;
  const used = [...items, ...bound.order].map(({ expr }) => expr);
  if (having !== null) used.push(...having.read);
  if (qualify !== null) used.push(qualify);
  const attached = bound.queries.attach(node, rewrite, used);
  node = attached.node;
  const withQueries = (expr: Expr): Expr => attached.replace(rewrite(expr));
  if (having !== null) node = having.fulfilled(node, withQueries);
  const results = new Map<number, Expr>();
  if (calls.overs.length > 0) {
    const windows = overNodes(node, calls.overs, withQueries, items, select, context);
    node = windows.node;
    for (const [i, place] of windows.places.entries()) {
      const { type } = (calls.overs[i] as OverCall).bound;
      results.set(OVER_BASE + i, column(place, type));
    }
  }
  const final = (expr: Expr): Expr => replaceOvers(withQueries(expr), results);
  if (qualify !== null) node = filter(node, final(qualify));
  const expressions = items.map((item) => final(item.expr));
  const names = items.map((item) => item.name);
  const order = bound.order.map((key) => ({ ...key, expr: final(key.expr) }));
  if (select.quantifier === 'DISTINCT') {
    node = project(node, expressions, names);
    node = hinted(aggregate(node, [...names.keys()], [], []), keys === null ? ttl : []);
    return orderColumns(node, expressions, names, order, select, context);
  }
  return orderColumns(node, expressions, names, order, null, context);
}

/** The rows that are grouped, with the queries that keys and aggregates hold. */
function belowGroups(
  rows: LogicalNode,
  { keys, calls: { aggregates }, queries }: Clauses,
): { node: LogicalNode; keys: GroupKeys | null; aggregates: readonly AggregateUse[] } {
  if (keys === null) return { node: rows, keys, aggregates };
  const used = aggregates.flatMap(({ bound, filter: own }) =>
    own === null ? bound.args : [...bound.args, own],
  );
  const { node, replace } = queries.attach(rows, (expr) => expr, [...keys.keys, ...used]);
  if (node === rows) return { node, keys, aggregates };
  return {
    node,
    keys: { ...keys, sources: keys.keys.map(replace) },
    aggregates: aggregates.map((use) => ({
      ...use,
      bound: { ...use.bound, args: use.bound.args.map(replace) },
      filter: use.filter && replace(use.filter),
    })),
  };
}

function hinted(node: LogicalNode, ttl: readonly TtlHint[]): LogicalNode {
  return ttl.length === 0 || node.kind !== 'aggregate' ? node : { ...node, ttl };
}

function replaceOvers(expr: Expr, results: ReadonlyMap<number, Expr>): Expr {
  if (results.size === 0 || expr.kind === 'literal') return expr;
  if (expr.kind === 'column') return results.get(expr.index) ?? expr;
  return { ...expr, args: expr.args.map((arg) => replaceOvers(arg, results)) };
}

/**
 * The list as a projection, with the columns of ORDER BY that are not in it behind.
 * @param distinct the SELECT, when it is DISTINCT: then the list is already projected, and the
 * order can be by its columns alone
 */
function orderColumns(
  input: LogicalNode,
  expressions: readonly Expr[],
  names: readonly string[],
  order: readonly OrderKey[],
  distinct: Select | null,
  context: BindContext,
): Ordered {
  const all = [...expressions];
  const keys = order.map(({ expr, descending, nullsFirst }) => {
    const digest = exprDigest(expr);
    let at = all.findIndex((each) => exprDigest(each) === digest);
    if (at < 0) at = all.push(expr) - 1;
    return { column: at, descending, nullsFirst };
  });
  if (distinct !== null) {
    if (all.length === expressions.length) return { node: input, names, order: keys };
    const reason = 'With SELECT DISTINCT, ORDER BY takes only what is selected';
    throw context.error('BIND_INVALID', reason, distinct);
  }
  const extra = all.slice(names.length).map((_, i) => `$order${i}`);
  return { node: project(input, all, [...names, ...extra]), names, order: keys };
}
