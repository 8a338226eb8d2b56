/** Walks over plans, each node once however many consumers it has. */
import type { Join } from './join.js';
import type { LogicalNode } from './node.js';

export function inputsOf(node: LogicalNode): readonly LogicalNode[] {
  switch (node.kind) {
    case 'scan':
    case 'values':
      return [];
    case 'join':
      return [node.left, node.right];
    case 'union':
      return node.inputs;
    default:
      return [node.input];
  }
}

/** The node over other inputs that have the same columns; itself when they are the same. */
export function withInputs(node: LogicalNode, inputs: readonly LogicalNode[]): LogicalNode {
  if (inputsOf(node).every((input, i) => input === inputs[i])) return node;
  switch (node.kind) {
    case 'scan':
    case 'values':
      return node;
    case 'join': {
      const [left, right] = inputs as [LogicalNode, LogicalNode];
      return { ...node, left, right } satisfies Join;
    }
    case 'union':
      return { ...node, inputs };
    default:
      return { ...node, input: inputs[0] as LogicalNode };
  }
}

/** All nodes below and including the roots, every input before its consumers. */
export function topological(roots: readonly LogicalNode[]): LogicalNode[] {
  const seen = new Set<LogicalNode>();
  const order: LogicalNode[] = [];
  const visit = (node: LogicalNode): void => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const input of inputsOf(node)) visit(input);
    order.push(node);
  };
  for (const root of roots) visit(root);
  return order;
}

/** How many inputs of other nodes each node is. */
export function consumerCounts(roots: readonly LogicalNode[]): Map<LogicalNode, number> {
  const counts = new Map<LogicalNode, number>();
  for (const node of topological(roots)) {
    for (const input of inputsOf(node)) counts.set(input, (counts.get(input) ?? 0) + 1);
  }
  return counts;
}

/** Replaces every node, inputs first; what was shared stays shared. */
export function rewrite(
  roots: readonly LogicalNode[],
  replace: (node: LogicalNode) => LogicalNode,
): LogicalNode[] {
  const done = new Map<LogicalNode, LogicalNode>();
  for (const node of topological(roots)) {
    const inputs = inputsOf(node).map((input) => done.get(input) as LogicalNode);
    done.set(node, replace(withInputs(node, inputs)));
  }
  return roots.map((root) => done.get(root) as LogicalNode);
}
