/**
 * Numbers the values of each group as they come: a counter a group, kept with the operator's state.
 */
import type { ValueColumn } from '../../../state/api/table.js';
import { BIGINT, type LogicalType, withNullable } from '../../../state/column/logical-type.js';
import type { F64Vector } from '../../../state/column/vector.js';
import type { Updates } from '../functions/function.js';

export const ARRIVAL_TYPE: LogicalType = withNullable(BIGINT, false);

export class Arrivals {
  #slots: Int32Array = new Int32Array(0);
  #numbers: Float64Array = new Float64Array(0);

  /** Tells of the rows of a batch, and of the counters by the operator's slots. */
  begin({ slots }: Updates, [counter]: readonly ValueColumn[]): void {
    this.#slots = slots;
    this.#numbers = ((counter as ValueColumn).vector as F64Vector).values;
  }

  /** The number of the value of logical row `i`. */
  next(i: number): number {
    const slot = this.#slots[i] as number;
    const number = this.#numbers[slot] as number;
    this.#numbers[slot] = number + 1;
    return number;
  }
}
