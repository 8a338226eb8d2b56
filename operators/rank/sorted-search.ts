/**
 * Where a row of the arena belongs, or stands, in a list that is sorted by weight, then by an
 * order, then by arrival: a binary search by numbers, then one by comparisons.
 */
import type { SortedRows } from '../../state/api/row-list.js';
import type { RowComparator, RowEquality } from '../../state/column/row-comparison.js';

/** The position behind all rows that the order puts before this one or level with it. */
export function positionBehind(
  lists: SortedRows,
  slot: number,
  id: number,
  weight: number,
  compare: RowComparator,
): number {
  let low = lists.lowerBound(slot, weight);
  let high = lists.upperBound(slot, weight);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(id, lists.at(slot, middle)) < 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The first row of a list that equals this one, −1 when there is none. */
export function positionOf(
  lists: SortedRows,
  slot: number,
  id: number,
  weight: number,
  compare: RowComparator,
  equal: RowEquality,
): number {
  let low = lists.lowerBound(slot, weight);
  const end = lists.upperBound(slot, weight);
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(id, lists.at(slot, middle)) <= 0) high = middle;
    else low = middle + 1;
  }
  for (let at = low; at < end; at++) {
    const kept = lists.at(slot, at);
    if (equal(id, kept)) return at;
    if (compare(id, kept) !== 0) return -1;
  }
  return -1;
}
