/** Partial and complete matches between pages of rows: a row each, in the order of their queues. */
import type { KeyRows, Reads } from '../../state/api/reads.js';
import { type LinkedList, type LinkedRows, releaseRows } from '../../state/api/row-list.js';
import type { StateStore } from '../../state/api/store.js';
import {
  BIGINT,
  INT,
  type LogicalType,
  timestamp,
  withNullable,
} from '../../state/column/logical-type.js';
import type { F64Vector, I32Vector, TimeVector, Vector } from '../../state/column/vector.js';
import type { Automaton, PartitionMatches } from './automaton.js';
import { type Partials, UNBEGUN } from './partials.js';
import type { StartQueue } from './start-queue.js';

const COUNT = withNullable(INT, false);
/** State, first row, its time; then the rows of each variable. */
const HEAD = [COUNT, withNullable(BIGINT, false), withNullable(timestamp(3), false)];

export class KeptMatches {
  readonly #lists: LinkedRows;
  readonly #partials: Partials;
  readonly #automaton: Automaton;

  constructor(
    store: StateStore,
    key: readonly LogicalType[],
    partials: Partials,
    automaton: Automaton,
  ) {
    const row = [...HEAD, ...Array<LogicalType>(partials.variables).fill(COUNT)];
    this.#lists = store.linkedRows({ name: 'matches', key, lists: [row, row] });
    this.#partials = partials;
    this.#automaton = automaton;
  }

  reads(keys: KeyRows, reads: Reads): void {
    reads.rows(this.#lists, keys);
  }

  /** The matches of partitions, by logical row; what was kept of them is forgotten. */
  take(keys: KeyRows): PartitionMatches[] {
    const slots = new Int32Array(keys.count);
    this.#lists.locate(keys, slots, false);
    const [partial, complete] = this.#lists.lists as readonly [LinkedList, LinkedList];
    const taken = Array.from(slots, (slot) => {
      if (slot < 0 || partial.first(slot) < 0) return this.#automaton.fresh();
      const matches = this.#automaton.empty();
      this.#load(partial, slot, matches.partial);
      this.#load(complete, slot, matches.complete);
      return matches;
    });
    for (const slot of slots) {
      if (slot < 0) continue;
      releaseRows(partial, slot);
      releaseRows(complete, slot);
    }
    const known = slots.filter((slot) => slot >= 0);
    this.#lists.prune(known, known.length);
    return taken;
  }

  /** Keeps the matches of partitions, but of those where none has begun. */
  keep(keys: KeyRows, matches: readonly PartitionMatches[]): void {
    const begun = Int32Array.from(matches.keys()).filter((i) => isBegun(matches[i]));
    const slots = new Int32Array(begun.length);
    this.#lists.locate({ ...keys, selection: begun, count: begun.length }, slots, true);
    const [partial, complete] = this.#lists.lists as readonly [LinkedList, LinkedList];
    this.#save(partial, slots, begun, (i) => (matches[i] as PartitionMatches).partial);
    this.#save(complete, slots, begun, (i) => (matches[i] as PartitionMatches).complete);
    for (const own of matches.flatMap(({ partial, complete }) => [partial, complete])) {
      for (let i = 0; i < own.size; i++) this.#partials.release(own.ids[i] as number);
    }
    partial.rows.reclaim();
    complete.rows.reclaim();
  }

  #load(list: LinkedList, slot: number, queue: StartQueue): void {
    const columns = list.rows.columns();
    const [state, start, time, ...counts] = columns as [I32Vector, F64Vector, TimeVector];
    for (let row = list.first(slot); row >= 0; row = list.next(row)) {
      const from = start.values[row] as number;
      const id = this.#partials.add(
        state.values[row] as number,
        from < 0 ? UNBEGUN : from,
        time.values[row] as number,
      );
      for (const [variable, count] of (counts as I32Vector[]).entries()) {
        this.#partials.setCount(id, variable, count.values[row] as number);
      }
      // The order of a heap makes the same heap again.
      queue.add(id);
    }
  }

  #save(
    list: LinkedList,
    slots: Int32Array,
    begun: Int32Array,
    queueOf: (partition: number) => StartQueue,
  ): void {
    const ids: number[] = [];
    const owners: number[] = [];
    for (const [i, partition] of begun.entries()) {
      const queue = queueOf(partition);
      for (let at = 0; at < queue.size; at++) {
        ids.push(queue.ids[at] as number);
        owners.push(slots[i] as number);
      }
    }
    const rows = new Int32Array(ids.length);
    list.rows.add(this.#columns(ids), null, ids.length, rows);
    for (const [i, row] of rows.entries()) list.append(owners[i] as number, row);
  }

  #columns(ids: readonly number[]): Vector[] {
    const partials = this.#partials;
    const start = Float64Array.from(ids, (id) => {
      const from = partials.startOf(id);
      return from === UNBEGUN ? -1 : from;
    });
    const times = Float64Array.from(ids, (id) => partials.timeOf(id));
    const counts = Array.from({ length: partials.variables }, (_, variable) => {
      return integers(Int32Array.from(ids, (id) => partials.countOf(id, variable)));
    });
    return [
      integers(Int32Array.from(ids, (id) => partials.stateOf(id))),
      { lane: 'f64', values: start, nulls: null },
      { lane: 'time', values: times, nanos: null, nulls: null },
      ...counts,
    ];
  }
}

function isBegun(matches: PartitionMatches | undefined): boolean {
  return matches !== undefined && matches.partial.size + matches.complete.size > 1;
}

function integers(values: Int32Array): Vector {
  return { lane: 'i32', values, nulls: null };
}
