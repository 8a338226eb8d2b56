/**
 * Top-N over rows that are replaced by better ones alone: it is told the key by which they are, and
 * keeps N rows instead of all (Flink's `UpdateFastStrategy`).
 */
import { improvingKey } from '../logical/monotony.js';
import type { LogicalNode } from '../logical/node.js';

export function recognizeUpdates(node: LogicalNode): LogicalNode {
  if (node.kind !== 'rank' && node.kind !== 'sort') return node;
  const isContinuous = node.kind === 'rank' ? node.windowEnd === null : node.fetch !== null;
  if (!isContinuous) return node;
  const partition = node.kind === 'rank' ? node.partition : [];
  const updateKey = improvingKey(node.input, partition, node.order);
  return updateKey === null ? node : { ...node, updateKey };
}
