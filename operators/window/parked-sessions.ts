/**
 * The sessions of keys that have several, but for the one in the key's slot: a row a session, its
 * edges on the windows' timeline before its accumulators.
 */
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { LinkedList, LinkedRows } from '../../state/api/row-list.js';
import type { StateStore } from '../../state/api/store.js';
import type { ValueColumn } from '../../state/api/table.js';
import { gather } from '../../state/column/gather.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { F64Vector, Vector } from '../../state/column/vector.js';

const START = 0;
const END = 1;
/** Columns of a row before those of its accumulators. */
const EDGES = 2;

export class ParkedSessions {
  readonly #lists: LinkedRows;
  readonly #list: LinkedList;
  readonly #one = new Int32Array(1);

  /** @param row start, end, accumulators */
  constructor(store: StateStore, key: readonly LogicalType[], row: readonly LogicalType[]) {
    this.#lists = store.linkedRows({ name: 'parked', key, lists: [row] });
    this.#list = this.#lists.lists[0] as LinkedList;
  }

  reads(keys: KeyRows, reads: Reads): void {
    reads.rows(this.#lists, keys);
  }

  /** The list of a row's key, −1 where it has none. */
  listOf(columns: readonly Vector[], row: number): number {
    const selection = Int32Array.of(row);
    this.#lists.locate({ columns, selection, count: 1 }, this.#one, false);
    return this.#one[0] as number;
  }

  /** By key its list, −1 where it has none. */
  lists(keys: KeyRows): Int32Array {
    const lists = new Int32Array(keys.count);
    this.#lists.locate(keys, lists, false);
    return lists;
  }

  start(id: number): number {
    return this.#edge(START, id);
  }

  end(id: number): number {
    return this.#edge(END, id);
  }

  /** The first session of a list that reaches into an interval or touches it, −1 for none. */
  touching(list: number, from: number, to: number): number {
    for (let id = this.#first(list); id >= 0; id = this.#list.next(id)) {
      if (this.start(id) <= to && this.end(id) >= from) return id;
    }
    return -1;
  }

  /** The session of a list that ends first behind `end`, −1 for none. */
  firstBehind(list: number, end: number): number {
    let first = -1;
    for (let id = this.#first(list); id >= 0; id = this.#list.next(id)) {
      const own = this.end(id);
      if (own > end && (first < 0 || own < this.end(first))) first = id;
    }
    return first;
  }

  /** The greatest start of a list's sessions, `none` where there are none. */
  latestStart(list: number, none: number): number {
    let latest = none;
    for (let id = this.#first(list); id >= 0; id = this.#list.next(id)) {
      latest = Math.max(latest, this.start(id));
    }
    return latest;
  }

  /** Adds sessions to the lists of their keys. @param row columns of theirs, in order */
  add(keys: KeyRows, row: readonly Vector[]): void {
    const lists = new Int32Array(keys.count);
    this.#lists.locate(keys, lists, true);
    const ids = new Int32Array(keys.count);
    this.#list.rows.add(row, null, keys.count, ids);
    for (let i = 0; i < keys.count; i++) this.#list.append(lists[i] as number, ids[i] as number);
  }

  /** Takes a session out; it stays readable until `reclaim`. */
  take(list: number, id: number): void {
    this.#list.unlink(list, id);
    this.#list.rows.release(id);
  }

  /** Frees what was taken, and lists that are empty. */
  reclaim(lists: Int32Array): void {
    this.#lists.prune(lists, lists.length);
    this.#list.rows.reclaim();
  }

  /** Writes a column of sessions to slots of a table. */
  copyTo(target: ValueColumn, slots: Int32Array, column: number, ids: Int32Array): void {
    target.copy(slots, ids.length, this.#list.rows.column(column), ids);
  }

  /** Columns of accumulators of sessions. */
  accumulators(ids: Int32Array): readonly Vector[] {
    const columns = this.#list.rows.columns().slice(EDGES);
    return columns.map((column) => gather(column, ids, ids.length));
  }

  #first(list: number): number {
    return list < 0 ? -1 : this.#list.first(list);
  }

  #edge(column: number, id: number): number {
    return (this.#list.rows.column(column) as F64Vector).values[id] as number;
  }
}
