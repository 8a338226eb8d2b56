/**
 * Many cursors as one, in the order of keys: of equal keys the one of the newest cursor counts, and
 * a deleted range hides what older cursors have in it.
 *
 * The least key is looked for among all cursors: they are few (files of level 0, then levels).
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
  #live: number[] = [];
  /** The cursor whose page was handed over as it stands; −1 = none. */
  #given = -1;

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
    while (this.#live.length > 0) {
      const first = this.#least();
      const cursor = this.#cursors[first] as Cursor;
      const { page, at } = cursor;
      const start = page.keyOffsets[at] as number;
      const end = page.keyOffsets[at + 1] as number;
      const isHidden = (this.#hidden[first] as RangeSet).covers(page.keys, start, end);
      const goOn = isHidden || take(page, at);
      // Older cursors first: the key they are compared with stands in the page.
      for (let k = this.#live.length - 1; k >= 0; k--) {
        const other = this.#live[k] as number;
        if (other === first || !this.#stands(other, page, start, end)) continue;
        if (!this.#step(other)) await this.#load(other);
      }
      if (!this.#step(first)) await this.#load(first);
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
    if (this.#live.length === 0) return null;
    const first = this.#least();
    const { page, at } = this.#cursors[first] as Cursor;
    const isApart = this.#live.every((other) => {
      const { page: theirs, at: theirAt } = this.#cursors[other] as Cursor;
      return other === first || compareKeysAt(page, page.count - 1, theirs, theirAt) < 0;
    });
    const isHiding = (this.#hidden[first] as RangeSet).ranges.length > 0;
    const deleted = page.deleted.subarray(at, page.count);
    if (!isApart || isHiding || deleted.includes(1)) return null;
    this.#given = first;
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
    const given = this.#given;
    if (given < 0) return;
    this.#given = -1;
    await this.#load(given);
  }

  /** Loads first pages; `run` comes after it. */
  async open(): Promise<void> {
    const loaded = await Promise.all(this.#cursors.map((cursor) => cursor.load()));
    this.#live = loaded.flatMap((isThere, i) => (isThere ? [i] : []));
  }

  /** The newest of the cursors with the least key. */
  #least(): number {
    const live = this.#live;
    let least = live[0] as number;
    for (let k = 1; k < live.length; k++) {
      const other = live[k] as number;
      if (this.#compare(other, least) < 0) least = other;
    }
    return least;
  }

  #compare(a: number, b: number): number {
    const x = this.#cursors[a] as Cursor;
    const y = this.#cursors[b] as Cursor;
    return compareKeysAt(x.page, x.at, y.page, y.at);
  }

  /** Whether a cursor's current key is this one. */
  #stands(cursor: number, page: Entries, start: number, end: number): boolean {
    const { page: own, at } = this.#cursors[cursor] as Cursor;
    const from = own.keyOffsets[at] as number;
    const to = own.keyOffsets[at + 1] as number;
    return (
      to - from === end - start && compareBytes(own.keys, from, to, page.keys, start, end) === 0
    );
  }

  /** @returns false = the page ends */
  #step(i: number): boolean {
    const cursor = this.#cursors[i] as Cursor;
    cursor.at++;
    return cursor.at < cursor.page.count;
  }

  async #load(i: number): Promise<void> {
    if (await (this.#cursors[i] as Cursor).load()) return;
    this.#live = this.#live.filter((one) => one !== i);
  }
}
