/**
 * Rows that wait until their time has come, and come out in order of time; of equal times the
 * partitions in order of their first rows, each with its rows in order of arrival.
 *
 * A list of rows a time and partition, and by time the partitions that have one: due partitions
 * are read as a range of times, and nothing is known of them but what stands in the tables.
 */
import type { KeyRows, Reads } from '../../state/api/reads.js';
import { type LinkedList, type LinkedRows, releaseRows } from '../../state/api/row-list.js';
import type { StateStore } from '../../state/api/store.js';
import type { TimeTable } from '../../state/api/table.js';
import { gatherColumns } from '../../state/column/gather.js';
import { grownInt32 } from '../../state/column/growth.js';
import { type LogicalType, timestamp, withNullable } from '../../state/column/logical-type.js';
import type { TimeVector, Vector } from '../../state/column/vector.js';
import { firstTimeReads, keysByTime, noteKeys } from '../window/time-keys.js';

export interface TimedPage {
  readonly columns: readonly Vector[];
  /** By row, ms. */
  readonly times: Float64Array;
  readonly count: number;
}

const TIME = withNullable(timestamp(3), false);

export class TimedRows {
  readonly #partition: readonly number[];
  readonly #times: TimeTable;
  readonly #lists: LinkedRows;
  readonly #pageRows: number;

  /** @param pageRows how many lists come out at once, about: those of a time come together */
  constructor(
    store: StateStore,
    partition: readonly number[],
    input: readonly LogicalType[],
    pageRows: number,
  ) {
    const key = partition.map((column) => input[column] as LogicalType);
    const byTime = { key: [TIME, ...key], partition: key.map((_, column) => column + 1) };
    this.#partition = partition;
    this.#times = store.timeTable({ name: 'times', key, values: [] });
    this.#lists = store.linkedRows({ name: 'waiting', ...byTime, lists: [input] });
    this.#pageRows = pageRows;
  }

  /** The least time of a row, `Infinity` when none waits. */
  next(): number {
    return this.#times.next(-Infinity);
  }

  /** Names what `add` touches. `times` are by physical row. */
  reads(
    columns: readonly Vector[],
    times: Float64Array,
    selection: Int32Array | null,
    count: number,
    reads: Reads,
  ): void {
    const keys = this.#partition.map((column) => columns[column] as Vector);
    reads.rows(this.#lists, { columns: [timeVector(times), ...keys], selection, count });
    reads.keysAt(this.#times, () => keysByTime({ columns: keys, selection, count }, times));
  }

  /** Takes rows in; `times` are by physical row. */
  add(
    columns: readonly Vector[],
    times: Float64Array,
    selection: Int32Array | null,
    count: number,
  ): void {
    const keys = this.#partition.map((column) => columns[column] as Vector);
    const slots = new Int32Array(count);
    const ids = new Int32Array(count);
    const rows = { columns: [timeVector(times), ...keys], selection, count };
    this.#lists.locate(rows, slots, true);
    this.#note(this.#lists.keys.inserted());
    const list = this.#list();
    list.rows.add(columns, selection, count, ids);
    for (let i = 0; i < count; i++) list.append(slots[i] as number, ids[i] as number);
  }

  /** Names the partitions of the times of the next page. */
  timeReads(until: number, reads: Reads): void {
    firstTimeReads(this.#times, until, this.#pageRows, reads);
  }

  /** Names the rows of the next page, and tells of its partitions. */
  rowReads(until: number, reads: Reads, tell: (keys: KeyRows, time: number) => void): void {
    this.#each(until, (time, slots) => {
      const keys = this.#keysOf(time, slots);
      reads.rows(this.#lists, withTime(time, keys));
      tell(keys, time);
    });
  }

  /** The rows of the next page, which stay. */
  peek(until: number): TimedPage {
    const ids = new Ids();
    const list = this.#list();
    this.#each(until, (time, slots) => {
      for (const slot of this.#located(time, slots)) {
        for (let id = list.first(slot); id >= 0; id = list.next(id)) ids.add(id, time);
      }
    });
    const columns = gatherColumns(list.rows.columns(), ids.values, ids.count);
    return { columns, times: ids.times(), count: ids.count };
  }

  /** The rows of the next page, which go. */
  take(until: number): TimedPage {
    const page = this.peek(until);
    const list = this.#list();
    const done: number[] = [];
    const freed: Int32Array[] = [];
    this.#each(until, (time, slots) => {
      const located = this.#located(time, slots);
      for (const slot of located) releaseRows(list, slot);
      freed.push(located);
      done.push(time);
    });
    for (const slots of freed) this.#lists.prune(slots, slots.length);
    list.rows.reclaim();
    for (const time of done) this.#times.drop(time);
    return page;
  }

  /** Walks the next page, time by time; `visit` gets the slots of the time's table. */
  #each(until: number, visit: (time: number, slots: Int32Array) => void): void {
    let left = this.#pageRows;
    for (let time = this.next(); time <= until && left > 0; time = this.#times.next(time + 1)) {
      const table = this.#times.open(time);
      const slots = new Int32Array(table.size);
      visit(time, slots.subarray(0, table.live(0, slots)));
      left -= Math.max(1, slots.length);
    }
  }

  #keysOf(time: number, slots: Int32Array): KeyRows {
    const columns = this.#times.open(time).keys(slots, slots.length);
    return { columns, selection: null, count: slots.length };
  }

  #located(time: number, slots: Int32Array): Int32Array {
    const lists = new Int32Array(slots.length);
    this.#lists.locate(withTime(time, this.#keysOf(time, slots)), lists, false);
    return lists;
  }

  /** Notes the partitions of new lists under their times. */
  #note(slots: Int32Array): void {
    const [times, ...keys] = this.#lists.keys.keys(slots, slots.length);
    const rows = { columns: keys, selection: null, count: slots.length };
    noteKeys(this.#times, keysByTime(rows, (times as TimeVector).values));
  }

  #list(): LinkedList {
    return this.#lists.lists[0] as LinkedList;
  }
}

/** Row ids with their times. */
class Ids {
  values: Int32Array = new Int32Array(64);
  count = 0;
  readonly #times: number[] = [];

  add(id: number, time: number): void {
    if (this.count === this.values.length) this.values = grownInt32(this.values, 2 * this.count);
    this.values[this.count++] = id;
    this.#times.push(time);
  }

  times(): Float64Array {
    return Float64Array.from(this.#times);
  }
}

function withTime(time: number, { columns, count }: KeyRows): KeyRows {
  const times = timeVector(new Float64Array(count).fill(time));
  return { columns: [times, ...columns], selection: null, count };
}

function timeVector(values: Float64Array): Vector {
  return { lane: 'time', values, nanos: null, nulls: null };
}
