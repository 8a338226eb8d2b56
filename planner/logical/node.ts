/**
 * The logical plan: what a query means, as plain immutable data. A plan is a graph, not a tree: a
 * view or a table used twice is one node with two consumers, and rules keep it so. A node's
 * expressions count columns in its input's output; a join's in the left output followed by the
 * right.
 */
import type { Aggregate } from './aggregate.js';
import type { FromChangelog, ToChangelog } from './changelog.js';
import type { Correlate } from './correlate.js';
import type { Expand } from './expand.js';
import type { Filter } from './filter.js';
import type { Join } from './join.js';
import type { Match } from './match.js';
import type { Normalize } from './normalize.js';
import type { Over } from './over.js';
import type { Project } from './project.js';
import type { Rank } from './rank.js';
import type { Scan } from './scan.js';
import type { Sink } from './sink.js';
import type { Sort } from './sort.js';
import type { Union } from './union.js';
import type { Values } from './values.js';
import type { Watermark } from './watermark.js';
import type { WindowAggregate } from './window-aggregate.js';
import type { WindowTable } from './window-table.js';

export type LogicalNode =
  | Scan
  | Values
  | Project
  | Filter
  | Correlate
  | Normalize
  | FromChangelog
  | ToChangelog
  | Watermark
  | WindowTable
  | Expand
  | Aggregate
  | WindowAggregate
  | Over
  | Match
  | Rank
  | Sort
  | Join
  | Union
  | Sink;
