/**
 * A rank whose partition holds the window of its rows is final when the window is: window Top-N.
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { LogicalNode } from '../logical/node.js';
import { holdsWindow, isWindowColumn, windowColumns } from '../logical/window-columns.js';

export function recognizeWindowRank(node: LogicalNode): LogicalNode {
  if (node.kind !== 'rank' || node.windowEnd !== null) return node;
  const window = windowColumns(node.input);
  if (window === null || !holdsWindow(node.partition, window)) return node;
  if (window.byClock) {
    const reason = 'Processing time Window TopN is not supported yet.';
    throw new MillraceError('PLAN_UNSUPPORTED', reason);
  }
  const windowEnd = node.partition.find((key) => window.end.has(key)) as number;
  const partition = node.partition.filter((key) => !isWindowColumn(key, window));
  return { ...node, partition, windowEnd };
}
