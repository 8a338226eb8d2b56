/**
 * The rules in their order. Conditions go down first, since Top-N is recognized by a condition that
 * has reached its OVER, and what a join makes of time by its condition; windows are recognized by
 * their columns, so before unused columns go; a rank's and an aggregate's own windows are known
 * before rows are put into windows at the aggregate.
 */
import { rewrite } from '../logical/graph.js';
import type { LogicalNode } from '../logical/node.js';
import { extractJoinKeys } from './extract-join-keys.js';
import { foldNode } from './fold-constants.js';
import { mergeProjects } from './merge-projects.js';
import { placeRowsInWindows } from './place-rows-in-windows.js';
import { pruneColumns } from './prune-columns.js';
import { pushFilters } from './push-filters.js';
import { pushIntoScans } from './push-into-scan.js';
import { readKeys } from './read-keys.js';
import { recognizeRank } from './recognize-rank.js';
import { recognizeUpdates } from './recognize-updates.js';
import { recognizeWindowAggregate } from './recognize-window-aggregate.js';
import { recognizeWindowRank } from './recognize-window-rank.js';
import { settleTimes } from './settle-times.js';
import { share } from './share.js';
import { splitDistinct } from './split-distinct.js';

/**
 * @param roots the sinks of all statements that run as one job
 * @param buckets of each DISTINCT aggregate of a key; null = they are not split
 */
export function optimize(roots: readonly LogicalNode[], buckets: number | null): LogicalNode[] {
  let plan = share(rewrite(rewrite(roots, foldNode), readKeys));
  plan = pushFilters(plan);
  plan = settleTimes(rewrite(plan, extractJoinKeys));
  plan = rewrite(plan, recognizeRank);
  plan = rewrite(plan, recognizeWindowAggregate);
  plan = rewrite(plan, recognizeWindowRank);
  // Recognized windows have a projection above, which filters can pass.
  plan = rewrite(share(pushFilters(plan)), recognizeUpdates);
  plan = pruneColumns(plan);
  plan = rewrite(plan, mergeProjects);
  plan = rewrite(plan, placeRowsInWindows);
  if (buckets !== null) plan = rewrite(plan, (node) => splitDistinct(node, buckets));
  plan = pruneColumns(plan);
  plan = rewrite(plan, mergeProjects);
  return pushIntoScans(share(plan));
}
