/** Joins in FROM: ON, USING, NATURAL, and what names mean behind them. */

import { bindCall } from '../../operators/expr/bind.js';
import type { Expr } from '../../operators/expr/expression.js';
import { mapColumns } from '../../operators/expr/walk.js';
import type { JoinType } from '../../operators/join/join-spec.js';
import { withNullable } from '../../state/column/logical-type.js';
import { withoutAttribute } from '../logical/column-type.js';
import { OUTER } from '../logical/decorrelate.js';
import { conjunction, shiftColumns } from '../logical/expressions.js';
import type { LogicalNode } from '../logical/node.js';
import type { Join } from '../parser/ast/from.js';
import type { Identifier, Span } from '../parser/ast/node.js';
import type { BoundFrom } from './bound-from.js';
import type { BindContext } from './context.js';
import { ExpressionBinder } from './expression.js';
import { type QueryInOn, QueryValues } from './query-values.js';
import { type Relation, Scope, type ScopeColumn } from './scope.js';
import { noSpecialCalls } from './special-calls.js';

/** One column of USING or NATURAL: its name, and its value on each side (over that side alone). */
interface Pair {
  readonly name: string;
  readonly left: Expr;
  readonly right: Expr;
}

export function usingPairs(
  item: Join,
  left: Scope,
  right: Scope,
  context: BindContext,
): readonly Pair[] {
  if (item.natural) {
    const names = left.visible.map((column) => column.name);
    const common = names.filter((name) => right.visible.some((column) => column.name === name));
    const at = (name: string): Identifier => ({
      kind: 'identifier',
      name,
      quoted: false,
      start: item.start,
      end: item.end,
    });
    return common.map((name) => pair(at(name), left, right, context));
  }
  return item.using.map((name) => pair(name, left, right, context));
}

function pair(name: Identifier, left: Scope, right: Scope, context: BindContext): Pair {
  const side = (scope: Scope): Expr => scope.resolve([name], context).expr;
  return { name: name.name, left: side(left), right: side(right) };
}

/**
 * Behind a join the tables of both sides, the columns that an outer join fills up with NULL
 * nullable; a column of USING is one column, in front.
 */
export function joinScope(
  type: JoinType,
  left: BoundFrom,
  right: BoundFrom,
  pairs: readonly Pair[],
): Scope {
  const width = left.node.output.length;
  const ofLeft = (expr: Expr): Expr => sideColumn(expr, 0, type === 'right' || type === 'full');
  const ofRight = (expr: Expr): Expr => sideColumn(expr, width, type === 'left' || type === 'full');
  const relations: Relation[] = [
    ...left.scope.relations.map((relation) => moved(relation, ofLeft)),
    ...right.scope.relations.map((relation) => moved(relation, ofRight)),
  ];
  const names = new Set(pairs.map((each) => each.name));
  const merged = pairs.map(({ name, left: a, right: b }): ScopeColumn => {
    const [own, other] = [ofLeft(a), ofRight(b)];
    if (type === 'full') return { name, expr: firstOf(own, other) };
    return { name, expr: type === 'right' ? other : own };
  });
  const rest = (scope: Scope, move: (expr: Expr) => Expr): ScopeColumn[] =>
    scope.visible
      .filter((column) => !names.has(column.name))
      .map((column) => ({ ...column, expr: move(column.expr) }));
  const visible = [...merged, ...rest(left.scope, ofLeft), ...rest(right.scope, ofRight)];
  return new Scope(relations, visible);
}

function sideColumn(expr: Expr, shift: number, padded: boolean): Expr {
  const placed = shiftColumns(expr, shift);
  return padded ? { ...placed, type: withNullable(placed.type, true) } : placed;
}

/** Of the two sides of a FULL join the one that is there. */
function firstOf(own: Expr, other: Expr): Expr {
  const value = bindCall('COALESCE', [own, other]);
  return { ...value, type: withoutAttribute(value.type) };
}

function moved(relation: Relation, move: (expr: Expr) => Expr): Relation {
  const columns = relation.columns.map((column) => ({ ...column, expr: move(column.expr) }));
  return { name: relation.name, columns };
}

/** What is joined by what: the sides, behind whose columns those of queries in ON stand. */
export interface JoinParts {
  readonly left: LogicalNode;
  readonly right: LogicalNode;
  readonly condition: Expr | null;
  /** The places of the sides' own columns behind the join; null = all. */
  readonly own: readonly number[] | null;
}

/** @param free the side that gets the queries which read neither */
export function bindOn(
  item: Join,
  left: BoundFrom,
  right: BoundFrom,
  pairs: readonly Pair[],
  context: BindContext,
  free: 'left' | 'right',
): JoinParts {
  const queries = new QueryValues();
  const condition = bindJoinCondition(item, left, right, pairs, context, queries);
  if (condition === null || queries.inOn.length === 0) {
    return { left: left.node, right: right.node, condition, own: null };
  }
  const [width, rightWidth] = [left.node.output.length, right.node.output.length];
  for (const query of queries.inOn) refuseInOn(query, width, context);
  const isOfLeft = ({ reads }: QueryInOn): boolean => free === 'left' || reads.length > 0;
  const ofLeft = queries.attachToSide(left.node, isOfLeft);
  const ofRight = queries.attachToSide(right.node, (query) => !isOfLeft(query));
  const newWidth = ofLeft.node.output.length;
  const place = (index: number): number =>
    index < width || index >= OUTER ? index : index - width + newWidth;
  const moved = mapColumns(condition, (index) => {
    const value = ofRight.value(index);
    if (value !== undefined) return shiftColumns(value, newWidth);
    return ofLeft.value(index) ?? place(index);
  });
  const own = [...Array(width + rightWidth).keys()].map(place);
  return { left: ofLeft.node, right: ofRight.node, condition: moved, own };
}

/** As Flink, which fails on these (`equivalence.get(p2) for 5`, `Index 3 out of bounds`, …). */
function refuseInOn({ node, reads }: QueryInOn, width: number, context: BindContext): void {
  const refuse = (reason: string): never => {
    const hint = 'Put it into WHERE, or into the list of a query in FROM.';
    throw context.error('PLAN_UNSUPPORTED', reason, node, hint);
  };
  const { kind } = node;
  if (kind === 'inQuery' && reads.length > 0) refuse('IN (query) in ON takes constants alone');
  if (reads.some((index) => index >= width)) {
    refuse('A query in ON can read columns of the left side alone');
  }
  if (kind !== 'quantifiedQuery') return;
  const { operator, quantifier } = node;
  if (operator === '<>' || operator === '=') {
    refuse(`${operator} ${quantifier} of a query cannot stand in ON`);
  }
}

/** Over the left columns, then the right ones, before outer joins make any of them NULL. */
export function bindJoinCondition(
  item: Join,
  left: BoundFrom,
  right: BoundFrom,
  pairs: readonly Pair[],
  context: BindContext,
  queries: QueryValues | null = null,
): Expr | null {
  const scope = joinScope('inner', left, right, []);
  const binder = new ExpressionBinder(context, scope, noSpecialCalls('ON'), new WeakMap(), queries);
  const width = left.node.output.length;
  if (item.on !== undefined) return binder.condition(item.on, 'ON');
  const at: Span = item.using[0] ?? item;
  return conjunction(
    pairs.map((each) => binder.made('=', [each.left, shiftColumns(each.right, width)], at)),
  );
}
