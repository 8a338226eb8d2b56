/**
 * Aggregation by key and overlapping windows, HOP and CUMULATE, whose slices are shared: a row goes
 * into the accumulators of its slice alone, and a window's result is merged from its slices when it
 * fires. All aggregates can be merged. Rows and results are those of `window-aggregate.ts`.
 *
 * A key stands, in a time table, at the first window of its slices that has not fired. When that
 * window fires the key goes out, and stands at the next one if a slice of its is in that. So which
 * windows have fired is known key by key, whatever the watermark is after a recovery.
 *
 * A slice goes when its last window has fired. The windows of a cumulation that begin together keep
 * what they have in common in their first slice: each slice is merged into it once.
 */
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { KeyedTable, TimeTable } from '../../state/api/table.js';
import { gatherColumns } from '../../state/column/gather.js';
import { BIGINT, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import { AggregateSet } from '../aggregate/aggregate-set.js';
import { signsOfKinds } from '../aggregate/signs.js';
import { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { SliceAssigner } from './slice-assigner.js';
import { SliceMerge } from './slice-merge.js';
import { noteKeys } from './time-keys.js';
import type { PlacedSource, WindowAggregateSpec } from './window-aggregate-spec.js';
import { WindowClock } from './window-math.js';
import { WindowPages } from './window-pages.js';
import { countRows, windowProperty } from './window-results.js';
import { WindowRows } from './window-rows.js';
import { type OverlappingWindow, WindowSlices } from './window-slices.js';

export class SlicedAggregate implements Operator {
  readonly firesByClock: boolean;
  readonly #spec: WindowAggregateSpec;
  readonly #source: PlacedSource;
  readonly #slices: WindowSlices;
  #context!: OperatorContext;
  #clock!: WindowClock;
  #assigner!: SliceAssigner;
  #set!: AggregateSet;
  #tables!: TimeTable;
  /** The keys by the window at which they go out next. */
  #due!: TimeTable;
  #merge!: SliceMerge;
  #pages!: WindowPages;
  #slots = new Int32Array(0);

  constructor(spec: WindowAggregateSpec, source: PlacedSource, window: OverlappingWindow) {
    this.#spec = spec;
    this.#source = source;
    this.#slices = new WindowSlices(window);
    this.firesByClock = source.column === null;
  }

  open(context: OperatorContext): void {
    const { keys, aggregates, retracting } = this.#spec;
    const [types = []] = context.inputs;
    const key = keys.map((column) => types[column] as LogicalType);
    const counts = retracting ? [withNullable(BIGINT, false)] : [];
    this.#context = context;
    this.#clock = WindowClock.of(this.#source.column, context);
    this.#assigner = new SliceAssigner(this.#source, this.#slices, this.#clock, context);
    this.#set = new AggregateSet(aggregates, key, retracting, counts.length);
    const values = [...counts, ...this.#set.state];
    const { together } = this.#set;
    this.#tables = context.state.timeTable({ name: 'slices', key, values, together });
    this.#due = context.state.timeTable({ name: 'due', key, values: [] });
    this.#merge = new SliceMerge(this.#set, this.#tables, this.#slices, retracting);
    this.#pages = new WindowPages(this.#due, context.batchRows);
  }

  reads(batch: Batch, _input: number, reads: Reads): void {
    reads.lazily(() => {
      const due = new WindowRows();
      this.#assigner.assign(batch, due);
      const { columns } = keyRows(batch, this.#spec.keys);
      const inSlices = this.#assigner.rows.keys(columns);
      const atWindows = due.keys(columns);
      reads.keysAt(this.#tables, () => inSlices);
      reads.keysAt(this.#due, () => atWindows);
    });
  }

  apply(batch: Batch): boolean {
    const assigner = this.#assigner;
    assigner.assign(batch);
    this.#context.metrics.lateRows += assigner.late;
    for (const [i, slice] of assigner.rows.ends.entries()) {
      this.#update(batch, assigner.rows.rows(i), slice, assigner.firsts[i] as number);
    }
    return true;
  }

  rowTimer(batch: Batch): number {
    return this.#assigner.leastTimer(batch);
  }

  nextTimer(): number {
    const { end } = this.#pages;
    return end === Infinity ? Infinity : this.#clock.timerOf(end);
  }

  /** The keys of the least window that is due, then what its next page of them has in slices. */
  fireReads(now: number, reads: Reads): boolean {
    if (this.nextTimer() > now) return false;
    if (this.#pages.name(reads)) return true;
    const { end } = this.#pages;
    reads.lazily((own) => {
      const rows = this.#pages.keys();
      this.#merge.reads(end, rows, own);
      own.keysAt(this.#due, () => [{ namespace: end + this.#slices.stepMs, rows }]);
    });
    return false;
  }

  /** One page of the keys of the least window that is due. */
  fire(now: number, output: Output): boolean {
    if (this.nextTimer() > now) return true;
    const { end } = this.#pages;
    const keys = this.#pages.keys();
    if (keys.count > 0) this.#emit(end, keys, output);
    if (!this.#pages.turn()) return false;
    this.#merge.settle(end);
    return this.nextTimer() > now;
  }

  #update(batch: Batch, selection: Int32Array, slice: number, first: number): void {
    const { retracting } = this.#spec;
    const { columns, kinds } = batch;
    const count = selection.length;
    if (count > this.#slots.length) this.#slots = new Int32Array(count);
    const slots = this.#slots.subarray(0, count);
    const keys = keyRows({ columns, selection, count }, this.#spec.keys);
    const table = this.#tables.open(slice);
    table.locate(keys, slots, true);
    const inserted = table.inserted();
    this.#set.initialize(table, inserted);
    const signs = retracting ? signsOfKinds(kinds, selection, count) : null;
    if (retracting) countRows(table, inserted, slots, signs);
    this.#set.update(table, [], { columns, keys, scopedKeys: keys, slots, signs }, null);
    this.#note(table, inserted, first);
  }

  /** Keys that are new in a slice stand at its first window that has not fired. */
  #note(table: KeyedTable, slots: Int32Array, window: number): void {
    if (slots.length === 0) return;
    const rows = { columns: table.keys(slots, slots.length), selection: null, count: slots.length };
    noteKeys(this.#due, [{ namespace: window, rows }]);
  }

  /** Groups whose rows were all taken back say nothing. */
  #emit(end: number, keys: KeyRows, output: Output): void {
    const { table, slots, kept, staying } = this.#merge.run(end, keys);
    const { vectors } = this.#context;
    const count = slots.length;
    if (count > 0) {
      const own = {
        columns: gatherColumns(keys.columns, kept, count, vectors),
        selection: null,
        count,
      };
      const results = this.#set.results(table, slots, count, own, vectors);
      const { window } = this.#source;
      const properties = this.#spec.properties.map((name) =>
        windowProperty(name, window, end, this.#clock, count, vectors),
      );
      output.push(new Batch([...own.columns, ...results, ...properties], count));
      vectors.reclaim();
    }
    const next = { columns: keys.columns, selection: staying, count: staying.length };
    if (next.count > 0) {
      noteKeys(this.#due, [{ namespace: end + this.#slices.stepMs, rows: next }]);
    }
  }
}
