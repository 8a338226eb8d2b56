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
  return search(lists, slot, id, weight, compare, 0);
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
  const first = search(lists, slot, id, weight, compare, 1);
  const end = lists.upperBound(slot, weight);
  for (let at = first; at < end; at++) {
    const kept = lists.at(slot, at);
    if (equal(id, kept)) return at;
    if (compare(id, kept) !== 0) return -1;
  }
  return -1;
}

/** The first position whose row compares to this one below `limit`: 0 = behind it, 1 = or level. */
function search(
  lists: SortedRows,
  slot: number,
  id: number,
  weight: number,
  compare: RowComparator,
  limit: 0 | 1,
): number {
  let low = lists.lowerBound(slot, weight);
  let high = lists.upperBound(slot, weight);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(id, lists.at(slot, middle)) < limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
