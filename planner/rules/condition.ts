import type { Expr } from '../../operators/expr/expression.js';
import { conjunction, exprDigest } from '../logical/expressions.js';
import { filter } from '../logical/filter.js';
import type { LogicalNode } from '../logical/node.js';

/** Pushes conditions, which are over the node's output, into the node. */
export type Push = (node: LogicalNode, conditions: readonly Expr[]) => LogicalNode;

/** A filter of the conditions over a node; the node when there are none. */
export function above(node: LogicalNode, conditions: readonly Expr[]): LogicalNode {
  const distinct = new Map(conditions.map((c) => [exprDigest(c), c]));
  const condition = conjunction([...distinct.values()]);
  return condition === null ? node : filter(node, condition);
}
