/**
 * Rows with unique keys that were taken out of their lists: kept by the columns of that key until
 * everybody who reads the files finds them gone there. Until then they hide what files still have.
 *
 * All of them, and those of each slot, are chained in the order in which they went: they ascend by
 * sequence number. Links are row id + 1, 0 at an end.
 */
import { grownFloat64, grownInt32 } from '../column/growth.js';

export class GoneRows {
  readonly #drop: (id: number) => void;
  #first = 0;
  #last = 0;
  /** By row id: the ones before and behind it, the one behind it of its slot, its slot. */
  #before: Int32Array = new Int32Array(0);
  #behind: Int32Array = new Int32Array(0);
  #next: Int32Array = new Int32Array(0);
  #slots: Int32Array = new Int32Array(0);
  /** When it went: the files know once they hold all below a greater number. */
  #sequences: Float64Array = new Float64Array(0);
  /** By slot. */
  #firsts: Int32Array = new Int32Array(0);
  #lasts: Int32Array = new Int32Array(0);

  /** @param drop gives up the columns of a row */
  constructor(drop: (id: number) => void) {
    this.#drop = drop;
  }

  add(slot: number, id: number, sequence: number): void {
    this.#reserve(slot + 1, id + 1);
    this.#slots[id] = slot;
    this.#sequences[id] = sequence;
    this.#before[id] = this.#last;
    this.#behind[id] = 0;
    if (this.#last === 0) this.#first = id + 1;
    else this.#behind[this.#last - 1] = id + 1;
    this.#last = id + 1;
    this.#next[id] = 0;
    const last = this.#lasts[slot] as number;
    if (last === 0) this.#firsts[slot] = id + 1;
    else this.#next[last - 1] = id + 1;
    this.#lasts[slot] = id + 1;
  }

  /** Ids of a slot's rows that went at this sequence number or later. */
  idsOf(slot: number, from = 0): number[] {
    const ids: number[] = [];
    for (let id = (this.#firsts[slot] ?? 0) - 1; id >= 0; id = (this.#next[id] as number) - 1) {
      if ((this.#sequences[id] as number) >= from) ids.push(id);
    }
    return ids;
  }

  /** Everybody finds those below a sequence number gone. */
  settle(below: number): void {
    while (this.#first > 0 && (this.#sequences[this.#first - 1] as number) < below) {
      this.#forgetFirst(this.#slots[this.#first - 1] as number);
    }
  }

  /** A slot leaves memory. */
  end(slot: number): void {
    while ((this.#firsts[slot] ?? 0) > 0) this.#forgetFirst(slot);
  }

  memoryBytes(): number {
    return this.#next.length * 24 + this.#firsts.length * 8;
  }

  /** The first of a slot's. */
  #forgetFirst(slot: number): void {
    const id = (this.#firsts[slot] as number) - 1;
    const next = this.#next[id] as number;
    this.#firsts[slot] = next;
    if (next === 0) this.#lasts[slot] = 0;
    const [before, behind] = [this.#before[id] as number, this.#behind[id] as number];
    if (before === 0) this.#first = behind;
    else this.#behind[before - 1] = behind;
    if (behind === 0) this.#last = before;
    else this.#before[behind - 1] = before;
    this.#drop(id);
  }

  #reserve(slots: number, rows: number): void {
    if (slots > this.#firsts.length) {
      this.#firsts = grownInt32(this.#firsts, slots);
      this.#lasts = grownInt32(this.#lasts, slots);
    }
    if (rows <= this.#next.length) return;
    this.#next = grownInt32(this.#next, rows);
    this.#before = grownInt32(this.#before, this.#next.length);
    this.#behind = grownInt32(this.#behind, this.#next.length);
    this.#slots = grownInt32(this.#slots, this.#next.length);
    this.#sequences = grownFloat64(this.#sequences, this.#next.length);
  }
}
