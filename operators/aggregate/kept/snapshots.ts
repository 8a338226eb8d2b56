/**
 * Results that are made as a whole: of each key before and behind the rows of a batch, each state
 * written once. The vector is gathered from what was written, so equal results share their bytes.
 */
import { gather } from '../../../state/column/gather.js';
import type { Vector } from '../../../state/column/vector.js';

/** Writes results one behind the other. */
export interface ResultWriter {
  /** Appends the result of a slot as it stands. */
  append(slot: number): void;
  /** What was appended. */
  finish(): Vector;
}

export class Snapshots {
  readonly #writer: ResultWriter;
  readonly #positions: Int32Array;
  /** The position of a slot's result while it stands. */
  readonly #standing = new Map<number, number>();
  #written = 0;

  /** @param rows of the batch */
  constructor(writer: ResultWriter, rows: number) {
    this.#writer = writer;
    this.#positions = new Int32Array(2 * rows);
  }

  before(row: number, slot: number): void {
    this.#positions[2 * row] = this.#at(slot);
  }

  behind(row: number, slot: number): void {
    this.#positions[2 * row + 1] = this.#at(slot);
  }

  /** The slot's state is another. */
  changed(slot: number): void {
    this.#standing.delete(slot);
  }

  finish(): Vector {
    return gather(this.#writer.finish(), this.#positions, this.#positions.length);
  }

  #at(slot: number): number {
    const known = this.#standing.get(slot);
    if (known !== undefined) return known;
    this.#writer.append(slot);
    this.#standing.set(slot, this.#written);
    return this.#written++;
  }
}
