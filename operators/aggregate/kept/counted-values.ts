/**
 * The values of each key with the number of times each is there, in order. A count goes below zero
 * where a value is taken back before it came, as in Flink; what becomes of an entry whose count is
 * zero differs by function.
 */
import { assert } from '../../../conf/errors/error.js';
import { type OrderedTable, removeEntries } from '../../../state/api/ordered.js';
import type { KeyRows, Reads } from '../../../state/api/reads.js';
import type { StateStore } from '../../../state/api/store.js';
import type { ValueColumn } from '../../../state/api/table.js';
import { BIGINT, type LogicalType, withNullable } from '../../../state/column/logical-type.js';
import type { F64Vector, I32Vector, I64Vector, Vector } from '../../../state/column/vector.js';
import type { StateKey, Updates } from '../functions/function.js';
import { ARRIVAL_TYPE, Arrivals } from './arrivals.js';
import type { Kept } from './kept-accumulator.js';
import type { ResultWriter } from './snapshots.js';

const COUNT_TYPE = withNullable(BIGINT, false);

/** Makes the results of counted values. */
export type CountForm = (values: CountedGroups, rows: number) => ResultWriter;

/** Counted values as forms read them. */
export interface CountedGroups {
  readonly table: OrderedTable;
  countOf(entry: number): number;
  /** By entry, numbers that ascend as values come. */
  arrival(): Float64Array;
}

export class CountedValues implements Kept, CountedGroups {
  readonly counters = [ARRIVAL_TYPE];
  readonly #type: LogicalType;
  readonly #form: CountForm;
  /**
   * A count that is added to becomes 0 and stays: Flink's COLLECT takes out only what it counts
   * down.
   */
  readonly #keepsZero: boolean;
  #table: OrderedTable | null = null;
  #rows: Int32Array | null = null;
  readonly #arrivals = new Arrivals();
  #frequency: Vector | null = null;

  constructor(type: LogicalType, form: CountForm, keepsZero: boolean) {
    this.#type = type;
    this.#form = form;
    this.#keepsZero = keepsZero;
  }

  get table(): OrderedTable {
    assert(this.#table !== null, 'An accumulator is opened before it is used');
    return this.#table;
  }

  countOf(entry: number): number {
    return this.#counts()[entry] as number;
  }

  arrival(): Float64Array {
    return (this.table.column(1).vector as F64Vector).values;
  }

  open(store: StateStore, name: string, key: StateKey): void {
    this.#table = store.orderedTable({
      name: `${name}.counts`,
      ...key,
      order: [{ type: this.#type, descending: false, nullsFirst: true }],
      values: [COUNT_TYPE, ARRIVAL_TYPE],
    });
  }

  reads(keys: KeyRows, reads: Reads): void {
    reads.first(this.table, keys, Infinity);
  }

  locate(keys: KeyRows, slots: Int32Array, insert: boolean): void {
    this.table.groups(keys, slots, insert);
  }

  begin(updates: Updates, counters: readonly ValueColumn[]): void {
    const { args, rows } = updates;
    this.#arrivals.begin(updates, counters);
    this.table.bind([args[0] as Vector]);
    this.#rows = rows;
    this.#frequency = args[1] ?? null;
  }

  add(slot: number, i: number): boolean {
    return this.#change(slot, i, 1);
  }

  subtract(slot: number, i: number): boolean {
    return this.#change(slot, i, -1);
  }

  clear(slot: number): void {
    removeEntries(this.table, slot);
  }

  prune(slots: Int32Array, count: number): void {
    this.table.prune(slots, count);
  }

  writer(rows: number): ResultWriter {
    return this.#form(this, rows);
  }

  #change(slot: number, i: number, sign: 1 | -1): boolean {
    const row = this.#rows === null ? i : (this.#rows[i] as number);
    const change = sign * (this.#frequency === null ? 1 : frequencyAt(this.#frequency, row));
    if (change === 0) return false;
    const { table } = this;
    const entry = table.put(slot, row);
    const counts = this.#counts();
    if (table.added) this.arrival()[entry] = this.#arrivals.next(i);
    const count = (table.added ? 0 : (counts[entry] as number)) + change;
    if (count === 0 && (sign < 0 || !this.#keepsZero)) table.remove(slot, entry);
    else counts[entry] = count;
    return true;
  }

  #counts(): Float64Array {
    return (this.table.column(0).vector as F64Vector).values;
  }
}

/** A null frequency, or one that is not positive, counts nothing. */
function frequencyAt(vector: Vector, row: number): number {
  const { nulls, values } = vector as I32Vector | F64Vector | I64Vector;
  return nulls !== null && nulls[row] === 1 ? 0 : Math.max(0, Number(values[row]));
}
