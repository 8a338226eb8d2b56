/** What stands right of the join that a query as a value becomes. */
import { bindAggregate } from '../../operators/aggregate/bind-aggregate.js';
import { bindCall } from '../../operators/expr/bind.js';
import type { AggregateCall, Expr } from '../../operators/expr/expression.js';
import { bigintLiteral, booleanLiteral } from '../../operators/expr/literal.js';
import { withArgs } from '../../operators/expr/walk.js';
import { type LogicalType, withNullable } from '../../state/column/logical-type.js';
import { type Aggregate, aggregate } from '../logical/aggregate.js';
import { type Equality, equality, isOuter, type PulledUp, pullUp } from '../logical/decorrelate.js';
import { column } from '../logical/expressions.js';
import type { LogicalNode } from '../logical/node.js';
import { type Project, project } from '../logical/project.js';

export interface RightSide extends PulledUp {
  /** INNER where there is always a row; it comes with the first row of the query, as in Flink. */
  readonly join: 'left' | 'inner';
  /** Over the right side's columns and those of the query around. */
  readonly values: readonly Expr[];
}

/**
 * The one value of a query of one column. COUNT of a group without rows is 0: where the query
 * around is read, what is made of counts is computed behind the join.
 */
export function scalar(query: LogicalNode): RightSide {
  const single = singleRowOf(query);
  const isProjected = single.kind === 'project';
  const below = isProjected ? (single.input as Aggregate) : single;
  const value = isProjected ? (single.expressions[0] as Expr) : firstOf(single);
  const pulled = pullUp(below);
  const counts = pulled.conditions.length > 0 && below.calls.some(({ name }) => name === 'COUNT');
  if (counts || isOuter(value)) {
    return { ...pulled, join: 'left', values: [counts ? withCounts(value, below.calls) : value] };
  }
  const whole = pullUp(single);
  return { ...whole, join: 'left', values: [padded(firstOf(whole.node))] };
}

/** Rows that EXISTS or IN finds: MIN(TRUE) by the values that must be equal. */
export function presence(
  { node, conditions }: PulledUp,
  equalities: readonly Equality[],
): RightSide {
  const keys = [...conditions.map(equality), ...equalities];
  const expressions = [...keys.map(({ inner }) => inner), booleanLiteral(true)];
  const grouped = groupedBy(keys.length, node, expressions, [
    call('MIN', keys.length, expressions),
  ]);
  const values = [resultOf(grouped, keys.length)];
  return { join: 'left', node: grouped, conditions: onKeys(keys), values };
}

/** How many rows there are, how many have the value, and its least or greatest. */
export function counts(
  { node, conditions }: PulledUp,
  value: Expr,
  extremes: readonly ('MIN' | 'MAX')[] = [],
): RightSide {
  const keys = conditions.map(equality);
  const expressions = [...keys.map(({ inner }) => inner), value];
  const ofValue = ['COUNT', ...extremes].map((name) => call(name, keys.length, expressions));
  const calls = [call('COUNT', null, expressions), ...ofValue];
  const grouped = groupedBy(keys.length, node, expressions, calls);
  const values = calls.map((_, i) => resultOf(grouped, keys.length + i));
  const join = keys.length === 0 ? 'inner' : 'left';
  return { join, node: grouped, conditions: onKeys(keys), values };
}

/** An aggregate without keys, or a projection of one. */
function singleRowOf(query: LogicalNode): Aggregate | Project {
  const rows = query.kind === 'project' ? query.input : query;
  const isSingle = rows.kind === 'aggregate' && rows.keys.length === 0;
  if (isSingle && (query.kind === 'project' || query.kind === 'aggregate')) return query;
  return aggregate(query, [], [call('SINGLE_VALUE', 0, [firstOf(query)])], ['$f0']);
}

function firstOf({ output }: LogicalNode): Expr {
  return column(0, (output[0] as { type: LogicalType }).type);
}

function padded(expr: Expr): Expr {
  return { ...expr, type: withNullable(expr.type, true) };
}

function withCounts(expr: Expr, calls: readonly AggregateCall[]): Expr {
  if (expr.kind === 'literal') return expr;
  if (expr.kind === 'call') return withArgs(expr, (arg) => withCounts(arg, calls));
  const isCount = calls[expr.index]?.name === 'COUNT';
  return isCount ? bindCall('COALESCE', [padded(expr), bigintLiteral(0n)]) : expr;
}

function groupedBy(
  keys: number,
  node: LogicalNode,
  expressions: readonly Expr[],
  calls: readonly AggregateCall[],
): Aggregate {
  const names = expressions.map((_, i) => `$f${i}`);
  const input = project(node, expressions, names);
  const own = calls.map((_, i) => `$f${keys + i}`);
  return aggregate(input, [...Array(keys).keys()], calls, own);
}

function resultOf(node: Aggregate, place: number): Expr {
  return padded(column(place, (node.output[place] as { type: LogicalType }).type));
}

/** The equalities with the keys of the right side in place of what they are. */
function onKeys(keys: readonly Equality[]): Expr[] {
  return keys.map(({ call: own, inner, outer }, i) => ({
    ...own,
    args: [column(i, inner.type), outer],
  }));
}

/** @param arg the place of the argument among the input's columns; null = none */
function call(name: string, arg: number | null, input: readonly Expr[]): AggregateCall {
  const args = arg === null ? [] : [input[arg] as Expr];
  const bound = bindAggregate(name, args, { distinct: false, mayBeEmpty: true });
  const argTypes = bound.args.map(({ type }) => type);
  const places = arg === null ? [] : [arg];
  const { type } = bound;
  return { name: bound.name, args: places, argTypes, distinct: false, filter: null, type };
}
