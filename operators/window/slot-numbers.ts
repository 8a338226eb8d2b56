import type { KeyedTable } from '../../state/api/table.js';
import type { F64Vector } from '../../state/column/vector.js';

/** A column of whole numbers, never null and never wide, by slot. */
export class SlotNumbers {
  readonly #table: KeyedTable;
  readonly #column: number;
  #values!: Float64Array;
  #stride = 1;
  #offset = 0;

  constructor(table: KeyedTable, column: number) {
    this.#table = table;
    this.#column = column;
    this.begin();
  }

  /** Takes the column as it stands: after slots were located. */
  begin(): void {
    const { vector, record } = this.#table.column(this.#column);
    this.#values = (vector as F64Vector).values;
    this.#stride = record?.stride ?? 1;
    this.#offset = record?.offset ?? 0;
  }

  at(slot: number): number {
    return this.#values[slot * this.#stride + this.#offset] as number;
  }

  set(slot: number, value: number): void {
    this.#values[slot * this.#stride + this.#offset] = value;
  }
}
