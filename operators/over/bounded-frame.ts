/**
 * Frames that begin n rows, or n ms, before each row. The rows of a partition's frame are kept, of
 * each what the aggregates read; a row that leaves is taken back from the aggregates before those
 * that come are added, as Flink does it.
 *
 * The changes of a whole batch are laid out one behind the other, leaving and coming rows alike, so
 * that each aggregate still runs one loop.
 */
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { LinkedList, LinkedRows } from '../../state/api/row-list.js';
import type { StateStore } from '../../state/api/store.js';
import type { KeyedTable } from '../../state/api/table.js';
import { gatherColumns, gatherI32 } from '../../state/column/gather.js';
import { grownInt32 } from '../../state/column/growth.js';
import {
  BIGINT,
  type LogicalType,
  timestamp,
  withNullable,
} from '../../state/column/logical-type.js';
import type { F64Vector, TimeVector, Vector } from '../../state/column/vector.js';
import { FRESH } from '../../state/column/vector-pool.js';
import { AggregateSet } from '../aggregate/aggregate-set.js';
import { ADD, SUBTRACT } from '../aggregate/functions/function.js';
import { type Frame, type FrameRows, lastPeers } from './frame.js';
import type { OverSpec } from './over-spec.js';

/** How many rows a partition's frame holds. */
const ROW_COUNT = 0;

export class BoundedFrame implements Frame {
  readonly #isRange: boolean;
  readonly #preceding: number;
  readonly #set: AggregateSet;
  readonly #table: KeyedTable;
  readonly #distinct: readonly KeyedTable[];
  /** The input columns that aggregates read; the time of a row is kept behind them. */
  readonly #kept: readonly number[];
  readonly #lists: LinkedRows;

  constructor(spec: OverSpec, preceding: number, input: readonly LogicalType[], store: StateStore) {
    const key = spec.partition.map((column) => input[column] as LogicalType);
    const kept = [...new Set(spec.aggregates.flatMap((call) => call.args))];
    const calls = spec.aggregates.map((call) => {
      return { ...call, args: call.args.map((arg) => kept.indexOf(arg)) };
    });
    this.#isRange = spec.frame.unit === 'range';
    this.#preceding = preceding;
    this.#kept = kept;
    this.#set = new AggregateSet(calls, key, true, 1);
    const { state, together } = this.#set;
    const values = [withNullable(BIGINT, false), ...state];
    this.#table = store.table({ name: 'frames', key, values, together });
    this.#distinct = this.#set.distinctTables.map((table) => store.table(table));
    this.#set.open(store, { key });
    const row = [...kept.map((column) => input[column] as LogicalType), ROW_TIME];
    this.#lists = store.linkedRows({ name: 'rows', key, lists: [row] });
  }

  get readsValues(): boolean {
    return this.#distinct.length > 0;
  }

  reads(keys: KeyRows, reads: Reads): void {
    reads.keys(this.#table, keys);
    reads.rows(this.#lists, keys);
    this.#set.reads(keys, reads);
  }

  /** The values of the rows that come and of all that are in the frames of their partitions. */
  valueReads(columns: readonly Vector[], keys: KeyRows, reads: Reads): void {
    const own = dense(keys);
    this.#distinctReads(gatherKept(this.#kept, columns, keys), own, reads);
    this.#standingReads(own, reads);
  }

  /** The values of all rows that are in the frames of these partitions, none of them selected. */
  #standingReads(keys: KeyRows, reads: Reads): void {
    const list = this.#list();
    const slots = new Int32Array(keys.count);
    this.#lists.locate(keys, slots, false);
    const ids: number[] = [];
    const rows: number[] = [];
    slots.forEach((slot, row) => {
      for (let id = slot < 0 ? -1 : list.first(slot); id >= 0; id = list.next(id)) {
        ids.push(id);
        rows.push(row);
      }
    });
    const kept = gatherColumns(list.rows.columns(), Int32Array.from(ids), ids.length);
    const keyed = gatherColumns(keys.columns, Int32Array.from(rows), ids.length);
    const standing = { columns: keyed, selection: null, count: ids.length };
    this.#distinctReads(kept, standing, reads);
  }

  #distinctReads(columns: readonly Vector[], keys: KeyRows, reads: Reads): void {
    this.#set.distinctKeys(columns, keys).forEach((rows, distinct) => {
      reads.keys(this.#distinct[distinct] as KeyedTable, rows);
    });
  }

  compute({ columns, keys, times }: FrameRows): readonly Vector[] {
    const { count } = keys;
    const slots = new Int32Array(count);
    const lists = new Int32Array(count);
    this.#table.locate(keys, slots, true);
    this.#lists.locate(keys, lists, true);
    const inserted = this.#table.inserted();
    this.#set.initialize(this.#table, inserted);
    const counts = this.#counts();
    for (const slot of inserted) counts[slot] = 0;
    const ids = this.#add(columns, keys, times);
    const changes = this.#lay(slots, lists, ids, times);
    const results = this.#apply(keys, slots, changes);
    this.#list().rows.reclaim();
    return gatherColumns(results, changes.places, count);
  }

  /** Names what `forget` touches beyond what `reads` names, once that is near. */
  forgetReads(keys: KeyRows, reads: Reads): void {
    if (this.readsValues) this.#standingReads(dense(keys), reads);
  }

  /**
   * Forgets the frames of these partitions that no row behind a time reaches.
   * @param keys each once
   * @returns whose frames they were
   */
  forget(keys: KeyRows, time: number): KeyRows {
    const own = this.#unreachable(keys, time);
    const { count } = own;
    const slots = new Int32Array(count);
    const lists = new Int32Array(count);
    this.#table.locate(own, slots, false);
    this.#lists.locate(own, lists, false);
    if (this.readsValues) this.#apply(own, slots, this.#all(lists));
    this.#set.forget(own);
    const left = lists.filter((list) => list >= 0);
    this.#list().take(left, left.length, new Int32Array(left.length));
    this.#lists.prune(left, left.length);
    this.#list().rows.reclaim();
    const gone = slots.filter((slot) => slot >= 0);
    this.#table.remove(gone, gone.length);
    return own;
  }

  #unreachable(keys: KeyRows, time: number): KeyRows {
    const { columns, selection, count } = keys;
    const lists = new Int32Array(count);
    this.#lists.locate(keys, lists, false);
    const times = this.#rowTimes();
    const rows = new Int32Array(count);
    let found = 0;
    for (let i = 0; i < count; i++) {
      const list = lists[i] as number;
      const last = list < 0 ? -1 : this.#list().last(list);
      if (last >= 0 && time - (times[last] as number) < this.#preceding) continue;
      rows[found++] = selection === null ? i : (selection[i] as number);
    }
    return { columns, selection: rows.subarray(0, found), count: found };
  }

  /** All rows of these lists leave. */
  #all(lists: Int32Array): Changes {
    const changes = new Changes(lists.length);
    lists.forEach((list, row) => {
      let id = list < 0 ? -1 : this.#list().first(list);
      for (; id >= 0; id = this.#list().next(id)) changes.add(id, row, SUBTRACT);
    });
    return changes;
  }

  #add(columns: readonly Vector[], keys: KeyRows, times: Float64Array | null): Int32Array {
    const ids = new Int32Array(keys.count);
    const row = gatherKept(this.#kept, columns, keys);
    const values = times ?? new Float64Array(keys.count);
    row.push({ lane: 'time', values, nanos: null, nulls: null });
    this.#list().rows.add(row, null, keys.count, ids);
    return ids;
  }

  /** Moves the frames on, row by row, and notes what leaves and what comes. */
  #lay(slots: Int32Array, lists: Int32Array, ids: Int32Array, times: Float64Array | null): Changes {
    const count = ids.length;
    const changes = new Changes(count);
    const last = lastPeers(slots, times, this.#isRange);
    for (let first = 0; first < count; first = (last[first] as number) + 1) {
      const end = last[first] as number;
      const list = lists[first] as number;
      this.#leave(slots[first] as number, list, times?.[first] ?? 0, first, changes);
      for (let i = first; i <= end; i++) {
        this.#list().append(list, ids[i] as number);
        changes.add(ids[i] as number, i, ADD);
      }
      const counts = this.#counts();
      const slot = slots[first] as number;
      counts[slot] = (counts[slot] as number) + end - first + 1;
      for (let i = first; i <= end; i++) changes.places[i] = 2 * changes.count - 1;
    }
    return changes;
  }

  /** Rows that are in the frame no more when row number `row` comes. */
  #leave(slot: number, list: number, time: number, row: number, changes: Changes): void {
    const rows = this.#list();
    const counts = this.#counts();
    const times = this.#rowTimes();
    for (let id = rows.first(list); id >= 0; id = rows.first(list)) {
      const stays = this.#isRange
        ? time - (times[id] as number) <= this.#preceding
        : (counts[slot] as number) <= this.#preceding;
      if (stays) return;
      changes.add(id, row, SUBTRACT);
      rows.unlink(list, id);
      rows.rows.release(id);
      counts[slot] = (counts[slot] as number) - 1;
    }
  }

  #apply(keys: KeyRows, slots: Int32Array, changes: Changes): readonly Vector[] {
    const { count, ids, rows } = changes;
    const columns = gatherColumns(this.#list().rows.columns(), ids, count);
    const origins = keys.selection === null ? rows : gatherI32(keys.selection, rows, count);
    const own = { columns: gatherColumns(keys.columns, origins, count), selection: null, count };
    const update = {
      columns,
      keys: own,
      scopedKeys: own,
      slots: gatherI32(slots, rows, count),
      signs: changes.signs.subarray(0, count),
    };
    return this.#set.update(this.#table, this.#distinct, update, FRESH);
  }

  #counts(): Float64Array {
    return (this.#table.column(ROW_COUNT).vector as F64Vector).values;
  }

  /** By row of a list. */
  #rowTimes(): Float64Array {
    return (this.#list().rows.column(this.#kept.length) as TimeVector).values;
  }

  #list(): LinkedList {
    return this.#lists.lists[0] as LinkedList;
  }
}

const ROW_TIME = withNullable(timestamp(3), false);

function gatherKept(kept: readonly number[], columns: readonly Vector[], keys: KeyRows): Vector[] {
  const { selection, count } = keys;
  const own = kept.map((column) => columns[column] as Vector);
  return selection === null ? own : [...gatherColumns(own, selection, count)];
}

function dense({ columns, selection, count }: KeyRows): KeyRows {
  const own = selection === null ? columns : gatherColumns(columns, selection, count);
  return { columns: own, selection: null, count };
}

/** Rows that leave and come, in the order in which the aggregates see them. */
class Changes {
  count = 0;
  ids: Int32Array;
  /** The logical row that causes the change. */
  rows: Int32Array;
  signs: Uint8Array;
  /** Where among the running results each logical row's result stands. */
  readonly places: Int32Array;

  constructor(rows: number) {
    this.ids = new Int32Array(2 * rows);
    this.rows = new Int32Array(2 * rows);
    this.signs = new Uint8Array(2 * rows);
    this.places = new Int32Array(rows);
  }

  add(id: number, row: number, sign: number): void {
    const at = this.count++;
    if (at === this.ids.length) this.#grow();
    this.ids[at] = id;
    this.rows[at] = row;
    this.signs[at] = sign;
  }

  #grow(): void {
    const capacity = Math.max(64, 2 * this.ids.length);
    this.ids = grownInt32(this.ids, capacity);
    this.rows = grownInt32(this.rows, capacity);
    const signs = new Uint8Array(capacity);
    signs.set(this.signs);
    this.signs = signs;
  }
}
