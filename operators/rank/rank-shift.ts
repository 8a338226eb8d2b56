/** The changes of a ranked list whose rows moved by one place, with Flink's kinds and order. */
import type { SortedRows } from '../../state/api/row-list.js';
import { DELETE, INSERT, UPDATE_AFTER, UPDATE_BEFORE } from '../core/row-kind.js';
import type { RankOutput } from './rank-output.js';
import type { RankSpec } from './rank-spec.js';

type Range = Pick<RankSpec, 'from' | 'to' | 'updateBefore'>;

/** A row was put in at `position`: from there on each place holds what stood one before it. */
export function addShifted(
  changes: RankOutput,
  lists: SortedRows,
  slot: number,
  position: number,
  origin: number,
  range: Range,
): void {
  const last = lists.count(slot) - 1;
  for (let at = Math.max(position, range.from - 1); at < range.to && at <= last; at++) {
    const id = lists.at(slot, at);
    if (at === last) {
      changes.add(INSERT, id, at + 1, origin);
    } else {
      if (range.updateBefore) changes.add(UPDATE_BEFORE, lists.at(slot, at + 1), at + 1, origin);
      changes.add(UPDATE_AFTER, id, at + 1, origin);
    }
  }
}

/**
 * The row at `position` is about to go: from there on each place will hold what stands behind it.
 */
export function removeShifted(
  changes: RankOutput,
  lists: SortedRows,
  slot: number,
  position: number,
  origin: number,
  range: Range,
): void {
  const last = lists.count(slot) - 1;
  for (let at = Math.max(position, range.from - 1); at < range.to && at <= last; at++) {
    const id = lists.at(slot, at);
    if (at === last) {
      changes.add(DELETE, id, at + 1, origin);
    } else {
      if (range.updateBefore) changes.add(UPDATE_BEFORE, id, at + 1, origin);
      changes.add(UPDATE_AFTER, lists.at(slot, at + 1), at + 1, origin);
    }
  }
}
