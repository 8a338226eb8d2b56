/**
 * The bounds of an interval join in its condition, as Flink's `IntervalJoinUtil` finds them: two
 * comparisons that bound the left time attribute from below and from above by the right one, give
 * or take constants, or one equality of the two. What else the condition asks is left over.
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { Column } from '../../operators/core/spec.js';
import {
  type Comparison,
  isComparison,
  MIRRORED,
  NEGATED,
} from '../../operators/expr/comparisons.js';
import type { CallExpr, Expr } from '../../operators/expr/expression.js';
import { foldConstants } from '../../operators/expr/fold.js';
import { inputColumns, mapColumns } from '../../operators/expr/walk.js';
import type { IntervalBounds } from '../../operators/join/interval-join-spec.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import { typeText } from '../../state/column/type-text.js';
import { attributeOf, withoutAttribute } from './column-type.js';
import { conjunction, conjuncts } from './expressions.js';
import type { Join } from './join.js';

export interface Interval {
  readonly bounds: IntervalBounds;
  readonly rest: Expr | null;
}

/** A comparison of one time attribute of each side, the left side's on the left. */
interface TimePredicate {
  readonly comparison: Comparison;
  readonly left: Expr;
  readonly right: Expr;
  /** Columns of the join. */
  readonly leftTime: number;
  readonly rightTime: number;
}

/**
 * Null where the join is none by time, as those that keep rows of one side alone are not.
 * @throws PLAN_UNSUPPORTED for rowtimes of two types
 */
export function intervalOf(
  join: Pick<Join, 'type' | 'left' | 'right' | 'condition'>,
): Interval | null {
  if (join.type === 'semi' || join.type === 'anti') return null;
  const width = join.left.output.length;
  const columns = [...join.left.output, ...join.right.output];
  const times: TimePredicate[] = [];
  const rest: Expr[] = [];
  for (const part of conjuncts(join.condition)) {
    const time = timePredicate(part, columns, width);
    if (time === null) rest.push(part);
    else times.push(time);
  }
  const range = rangeOf(times);
  if (range === null) return null;
  const [from, to] = range;
  const typeOf = (index: number): LogicalType => (columns[index] as Column).type;
  const { leftTime, rightTime } = from;
  const isEventTime = attributeOf(typeOf(leftTime)) === 'ROWTIME';
  if (isEventTime && typeOf(leftTime).root !== typeOf(rightTime).root) {
    const reason =
      'Interval join with rowtime attribute requires same rowtime types, but the types are ' +
      `${typeText(typeOf(leftTime))} and ${typeText(typeOf(rightTime))}.`;
    throw new MillraceError('PLAN_UNSUPPORTED', reason);
  }
  const [lower, upper] = [offset(from, columns), offset(to, columns)];
  if (lower === null || upper === null) return null;
  const places = { leftTime, rightTime: rightTime - width };
  return { bounds: { isEventTime, lower, upper, ...places }, rest: conjunction(rest) };
}

/** The predicates that bound the left time from below and above; null where not just two do. */
function rangeOf(times: readonly TimePredicate[]): [TimePredicate, TimePredicate] | null {
  const [first, second] = times;
  if (first === undefined || times.length > 2) return null;
  if (second === undefined) return first.comparison === '=' ? [first, first] : null;
  const isLower = ({ comparison }: TimePredicate): boolean => comparison.startsWith('>');
  if (first.comparison === '=' || second.comparison === '=') return null;
  if (isLower(first) === isLower(second)) return null;
  return isLower(first) ? [first, second] : [second, first];
}

function timePredicate(
  part: Expr,
  columns: readonly Column[],
  width: number,
): TimePredicate | null {
  const [comparison, call] = comparisonOf(part);
  if (comparison === null) return null;
  const [a, b] = call.args as [Expr, Expr];
  const [ofA, ofB] = [timeOf(a, columns), timeOf(b, columns)];
  if (ofA === null || ofB === null || ofA < width === ofB < width) return null;
  const attribute = (index: number) => attributeOf((columns[index] as Column).type);
  if (attribute(ofA) !== attribute(ofB)) return null;
  return ofA < width
    ? { comparison, left: a, right: b, leftTime: ofA, rightTime: ofB }
    : { comparison: MIRRORED[comparison], left: b, right: a, leftTime: ofB, rightTime: ofA };
}

function comparisonOf(part: Expr): [Comparison, CallExpr] | [null, null] {
  if (part.kind !== 'call') return [null, null];
  if (isComparison(part.name)) return [part.name, part];
  const [inner] = part.args;
  if (part.name !== 'NOT' || inner?.kind !== 'call') return [null, null];
  const negated = NEGATED[inner.name];
  return negated === undefined ? [null, null] : [negated, inner];
}

/** The time attribute that the expression reads, where it reads no other column. */
function timeOf(expr: Expr, columns: readonly Column[]): number | null {
  const [index, ...more] = inputColumns(expr);
  if (index === undefined || more.length > 0) return null;
  return attributeOf((columns[index] as Column).type) === undefined ? null : index;
}

/** How far the left time may be after the right one, at least or at most, ms; null = unknown. */
function offset(predicate: TimePredicate, columns: readonly Column[]): number | null {
  const { comparison, left, right } = predicate;
  const [ownShift, otherShift] = [shift(left, columns), shift(right, columns)];
  if (ownShift === null || otherShift === null) return null;
  const strict = comparison === '<' ? -1 : comparison === '>' ? 1 : 0;
  return otherShift - ownShift + strict;
}

/** What the expression adds to the time that it reads, ms: its value where that is the epoch. */
function shift(expr: Expr, columns: readonly Column[]): number | null {
  const atEpoch = mapColumns(expr, (index): Expr => {
    const type = withoutAttribute((columns[index] as Column).type);
    return { kind: 'literal', value: 0n, type };
  });
  const folded = foldConstants(atEpoch);
  if (folded.kind !== 'literal' || typeof folded.value !== 'bigint') return null;
  return Number(folded.value / 1_000_000n);
}
