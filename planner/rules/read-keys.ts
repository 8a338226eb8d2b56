/**
 * AVG, MIN and MAX of a key of GROUP BY are the key, which is the same in all rows of a group: no
 * sum that could overflow or be rounded, and no values kept to take back. Flink's planner does so
 * where there is an AVG (Calcite's `AggregateReduceFunctionsRule`).
 */
import type { Column } from '../../operators/core/spec.js';
import { castTo } from '../../operators/expr/cast.js';
import type { AggregateCall, Expr } from '../../operators/expr/expression.js';
import type { Aggregate } from '../logical/aggregate.js';
import { column } from '../logical/expressions.js';
import type { LogicalNode } from '../logical/node.js';
import { project } from '../logical/project.js';

const OF_EQUALS: ReadonlySet<string> = new Set(['AVG', 'MIN', 'MAX']);

export function readKeys(node: LogicalNode): LogicalNode {
  if (node.kind !== 'aggregate') return node;
  const { keys, calls, output } = node;
  const left = calls.filter((call) => keyOf(call, node) < 0);
  if (left.length === calls.length) return node;
  const computed = left.map((call) => output[keys.length + calls.indexOf(call)] as Column);
  const below = { ...node, calls: left, output: [...output.slice(0, keys.length), ...computed] };
  const place = (at: number): Expr => column(at, (below.output[at] as Column).type);
  const values = calls.map((call) => {
    const key = keyOf(call, node);
    return key < 0 ? place(keys.length + left.indexOf(call)) : castTo(place(key), call.type);
  });
  return project(
    below,
    [...keys.map((_, key) => place(key)), ...values],
    output.map(({ name }) => name),
  );
}

/** Which key the aggregate is of; −1 where it is none. */
function keyOf({ name, args, filter }: AggregateCall, { keys }: Aggregate): number {
  return OF_EQUALS.has(name) && filter === null ? keys.indexOf(args[0] as number) : -1;
}
