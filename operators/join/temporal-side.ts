/**
 * The two sides of a temporal join, a list a key each, in order of time: left rows that wait for
 * the watermark to reach them, and the versions of the right side, at most one of a time. Behind
 * its own columns a waiting row has its number among those of its key, by arrival, and its kind; a
 * version whether it says that there is no row from then on.
 */
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { SortedRows } from '../../state/api/row-list.js';
import type { StateStore } from '../../state/api/store.js';
import type { KeyedTable } from '../../state/api/table.js';
import { BIGINT, INT, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import type { F64Vector, I32Vector, TimeVector, Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { INSERT, isAccumulate } from '../core/row-kind.js';

const NUMBER = withNullable(BIGINT, false);
const FLAG = withNullable(INT, false);

export class WaitingRows {
  readonly list: SortedRows;
  /** By key how many rows have come since none waited. */
  readonly #arrived: KeyedTable;
  readonly #width: number;
  readonly #time: number;

  constructor(
    store: StateStore,
    key: readonly LogicalType[],
    types: readonly LogicalType[],
    time: number,
  ) {
    this.list = store.sortedRows({ name: 'waiting', key, row: [...types, NUMBER, FLAG] });
    this.#arrived = store.table({ name: 'arrived', key, values: [NUMBER] });
    this.#width = types.length;
    this.#time = time;
  }

  columns(): readonly Vector[] {
    return this.list.rows.columns().slice(0, this.#width);
  }

  reads(keys: KeyRows, reads: Reads): void {
    reads.rows(this.list, keys);
    reads.keys(this.#arrived, keys);
  }

  /** @param times by logical row */
  add(batch: Batch, keys: KeyRows, times: Float64Array): void {
    const { count, selection, rows, columns, kinds } = batch;
    const slots = new Int32Array(count);
    const ids = new Int32Array(count);
    const numbers = this.#numbers(batch, keys);
    const kindOf = new Int32Array(rows);
    if (kinds !== null) kindOf.set(kinds.subarray(0, rows));
    const source: Vector[] = [
      ...columns,
      { lane: 'f64', values: numbers, nulls: null },
      { lane: 'i32', values: kindOf, nulls: null },
    ];
    this.list.locate(keys, slots, true);
    this.list.rows.add(source, selection, count, ids);
    this.list.touch(slots, count);
    for (let i = 0; i < count; i++) {
      this.list.add(slots[i] as number, ids[i] as number, times[i] as number);
    }
  }

  /** Takes the rows up to a time out of a key's list, by arrival; they stay readable. */
  take(slot: number, until: number): Int32Array {
    const { list } = this;
    const ids = new Int32Array(slot < 0 ? 0 : list.upperBound(slot, until));
    for (let i = 0; i < ids.length; i++) {
      const id = list.at(slot, 0);
      ids[i] = id;
      list.remove(slot, 0);
      list.rows.release(id);
    }
    if (ids.length > 1) {
      const numbers = (list.rows.column(this.#width) as F64Vector).values;
      ids.sort((a, b) => (numbers[a] as number) - (numbers[b] as number));
    }
    return ids;
  }

  times(): Float64Array {
    return (this.list.rows.column(this.#time) as TimeVector).values;
  }

  kinds(): Int32Array {
    return (this.list.rows.column(this.#width + 1) as I32Vector).values;
  }

  /** Keys whose rows have all gone count anew. */
  prune(keys: KeyRows, slots: Int32Array): void {
    const places = new Int32Array(keys.count);
    this.#arrived.locate(keys, places, false);
    const idle = places.filter((place, i) => {
      const slot = slots[i] as number;
      return place >= 0 && (slot < 0 || this.list.count(slot) === 0);
    });
    this.#arrived.remove(idle, idle.length);
    this.list.prune(slots, keys.count);
    this.list.rows.reclaim();
  }

  /** By physical row the number of the row among those of its key. */
  #numbers({ rows, selection, count }: Batch, keys: KeyRows): Float64Array {
    const places = new Int32Array(count);
    this.#arrived.locate(keys, places, true);
    const arrived = (this.#arrived.column(0).vector as F64Vector).values;
    for (const place of this.#arrived.inserted()) arrived[place] = 0;
    const numbers = new Float64Array(rows);
    for (let i = 0; i < count; i++) {
      const place = places[i] as number;
      const row = selection === null ? i : (selection[i] as number);
      numbers[row] = arrived[place] as number;
      arrived[place] = (arrived[place] as number) + 1;
    }
    return numbers;
  }
}

export class Versions {
  readonly list: SortedRows;
  readonly #width: number;

  constructor(store: StateStore, key: readonly LogicalType[], types: readonly LogicalType[]) {
    this.list = store.sortedRows({ name: 'versions', key, row: [...types, FLAG] });
    this.#width = types.length;
  }

  columns(): readonly Vector[] {
    return this.list.rows.columns().slice(0, this.#width);
  }

  /** A version replaces that of its key and time. `times` are by logical row. */
  add(batch: Batch, keys: KeyRows, times: Float64Array): void {
    const { list } = this;
    const { count, selection, rows, columns, kinds } = batch;
    const slots = new Int32Array(count);
    const ids = new Int32Array(count);
    const isGone = Int32Array.from({ length: rows }, (_, row) =>
      isAccumulate(kinds === null ? INSERT : (kinds[row] as number)) ? 0 : 1,
    );
    list.locate(keys, slots, true);
    list.rows.add(
      [...columns, { lane: 'i32', values: isGone, nulls: null }],
      selection,
      count,
      ids,
    );
    list.touch(slots, count);
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number;
      const time = times[i] as number;
      const position = list.lowerBound(slot, time);
      if (position < list.count(slot) && list.weightAt(slot, position) === time) {
        this.#remove(slot, position);
      }
      list.insert(slot, position, ids[i] as number, time);
    }
    list.rows.reclaim();
  }

  /** The version that is current at a time, −1 where there is none. */
  current(slot: number, time: number): number {
    if (slot < 0) return -1;
    const position = this.list.upperBound(slot, time) - 1;
    if (position < 0) return -1;
    const id = this.list.at(slot, position);
    return (this.list.rows.column(this.#width) as I32Vector).values[id] === 1 ? -1 : id;
  }

  /** Forgets the versions before the one that is current at a time; they stay readable. */
  forget(slot: number, time: number): void {
    if (slot < 0) return;
    for (let old = this.list.upperBound(slot, time) - 1; old > 0; old--) this.#remove(slot, 0);
  }

  #remove(slot: number, position: number): void {
    this.list.rows.release(this.list.at(slot, position));
    this.list.remove(slot, position);
  }
}
