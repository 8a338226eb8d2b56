/** The items of FROM: tables, views, common tables, queries, windowing functions, joins. */

import { didYouMean } from '../../conf/nearest.js';
import type { JoinType } from '../../operators/join/join-spec.js';
import { pathParts } from '../catalog/object-path.js';
import { joined, pullUp } from '../logical/decorrelate.js';
import { conjunction, conjuncts } from '../logical/expressions.js';
import { join } from '../logical/join.js';
import { joinElements } from '../logical/join-elements.js';
import type { LogicalNode } from '../logical/node.js';
import { pick } from '../logical/project.js';
import type { FunctionCall } from '../parser/ast/call.js';
import type {
  DerivedTable,
  FromItem,
  Join,
  TableFunction,
  TableReference,
} from '../parser/ast/from.js';
import type { Span } from '../parser/ast/node.js';
import type { BoundFrom } from './bound-from.js';
import { functionName } from './call.js';
import { bindChangelogFunction, CHANGELOG_FUNCTIONS } from './changelog-function.js';
import type { BindContext, BoundQuery } from './context.js';
import { bindLateral, bindLateralJoin, isLateral } from './correlate.js';
import { tableOptions } from './hint.js';
import { bindJoinCondition, bindOn, type JoinParts, joinScope, usingPairs } from './join.js';
import type { JoinHints } from './join-hints.js';
import { bindMatch } from './match.js';
import { Scope } from './scope.js';
import { bindTable } from './table.js';
import type { TableBinder } from './table-argument.js';
import { bindSystemTime, systemTime, withoutSystemTime } from './temporal.js';
import { bindWindowFunction, isWindowFunctionTable, WINDOW_FUNCTIONS } from './window-function.js';

/** @param hints of the SELECT */
export function bindFrom(item: FromItem, context: BindContext, hints: JoinHints): BoundFrom {
  switch (item.kind) {
    case 'table':
      return bindReference(item, context);
    case 'derivedTable': {
      return aliased(context.query(item.query), null, item, context);
    }
    case 'tableFunction':
      return bindTableFunction(item, context);
    case 'unnest':
      return bindLateral(item, context);
    case 'matchRecognize':
      return aliased(
        bindMatch(item, bindFrom(item.input, context, hints), context),
        null,
        item,
        context,
      );
    case 'join':
      return bindJoin(item, context, hints);
  }
}

function bindReference(item: TableReference, context: BindContext): BoundFrom {
  if (item.asOf !== undefined) {
    const reason =
      'Temporal table can only be used in temporal join and only supports ' +
      "'FOR SYSTEM_TIME AS OF' left table's time attribute field.";
    throw context.error('PLAN_UNSUPPORTED', reason, item.asOf);
  }
  const options = tableOptions(item.hints, context);
  const { query, name } = namedTable(item, options, context);
  return aliased(query, name, item, context);
}

/** A table, view or common table by its name. */
export function namedTable(
  item: Pick<TableReference, 'name'>,
  options: Readonly<Record<string, string>>,
  context: BindContext,
): { query: BoundQuery; name: readonly string[] } {
  const [only] = item.name.parts;
  const common = item.name.parts.length === 1 && only && context.commonTables.get(only.name);
  if (common === 'itself') {
    const reason = `'${only?.name}' reads itself, which is not run`;
    const hint = 'Write as many steps as there are, each as a common table of its own.';
    throw context.error('PLAN_UNSUPPORTED', reason, item.name, hint);
  }
  if (common) return { query: common, name: [only.name] };
  const found = context.catalog.resolve(item.name, context.text);
  const query = bindTable(found, options, item.name, context);
  const path = pathParts(found.path);
  context.shared.names.tables.set(item.name, { path, columns: query.names });
  return { query, name: path };
}

function bindTableFunction(item: TableFunction, context: BindContext): BoundFrom {
  const { call } = item;
  if (isLateral(item, context)) return bindLateral(item, context);
  const isChangelog = CHANGELOG_FUNCTIONS.includes(functionName(call));
  if (!isChangelog && !isWindowFunctionTable(call)) throw noTableFunction(call, context);
  const tables: TableBinder = {
    named: (name) => namedTable({ name }, {}, context).query,
    query: (each) => context.query(each),
  };
  const bind = isChangelog ? bindChangelogFunction : bindWindowFunction;
  const query = bind(call, context, tables);
  return aliased(query, null, item, context);
}

/** Table functions that Flink has. */
const FLINK_TABLE_FUNCTIONS: readonly string[] = [
  ...WINDOW_FUNCTIONS,
  'SESSION',
  'ML_PREDICT',
  'VECTOR_SEARCH',
  ...CHANGELOG_FUNCTIONS,
];

function noTableFunction(call: FunctionCall, context: BindContext): Error {
  const name = call.name.parts.map((part) => part.name).join('.');
  const upper = name.toUpperCase();
  if (FLINK_TABLE_FUNCTIONS.includes(upper)) {
    return context.unsupported(`Table function ${upper}`, call);
  }
  const known = [...FLINK_TABLE_FUNCTIONS, ...context.catalog.functionNames()];
  const hint = didYouMean(name, known) ?? didYouMean(upper, known);
  const reason = `There is no table function '${name}'`;
  return context.error('BIND_UNKNOWN_FUNCTION', reason, call.name, hint);
}

/** @param name of the table itself, where no alias hides it */
function aliased(
  query: BoundQuery,
  name: readonly string[] | null,
  item: Exclude<FromItem, Join>,
  context: BindContext,
): BoundFrom {
  const { node } = query;
  const { alias } = item;
  if (alias === undefined) {
    return { node, scope: Scope.of(name, query.names, node.output, item) };
  }
  const { columns } = alias;
  if (columns.length > 0 && columns.length !== query.names.length) {
    const reason = `The table has ${query.names.length} columns, its alias names ${columns.length}`;
    throw context.error('BIND_INVALID', reason, alias);
  }
  const names = columns.length > 0 ? columns.map((each) => each.name) : query.names;
  return { node, scope: Scope.of([alias.name.name], names, node.output, item) };
}

function bindJoin(item: Join, context: BindContext, hints: JoinHints): BoundFrom {
  if (isLateral(item.right, context)) {
    return bindLateralJoin(item, item.right, bindFrom(item.left, context, hints), context);
  }
  if (item.right.kind === 'derivedTable' && item.right.lateral) {
    return lateralQuery(item, item.right, bindFrom(item.left, context, hints), context);
  }
  const type = JOIN_TYPES[item.type];
  const [left, right] = context.both(
    () => bindFrom(item.left, context, hints),
    () => bindFrom(withoutSystemTime(item).right, context, hints),
  );
  refuseRepeatedAlias(left, right, item.right, context);
  const pairs = usingPairs(item, left.scope, right.scope, context);
  const scope = joinScope(type, left, right, pairs);
  const sides = [left.scope.relations, right.scope.relations] as const;
  const asOf = systemTime(item);
  if (asOf === undefined) {
    const parts = bindOn(item, left, right, pairs, context, 'right');
    const { ttl } = hints.of(...sides);
    const open = join(type, parts.left, parts.right, parts.condition);
    const node = ttl.length === 0 ? open : { ...open, ttl };
    return { node: parts.own === null ? node : pick(node, parts.own), scope };
  }
  const own = bindJoinCondition(item, left, right, pairs, context);
  const { form, condition } = bindSystemTime(asOf, item, left, right, own, context);
  const node = join(type, left.node, right.node, condition, form);
  const { ttl, lookup } = hints.ofTemporal(...sides);
  const ttlHints = ttl.length === 0 ? {} : { ttl };
  const lookupHint = lookup === undefined || form !== 'lookup' ? {} : { lookup };
  return { node: { ...node, ...ttlHints, ...lookupHint }, scope };
}

/** A query that may read the columns to its left: a join by the conditions that do. */
function lateralQuery(
  item: Join,
  lateral: DerivedTable,
  left: BoundFrom,
  context: BindContext,
): BoundFrom {
  const type = JOIN_TYPES[item.type];
  if (type === 'right' || type === 'full') {
    const reason = `A ${item.type} join cannot be with a table that is made of its left side`;
    throw context.error('BIND_INVALID', reason, lateral);
  }
  const query = context.queryWithin(lateral.query, left.scope);
  const right = aliased(query, null, lateral, context);
  refuseRepeatedAlias(left, right, lateral, context);
  const pairs = usingPairs(item, left.scope, right.scope, context);
  // The right side stays a query of the left one's rows.
  const parts = bindOn(item, left, right, pairs, context, 'left');
  const scope = joinScope(type, left, right, pairs);
  const elements = joinElements(parts.left, parts.right, type === 'left', parts.condition);
  const node = elements ?? context.locate(lateral, () => joinPulled(type, parts));
  return { node: parts.own === null ? node : pick(node, parts.own), scope };
}

function joinPulled(type: JoinType, { left, right, condition }: JoinParts): LogicalNode {
  const { node, conditions } = pullUp(right);
  const all = [...joined(conditions, left.output.length), ...conjuncts(condition)];
  return join(type, left, node, conjunction(all));
}

const JOIN_TYPES = {
  INNER: 'inner',
  CROSS: 'inner',
  LEFT: 'left',
  RIGHT: 'right',
  FULL: 'full',
} as const;

function refuseRepeatedAlias(
  left: BoundFrom,
  right: BoundFrom,
  at: Span,
  context: BindContext,
): void {
  for (const { name } of right.scope.relations) {
    const alias = name?.at(-1);
    const taken = left.scope.relations.some((other) => other.name?.join() === name?.join());
    if (alias === undefined || name === null || !taken) continue;
    const reason = `Table '${alias}' stands in FROM twice`;
    throw context.error('BIND_AMBIGUOUS_COLUMN', reason, at, 'Give it an alias.');
  }
}
