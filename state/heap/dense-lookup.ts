/**
 * The index of a keyed table whose keys are integers that lie close together, as ids mostly do: the
 * slot of each key stands at the key's own place, so a look-up has no hash, no probe, and takes 4
 * bytes a place instead of 8 a cell.
 *
 * Invariants: `cells[(key − base) mod 2^32]` is slot + 1 of a key, 0 where there is none; no key of
 * the table lies outside. There are at most `GREATEST_SPREAD` times as many places as keys when
 * they are made, so the index is not larger than one by hash.
 */
import { touchPlaces } from '../column/touch.js';
import type { SlotSpace } from './slot-space.js';

/** Places a key, at most: those by hash have 12 to 25 bytes a key. */
const GREATEST_SPREAD = 4;

export class DenseLookup {
  #cells: Int32Array;
  #base: number;
  /** What `touchPlaces` gave. */
  touched = 0;

  /** @param least of the keys; 32-bit, as all keys here */
  private constructor(least: number, span: number) {
    this.#cells = new Int32Array(span);
    this.#base = least;
  }

  /** For keys of this range; null where they lie too far apart. */
  static over(least: number, greatest: number, count: number): DenseLookup | null {
    const span = greatest - least + 1;
    return span <= GREATEST_SPREAD * count ? new DenseLookup(least, span) : null;
  }

  /** The range of keys that have places. */
  get least(): number {
    return this.#base;
  }

  get greatest(): number {
    return this.#base + this.#cells.length - 1;
  }

  /** Finds the slots of keys; gives how many were missing, their positions in `missing`. */
  find(keys: Int32Array, count: number, slots: Int32Array, missing: Int32Array): number {
    const cells = this.#cells;
    const base = this.#base;
    const end = cells.length;
    this.touched = touchPlaces(cells, keys, count, base);
    let absent = 0;
    for (let i = 0; i < count; i++) {
      const place = ((keys[i] as number) - base) >>> 0;
      const slot = (place < end ? (cells[place] as number) : 0) - 1;
      slots[i] = slot;
      missing[absent] = i;
      absent += slot >>> 31;
    }
    return absent;
  }

  /**
   * Inserts the keys at positions `missing`, in order, all of which have places. New slots go to
   * `missing` itself, and the positions where each stood first to the beginning of `keys`.
   * @returns how many are new
   */
  insert(
    space: SlotSpace,
    keys: Int32Array,
    missing: Int32Array,
    count: number,
    slots: Int32Array,
  ): number {
    const cells = this.#cells;
    let added = 0;
    for (let m = 0; m < count; m++) {
      const i = missing[m] as number;
      const place = ((keys[i] as number) - this.#base) >>> 0;
      let slot = (cells[place] as number) - 1;
      if (slot < 0) {
        slot = space.take();
        cells[place] = slot + 1;
        // Neither array is read again before position m: `added` never overtakes it.
        keys[added] = i;
        missing[added++] = slot;
      }
      slots[i] = slot;
    }
    return added;
  }

  /** Enters a key that is not there and has a place. */
  add(key: number, slot: number): void {
    this.#cells[(key - this.#base) >>> 0] = slot + 1;
  }

  remove(key: number): void {
    this.#cells[(key - this.#base) >>> 0] = 0;
  }

  /**
   * Makes places for the keys at positions `missing`.
   * @param size keys of the table when these have come, at most
   * @returns false where they lie too far apart
   */
  cover(keys: Int32Array, missing: Int32Array, count: number, size: number): boolean {
    const first = this.#base;
    const last = first + this.#cells.length - 1;
    let [least, greatest] = [first, last];
    for (let m = 0; m < count; m++) {
      const key = keys[missing[m] as number] as number;
      if (key < least) least = key;
      if (key > greatest) greatest = key;
    }
    if (least === first && greatest === last) return true;
    const span = greatest - least + 1;
    if (span > GREATEST_SPREAD * size) return false;
    this.#grow(Math.max(span, 2 * this.#cells.length), least < first ? greatest : null, least);
    return true;
  }

  clear(): void {
    this.#cells.fill(0);
  }

  memoryBytes(): number {
    return this.#cells.byteLength;
  }

  /** Room to spare lies on the side to which the keys moved: below where `last` is given. */
  #grow(places: number, last: number | null, least: number): void {
    const cells = new Int32Array(places);
    const base = last === null ? least : Math.max(last - places + 1, LEAST_KEY);
    cells.set(this.#cells, this.#base - base);
    this.#cells = cells;
    this.#base = base;
  }
}

const LEAST_KEY = -(2 ** 31);
