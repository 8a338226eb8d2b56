import type { PhysicalNode } from './node.js';

/** All nodes below and including the roots, every input before its consumers. */
export function physicalOrder(roots: readonly PhysicalNode[]): PhysicalNode[] {
  const seen = new Set<PhysicalNode>();
  const order: PhysicalNode[] = [];
  const visit = (node: PhysicalNode): void => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const { node: input } of node.inputs) visit(input);
    order.push(node);
  };
  for (const root of roots) visit(root);
  return order;
}
