/**
 * Ended sessions as groups: a row for each, with its aggregates over the rows that came. The
 * accumulators are there while a session's rows are gone through and hold nothing between two
 * firings, so that any aggregate serves, and none is merged. A session whose rows were all taken
 * back says nothing.
 */
import type { KeyRows } from '../../state/api/reads.js';
import type { TimeTable } from '../../state/api/table.js';
import { gatherColumns, gatherI32 } from '../../state/column/gather.js';
import { BIGINT, INT, withNullable } from '../../state/column/logical-type.js';
import type { I32Vector, Vector } from '../../state/column/vector.js';
import { HeapStore } from '../../state/heap/store.js';
import { AggregateSet } from '../aggregate/aggregate-set.js';
import { signsOfKinds } from '../aggregate/signs.js';
import { Batch } from '../core/batch.js';
import type { OperatorContext, Output } from '../core/operator.js';
import type { KeptRows, SessionOutput, SessionPage } from './ended-sessions.js';
import type { SessionAggregateSpec } from './session-aggregate-spec.js';
import { countRows, rowCounts, sessionProperty } from './window-results.js';

/** Sessions are known by their numbers. */
const NUMBER = withNullable(INT, false);
const COUNT = withNullable(BIGINT, false);
/** The one namespace of the tables: it goes as a whole. */
const ALL = 0;

interface Group {
  readonly start: number;
  readonly end: number;
  /** A row of it, which has its key. */
  readonly row: number;
}

export class EndedGroups implements SessionOutput {
  readonly #spec: SessionAggregateSpec;
  readonly #kept: KeptRows;
  readonly #context: OperatorContext;
  readonly #set: AggregateSet;
  readonly #groups: TimeTable;
  readonly #distinct: readonly TimeTable[];
  /** The columns that aggregates read. */
  readonly #read: readonly number[];
  /** Sessions, by number, that did not go out yet. */
  #open: Group[] = [];

  constructor(spec: SessionAggregateSpec, kept: KeptRows, context: OperatorContext) {
    const { aggregates, retracting } = spec;
    const reads = aggregates.flatMap(({ args, filter }) => [...args, ...optional(filter)]);
    const read = [...new Set(reads)];
    const calls = aggregates.map((call) => ({
      ...call,
      args: call.args.map((arg) => read.indexOf(arg)),
      filter: call.filter === null ? null : read.indexOf(call.filter),
    }));
    const counts = retracting ? [COUNT] : [];
    const key = [NUMBER];
    const store = new HeapStore({ first: 0, last: 0, of: 1 });
    this.#spec = spec;
    this.#kept = kept;
    this.#context = context;
    this.#read = read;
    this.#set = new AggregateSet(calls, key, retracting, counts.length);
    const { state, together } = this.#set;
    const values = [...counts, ...state];
    this.#groups = store.timeTable({ name: 'groups', key, values, together });
    this.#distinct = this.#set.distinctTables.map((table) => store.timeTable(table));
    this.#set.open(store, { key });
  }

  push({ ids, parts }: SessionPage, output: Output): void {
    const numbers = new Int32Array(ids.length);
    for (const { start, end, from, until, isFirst } of parts) {
      if (isFirst) this.#open.push({ start, end, row: ids[from] as number });
      numbers.fill(this.#open.length - 1, from, until);
    }
    this.#update(ids, numbers);
    if (parts.at(-1)?.isLast === true) this.#emit(output);
  }

  #update(ids: Int32Array, numbers: Int32Array): void {
    const { rows, width } = this.#kept;
    const { retracting } = this.#spec;
    const count = ids.length;
    const all = rows.columns();
    const columns = gatherColumns(this.#pick(all), ids, count);
    const keys = keysOf(numbers);
    const slots = new Int32Array(count);
    const table = this.#groups.open(ALL);
    table.locate(keys, slots, true);
    const inserted = table.inserted();
    this.#set.initialize(table, inserted);
    let signs: Uint8Array | null = null;
    if (retracting) {
      const { values } = all[width + 1] as I32Vector;
      signs = signsOfKinds(Uint8Array.from(gatherI32(values, ids, count)), null, count);
      countRows(table, inserted, slots, signs);
    }
    const update = { columns, keys, scopedKeys: keys, slots, signs };
    const distinct = this.#distinct.map((tables) => tables.open(ALL));
    this.#set.update(table, distinct, update, null);
  }

  #emit(output: Output): void {
    const groups = this.#open;
    const everyone = keysOf(Int32Array.from(groups.keys()));
    const table = this.#groups.open(ALL);
    const slots = new Int32Array(groups.length);
    table.locate(everyone, slots, false);
    const counts = this.#spec.retracting ? rowCounts(table) : null;
    const numbers = Int32Array.from(groups.keys()).filter((number) => {
      return counts === null || counts[slots[number] as number] !== 0;
    });
    if (numbers.length > 0) {
      const found = gatherI32(slots, numbers, numbers.length);
      const { vectors } = this.#context;
      const count = numbers.length;
      const results = this.#set.results(table, found, count, keysOf(numbers), vectors);
      const named = Array.from(numbers, (number) => groups[number] as Group);
      output.push(new Batch([...this.#keys(named), ...results, ...this.#edges(named)], count));
      vectors.reclaim();
    }
    this.#set.forget(everyone);
    for (const tables of [this.#groups, ...this.#distinct]) tables.drop(ALL);
    this.#open = [];
  }

  #keys(groups: readonly Group[]): readonly Vector[] {
    const all = this.#kept.rows.columns();
    const columns = this.#spec.keys.map((key) => all[key] as Vector);
    const ids = Int32Array.from(groups, ({ row }) => row);
    return gatherColumns(columns, ids, ids.length);
  }

  #edges(groups: readonly Group[]): readonly Vector[] {
    const starts = Float64Array.from(groups, ({ start }) => start);
    const ends = Float64Array.from(groups, ({ end }) => end);
    return this.#spec.properties.map((name) => {
      return sessionProperty(name, starts, ends, this.#kept.clock);
    });
  }

  #pick(columns: readonly Vector[]): readonly Vector[] {
    return this.#read.map((column) => columns[column] as Vector);
  }
}

function keysOf(values: Int32Array): KeyRows {
  const column: Vector = { lane: 'i32', values, nulls: null };
  return { columns: [column], selection: null, count: values.length };
}

function optional(column: number | null): readonly number[] {
  return column === null ? [] : [column];
}
