/**
 * Moves conditions down to where their columns come from: through projections, windowing,
 * aggregates and rank partitions (conditions on keys), unions and joins. What cannot go further
 * stays as a filter.
 *
 * A condition never passes a watermark: rows that it drops would no longer raise it. It never
 * enters a node that has other consumers, unless the node keeps no state and reads no source (then
 * the node is simply computed for each consumer).
 */
import type { Expr } from '../../operators/expr/expression.js';
import { inputColumns, mapColumns } from '../../operators/expr/walk.js';
import { conjunction, conjuncts, inline, isMovable } from '../logical/expressions.js';
import { inputsOf, topological, withInputs } from '../logical/graph.js';
import type { LogicalNode } from '../logical/node.js';
import type { Normalize } from '../logical/normalize.js';
import type { Project } from '../logical/project.js';
import { above, type Push } from './condition.js';
import { pushIntoJoin } from './push-into-join.js';

export function pushFilters(roots: readonly LogicalNode[]): LogicalNode[] {
  const counts = readerCounts(roots);
  const plain = new Map<LogicalNode, LogicalNode>();
  const push: Push = (node, conditions) => {
    if (conditions.length > 0) {
      const closed = (counts.get(node) ?? 0) > 1 && !isStateless(node);
      return closed ? above(push(node, []), conditions) : pushInto(node, conditions, push);
    }
    const done = plain.get(node) ?? pushInto(node, [], push);
    plain.set(node, done);
    return done;
  };
  return roots.map((root) => push(root, []));
}

/** Consumers of each node; one that keeps no state counts as often as it is itself consumed. */
function readerCounts(roots: readonly LogicalNode[]): Map<LogicalNode, number> {
  const counts = new Map<LogicalNode, number>(roots.map((root) => [root, 1]));
  for (const node of topological(roots).reverse()) {
    const own = isStateless(node) ? (counts.get(node) ?? 1) : 1;
    for (const input of inputsOf(node)) counts.set(input, (counts.get(input) ?? 0) + own);
  }
  return counts;
}

function isStateless(node: LogicalNode): boolean {
  if (node.kind === 'window-table') return node.window.kind !== 'session';
  return node.kind === 'project' || node.kind === 'filter';
}

function pushInto(node: LogicalNode, conditions: readonly Expr[], push: Push): LogicalNode {
  switch (node.kind) {
    case 'filter':
      return push(node.input, [...conjuncts(node.condition), ...conditions]);
    case 'project':
      return throughProject(node, conditions, push);
    case 'window-table':
      // Where sessions begin and end is up to all rows of a key.
      return byColumns(node, conditions, push, (c) =>
        (node.window.kind === 'session' ? node.partition.includes(c) : c < node.input.output.length)
          ? c
          : null,
      );
    case 'normalize':
      return intoNormalize(node, conditions, push);
    case 'correlate':
      return byColumns(node, conditions, push, (c) => (c < node.input.output.length ? c : null));
    case 'aggregate':
      return byColumns(node, conditions, push, (c) => node.keys[c] ?? null);
    case 'match':
      return byColumns(node, conditions, push, (c) => node.partition[c] ?? null);
    case 'over':
    case 'rank':
      return byColumns(node, conditions, push, (c) => (node.partition.includes(c) ? c : null));
    case 'sort':
      return byColumns(node, conditions, push, (c) =>
        node.fetch === null && node.offset === 0 ? c : null,
      );
    case 'union':
      return { ...node, inputs: node.inputs.map((input) => push(input, conditions)) };
    case 'join':
      return pushIntoJoin(node, conditions, push);
    default:
      return above(withoutConditions(node, push), conditions);
  }
}

function withoutConditions(node: LogicalNode, push: Push): LogicalNode {
  return withInputs(
    node,
    inputsOf(node).map((input) => push(input, [])),
  );
}

/** A condition on the key holds for all rows of a key; another one says which rows are there. */
function intoNormalize(node: Normalize, conditions: readonly Expr[], push: Push): LogicalNode {
  const own: Expr[] = [];
  const others: Expr[] = [];
  for (const condition of conditions) {
    const isOfKey = [...inputColumns(condition)].every((column) => node.key.includes(column));
    const isOwn = !isOfKey && isMovable(condition);
    (isOwn ? own : others).push(condition);
  }
  const condition = conjunction([...conjuncts(node.condition), ...own]);
  return byColumns({ ...node, condition }, others, push, (c) => (node.key.includes(c) ? c : null));
}

function throughProject(node: Project, conditions: readonly Expr[], push: Push): LogicalNode {
  const down: Expr[] = [];
  const stay: Expr[] = [];
  for (const condition of conditions) {
    const reads = [...inputColumns(condition)].map((c) => node.expressions[c] as Expr);
    if (reads.every(isMovable)) down.push(inline(condition, node));
    else stay.push(condition);
  }
  return above({ ...node, input: push(node.input, down) }, stay);
}

/**
 * Pushes the conditions all of whose columns are columns of the input too.
 * @param below the input's column for an output column, or null
 */
function byColumns(
  node: Extract<LogicalNode, { input: LogicalNode }>,
  conditions: readonly Expr[],
  push: Push,
  below: (column: number) => number | null,
): LogicalNode {
  const down: Expr[] = [];
  const stay: Expr[] = [];
  for (const condition of conditions) {
    const reads = [...inputColumns(condition)];
    const moves = reads.length > 0 && reads.every((c) => below(c) !== null);
    if (!moves || !isMovable(condition)) stay.push(condition);
    else down.push(mapColumns(condition, (c) => below(c) as number));
  }
  return above({ ...node, input: push(node.input, down) }, stay);
}
