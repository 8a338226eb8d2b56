/**
 * Rows that wait until their time has come, and come out in order of time; of equal times the
 * partitions in order of their first rows, each with its rows in order of arrival.
 *
 * Of each partition a list of rows in order of time, and when its first one is due
 * (`join/key-timers.ts`). A page is what a number of partitions have up to a time that none of the
 * others is due before: so pages are in order of time, and none grows with a partition.
 */
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { SortedRows } from '../../state/api/row-list.js';
import type { StateStore } from '../../state/api/store.js';
import { gatherColumns, gatherF64, gatherI32 } from '../../state/column/gather.js';
import { grownFloat64, grownInt32 } from '../../state/column/growth.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Vector } from '../../state/column/vector.js';
import { orderOf } from '../core/time-order.js';
import { type DueKeys, KeyTimers, type LocatedKeys, NO_TIME } from '../join/key-timers.js';
import { located } from '../join/located.js';

/** Width of the slices of time in which partitions wait. */
const SLICE_MS = 128;

export interface TimedPage {
  readonly columns: readonly Vector[];
  /** By row, ms. */
  readonly times: Float64Array;
  readonly count: number;
}

/** What comes out next. */
interface Due {
  readonly given: DueKeys;
  readonly counting: LocatedKeys;
  /** By partition its list, and how many of its rows come out. */
  readonly slots: Int32Array;
  readonly counts: Int32Array;
}

export class TimedRows {
  readonly #partition: readonly number[];
  readonly #timers: KeyTimers;
  readonly #lists: SortedRows;
  readonly #pageRows: number;
  #ids: Int32Array = new Int32Array(0);
  #times: Float64Array = new Float64Array(0);

  /** @param pageRows of how many partitions rows come out at once, and how many rows, about */
  constructor(
    store: StateStore,
    partition: readonly number[],
    input: readonly LogicalType[],
    pageRows: number,
  ) {
    const key = partition.map((column) => input[column] as LogicalType);
    this.#partition = partition;
    this.#timers = new KeyTimers(store, { key, sides: 1, keeps: 'least', sliceMs: SLICE_MS });
    this.#lists = store.sortedRows({ name: 'waiting', key, row: input });
    this.#pageRows = pageRows;
  }

  /** The least time of a row, or less; `Infinity` when none waits. */
  next(): number {
    return this.#timers.next();
  }

  /** Names what `add` touches. `times` are by physical row. */
  reads(rows: KeyRows, times: Float64Array, reads: Reads): void {
    const keys = this.#keysOf(rows);
    reads.rows(this.#lists, keys);
    this.#timers.reads(keys, () => byRow(times, rows), reads);
  }

  /** Takes rows in, all of their columns; `times` are by physical row. */
  add(rows: KeyRows, times: Float64Array): void {
    const { columns, selection, count } = rows;
    const keys = this.#keysOf(rows);
    const own = byRow(times, rows);
    const slots = new Int32Array(count);
    const ids = new Int32Array(count);
    const lists = this.#lists;
    lists.locate(keys, slots, true);
    lists.rows.add(columns, selection, count, ids);
    lists.touch(slots, count);
    for (let i = 0; i < count; i++) {
      lists.add(slots[i] as number, ids[i] as number, own[i] as number);
    }
    this.#timers.set(0, keys, own);
  }

  /** Names the times of the partitions of the next page. */
  timeReads(until: number, reads: Reads): void {
    this.#timers.timeReads(until, reads);
  }

  /** Names the rows of the next page. @returns its partitions */
  rowReads(until: number, reads: Reads): KeyRows {
    const given = this.#timers.due(0, until, this.#pageRows);
    reads.rows(this.#lists, given.keys);
    this.#timers.dueReads(given, reads);
    return given.keys;
  }

  /** Names when the partitions of the next page are due again, once its rows are near. */
  nextReads(until: number, reads: Reads): void {
    const { counting, slots, counts } = this.#due(until);
    this.#timers.nextReads(counting, this.#nextTimes(slots, counts), reads);
  }

  /** The rows of the next page, which stay. */
  peek(until: number): TimedPage {
    return this.#page(this.#due(until));
  }

  /** The rows of the next page, which go. */
  take(until: number): TimedPage {
    const due = this.#due(until);
    const page = this.#page(due);
    const { given, counting, slots, counts } = due;
    const next = this.#nextTimes(slots, counts);
    const lists = this.#lists;
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number;
      for (let left = counts[i] as number; left > 0; left--) {
        lists.rows.release(lists.at(slot, 0));
        lists.remove(slot, 0);
      }
    }
    this.#timers.settle(given, counting, next, until);
    lists.prune(slots, slots.length);
    lists.rows.reclaim();
    return page;
  }

  #due(until: number): Due {
    const given = this.#timers.due(0, until, this.#pageRows);
    const counting = this.#timers.located(given);
    const slots = located(this.#lists, counting.keys);
    this.#lists.touch(slots, slots.length);
    const end = this.#end(slots, given.upTo);
    const counts = new Int32Array(slots.length);
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number;
      if (slot >= 0) counts[i] = this.#lists.upperBound(slot, end);
    }
    return { given, counting, slots, counts };
  }

  /** The time up to which rows come out: where partitions have many, not all that are due do. */
  #end(slots: Int32Array, upTo: number): number {
    const most = Math.ceil(this.#pageRows / Math.max(1, slots.length));
    let end = upTo;
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number;
      if (slot < 0 || this.#lists.count(slot) <= most) continue;
      end = Math.min(end, this.#lists.weightAt(slot, most - 1));
    }
    return end;
  }

  #page({ slots, counts }: Due): TimedPage {
    let count = 0;
    for (let i = 0; i < counts.length; i++) count += counts[i] as number;
    if (this.#ids.length < count) {
      this.#ids = grownInt32(this.#ids, count);
      this.#times = grownFloat64(this.#times, count);
    }
    let at = 0;
    for (let i = 0; i < slots.length; i++) {
      const [slot, rows] = [slots[i] as number, counts[i] as number];
      if (rows === 0) continue;
      this.#lists.copy(slot, 0, rows, this.#ids, at);
      for (let position = 0; position < rows; position++) {
        this.#times[at++] = this.#lists.weightAt(slot, position);
      }
    }
    const times = this.#times.slice(0, count);
    const order = count === 0 ? null : orderOf(times);
    const rows = this.#lists.rows.columns();
    if (order === null) return { columns: gatherColumns(rows, this.#ids, count), times, count };
    const ids = gatherI32(this.#ids, order, count);
    const sorted = gatherF64(times, order, count);
    return { columns: gatherColumns(rows, ids, count), times: sorted, count };
  }

  /** When partitions are due whose first rows are gone, by logical row. */
  #nextTimes(slots: Int32Array, counts: Int32Array): Float64Array {
    const lists = this.#lists;
    const next = new Float64Array(slots.length).fill(NO_TIME);
    for (let i = 0; i < slots.length; i++) {
      const [slot, position] = [slots[i] as number, counts[i] as number];
      if (slot >= 0 && position < lists.count(slot)) next[i] = lists.weightAt(slot, position);
    }
    return next;
  }

  #keysOf({ columns, selection, count }: KeyRows): KeyRows {
    const own = this.#partition.map((column) => columns[column] as Vector);
    return { columns: own, selection, count };
  }
}

/** By logical row what stands by physical row. */
export function byRow(values: Float64Array, { selection, count }: KeyRows): Float64Array {
  if (selection === null) return values.subarray(0, count);
  const own = new Float64Array(count);
  for (let i = 0; i < count; i++) own[i] = values[selection[i] as number] as number;
  return own;
}
