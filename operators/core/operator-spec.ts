/**
 * Everything an operator is made of, one kind an operator, as plain data. Each spec is declared in
 * the file of its operator or source; this union is what the planner may emit and
 * `operators/create.ts` can build.
 */

import type { GroupAggregateSpec } from '../aggregate/group-aggregate-spec.js';
import type { LocalAggregateSpec } from '../aggregate/local-aggregate-spec.js';
import type { CalcSpec } from '../calc/calc-spec.js';
import type { ExpandSpec } from '../calc/expand-spec.js';
import type { UnionSpec } from '../calc/union-spec.js';
import type { ChangelogNormalizeSpec } from '../changelog/changelog-normalize-spec.js';
import type { FromChangelogSpec, ToChangelogSpec } from '../changelog/changelog-spec.js';
import type { ConflictSpec } from '../changelog/conflict-materializer-spec.js';
import type { UpsertMaterializerSpec } from '../changelog/upsert-materializer-spec.js';
import type { CorrelateSpec } from '../correlate/correlate-spec.js';
import type { IntervalJoinSpec } from '../join/interval-join-spec.js';
import type { JoinSpec } from '../join/join-spec.js';
import type { LookupJoinSpec } from '../join/lookup-join-spec.js';
import type { TemporalJoinSpec } from '../join/temporal-join-spec.js';
import type { WindowJoinSpec } from '../join/window-join-spec.js';
import type { MatchSpec } from '../match/match-spec.js';
import type { OverSpec } from '../over/over-spec.js';
import type { SortedOverSpec } from '../over/sorted-over-spec.js';
import type { DeduplicateSpec } from '../rank/deduplicate-spec.js';
import type { RankSpec } from '../rank/rank-spec.js';
import type { WindowRankSpec } from '../rank/window-rank-spec.js';
import type { SinkSpec } from '../sink/sink-spec.js';
import type { TemporalSortSpec } from '../sort/temporal-sort-spec.js';
import type { SourceSpec } from '../source/source-spec.js';
import type { ValuesSpec } from '../source/values-spec.js';
import type { WatermarkSpec } from '../source/watermark-spec.js';
import type { SessionAggregateSpec } from '../window/session-aggregate-spec.js';
import type { SessionTableSpec } from '../window/session-table-spec.js';
import type { WindowAggregateSpec } from '../window/window-aggregate-spec.js';
import type { WindowTableSpec } from '../window/window-table-spec.js';

export type OperatorSpec =
  | SourceSpec
  | ValuesSpec
  | WatermarkSpec
  | CalcSpec
  | UnionSpec
  | ExpandSpec
  | CorrelateSpec
  | ChangelogNormalizeSpec
  | FromChangelogSpec
  | ToChangelogSpec
  | UpsertMaterializerSpec
  | ConflictSpec
  | WindowTableSpec
  | SessionTableSpec
  | LocalAggregateSpec
  | GroupAggregateSpec
  | WindowAggregateSpec
  | SessionAggregateSpec
  | OverSpec
  | SortedOverSpec
  | MatchSpec
  | RankSpec
  | DeduplicateSpec
  | WindowRankSpec
  | TemporalSortSpec
  | JoinSpec
  | IntervalJoinSpec
  | TemporalJoinSpec
  | WindowJoinSpec
  | LookupJoinSpec
  | SinkSpec;
