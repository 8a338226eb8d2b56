/**
 * Queries in a query that read its columns: their conditions on those columns are pulled up, to
 * become the condition of the join that the query in the query turns into.
 *
 * A column of the query around counts from `OUTER` on (of the one around that from 2 × `OUTER`, and
 * so on). Conditions go up through projections, which then pass on what these read, and through
 * aggregates when they are equalities, whose inner side then becomes a key. Anything else that
 * reads the query around is refused, as in Flink (`SubQueryDecorrelator`, `RelDecorrelator`).
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { Column } from '../../operators/core/spec.js';
import type { Expr } from '../../operators/expr/expression.js';
import { inputColumns, mapColumns, withArgs } from '../../operators/expr/walk.js';
import { type Aggregate, aggregate } from './aggregate.js';
import { column, conjunction, conjuncts, exprDigest, shiftColumns } from './expressions.js';
import { filter } from './filter.js';
import { topological } from './graph.js';
import { type Join, rejoin } from './join.js';
import type { LogicalNode } from './node.js';
import { type Project, pick, project } from './project.js';

export const OUTER = 1 << 23;

/** The node's own columns stand first, what the conditions read besides behind them. */
export interface PulledUp {
  readonly node: LogicalNode;
  /** Over the node's columns and those of the query around. */
  readonly conditions: readonly Expr[];
}

/** @throws PLAN_UNSUPPORTED where more than conditions reads the query around */
export function pullUp(node: LogicalNode): PulledUp {
  if (!readsOuter(node)) return { node, conditions: [] };
  switch (node.kind) {
    case 'filter': {
      const { node: input, conditions } = pullUp(node.input);
      const [outer, own] = split(conjuncts(node.condition));
      const condition = conjunction(own);
      const kept = condition === null ? input : filter(input, condition);
      return { node: kept, conditions: [...conditions, ...outer] };
    }
    case 'project':
      return throughProject(node);
    case 'aggregate':
      return throughAggregate(node);
    case 'join':
      return throughJoin(node);
    default:
      throw refused();
  }
}

/**
 * The conditions over the columns of a join of the query around with `node`, whose own columns
 * stand from `width` on.
 */
export function joined(
  conditions: readonly Expr[],
  width: number,
  around: (outer: Expr) => Expr = (own) => own,
): Expr[] {
  return conditions.map((each) => seenFromJoin(each, width, around));
}

/** @param around what an expression of the query around is there */
export function seenFromJoin(expr: Expr, width: number, around: (outer: Expr) => Expr): Expr {
  if (expr.kind === 'literal') return expr;
  const read = [...inputColumns(expr)];
  if (read.length > 0 && read.every((index) => index >= OUTER)) {
    return around(mapColumns(expr, (index) => index - OUTER));
  }
  if (expr.kind === 'column') return shiftColumns(expr, width);
  return withArgs(expr, (arg) => seenFromJoin(arg, width, around));
}

/** The expressions of the query around that the conditions read. */
export function readAround(conditions: readonly Expr[]): Expr[] {
  const read: Expr[] = [];
  joined(conditions, 0, (outer) => {
    read.push(outer);
    return outer;
  });
  return read;
}

function readsOuter(node: LogicalNode): boolean {
  return topological([node]).some((each) => expressionsOf(each).some(isOuter));
}

function expressionsOf(node: LogicalNode): readonly Expr[] {
  switch (node.kind) {
    case 'project':
      return node.expressions;
    case 'filter':
      return [node.condition];
    case 'join':
    case 'correlate':
      return node.condition === null ? [] : [node.condition];
    default:
      return [];
  }
}

export function isOuter(expr: Expr): boolean {
  return [...inputColumns(expr)].some((index) => index >= OUTER);
}

function split(conditions: readonly Expr[]): [outer: Expr[], own: Expr[]] {
  return [conditions.filter(isOuter), conditions.filter((each) => !isOuter(each))];
}

function throughProject(node: Project): PulledUp {
  if (node.expressions.some(isOuter)) throw refused();
  const { node: input, conditions } = pullUp(node.input);
  const expressions = [...node.expressions];
  const names = node.output.map(({ name }) => name);
  const place = (index: number): number => {
    const at = expressions.findIndex((e) => e.kind === 'column' && e.index === index);
    if (at >= 0) return at;
    const { name, type } = input.output[index] as Column;
    names.push(name);
    return expressions.push(column(index, type)) - 1;
  };
  const moved = conditions.map((each) => ownColumns(each, place));
  return { node: project(input, expressions, names), conditions: moved };
}

function ownColumns(condition: Expr, place: (index: number) => number): Expr {
  return mapColumns(condition, (index) => (index >= OUTER ? index : place(index)));
}

/** Equalities as the values within that they ask for: columns, some of them computed. */
interface Keyed {
  /** The input, with what is computed behind its columns. */
  readonly node: LogicalNode;
  readonly columns: readonly number[];
  readonly sides: readonly Equality[];
}

function keyed({ node, conditions }: PulledUp): Keyed {
  const sides = conditions.map(equality);
  const expressions = node.output.map(({ type }, i): Expr => column(i, type));
  const width = expressions.length;
  const columns = sides.map(({ inner }) => {
    if (inner.kind === 'column') return inner.index;
    const digest = exprDigest(inner);
    const at = expressions.findIndex((each) => exprDigest(each) === digest);
    return at >= 0 ? at : expressions.push(inner) - 1;
  });
  const names = expressions.map((_, i) => node.output[i]?.name ?? `$f${i}`);
  const wide = expressions.length === width ? node : project(node, expressions, names);
  return { node: wide, columns, sides };
}

/** The equalities, their inner sides being columns now. */
function equalTo(sides: readonly Equality[], places: readonly number[]): Expr[] {
  return sides.map(({ call, inner, outer }, i) => ({
    ...call,
    args: [column(places[i] as number, inner.type), outer],
  }));
}

/** Equal keys make the same groups as the condition did, one for each row around. */
function throughAggregate(node: Aggregate): PulledUp {
  const { node: input, columns, sides } = keyed(pullUp(node.input));
  const keys = [...new Set([...node.keys, ...columns])];
  const width = node.keys.length;
  const names = node.calls.map((_, i) => (node.output[width + i] as Column).name);
  const grouped = aggregate(input, keys, node.calls, names);
  const added = keys.length - width;
  const order = grouped.output.map((_, i) => {
    if (i < width) return i;
    return i < width + node.calls.length ? i + added : i - node.calls.length;
  });
  const places = columns.map((each) => order.indexOf(keys.indexOf(each)));
  const conditions = equalTo(sides, places);
  return { node: added === 0 ? grouped : pick(grouped, order), conditions };
}

/** Of a value within with one around. */
export interface Equality {
  readonly call: Extract<Expr, { kind: 'call' }>;
  readonly inner: Expr;
  readonly outer: Expr;
}

/** @throws PLAN_UNSUPPORTED where the condition is none */
export function equality(condition: Expr): Equality {
  if (condition.kind !== 'call' || condition.name !== '=') throw refused();
  const [a, b] = condition.args as [Expr, Expr];
  const isInner = (expr: Expr): boolean => [...inputColumns(expr)].every((i) => i < OUTER);
  const isAround = (expr: Expr): boolean => [...inputColumns(expr)].every((i) => i >= OUTER);
  if (isInner(a) && isAround(b)) return { call: condition, inner: a, outer: b };
  if (isInner(b) && isAround(a)) return { call: condition, inner: b, outer: a };
  throw refused();
}

/** Of the sides whose rows may be left out one by one. */
function throughJoin(node: Join): PulledUp {
  const left = node.type === 'right' || node.type === 'full' ? whole(node.left) : pullUp(node.left);
  const right = node.type === 'inner' ? pullUp(node.right) : whole(node.right);
  const [oldWidth, width] = [node.left.output.length, left.node.output.length];
  const place = (index: number): number =>
    index < oldWidth || index >= OUTER ? index : index - oldWidth + width;
  const moved = conjuncts(node.condition).map((each) => mapColumns(each, place));
  const [outer, own] = split(moved);
  if (outer.length > 0 && node.type !== 'inner') throw refused();
  const made = rejoin(node, left.node, right.node, conjunction(own));
  const ofRight = right.conditions.map((each) =>
    mapColumns(each, (index) => (index >= OUTER ? index : index + width)),
  );
  const first = node.output.map((_, i) => place(i));
  const rest = [...made.output.keys()].filter((i) => !first.includes(i));
  const order = [...first, ...rest];
  const conditions = [...left.conditions, ...ofRight, ...outer].map((each) =>
    ownColumns(each, (index) => order.indexOf(index)),
  );
  const isSame = order.every((at, i) => at === i);
  return { node: isSame ? made : pick(made, order), conditions };
}

function whole(node: LogicalNode): PulledUp {
  if (readsOuter(node)) throw refused();
  return { node, conditions: [] };
}

function refused(): MillraceError {
  const reason = 'unexpected correlate variable $cor0 in the plan';
  return new MillraceError('PLAN_UNSUPPORTED', reason, {
    hint: 'Conditions of WHERE may read the query around; below GROUP BY, equalities may.',
  });
}

/** The expression as it is seen from the query in the query. */
export function fromInside(expr: Expr): Expr {
  return shiftColumns(expr, OUTER);
}
