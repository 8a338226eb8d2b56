/**
 * Many ranges of keys, to ask of a key whether one of them holds it. For each key group that is
 * asked for, its ranges are sorted and united once; then a question is a binary search.
 */
import { compareBytes } from '../column/compare.js';
import { compareKeys, groupOf } from './key-order.js';
import type { KeyRange } from './key-range.js';

interface Interval {
  readonly from: Uint8Array;
  /** null = to the end of the group */
  to: Uint8Array | null;
}

export class RangeSet {
  readonly ranges: readonly KeyRange[];
  readonly #groups = new Map<number, readonly Interval[]>();

  constructor(ranges: readonly KeyRange[]) {
    this.ranges = ranges;
  }

  covers(keys: Uint8Array, start: number, end: number): boolean {
    if (this.ranges.length === 0) return false;
    const intervals = this.#group(groupOf(keys, start));
    let low = -1;
    let high = intervals.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      const { from } = intervals[middle] as Interval;
      if (compareBytes(from, 0, from.length, keys, start + 2, end) <= 0) low = middle;
      else high = middle;
    }
    const found = intervals[low];
    if (found === undefined) return false;
    return (
      found.to === null || compareBytes(found.to, 0, found.to.length, keys, start + 2, end) > 0
    );
  }

  #group(group: number): readonly Interval[] {
    const known = this.#groups.get(group);
    if (known !== undefined) return known;
    const sorted = this.ranges
      .filter(({ firstGroup, lastGroup }) => firstGroup <= group && group <= lastGroup)
      .sort((a, b) => compareKeys(a.from, b.from));
    const united: Interval[] = [];
    for (const { from, to } of sorted) {
      const last = united.at(-1);
      if (last === undefined || (last.to !== null && compareKeys(last.to, from) < 0)) {
        united.push({ from, to });
      } else if (last.to !== null && (to === null || compareKeys(to, last.to) > 0)) {
        last.to = to;
      }
    }
    this.#groups.set(group, united);
    return united;
  }
}
