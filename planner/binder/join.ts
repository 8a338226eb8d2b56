/** Joins in FROM: ON, USING, NATURAL, and what names mean behind them. */

import { bindCall } from '../../operators/expr/bind.js';
import type { Expr } from '../../operators/expr/expression.js';
import type { JoinType } from '../../operators/join/join-spec.js';
import { withNullable } from '../../state/column/logical-type.js';
import { withoutAttribute } from '../logical/column-type.js';
import { conjunction, shiftColumns } from '../logical/expressions.js';
import type { Join } from '../parser/ast/from.js';
import type { Identifier, Span } from '../parser/ast/node.js';
import type { BoundFrom } from './bound-from.js';
import type { BindContext } from './context.js';
import { ExpressionBinder } from './expression.js';
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

/** Over the left columns, then the right ones, before outer joins make any of them NULL. */
export function bindJoinCondition(
  item: Join,
  left: BoundFrom,
  right: BoundFrom,
  pairs: readonly Pair[],
  context: BindContext,
): Expr | null {
  const scope = joinScope('inner', left, right, []);
  const binder = new ExpressionBinder(context, scope, noSpecialCalls('ON'));
  const width = left.node.output.length;
  if (item.on !== undefined) return binder.condition(item.on, 'ON');
  const at: Span = item.using[0] ?? item;
  return conjunction(
    pairs.map((each) => binder.made('=', [each.left, shiftColumns(each.right, width)], at)),
  );
}
