/**
 * Hands a filter, or a limit without order, that stands directly over a scan to the connector,
 * which may leave rows out. Files can skip what their statistics rule out; other connectors gain
 * nothing. A scan with other consumers reads everything.
 */
import { conjunction, conjuncts, isMovable } from '../logical/expressions.js';
import { consumerCounts, rewrite } from '../logical/graph.js';
import type { LogicalNode } from '../logical/node.js';
import type { Scan } from '../logical/scan.js';
import type { Sort } from '../logical/sort.js';

export function pushIntoScans(roots: readonly LogicalNode[]): LogicalNode[] {
  const counts = consumerCounts(roots);
  const own = (scan: Scan): boolean => scan.table.connector === 'filesystem';
  const shared = new Set([...counts].filter(([, count]) => count > 1).map(([node]) => node));
  return rewrite(roots, (node) => {
    if (node.kind === 'filter' && node.input.kind === 'scan') {
      const { input } = node;
      const filter = conjunction(conjuncts(node.condition).filter(isMovable));
      return own(input) && !shared.has(input) ? { ...node, input: { ...input, filter } } : node;
    }
    if (node.kind === 'sort' && node.order.length === 0 && node.fetch !== null) {
      return limited(node, node.offset + node.fetch, shared);
    }
    return node;
  });
}

/** The sort over its scan, which needs no more than `limit` rows; projections may stand between. */
function limited(node: Sort, limit: number, shared: ReadonlySet<LogicalNode>): LogicalNode {
  const into = (below: LogicalNode): LogicalNode => {
    if (shared.has(below)) return below;
    if (below.kind === 'project') return { ...below, input: into(below.input) };
    return below.kind === 'scan' ? { ...below, limit } : below;
  };
  return { ...node, input: into(node.input) };
}
