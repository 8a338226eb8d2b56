/** What rows do to their group: each one, or all those of a mini-batch at once. */
import { concat } from '../../state/column/concat.js';
import type { Vector } from '../../state/column/vector.js';

/** It was not there and is not. */
export const IGNORED = 0;
/** It was not there and is. */
export const FIRST = 1;
export const UPDATE = 2;
/** It was there and is not. */
export const LAST = 3;

/** What aggregates say of some groups. */
export interface Results {
  /** One an aggregate; none without groups. */
  readonly vectors: readonly Vector[];
  readonly count: number;
}

export interface FoldedChanges {
  /** By group. */
  readonly effects: Uint8Array;
  /** Results of both times, one behind the other; a vector an aggregate. */
  readonly joined: readonly Vector[];
  /** Where in `joined` group g stands before its rows, at 2g, and behind them, at 2g + 1. */
  readonly places: Int32Array;
}

/**
 * @param before whether each group was there before its rows
 * @param said of those that were
 * @param behind whether each is there behind them
 * @param says of those that are
 */
export function foldedChanges(
  before: Uint8Array,
  said: Results,
  behind: Uint8Array,
  says: Results,
): FoldedChanges {
  const effects = new Uint8Array(before.length);
  const places = new Int32Array(2 * before.length);
  let [old, now] = [0, said.count];
  for (let g = 0; g < before.length; g++) {
    const [was, is] = [before[g] === 1, behind[g] === 1];
    if (!was && !is) continue;
    // What has no result on one side has the other's there, which is not read.
    places[2 * g] = was ? old : now;
    places[2 * g + 1] = is ? now : old;
    effects[g] = was ? (is ? UPDATE : LAST) : FIRST;
    if (was) old++;
    if (is) now++;
  }
  const times = [said, says].filter(({ count }) => count > 0);
  const joined = (times[0]?.vectors ?? []).map((_, aggregate) =>
    concat(times.map(({ vectors, count }) => ({ vector: vectors[aggregate] as Vector, count }))),
  );
  return { effects, joined, places };
}
