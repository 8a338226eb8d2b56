/**
 * Joins of rows of one window: both sides carry windows of one kind, and the condition has both
 * edges equal. Flink asks for the same (`WindowJoinUtil`); anything less is a regular join.
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { Expr } from '../../operators/expr/expression.js';
import { conjunction, conjuncts } from './expressions.js';
import type { Join } from './join.js';
import { type WindowColumns, windowColumns } from './window-columns.js';

type Pair = readonly [left: number, right: number];

export interface JoinedWindows {
  readonly left: WindowColumns;
  readonly right: WindowColumns;
  /** Columns of the left and of the right side that hold the edges. */
  readonly start: Pair;
  readonly end: Pair;
  /** The condition without the windows' edges. */
  readonly rest: Expr | null;
}

/**
 * Null where the rows of no window meet each other alone.
 * @throws PLAN_UNSUPPORTED for windows of processing time, as Flink
 */
export function windowsOf({ left: node, right: other, condition }: Join): JoinedWindows | null {
  const left = windowColumns(node);
  const right = windowColumns(other);
  if (left === null || right === null) return null;
  if (!sameWindows(left, right)) return null;
  const width = node.output.length;
  let [start, end]: [Pair | null, Pair | null] = [null, null];
  const rest: Expr[] = [];
  for (const part of conjuncts(condition)) {
    const pair = equalColumns(part, width);
    const isStart = pair !== null && left.start.has(pair[0]) && right.start.has(pair[1]);
    const isEnd = pair !== null && left.end.has(pair[0]) && right.end.has(pair[1]);
    if (isStart) start = pair;
    else if (isEnd) end = pair;
    else rest.push(part);
  }
  if (start === null || end === null) return null;
  if (left.byClock || right.byClock) {
    const reason = 'Processing time Window Join is not supported yet.';
    throw new MillraceError('PLAN_UNSUPPORTED', reason);
  }
  return { left, right, start, end, rest: conjunction(rest) };
}

function sameWindows(left: WindowColumns, right: WindowColumns): boolean {
  const text = ({ window, zoned, byClock }: WindowColumns): string =>
    JSON.stringify([window, zoned, byClock]);
  return text(left) === text(right);
}

/** A column of each side that must be equal. */
function equalColumns(part: Expr, width: number): Pair | null {
  if (part.kind !== 'call' || part.name !== '=') return null;
  const [a, b] = part.args;
  if (a?.kind !== 'column' || b?.kind !== 'column') return null;
  const [low, high] = a.index < b.index ? [a.index, b.index] : [b.index, a.index];
  return low < width && high >= width ? [low, high - width] : null;
}
