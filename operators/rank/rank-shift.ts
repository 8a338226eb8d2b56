/** The changes of a ranked list whose rows moved by one place, with Flink's kinds and order. */
import { DELETE, INSERT, UPDATE_AFTER, UPDATE_BEFORE } from '../core/row-kind.js';
import type { RankOutput } from './rank-output.js';
import type { RankSpec } from './rank-spec.js';

type Range = Pick<RankSpec, 'from' | 'to' | 'updateBefore'>;

/**
 * A row was put in at `position` of a list that has `count` now: from there on each place holds what
 * stood one before it.
 */
export function addShifted(
  changes: RankOutput,
  count: number,
  slot: number,
  position: number,
  origin: number,
  range: Range,
): void {
  const last = count - 1;
  for (let at = Math.max(position, range.from - 1); at < range.to && at <= last; at++) {
    if (at === last) {
      changes.add(INSERT, slot, at, at + 1, origin);
    } else {
      if (range.updateBefore) changes.add(UPDATE_BEFORE, slot, at + 1, at + 1, origin);
      changes.add(UPDATE_AFTER, slot, at, at + 1, origin);
    }
  }
}

/**
 * The row at `position` is about to go: from there on each place will hold what stands behind it.
 */
export function removeShifted(
  changes: RankOutput,
  count: number,
  slot: number,
  position: number,
  origin: number,
  range: Range,
): void {
  const last = count - 1;
  for (let at = Math.max(position, range.from - 1); at < range.to && at <= last; at++) {
    if (at === last) {
      changes.add(DELETE, slot, at, at + 1, origin);
    } else {
      if (range.updateBefore) changes.add(UPDATE_BEFORE, slot, at, at + 1, origin);
      changes.add(UPDATE_AFTER, slot, at + 1, at + 1, origin);
    }
  }
}
