/**
 * Which operator keeps the first or the last row of a key, with the changes of Flink's
 * deduplication: by rowtime an earlier row replaces the first one, and one that is not earlier the
 * last one; on processing time the first row is final, and a last row that equals the one before it
 * is silent, unless rows expire: then it keeps what operators downstream have of it alive.
 */
import type { Operator } from '../core/operator.js';
import type { DeduplicateSpec } from './deduplicate-spec.js';
import { FirstArrivals } from './first-arrivals.js';
import { ONE_ROW, type RankSpec } from './rank-spec.js';
import { Top1 } from './top-1.js';

export function createDeduplicate(spec: DeduplicateSpec): Operator {
  const { key, time, keep, compared, updateBefore, ttlMs = 0 } = spec;
  if (time === null && keep === 'first') return new FirstArrivals(key, ttlMs);
  const descending = keep === 'last';
  const rank: RankSpec = {
    ...ONE_ROW,
    partition: key,
    order: time === null ? [] : [{ column: time, descending, nullsFirst: !descending }],
    updateBefore,
    ttlMs,
  };
  if (keep === 'first') return new Top1(rank);
  return new Top1(rank, { ties: 'last', silent: time === null && ttlMs === 0 ? compared : null });
}
