/**
 * DISTINCT: a table of (key, value) lets a value through when it comes for the first time and, over
 * a retracting input, takes it back when its last occurrence goes. A retraction of a value that is
 * not there is ignored, as in Flink. Aggregates of one operator over the same argument and filter
 * share a table.
 */
import type { KeyRows } from '../../state/api/reads.js';
import type { KeyedTable, TableDescriptor } from '../../state/api/table.js';
import { INT, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import type { I32Vector, Vector } from '../../state/column/vector.js';
import { ADD, RESET, SUBTRACT } from './functions/function.js';

export class DistinctValues {
  readonly descriptor: TableDescriptor;
  readonly #retracting: boolean;

  constructor(
    name: string,
    keyTypes: readonly LogicalType[],
    type: LogicalType,
    retracting: boolean,
  ) {
    this.#retracting = retracting;
    const values = retracting ? [withNullable(INT, false)] : [];
    this.descriptor = { name, key: [...keyTypes, type], values };
  }

  /**
   * The signs that are left when repeated values are let go.
   * @param signs of the aggregate, null arguments 0; null = all ADD
   */
  update(table: KeyedTable, keys: KeyRows, argument: Vector, signs: Uint8Array | null): Uint8Array {
    const { selection, count } = keys;
    const left = new Uint8Array(count);
    const rows = new Int32Array(count);
    const positions = new Int32Array(count);
    let taken = 0;
    for (let i = 0; i < count; i++) {
      const sign = signs === null ? ADD : (signs[i] as number);
      left[i] = sign & RESET;
      if ((sign & (ADD | SUBTRACT)) === 0) continue;
      positions[taken] = i;
      rows[taken++] = selection === null ? i : (selection[i] as number);
    }
    const columns = [...keys.columns, argument];
    const slots = new Int32Array(taken);
    const named = { columns, selection: rows.subarray(0, taken), count: taken };
    const added = table.locate(named, slots, true);
    if (this.#retracting) this.#counted(table, slots, positions, signs, left);
    else if (added > 0) firstOnes(table.inserted(), slots, positions, left);
    return left;
  }

  #counted(
    table: KeyedTable,
    slots: Int32Array,
    positions: Int32Array,
    signs: Uint8Array | null,
    left: Uint8Array,
  ): void {
    const counts = (table.column(0).vector as I32Vector).values;
    for (const slot of table.inserted()) counts[slot] = 0;
    for (let j = 0; j < slots.length; j++) {
      const slot = slots[j] as number;
      const i = positions[j] as number;
      const before = counts[slot] as number;
      if (signs === null || ((signs[i] as number) & ADD) !== 0) {
        counts[slot] = before + 1;
        if (before === 0) left[i] = (left[i] as number) | ADD;
      } else if (before > 0) {
        counts[slot] = before - 1;
        if (before === 1) left[i] = (left[i] as number) | SUBTRACT;
      }
    }
    removeEmpty(table, counts, slots);
  }
}

/** Marks the rows whose values are new; `inserted` is in order of first appearance. */
function firstOnes(
  inserted: Int32Array,
  slots: Int32Array,
  positions: Int32Array,
  left: Uint8Array,
): void {
  let next = 0;
  for (let j = 0; j < slots.length && next < inserted.length; j++) {
    if (slots[j] !== inserted[next]) continue;
    const i = positions[j] as number;
    left[i] = (left[i] as number) | ADD;
    next++;
  }
}

/** Removes those of the slots whose count is 0; each may stand there several times. */
export function removeEmpty(
  table: KeyedTable,
  counts: Int32Array | Float64Array,
  slots: Int32Array,
): void {
  const empty = new Int32Array(slots.length);
  let found = 0;
  for (let j = 0; j < slots.length; j++) {
    const slot = slots[j] as number;
    if (counts[slot] !== 0) continue;
    counts[slot] = -1;
    empty[found++] = slot;
  }
  if (found > 0) table.remove(empty, found);
}
