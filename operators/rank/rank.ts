/** Continuous Top-N: which algorithm serves a spec. */
import { assert } from '../../conf/errors/error.js';
import type { Operator } from '../core/operator.js';
import { AppendTopN } from './append-top-n.js';
import type { RankSpec } from './rank-spec.js';
import { RetractingTopN } from './retracting-top-n.js';
import { Top1 } from './top-1.js';
import { UpdatingTopN } from './updating-top-n.js';

/** As Flink's streaming mode, ROW_NUMBER alone; the planner refuses RANK and DENSE_RANK. */
export function createRank(spec: RankSpec): Operator {
  assert(spec.function === 'ROW_NUMBER', 'A continuous rank is ROW_NUMBER');
  assert(spec.from >= 1 && spec.to >= spec.from, 'Ranks count from 1');
  if (spec.retracting) return new RetractingTopN(spec);
  if (spec.from === 1 && spec.to === 1) return new Top1(spec);
  const { updateKey } = spec;
  return updateKey === undefined ? new AppendTopN(spec) : new UpdatingTopN(spec, updateKey);
}
