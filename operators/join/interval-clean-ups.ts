/**
 * When which keys of an interval join are looked through for rows that time has run out of: at most
 * one time a key and side, as in Flink. A table says it by key, and a time table which keys are due
 * at a time: they are read as a range of times.
 */
import type { KeyRows, NamespaceRows, Reads } from '../../state/api/reads.js';
import type { StateStore } from '../../state/api/store.js';
import type { KeyedTable, TimeTable } from '../../state/api/table.js';
import { concat } from '../../state/column/concat.js';
import { BIGINT, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import type { F64Vector, Vector } from '../../state/column/vector.js';
import { firstTimeReads, noteKeys } from '../window/time-keys.js';
import { WindowRows } from '../window/window-rows.js';

/** No time is set. Those that are set lie behind the epoch, since the operator's time does. */
const NONE = 0;

export type SideNumber = 0 | 1;

/** Keys that are due, each with its time, by logical row; and these times, with all their keys. */
export interface DueKeys {
  readonly keys: KeyRows;
  readonly times: Float64Array;
  readonly namespaces: readonly number[];
}

const TIME = withNullable(BIGINT, false);

export class CleanUps {
  readonly #set: KeyedTable;
  readonly #due: TimeTable;

  /** @param key types of the join key */
  constructor(store: StateStore, key: readonly LogicalType[]) {
    this.#set = store.table({ name: 'clean-ups', key, values: [TIME, TIME] });
    this.#due = store.timeTable({ name: 'due', key, values: [] });
  }

  /** The least time that is set, `Infinity` when none is. */
  next(): number {
    return this.#due.next(-Infinity);
  }

  /** Names what `set` touches. `times`, asked for only where they count, are by logical row. */
  reads(keys: KeyRows, times: () => Float64Array, reads: Reads): void {
    reads.keys(this.#set, keys);
    reads.keysAt(this.#due, () => byTime(keys, times()));
  }

  /** Sets times, by logical row, for those of the keys that have none for the side. */
  set(side: SideNumber, keys: KeyRows, times: Float64Array): void {
    const { count } = keys;
    const slots = new Int32Array(count);
    this.#set.locate(keys, slots, true);
    for (const slot of this.#set.inserted()) for (const of of SIDES) this.#times(of)[slot] = NONE;
    const own = this.#times(side);
    const rows = new Int32Array(count);
    const setTimes = new Float64Array(count);
    let fresh = 0;
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number;
      if (own[slot] !== NONE) continue;
      own[slot] = times[i] as number;
      rows[fresh] = keys.selection === null ? i : (keys.selection[i] as number);
      setTimes[fresh++] = times[i] as number;
    }
    this.#note({ ...keys, selection: rows.subarray(0, fresh), count: fresh }, setTimes);
  }

  /** Names the keys of the first times up to `until`, as many as `limit`. */
  timeReads(until: number, limit: number, reads: Reads): void {
    firstTimeReads(this.#due, until, limit, reads);
  }

  /** Names what `times` and `reset` touch of keys that are due. */
  dueReads(keys: KeyRows, reads: Reads): void {
    reads.keys(this.#set, keys);
  }

  /** Names the times that `reset` will set, by logical row; `NaN` where it sets none. */
  nextReads(keys: KeyRows, times: Float64Array, reads: Reads): void {
    reads.keysAt(this.#due, () => byTime(keys, times));
  }

  /** The keys of the first times up to `until`, of as many times as hold `limit` of them. */
  due(until: number, limit: number): DueKeys {
    const namespaces: number[] = [];
    const parts: { readonly columns: readonly Vector[]; readonly count: number }[] = [];
    let total = 0;
    for (let time = this.next(); time <= until && total < limit; time = this.#due.next(time + 1)) {
      const table = this.#due.open(time);
      const slots = new Int32Array(table.size);
      const count = table.live(0, slots);
      namespaces.push(time);
      parts.push({ columns: table.keys(slots, count), count });
      total += count;
    }
    const columns = this.#set.descriptor.key.map((_, c) =>
      concat(parts.map(({ columns: own, count }) => ({ vector: own[c] as Vector, count }))),
    );
    const times = new Float64Array(total);
    let at = 0;
    for (const [n, { count }] of parts.entries()) {
      times.fill(namespaces[n] as number, at, at + count);
      at += count;
    }
    return { keys: { columns, selection: null, count: total }, times, namespaces };
  }

  /** The times that are set for keys, by logical row. */
  times(side: SideNumber, keys: KeyRows): Float64Array {
    const slots = new Int32Array(keys.count);
    this.#set.locate(keys, slots, false);
    const times = this.#times(side);
    return Float64Array.from(slots, (slot) => (slot < 0 ? NONE : (times[slot] as number)));
  }

  /** Sets new times for keys whose time came, by logical row; `NaN` leaves the one that is set. */
  reset(side: SideNumber, keys: KeyRows, times: Float64Array): void {
    const slots = new Int32Array(keys.count);
    this.#set.locate(keys, slots, false);
    const own = this.#times(side);
    slots.forEach((slot, i) => {
      const time = times[i] as number;
      if (slot >= 0 && !Number.isNaN(time)) own[slot] = time;
    });
    this.#note(keys, times);
  }

  /** Their times are over: forgets these, and keys for which none is set any more. */
  done({ keys, namespaces }: DueKeys): void {
    for (const time of namespaces) this.#due.drop(time);
    const slots = new Int32Array(keys.count);
    this.#set.locate(keys, slots, false);
    const [left, right] = SIDES.map((side) => this.#times(side)) as [Float64Array, Float64Array];
    // A key may have been due for both sides.
    const idle = new Set(slots.filter((s) => s >= 0 && left[s] === NONE && right[s] === NONE));
    this.#set.remove(Int32Array.from(idle), idle.size);
  }

  #note(keys: KeyRows, times: Float64Array): void {
    noteKeys(this.#due, byTime(keys, times));
  }

  #times(side: SideNumber): Float64Array {
    return (this.#set.column(side).vector as F64Vector).values;
  }
}

const SIDES: readonly SideNumber[] = [0, 1];

/** Keys by the times that are set for them, which are by logical row. */
function byTime({ columns, selection, count }: KeyRows, times: Float64Array): NamespaceRows[] {
  const rows = new WindowRows();
  for (let i = 0; i < count; i++) {
    const time = times[i] as number;
    if (time > NONE) rows.add(time, selection === null ? i : (selection[i] as number));
  }
  return rows.keys(columns);
}

/** No time, for keys whose rows have gone. */
export const NO_CLEAN_UP = NONE;
