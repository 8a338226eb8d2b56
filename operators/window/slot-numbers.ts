/** Reading and writing single columns of a keyed table by slot, in records or not. */
import type { KeyedTable } from '../../state/api/table.js';
import { isFar, touchRecords } from '../../state/column/touch.js';
import type { F64Vector } from '../../state/column/vector.js';

/** A column of whole numbers, never null and never wide, by slot. */
export class SlotNumbers {
  readonly #table: KeyedTable;
  readonly #column: number;
  /** Slot s has its number at `s * stride + offset`. */
  values!: Float64Array;
  stride = 1;
  offset = 0;
  /** What the last touch gave. */
  touched = 0;

  constructor(table: KeyedTable, column: number) {
    this.#table = table;
    this.#column = column;
    this.begin();
  }

  /** Takes the column as it stands: after slots were located. */
  begin(): void {
    const { vector, record } = this.#table.column(this.#column);
    this.values = (vector as F64Vector).values;
    this.stride = record?.stride ?? 1;
    this.offset = record?.offset ?? 0;
  }

  /** Loads what the loops over these slots need. */
  touch(slots: Int32Array, count: number): void {
    if (isFar(this.values)) {
      this.touched = touchRecords(this.values, this.stride, slots, 0, count);
    }
  }

  at(slot: number): number {
    return this.values[slot * this.stride + this.offset] as number;
  }

  set(slot: number, value: number): void {
    this.values[slot * this.stride + this.offset] = value;
  }
}
