/**
 * A rank whose partition holds the window of its rows is final when the window is: window Top-N.
 * Sessions of several keys may end together, so where the partition is not by their keys it is by
 * their starts too.
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { LogicalNode } from '../logical/node.js';
import {
  holdsEdges,
  holdsWindow,
  isWindowColumn,
  windowColumns,
} from '../logical/window-columns.js';

export function recognizeWindowRank(node: LogicalNode): LogicalNode {
  if (node.kind !== 'rank' || node.windowEnd !== null) return node;
  const window = windowColumns(node.input);
  if (window === null || !holdsEdges(node.partition, window)) return node;
  if (window.byClock) {
    const reason = 'Processing time Window TopN is not supported yet.';
    throw new MillraceError('PLAN_UNSUPPORTED', reason);
  }
  const windowEnd = node.partition.find((key) => window.end.has(key)) as number;
  const start = node.partition.find((key) => window.start.has(key));
  const isOwn = holdsWindow(node.partition, window);
  const partition = node.partition.filter((key) => {
    return !isWindowColumn(key, window) || (key === start && !isOwn);
  });
  return { ...node, partition, windowEnd };
}
