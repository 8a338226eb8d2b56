/**
 * Aggregation by key and window. Rows are put into windows, each window's rows find
 * their slots in the window's own table and run one loop an aggregate; nothing goes out before the
 * watermark passes the window's end. Then the window's groups go out in order of their first rows,
 * a page at a time, and its tables are dropped as a whole.
 *
 * HOP and CUMULATE put a row into each of its windows where aggregates cannot be merged, and share
 * slices where they can (`sliced-aggregate.ts`). Late rows are dropped and counted.
 */
import { assert } from '../../conf/errors/error.js';
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { KeyedTable, TimeTable } from '../../state/api/table.js';
import {
  BIGINT,
  type LogicalType,
  timestamp,
  withNullable,
} from '../../state/column/logical-type.js';
import type { Vector } from '../../state/column/vector.js';
import { AggregateSet, canMerge } from '../aggregate/aggregate-set.js';
import { signsOfKinds } from '../aggregate/signs.js';
import { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { SlicedAggregate } from './sliced-aggregate.js';
import type { WindowAggregateSpec, WindowProperty } from './window-aggregate-spec.js';
import { WindowAssigner } from './window-assigner.js';
import { WindowClock } from './window-math.js';
import { WindowPages } from './window-pages.js';
import { constantTime, countRows, rowCounts, windowProperty } from './window-results.js';

export function createWindowAggregate(spec: WindowAggregateSpec): Operator {
  const { window: source, aggregates, retracting } = spec;
  if (source.kind === 'time' && source.window.kind !== 'tumble') {
    const { window } = source;
    if (canMerge(aggregates, retracting)) return new SlicedAggregate(spec, source, window);
  }
  return new WindowAggregate(spec);
}

class WindowAggregate implements Operator {
  readonly firesByClock: boolean;
  readonly #spec: WindowAggregateSpec;
  #windows: Windows | null = null;

  constructor(spec: WindowAggregateSpec) {
    this.#spec = spec;
    this.firesByClock = spec.window.kind === 'time' && spec.window.column === null;
  }

  open(context: OperatorContext): void {
    this.#windows = new Windows(this.#spec, context);
  }

  reads(batch: Batch, _input: number, reads: Reads): void {
    this.#open().reads(batch, reads);
  }

  apply(batch: Batch): boolean {
    this.#open().apply(batch);
    return true;
  }

  rowTimer(batch: Batch): number {
    return this.#open().assigner.leastTimer(batch);
  }

  nextTimer(): number {
    return this.#open().nextTimer();
  }

  fireReads(watermark: number, reads: Reads): boolean {
    return this.#open().fireReads(watermark, reads);
  }

  fire(watermark: number, output: Output): boolean {
    return this.#open().fire(watermark, output);
  }

  #open(): Windows {
    assert(this.#windows !== null, 'An operator is opened before it is used');
    return this.#windows;
  }
}

class Windows {
  readonly assigner: WindowAssigner;
  readonly #spec: WindowAggregateSpec;
  readonly #keys: readonly number[];
  readonly #context: OperatorContext;
  readonly #clock: WindowClock;
  readonly #set: AggregateSet;
  readonly #tables: TimeTable;
  readonly #distinct: readonly TimeTable[];
  readonly #pages: WindowPages;
  #slots: Int32Array = new Int32Array(0);

  constructor(spec: WindowAggregateSpec, context: OperatorContext) {
    const input = context.inputs[0] ?? [];
    const { keys, aggregates, retracting, window } = spec;
    // Sessions that end alike may begin apart: their start is a key, by which rows are not dealt.
    const isSession = window.kind === 'attached' && window.window.kind === 'session';
    this.#keys = isSession && window.start !== null ? [...keys, window.start] : keys;
    const keyTypes = this.#keys.map((key) => input[key] as LogicalType);
    const partition = isSession ? { partition: [...keys.keys()] } : {};
    const counts = retracting ? [withNullable(BIGINT, false)] : [];
    this.#spec = spec;
    this.#context = context;
    this.#clock =
      window.kind === 'time'
        ? WindowClock.of(window.column, context)
        : new WindowClock(window.zoned === true, context.timeZone);
    this.assigner = new WindowAssigner(window, this.#clock, context);
    this.#set = new AggregateSet(aggregates, keyTypes, retracting, counts.length, partition);
    const values = [...counts, ...this.#set.state];
    const { together } = this.#set;
    const windows = { name: 'windows', key: keyTypes, values, together, ...partition };
    this.#tables = context.state.timeTable(windows);
    this.#distinct = this.#set.distinctTables.map((table) => context.state.timeTable(table));
    const scoped = keys.map((_, column) => column + 1);
    this.#set.open(context.state, { key: [WINDOW_END, ...keyTypes], partition: scoped });
    this.#pages = new WindowPages(this.#tables, context.batchRows);
  }

  reads(batch: Batch, reads: Reads): void {
    reads.lazily(() => {
      const windows = this.assigner.assign(batch);
      const named = windows.keys(keyRows(batch, this.#keys).columns);
      reads.keysAt(this.#tables, () => named);
      for (const { namespace, rows } of named) {
        this.#set.distinctKeys(batch.columns, rows).forEach((keys, distinct) => {
          const table = this.#distinct[distinct] as TimeTable;
          reads.keysAt(table, () => [{ namespace, rows: keys }]);
        });
        this.#set.reads(this.#scoped(rows, namespace, batch.rows), reads);
      }
    });
  }

  apply(batch: Batch): void {
    if (batch.count > this.#slots.length) this.#slots = new Int32Array(batch.count);
    const only = this.assigner.only(batch);
    if (only !== null) {
      this.#update(batch, this.#keysOf(batch, batch.selection, batch.count), only);
      return;
    }
    const windows = this.assigner.assign(batch);
    this.#context.metrics.lateRows += this.assigner.late;
    for (let w = 0; w < windows.ends.length; w++) {
      const rows = windows.rows(w);
      this.#update(batch, this.#keysOf(batch, rows, rows.length), windows.ends[w] as number);
    }
  }

  nextTimer(): number {
    const { end } = this.#pages;
    return end === Infinity ? Infinity : this.#clock.timerOf(end);
  }

  /** The least window that is due, then what accumulators keep of its next page. */
  fireReads(watermark: number, reads: Reads): boolean {
    if (this.nextTimer() > watermark) return false;
    if (this.#pages.name(reads)) return this.#set.keepsMore;
    if (this.#set.keepsMore) reads.lazily(() => this.#pageReads(reads));
    return false;
  }

  #pageReads(reads: Reads): void {
    const keys = this.#pages.keys();
    this.#set.reads(this.#scoped(keys, this.#pages.end, keys.count), reads);
  }

  /** One page of the least window that is due. */
  fire(watermark: number, output: Output): boolean {
    if (this.nextTimer() > watermark) return true;
    const { end } = this.#pages;
    const slots = this.#pages.slots();
    if (slots.length > 0) this.#emit(this.#tables.open(end), end, slots, output);
    if (!this.#pages.turn()) return false;
    for (const tables of this.#distinct) if (tables.find(end) !== undefined) tables.drop(end);
    return this.nextTimer() > watermark;
  }

  #update(batch: Batch, keys: KeyRows, end: number): void {
    const { selection, count } = keys;
    const table = this.#tables.open(end);
    const slots = this.#slots.subarray(0, count);
    table.locate(keys, slots, true);
    const inserted = table.inserted();
    this.#set.initialize(table, inserted);
    const signs = this.#spec.retracting ? signsOfKinds(batch.kinds, selection, count) : null;
    if (this.#spec.retracting) countRows(table, inserted, slots, signs);
    const scopedKeys = this.#scoped(keys, end, batch.rows);
    const rows = { columns: batch.columns, keys, scopedKeys, slots, signs };
    const distinct = this.#distinct.map((tables) => tables.open(end));
    this.#set.update(table, distinct, rows, null);
  }

  /** Groups whose rows were all taken back say nothing. */
  #emit(table: KeyedTable, end: number, page: Int32Array, output: Output): void {
    let slots = page;
    const found = page.length;
    const { vectors } = this.#context;
    const columns = table.keys(slots, found, vectors);
    const all = { columns, selection: null, count: found };
    if (this.#spec.retracting) {
      const counts = rowCounts(table);
      slots = slots.filter((slot) => counts[slot] !== 0);
    }
    const count = slots.length;
    if (count > 0) {
      const keys = count === found ? columns : table.keys(slots, count, vectors);
      const scopedKeys = this.#scoped({ columns: keys, selection: null, count }, end, count);
      const results = this.#set.results(table, slots, count, scopedKeys, vectors);
      const width = this.#spec.keys.length;
      const properties = this.#spec.properties.map((name) =>
        this.#property(name, end, count, keys[width]),
      );
      output.push(new Batch([...keys.slice(0, width), ...results, ...properties], count));
    }
    if (this.#set.keepsMore) this.#set.forget(this.#scoped(all, end, found));
    vectors.reclaim();
  }

  /** The keys as accumulators with tables of their own want them: the window's end before them. */
  #scoped(keys: KeyRows, end: number, rows: number): KeyRows {
    if (!this.#set.keepsMore) return keys;
    return { ...keys, columns: [constantTime(end, rows), ...keys.columns] };
  }

  /** @param starts where windows of one end differ in it */
  #property(name: WindowProperty, end: number, count: number, starts?: Vector): Vector {
    const { window } = this.#spec.window;
    const { vectors } = this.#context;
    if (window.kind !== 'session') {
      return windowProperty(name, window, end, this.#clock, count, vectors);
    }
    if (name === 'window_start') return starts as Vector;
    return constantTime(name === 'window_end' ? end : this.#clock.windowTime(end), count, vectors);
  }

  #keysOf(batch: Batch, selection: Int32Array | null, count: number): KeyRows {
    return keyRows({ columns: batch.columns, selection, count }, this.#keys);
  }
}

/** What leads the keys of state that is not kept by namespace. */
const WINDOW_END = withNullable(timestamp(3), false);
