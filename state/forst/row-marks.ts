/**
 * What the store knows of the rows of one list, or of the entries of an ordered table, beyond their
 * columns: the slot that each belongs to, its sequence number, whether it was written since the
 * last seal, whether the files have (or will have) it; and the rows that were removed since.
 */
import { grownInt32, grownNulls } from '../column/growth.js';

const DIRTY = 1;
const STORED = 2;

/** Rows by the order in which they are written: arrays of equal length. */
export interface MarkedRows {
  readonly ids: Int32Array;
  readonly slots: Int32Array;
  readonly sequences: Float64Array;
}

export class RowMarks {
  /** Rows written or removed since the last seal. */
  dirtyCount = 0;
  #flags: Uint8Array = new Uint8Array(0);
  #slots: Int32Array = new Int32Array(0);
  #sequences = new Float64Array(0);
  #weights = new Float64Array(0);
  #dirty: Int32Array = new Int32Array(0);
  #listed = 0;
  readonly #removed: { id: number; slot: number; sequence: number }[] = [];

  /** A row was put into a list. */
  add(id: number, slot: number, sequence: number, weight: number): void {
    this.#reserve(id + 1);
    this.#flags[id] = 0;
    this.#slots[id] = slot;
    this.#sequences[id] = sequence;
    this.#weights[id] = weight;
    this.write(id);
  }

  /** A row was brought from the files. */
  load(id: number, slot: number, sequence: number, weight: number): void {
    this.#reserve(id + 1);
    this.#flags[id] = STORED;
    this.#slots[id] = slot;
    this.#sequences[id] = sequence;
    this.#weights[id] = weight;
  }

  /** The files may have another row in its place: it must be deleted there, once it is removed. */
  setStored(id: number): void {
    this.#flags[id] = (this.#flags[id] as number) | STORED;
  }

  write(id: number): void {
    const flags = this.#flags[id] as number;
    if ((flags & DIRTY) !== 0) return;
    this.#flags[id] = flags | DIRTY;
    this.#dirty = grownInt32(this.#dirty, this.#listed + 1);
    this.#dirty[this.#listed++] = id;
    this.dirtyCount++;
  }

  /** @returns whether the files have it, so that it must be deleted there */
  remove(id: number): boolean {
    const flags = this.#flags[id] as number;
    this.#flags[id] = 0;
    if ((flags & DIRTY) !== 0) this.dirtyCount--;
    if ((flags & STORED) === 0) return false;
    const [slot, sequence] = [this.#slots[id] as number, this.#sequences[id] as number];
    this.#removed.push({ id, slot, sequence });
    this.dirtyCount++;
    return true;
  }

  /** The row leaves memory, not the files. */
  forget(id: number): void {
    this.#flags[id] = 0;
  }

  slotOf(id: number): number {
    return this.#slots[id] as number;
  }

  sequenceOf(id: number): number {
    return this.#sequences[id] as number;
  }

  /** By row id. */
  get weights(): Float64Array {
    return this.#weights;
  }

  /** The rows written and removed since the last seal; all are clean from now on. */
  seal(): { readonly written: MarkedRows; readonly removed: MarkedRows } {
    const ids: number[] = [];
    for (let i = 0; i < this.#listed; i++) {
      const id = this.#dirty[i] as number;
      const flags = this.#flags[id] as number;
      if ((flags & DIRTY) === 0) continue;
      this.#flags[id] = STORED;
      ids.push(id);
    }
    this.#listed = 0;
    this.dirtyCount = 0;
    const removed = this.#removed.splice(0);
    return {
      written: {
        ids: Int32Array.from(ids),
        slots: Int32Array.from(ids, (id) => this.#slots[id] as number),
        sequences: Float64Array.from(ids, (id) => this.#sequences[id] as number),
      },
      removed: {
        ids: Int32Array.from(removed, ({ id }) => id),
        slots: Int32Array.from(removed, ({ slot }) => slot),
        sequences: Float64Array.from(removed, ({ sequence }) => sequence),
      },
    };
  }

  memoryBytes(): number {
    return this.#flags.length * 21 + this.#dirty.length * 4;
  }

  #reserve(rows: number): void {
    if (rows <= this.#slots.length) return;
    this.#slots = grownInt32(this.#slots, rows);
    this.#flags = grownNulls(this.#flags, this.#slots.length) as Uint8Array;
    this.#sequences = grownF64(this.#sequences, this.#slots.length);
    this.#weights = grownF64(this.#weights, this.#slots.length);
  }
}

function grownF64(values: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(length);
  grown.set(values);
  return grown;
}
