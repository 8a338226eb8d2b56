/** The nodes that compute a SELECT's window functions: one for each window that they use. */
import type { AggregateCall, Expr } from '../../operators/expr/expression.js';
import { column, exprDigest } from '../logical/expressions.js';
import type { LogicalNode } from '../logical/node.js';
import { over } from '../logical/over.js';
import { project } from '../logical/project.js';
import type { Span } from '../parser/ast/node.js';
import type { BindContext } from './context.js';
import type { OverCall } from './over.js';
import type { Item } from './select-items.js';
import { OVER_BASE } from './special-calls.js';

/**
 * @param rewrite brings an expression of the SELECT's input to `input`'s output
 * @returns the plan, whose first columns are the input's, and the place of each function's value
 */
export function overNodes(
  input: LogicalNode,
  overs: readonly OverCall[],
  rewrite: (expr: Expr) => Expr,
  items: readonly Item[],
  at: Span,
  context: BindContext,
): { node: LogicalNode; places: number[] } {
  const expressions: Expr[] = input.output.map((c, i) => column(i, c.type));
  const names = input.output.map((c) => c.name);
  const place = (expr: Expr): number => {
    const own = rewrite(expr);
    const digest = exprDigest(own);
    const known = expressions.findIndex((each) => exprDigest(each) === digest);
    if (known >= 0) return known;
    names.push(`$f${expressions.length}`);
    return expressions.push(own) - 1;
  };
  const groups = new Map<string, { shape: Shape; calls: { call: AggregateCall; at: number }[] }>();
  for (const [at, use] of overs.entries()) {
    const shape: Shape = {
      partition: use.partition.map(place),
      order: use.order.map((key) => ({
        column: place(key.expr),
        descending: key.descending,
        nullsFirst: key.nullsFirst,
      })),
      frame: use.frame,
    };
    const key = JSON.stringify(shape);
    const group = groups.get(key) ?? { shape, calls: [] };
    groups.set(key, group);
    group.calls.push({ call: callOf(use, place), at });
  }
  if (groups.size > 1) {
    const reason = 'All aggregates must be computed on the same window.';
    throw context.error('PLAN_UNSUPPORTED', reason, at);
  }
  const extended = expressions.length > input.output.length;
  let node: LogicalNode = extended ? project(input, expressions, names) : input;
  const places: number[] = [];
  for (const { shape, calls } of groups.values()) {
    for (const [i, { at }] of calls.entries()) places[at] = node.output.length + i;
    node = over(
      node,
      shape,
      calls.map(({ call }) => call),
      calls.map(({ at }) => overName(at, items)),
    );
  }
  return { node, places };
}

type Shape = Parameters<typeof over>[1];

function callOf(use: OverCall, place: (expr: Expr) => number): AggregateCall {
  const { bound, distinct } = use;
  return {
    name: bound.name,
    args: bound.args.map(place),
    argTypes: bound.args.map((arg) => arg.type),
    distinct,
    filter: null,
    type: bound.type,
    ...(bound.option === undefined ? {} : { option: bound.option }),
  };
}

/** A function that is an item of the list has its name; else Flink's `w0$o0`. */
function overName(at: number, items: readonly Item[]): string {
  const item = items.find(({ expr }) => expr.kind === 'column' && expr.index === OVER_BASE + at);
  return item?.name ?? `w0$o${at}`;
}
