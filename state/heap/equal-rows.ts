/**
 * Finds a kept row by equality in O(1): a hash table of row ids over some of their columns. Rows
 * that are equal in those columns are chained behind one entry, so that any number of duplicates
 * costs no more than one. The hashes are given by the owner; the table is derived from rows and
 * never stored.
 */
import { grownInt32 } from '../column/growth.js';
import type { RowEquality } from '../column/row-comparison.js';

export class EqualRows {
  /** Row id + 1 of a chain's first row, 0 where free. Linear probing; length a power of two. */
  #table: Int32Array = new Int32Array(64);
  #chains = 0;
  #hashes: Int32Array = new Int32Array(0);
  /** The row behind a row in its chain, −1 at the end. */
  #next: Int32Array = new Int32Array(0);

  /** @param equal tells whether two kept rows are equal */
  add(id: number, hash: number, equal: RowEquality): void {
    if (id >= this.#hashes.length) {
      this.#hashes = grownInt32(this.#hashes, id + 1);
      this.#next = grownInt32(this.#next, this.#hashes.length);
    }
    if ((this.#chains + 1) * 2 > this.#table.length) this.#grow();
    this.#hashes[id] = hash;
    const place = this.#place(hash, id, equal);
    const first = (this.#table[place] as number) - 1;
    this.#next[id] = first;
    this.#table[place] = id + 1;
    if (first < 0) this.#chains++;
  }

  /**
   * A row with this hash that equals row `row`, −1 when there is none.
   * @param equal tells whether that row equals a kept one
   */
  find(hash: number, row: number, equal: RowEquality): number {
    return (this.#table[this.#place(hash, row, equal)] as number) - 1;
  }

  /** Takes out a row that `find` has just given: the first of its chain. */
  remove(id: number): void {
    let place = this.#home(this.#hashes[id] as number);
    while (this.#table[place] !== id + 1) place = this.#behind(place);
    const rest = this.#next[id] as number;
    if (rest >= 0) this.#table[place] = rest + 1;
    else this.#free(place);
  }

  /** Takes out a row, wherever it stands in its chain. */
  drop(id: number): void {
    const hash = this.#hashes[id] as number;
    for (let place = this.#home(hash); ; place = this.#behind(place)) {
      const first = (this.#table[place] as number) - 1;
      if (first === id) {
        this.remove(id);
        return;
      }
      if (this.#hashes[first] !== hash) continue;
      for (let before = first; before >= 0; before = this.#next[before] as number) {
        if (this.#next[before] !== id) continue;
        this.#next[before] = this.#next[id] as number;
        return;
      }
    }
  }

  #home(hash: number): number {
    return hash & (this.#table.length - 1);
  }

  #behind(place: number): number {
    return (place + 1) & (this.#table.length - 1);
  }

  /** Where the chain of the row stands, or the free place where it would begin. */
  #place(hash: number, row: number, equal: RowEquality): number {
    let place = this.#home(hash);
    for (;;) {
      const id = (this.#table[place] as number) - 1;
      if (id < 0 || (this.#hashes[id] === hash && equal(row, id))) return place;
      place = this.#behind(place);
    }
  }

  /** Closes the gap, so that no search ends before its goal. */
  #free(freed: number): void {
    let gap = freed;
    this.#chains--;
    for (let place = this.#behind(gap); this.#table[place] !== 0; place = this.#behind(place)) {
      const home = this.#home(this.#hashes[(this.#table[place] as number) - 1] as number);
      const mask = this.#table.length - 1;
      if (((place - home) & mask) < ((place - gap) & mask)) continue;
      this.#table[gap] = this.#table[place] as number;
      gap = place;
    }
    this.#table[gap] = 0;
  }

  #grow(): void {
    const old = this.#table;
    this.#table = new Int32Array(old.length * 2);
    for (const entry of old) {
      if (entry === 0) continue;
      let place = this.#home(this.#hashes[entry - 1] as number);
      while (this.#table[place] !== 0) place = this.#behind(place);
      this.#table[place] = entry;
    }
  }
}
