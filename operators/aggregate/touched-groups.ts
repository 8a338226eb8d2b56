/**
 * The groups that the rows of a batch belong to, each once, in the order of their first rows: what
 * a mini-batch changes.
 */
import type { Batch } from '../core/batch.js';

export interface Touched {
  readonly slots: Int32Array;
  /** The logical row that was the first of each. */
  readonly rows: Int32Array;
}

export class TouchedGroups {
  /** By slot, the number of the last batch that had rows of it. */
  #stamps: Int32Array = new Int32Array(0);
  #batch = 0;

  /** @param slots of the rows of a batch */
  of(slots: Int32Array): Touched {
    this.#batch++;
    const touched = new Int32Array(slots.length);
    const rows = new Int32Array(slots.length);
    let count = 0;
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number;
      if (slot >= this.#stamps.length) this.#grow(slot);
      if (this.#stamps[slot] === this.#batch) continue;
      this.#stamps[slot] = this.#batch;
      touched[count] = slot;
      rows[count++] = i;
    }
    return { slots: touched.subarray(0, count), rows: rows.subarray(0, count) };
  }

  #grow(slot: number): void {
    const stamps = new Int32Array(Math.max(64, 2 * slot));
    stamps.set(this.#stamps);
    this.#stamps = stamps;
  }
}

/** Of logical rows. */
export function physicalRows({ selection }: Batch, rows: Int32Array): Int32Array {
  return selection === null ? rows : rows.map((row) => selection[row] as number);
}
