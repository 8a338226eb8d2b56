/**
 * Sorts an insert-only stream by time, as Flink's `RowTimeSortOperator` and `ProcTimeSortOperator`.
 *
 * Promise: rows go out when the watermark reaches their time, in order of time, those of one time
 * by the further keys, ties by arrival. A row whose time is not above the last that went out is
 * late: it is dropped and counted. What went out leaves no state. By processing time, rows go out
 * once the clock has left the millisecond in which they came, and none is late.
 *
 * State: the rows by time, sorted; the times that are due; the last time that went out.
 */
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { SortedRows } from '../../state/api/row-list.js';
import type { KeyedTable, TimeTable } from '../../state/api/table.js';
import { type LogicalType, timestamp } from '../../state/column/logical-type.js';
import type { TimeVector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { INSERT } from '../core/row-kind.js';
import { RankOutput } from '../rank/rank-output.js';
import { TopNRows } from '../rank/top-n-rows.js';
import type { TemporalSortSpec } from './temporal-sort-spec.js';

/** The one key of a table without key columns. */
const ONLY: KeyRows = { columns: [], selection: null, count: 1 };

class TemporalSort implements Operator {
  readonly #spec: TemporalSortSpec;
  readonly firesByClock: boolean;
  readonly #slot = new Int32Array(1);
  #context!: OperatorContext;
  #lists!: SortedRows;
  #times!: TimeTable;
  #fired!: KeyedTable;
  #rows!: TopNRows;
  #results!: RankOutput;

  constructor(spec: TemporalSortSpec) {
    this.#spec = spec;
    this.firesByClock = spec.time === null;
  }

  open(context: OperatorContext): void {
    const { state, inputs } = context;
    const { time, order } = this.#spec;
    const row = inputs[0] ?? [];
    this.#context = context;
    const key = [time === null ? timestamp(3) : (row[time] as LogicalType)];
    this.#lists = state.sortedRows({ name: 'rows', key, row, order, partition: [] });
    this.#times = state.timeTable({ name: 'times', key: [], values: [] });
    this.#fired = state.table({ name: 'fired', key: [], values: [timestamp(3)] });
    this.#rows = new TopNRows(this.#lists, order, Infinity);
    this.#results = new RankOutput(this.#lists, [], { order, outputRank: false }, context);
  }

  reads(batch: Batch, _input: number, reads: Reads): void {
    reads.keys(this.#fired, ONLY);
    reads.rows(this.#lists, this.#keysOf(batch));
    reads.keysAt(this.#times, () =>
      [...this.#timesIn(batch)].map((namespace) => ({ namespace, rows: ONLY })),
    );
  }

  /** Asked for event time alone. */
  rowTimer(batch: Batch): number {
    const last = this.#lastFired();
    const times = this.#timesOf(batch);
    let least = Infinity;
    for (let i = 0; i < batch.count; i++) {
      const time = times[batch.selection === null ? i : (batch.selection[i] as number)] as number;
      if (time < least && time > last) least = time;
    }
    return least;
  }

  nextTimer(): number {
    return this.#times.next(-Infinity);
  }

  apply(batch: Batch): boolean {
    const timely = this.firesByClock ? batch : this.#dropLate(batch);
    const slots = new Int32Array(timely.count);
    this.#lists.locate(this.#keysOf(timely), slots, true);
    for (const time of this.#timesIn(timely)) this.#times.open(time).locate(ONLY, this.#slot, true);
    const candidates = this.#rows.select(timely, slots);
    for (let i = 0; i < candidates.count; i++) this.#rows.enter(candidates, i);
    this.#lists.rows.reclaim();
    return true;
  }

  fireReads(watermark: number, reads: Reads): boolean {
    const time = this.nextTimer();
    if (time > watermark) return false;
    reads.keys(this.#fired, ONLY);
    reads.namespace(this.#times, time);
    reads.rows(this.#lists, keysOf(Float64Array.of(time)));
    return false;
  }

  /** The rows of the least time that is due. */
  fire(watermark: number, output: Output): boolean {
    const time = this.nextTimer();
    if (time > watermark) return true;
    this.#lists.locate(keysOf(Float64Array.of(time)), this.#slot, false);
    const slot = this.#slot[0] as number;
    const count = this.#lists.count(slot);
    for (let position = 0; position < count; position++) {
      this.#results.add(INSERT, slot, position, position + 1, 0);
      if (this.#results.full) this.#results.flush(output, null);
    }
    this.#results.flush(output, null);
    this.#forget(slot, count);
    this.#times.drop(time);
    this.#fired.locate(ONLY, this.#slot, true);
    (this.#fired.column(0).vector as TimeVector).values[this.#slot[0] as number] = time;
    return this.nextTimer() > watermark;
  }

  #forget(slot: number, count: number): void {
    for (let i = 0; i < count; i++) this.#lists.rows.release(this.#lists.at(slot, i));
    this.#lists.clear(slot);
    this.#lists.rows.reclaim();
    const slots = Int32Array.of(slot);
    this.#rows.forget(slots, 1);
    this.#lists.prune(slots, 1);
  }

  #lastFired(): number {
    this.#fired.locate(ONLY, this.#slot, false);
    const slot = this.#slot[0] as number;
    if (slot < 0) return -Infinity;
    return (this.#fired.column(0).vector as TimeVector).values[slot] as number;
  }

  #dropLate(batch: Batch): Batch {
    const last = this.#lastFired();
    const times = this.#timesOf(batch);
    const kept = rowsOf(batch).filter((row) => (times[row] as number) > last);
    if (kept.length === batch.count) return batch;
    this.#context.metrics.lateRows += batch.count - kept.length;
    return batch.withSelection(kept);
  }

  #timesIn(batch: Batch): ReadonlySet<number> {
    if (this.firesByClock) return new Set(batch.count === 0 ? [] : [this.#context.now]);
    const times = this.#timesOf(batch);
    return new Set(Array.from(rowsOf(batch), (row) => times[row] as number));
  }

  /** The list of each row. */
  #keysOf(batch: Batch): KeyRows {
    const { time } = this.#spec;
    if (time !== null) return keyRows(batch, [time]);
    return keysOf(new Float64Array(batch.count).fill(this.#context.now));
  }

  #timesOf(batch: Batch): Float64Array {
    return (batch.columns[this.#spec.time as number] as TimeVector).values;
  }
}

function rowsOf({ selection, count }: Batch): Int32Array {
  return selection?.subarray(0, count) ?? Int32Array.from({ length: count }, (_, i) => i);
}

function keysOf(values: Float64Array): KeyRows {
  const column: TimeVector = { lane: 'time', values, nanos: null, nulls: null };
  return { columns: [column], selection: null, count: values.length };
}

export function createTemporalSort(spec: TemporalSortSpec): Operator {
  return new TemporalSort(spec);
}
