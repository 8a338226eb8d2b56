/**
 * Conditions over a join. A condition that is not true for NULL on the side that an outer join
 * fills up makes that side inner. Then each condition goes to the one side it reads; on an inner
 * join what reads both becomes part of the join's condition.
 */
import type { Expr } from '../../operators/expr/expression.js';
import { inputColumns } from '../../operators/expr/walk.js';
import type { JoinType } from '../../operators/join/join-spec.js';
import { conjunction, conjuncts, isMovable, shiftColumns } from '../logical/expressions.js';
import { type Join, rejoin } from '../logical/join.js';
import type { LogicalNode } from '../logical/node.js';
import { above, type Push } from './condition.js';

type Side = 'left' | 'right' | 'both';

export function pushIntoJoin(node: Join, conditions: readonly Expr[], push: Push): LogicalNode {
  const width = node.left.output.length;
  const type = stricter(node.type, conditions, width);
  const toLeft: Expr[] = [];
  const toRight: Expr[] = [];
  const stay: Expr[] = [];
  const on: Expr[] = [];
  // The bounds of an interval join are found: its condition stays what it is. A version of a
  // temporal join is chosen before it is judged, so no condition goes to its right side.
  const isOpen = node.form !== 'interval';
  const isTemporal = node.form === 'temporal';
  for (const condition of conjuncts(node.condition)) {
    const side = sideOf(condition, width);
    if (side === 'left' && (type === 'inner' || type === 'right' || type === 'semi')) {
      toLeft.push(condition);
    } else if (side === 'right' && !isTemporal && type !== 'right' && type !== 'full') {
      toRight.push(condition);
    } else on.push(condition);
  }
  for (const condition of conditions) {
    const side = sideOf(condition, width);
    if (side === 'left' && type !== 'right' && type !== 'full') toLeft.push(condition);
    else if (side === 'right' && !isTemporal && (type === 'inner' || type === 'right')) {
      toRight.push(condition);
    } else if (type === 'inner' && isOpen && isMovable(condition)) on.push(condition);
    else stay.push(condition);
  }
  const left = push(node.left, toLeft);
  const right = push(
    node.right,
    toRight.map((c) => shiftColumns(c, -width)),
  );
  return above(rejoin({ ...node, type }, left, right, conjunction(on)), stay);
}

function sideOf(condition: Expr, width: number): Side {
  const reads = [...inputColumns(condition)];
  if (reads.length === 0 || !isMovable(condition)) return 'both';
  if (reads.every((c) => c < width)) return 'left';
  return reads.every((c) => c >= width) ? 'right' : 'both';
}

/** The join without the outer sides that the conditions above empty again. */
function stricter(type: JoinType, conditions: readonly Expr[], width: number): JoinType {
  const needs = (left: boolean): boolean =>
    conditions.some((c) => rejectsNull(c, (column) => column < width === left));
  const left = type === 'left' || type === 'full';
  const right = type === 'right' || type === 'full';
  if (!left && !right) return type;
  // LEFT keeps unmatched left rows, whose right columns are NULL: a need of right columns drops
  // them.
  const keepLeft = left && !needs(false);
  const keepRight = right && !needs(true);
  if (keepLeft && keepRight) return 'full';
  return keepLeft ? 'left' : keepRight ? 'right' : 'inner';
}

const STRICT = new Set(['=', '<>', '<', '<=', '>', '>=', 'LIKE', 'IS NOT NULL', 'IS TRUE']);

/** True when the condition surely fails where all these columns are NULL. */
function rejectsNull(condition: Expr, padded: (column: number) => boolean): boolean {
  if (condition.kind !== 'call' || !STRICT.has(condition.name)) return false;
  return condition.args.some((arg) => arg.kind === 'column' && padded(arg.index));
}
