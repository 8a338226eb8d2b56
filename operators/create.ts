/** Makes the operator of a spec. Sources and sinks are made by their connectors. */
import { MillraceError } from '../conf/errors/error.js';
import { createGroupAggregate } from './aggregate/group-aggregate.js';
import { createLocalAggregate } from './aggregate/local-aggregate.js';
import { createCalc } from './calc/calc.js';
import { createExpand } from './calc/expand.js';
import { createUnion } from './calc/union.js';
import { createChangelogNormalize } from './changelog/changelog-normalize.js';
import { ConflictMaterializer } from './changelog/conflict-materializer.js';
import { createFromChangelog } from './changelog/from-changelog.js';
import { createToChangelog } from './changelog/to-changelog.js';
import { createUpsertMaterializer } from './changelog/upsert-materializer.js';
import type { Operator } from './core/operator.js';
import type { OperatorSpec } from './core/operator-spec.js';
import { createCorrelate } from './correlate/correlate.js';
import { createIntervalJoin } from './join/interval-join.js';
import { createJoin } from './join/join.js';
import { KeepingLookupJoin } from './join/keeping-lookup-join.js';
import { LookupJoin } from './join/lookup-join.js';
import { createTemporalJoin } from './join/temporal-join.js';
import { createWindowJoin } from './join/window-join.js';
import { createMatch } from './match/match.js';
import { createOver } from './over/over.js';
import { SortedOver } from './over/sorted-over.js';
import { createDeduplicate } from './rank/deduplicate.js';
import { createRank } from './rank/rank.js';
import { createWindowRank } from './rank/window-rank.js';
import { createTemporalSort } from './sort/temporal-sort.js';
import { createLookup } from './source/connectors.js';
import { createWatermark } from './source/watermark.js';
import { createSessionAggregate } from './window/session-aggregate.js';
import { createSessionTable } from './window/session-table.js';
import { createWindowAggregate } from './window/window-aggregate.js';
import { createWindowTable } from './window/window-table.js';

export function createOperator(spec: OperatorSpec): Operator {
  switch (spec.kind) {
    case 'calc':
      return createCalc(spec);
    case 'correlate':
      return createCorrelate(spec);
    case 'changelog-normalize':
      return createChangelogNormalize(spec);
    case 'upsert-materializer':
      return createUpsertMaterializer(spec);
    case 'conflict-materializer':
      return new ConflictMaterializer(spec);
    case 'from-changelog':
      return createFromChangelog(spec);
    case 'to-changelog':
      return createToChangelog(spec);
    case 'expand':
      return createExpand(spec);
    case 'union':
      return createUnion();
    case 'group-aggregate':
      return createGroupAggregate(spec);
    case 'local-aggregate':
      return createLocalAggregate(spec);
    case 'window-aggregate':
      return createWindowAggregate(spec);
    case 'window-table':
      return createWindowTable(spec);
    case 'session-aggregate':
      return createSessionAggregate(spec);
    case 'session-table':
      return createSessionTable(spec);
    case 'over':
      return createOver(spec);
    case 'sorted-over':
      return new SortedOver(spec);
    case 'match':
      return createMatch(spec);
    case 'deduplicate':
      return createDeduplicate(spec);
    case 'rank':
      return createRank(spec);
    case 'window-rank':
      return createWindowRank(spec);
    case 'temporal-sort':
      return createTemporalSort(spec);
    case 'watermark':
      return createWatermark(spec);
    case 'join':
      return createJoin(spec);
    case 'interval-join':
      return createIntervalJoin(spec);
    case 'temporal-join':
      return createTemporalJoin(spec);
    case 'window-join':
      return createWindowJoin(spec);
    case 'lookup-join': {
      const Kind = spec.keep === null ? LookupJoin : KeepingLookupJoin;
      return new Kind(spec, (key, context) => createLookup(spec.source, key, context));
    }
    default:
      throw new MillraceError('BUG_INVARIANT', `No operator stands for '${spec.kind}'`);
  }
}
