/**
 * Many cursors as one, in the order of keys: of equal keys the one of the newest cursor counts, and
 * a deleted range hides what older cursors have in it.
 *
 * Cursors stand in the order of their keys. Most entries come from one of them, the lowest level:
 * when it has moved on, it is compared with the next one alone.
 */

import { compareBytes } from '../column/compare.js';
import type { Cursor } from './cursor.js';
import type { Entries } from './entries.js';
import type { KeyRange } from './key-range.js';
import { RangeSet } from './range-set.js';
import { compareKeysAt } from './sort.js';

export interface MergeSource {
  readonly cursor: Cursor;
  /** Deleted ranges of its files; they count for the sources behind it. */
  readonly ranges: readonly KeyRange[];
}

export class Merge {
  readonly #cursors: readonly Cursor[];
  /** By cursor: the ranges of all newer ones. */
  readonly #hidden: readonly RangeSet[];
  /** Cursors that are not done, by key; of equal ones the newest first. */
  #order: number[] = [];
  /** The first cursor's page was handed over as it stands. */
  #isGiven = false;

  /** @param sources the newest first */
  constructor(sources: readonly MergeSource[]) {
    this.#cursors = sources.map(({ cursor }) => cursor);
    const newer: KeyRange[] = [];
    this.#hidden = sources.map(({ ranges }) => {
      const set = new RangeSet([...newer]);
      newer.push(...ranges);
      return set;
    });
  }

  /**
   * Hands entries to `take`, ascending, each key once, deleted keys included, until it returns
   * false or all are done. @returns false = all are done
   */
  async run(take: (entries: Entries, i: number) => boolean): Promise<boolean> {
    await this.#passGiven();
    while (this.#order.length > 0) {
      const first = this.#order[0] as number;
      const { page, at } = this.#cursors[first] as Cursor;
      const start = page.keyOffsets[at] as number;
      const end = page.keyOffsets[at + 1] as number;
      const isHidden = (this.#hidden[first] as RangeSet).covers(page.keys, start, end);
      const goOn = isHidden || take(page, at);
      // Older entries of the key count no more.
      let equal = 1;
      while (equal < this.#order.length && this.#stands(equal, page, start, end)) equal++;
      for (let place = equal - 1; place >= 0; place--) {
        if (this.#step(place)) this.#sink(place);
        else await this.#load(place);
      }
      if (!goOn) return true;
    }
    return false;
  }

  /**
   * The next entries as they stand in a page, where all of them come before those of other cursors
   * and none is deleted; they are valid until the next call. Null where they must be merged.
   */
  async whole(): Promise<Entries | null> {
    await this.#passGiven();
    const [first, second] = this.#order;
    if (first === undefined) return null;
    const { page, at } = this.#cursors[first] as Cursor;
    const next = second === undefined ? undefined : (this.#cursors[second] as Cursor);
    const isApart =
      next === undefined || compareKeysAt(page, page.count - 1, next.page, next.at) < 0;
    const isHiding = (this.#hidden[first] as RangeSet).ranges.length > 0;
    const deleted = page.deleted.subarray(at, page.count);
    if (!isApart || isHiding || deleted.includes(1)) return null;
    this.#isGiven = true;
    const { keys, keyOffsets, values, valueOffsets } = page;
    return {
      count: page.count - at,
      keys,
      keyOffsets: keyOffsets.subarray(at),
      values,
      valueOffsets: valueOffsets.subarray(at),
      deleted,
    };
  }

  async #passGiven(): Promise<void> {
    if (!this.#isGiven) return;
    this.#isGiven = false;
    await this.#load(0);
  }

  /** Loads first pages; `run` comes after it. */
  async open(): Promise<void> {
    const loaded = await Promise.all(this.#cursors.map((cursor) => cursor.load()));
    this.#order = loaded.flatMap((isThere, i) => (isThere ? [i] : []));
    this.#order.sort((a, b) => (this.#isBefore(a, b) ? -1 : 1));
  }

  #isBefore(a: number, b: number): boolean {
    const x = this.#cursors[a] as Cursor;
    const y = this.#cursors[b] as Cursor;
    const order = compareKeysAt(x.page, x.at, y.page, y.at);
    return order < 0 || (order === 0 && a < b);
  }

  /** Moves the cursor of a place behind those that come before it; the others are in order. */
  #sink(place: number): void {
    const order = this.#order;
    const cursor = order[place] as number;
    let low = place + 1;
    // Mostly it stays; else half of those that are left go with each step.
    if (low === order.length || this.#isBefore(cursor, order[low] as number)) return;
    let high = order.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#isBefore(cursor, order[middle] as number)) high = middle;
      else low = middle;
    }
    order.copyWithin(place, place + 1, low + 1);
    order[low] = cursor;
  }

  /** Whether the current key of a place's cursor is this one. */
  #stands(place: number, page: Entries, start: number, end: number): boolean {
    const { page: own, at } = this.#cursors[this.#order[place] as number] as Cursor;
    const from = own.keyOffsets[at] as number;
    const to = own.keyOffsets[at + 1] as number;
    return (
      to - from === end - start && compareBytes(own.keys, from, to, page.keys, start, end) === 0
    );
  }

  /** @returns false = the page ends */
  #step(place: number): boolean {
    const cursor = this.#cursors[this.#order[place] as number] as Cursor;
    cursor.at++;
    return cursor.at < cursor.page.count;
  }

  /** The next page of a place's cursor, which is gone when there is none. */
  async #load(place: number): Promise<void> {
    if (await (this.#cursors[this.#order[place] as number] as Cursor).load()) this.#sink(place);
    else this.#order.splice(place, 1);
  }
}
