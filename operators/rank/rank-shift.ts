/** The changes of a ranked list whose rows moved by one place, with Flink's kinds and order. */
import { DELETE, INSERT } from '../core/row-kind.js';
import type { RankOutput } from './rank-output.js';
import type { RankSpec } from './rank-spec.js';

type Range = Pick<RankSpec, 'from' | 'to' | 'updateBefore'>;

/**
 * A row was put in at `position` of a list that has `count` now: from there on each place holds
 * what stood one before it.
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
  const first = Math.max(position, range.from - 1);
  changes.addMoved(slot, first, Math.min(range.to, last), 1, origin, range.updateBefore);
  if (first <= last && last < range.to) changes.add(INSERT, slot, last, last + 1, origin);
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
  const first = Math.max(position, range.from - 1);
  changes.addMoved(slot, first, Math.min(range.to, last), 0, origin, range.updateBefore);
  if (first <= last && last < range.to) changes.add(DELETE, slot, last, last + 1, origin);
}
