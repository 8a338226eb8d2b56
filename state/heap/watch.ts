/**
 * What a store that keeps tables elsewhere as well is told of them. Without one a table pays a
 * comparison with null a call, not a row of `locate`.
 */
import type { KeyRows } from '../api/reads.js';

export interface SlotWatch {
  /** `locate` is about to look for these keys: they may come near now. */
  locating?(rows: KeyRows): void;
  /** All slots are about to be walked. */
  walking?(): void;
  /** `locate` found or made these slots, −1 where a key is absent: they may be written now. */
  located(rows: KeyRows, slots: Int32Array): void;
  /** The slots are about to be freed; their keys still stand. */
  removing(slots: Int32Array, count: number): void;
}

/** Rows of lists, or entries of groups; `slot` is the list's or the group's. */
export interface RowWatch {
  /** @param weight of a sorted row, else 0 */
  added(slot: number, id: number, weight: number): void;
  /** Values of the row were, or may be, written in place. */
  changed(id: number): void;
  /** @returns whether the row's columns must stay until the store gives it up */
  removed(slot: number, id: number): boolean;
}
