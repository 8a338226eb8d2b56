/**
 * OVER in order of time: rows wait until their time has come (by the watermark, or by the clock),
 * then go out in order of time, of equal times
 * partition by partition in order of arrival, with the results behind them.
 *
 * Late rows are dropped and counted, as Flink judges them: without a lower bound those whose time
 * the watermark has reached; with one, those that are not above the last time that went out for
 * their partition. With RANGE and a lower bound quiet partitions are forgotten
 * (`partition-clean-ups.ts`).
 */
import { assert } from '../../conf/errors/error.js';
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { KeyedTable } from '../../state/api/table.js';
import { type LogicalType, timestamp, withNullable } from '../../state/column/logical-type.js';
import type { TimeVector, Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { BoundedFrame } from './bounded-frame.js';
import { createFrame } from './create-frame.js';
import type { Frame } from './frame.js';
import type { OverSpec } from './over-spec.js';
import { PartitionCleanUps } from './partition-clean-ups.js';
import { RowTimes } from './row-times.js';
import { byRow, TimedRows } from './timed-rows.js';

const TIME = withNullable(timestamp(3), false);

export class OverTimes implements Operator {
  readonly firesByClock: boolean;
  readonly #spec: OverSpec;
  readonly #times: RowTimes;
  #context: OperatorContext | null = null;
  #frame: Frame | null = null;
  #waiting: TimedRows | null = null;
  /** By partition the last time that went out; only where it decides what is late. */
  #last: KeyedTable | null = null;
  #cleanUps: PartitionCleanUps | null = null;
  /** Which round of reads of the next page is named. */
  #round = 0;

  constructor(spec: OverSpec) {
    this.#spec = spec;
    this.#times = new RowTimes(spec.time);
    this.firesByClock = spec.time === null;
  }

  open(context: OperatorContext): void {
    const input = context.inputs[0] ?? [];
    const { partition, time, frame } = this.#spec;
    this.#context = context;
    const { state, batchRows } = context;
    const frames = createFrame(this.#spec, input, state);
    this.#frame = frames;
    this.#waiting = new TimedRows(state, partition, input, batchRows);
    const key = partition.map((column) => input[column] as LogicalType);
    const { unit, preceding } = frame;
    const byPartition = time !== null && preceding !== null;
    const last = byPartition ? state.table({ name: 'last', key, values: [TIME] }) : null;
    this.#last = last;
    if (!(frames instanceof BoundedFrame) || preceding === null || unit === 'rows') return;
    this.#cleanUps = new PartitionCleanUps(state, key, preceding, frames, last, batchRows);
  }

  reads(batch: Batch, _input: number, reads: Reads): void {
    const { waiting, context } = this.#opened();
    const times = this.#times.of(batch, context);
    waiting.reads(batch, times, reads);
    const keys = this.#keysOf(batch);
    if (this.#last !== null) reads.keys(this.#last, keys);
    this.#cleanUps?.reads(keys, () => byRow(times, batch), reads);
  }

  apply(batch: Batch): boolean {
    const { waiting, context } = this.#opened();
    const last = this.#last === null ? null : this.#lastTimes(this.#last, batch);
    const { selection, count } = this.#times.timely(batch, last, context);
    const rows = { columns: batch.columns, selection, count };
    const times = this.#times.of(batch, context);
    waiting.add(rows, times);
    this.#cleanUps?.add(keyRows(rows, this.#spec.partition), byRow(times, rows));
    return true;
  }

  nextTimer(): number {
    return Math.min(this.#opened().waiting.next(), this.#cleanUps?.next() ?? Infinity);
  }

  rowTimer(batch: Batch): number {
    // A row that is late by the watermark alone may still be taken in; it goes out with the next.
    const bound = this.#last === null ? this.#opened().context.watermark : -Infinity;
    return this.#times.rowTimer(batch, bound);
  }

  /** First what is due, then the rows and frames of its partitions, then what those name. */
  fireReads(until: number, reads: Reads): boolean {
    const { waiting, frame } = this.#opened();
    if (waiting.next() > until) return this.#cleanUps?.fireReads(until, reads) ?? false;
    const round = this.#round++;
    if (round === 0) {
      waiting.timeReads(until, reads);
      return true;
    }
    reads.lazily((own) => {
      if (round === 1) {
        const keys = waiting.rowReads(until, own);
        frame.reads(keys, own);
        if (this.#last !== null) own.keys(this.#last, keys);
        return;
      }
      waiting.nextReads(until, own);
      if (!frame.readsValues) return;
      const { columns, count } = waiting.peek(until);
      frame.valueReads(columns, this.#keys(columns, count), own);
    });
    return round === 1;
  }

  fire(until: number, output: Output): boolean {
    const { waiting, frame } = this.#opened();
    this.#round = 0;
    if (waiting.next() > until) return this.#cleanUps?.fire(until) ?? true;
    const { columns, times, count } = waiting.take(until);
    if (count === 0) return this.nextTimer() > until;
    const keys = this.#keys(columns, count);
    const results = frame.compute({ columns, keys, times });
    if (this.#last !== null) noteLast(this.#last, keys, times);
    output.push(new Batch([...columns, ...results], count));
    return this.nextTimer() > until;
  }

  #lastTimes(table: KeyedTable, batch: Batch): Float64Array {
    const slots = new Int32Array(batch.count);
    table.locate(this.#keysOf(batch), slots, false);
    const { values } = table.column(0).vector as TimeVector;
    const times = new Float64Array(batch.count);
    for (let i = 0; i < times.length; i++) {
      const slot = slots[i] as number;
      times[i] = slot < 0 ? -Infinity : (values[slot] as number);
    }
    return times;
  }

  #keysOf(batch: Batch): KeyRows {
    return keyRows(batch, this.#spec.partition);
  }

  #keys(columns: readonly Vector[], count: number): KeyRows {
    return keyRows({ columns, selection: null, count }, this.#spec.partition);
  }

  #opened(): { context: OperatorContext; frame: Frame; waiting: TimedRows } {
    const [context, frame, waiting] = [this.#context, this.#frame, this.#waiting];
    assert(context !== null && frame !== null && waiting !== null, 'An operator is opened first');
    return { context, frame, waiting };
  }
}

/** Notes for each partition the time of its last row; rows come in order of time. */
function noteLast(table: KeyedTable, keys: KeyRows, times: Float64Array): void {
  const slots = new Int32Array(keys.count);
  table.locate(keys, slots, true);
  const source: Vector = { lane: 'time', values: times, nanos: null, nulls: null };
  table.column(0).copy(slots, keys.count, source, null);
}
