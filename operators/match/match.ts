/**
 * MATCH_RECOGNIZE, as Flink's `CepOperator`: on event time rows wait until the watermark reaches
 * their time, then are matched in order of time, of equal times by the further order, then by
 * arrival. Rows whose time the watermark has reached are late: dropped and counted. On processing
 * time rows are matched as they come, or a millisecond later where there is a further order.
 *
 * With a bound on the length of matches, each partition where one begins is due when that match has
 * become too long: what is partial ends, and complete ones that waited for it come out.
 */
import { assert } from '../../conf/errors/error.js';
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { TimeTable } from '../../state/api/table.js';
import { gatherColumns } from '../../state/column/gather.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import { bindComparator } from '../../state/column/row-comparison.js';
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { RowTimes } from '../over/row-times.js';
import { TimedRows } from '../over/timed-rows.js';
import { firstTimeKeys, firstTimeReads, keysByTime, noteKeys } from '../window/time-keys.js';
import type { MatchSpec } from './match-spec.js';
import { Matching, type MatchPage } from './matching.js';

class Match implements Operator {
  readonly firesByClock: boolean;
  readonly #spec: MatchSpec;
  readonly #times: RowTimes;
  #context: OperatorContext | null = null;
  #matching: Matching | null = null;
  /** Null where rows are matched as they come. */
  #waiting: TimedRows | null = null;
  /** When matches have become too long; null where nothing bounds them. */
  #ends: TimeTable | null = null;
  /** Which round of reads of the next page is named. */
  #round = 0;
  /** What the rounds are about: rows that have waited; else ends of matches. */
  #firesRows = false;

  constructor(spec: MatchSpec) {
    this.#spec = spec;
    this.#times = new RowTimes(spec.time);
    this.firesByClock = spec.time === null;
  }

  open(context: OperatorContext): void {
    const { state, inputs, batchRows } = context;
    const { partition, time, order, withinMs } = this.#spec;
    const input = inputs[0] ?? [];
    const key = partition.map((column) => input[column] as LogicalType);
    const asTheyCome = time === null && order.length === 0;
    this.#context = context;
    this.#matching = new Matching(this.#spec, context);
    this.#waiting = asTheyCome ? null : new TimedRows(state, partition, input, batchRows);
    this.#ends = withinMs === null ? null : state.timeTable({ name: 'ends', key, values: [] });
  }

  reads(batch: Batch, _input: number, reads: Reads): void {
    const { context, matching } = this.#opened();
    if (this.#waiting !== null) {
      this.#waiting.reads(batch, this.#times.of(batch, context), reads);
      return;
    }
    const keys = keyRows(batch, this.#spec.partition);
    matching.reads(keys, reads);
    this.#endReads(keys, this.#times.of(batch, context), reads);
  }

  apply(batch: Batch, _input: number, output: Output): boolean {
    const { context } = this.#opened();
    const { columns, selection, count } = batch;
    const times = this.#times.of(batch, context);
    if (this.#waiting !== null) {
      const { selection: rows, count: kept } = this.#times.timely(batch, null, context);
      this.#waiting.add({ columns, selection: rows, count: kept }, times);
      return true;
    }
    const dense = selection === null ? columns : gatherColumns(columns, selection, count);
    const origins = selection ?? Int32Array.from({ length: count }, (_, row) => row);
    this.#match({ columns: dense, times: times.subarray(0, count), count }, output, origins);
    return true;
  }

  nextTimer(): number {
    return this.#next();
  }

  rowTimer(batch: Batch): number {
    return this.#times.rowTimer(batch, this.#opened().context.watermark);
  }

  #next(): number {
    return Math.min(this.#waiting?.next() ?? Infinity, this.#endsNext());
  }

  #endsNext(): number {
    return this.#ends?.next(-Infinity) ?? Infinity;
  }

  /** First the partitions that are due, rows before ends; then what is kept of them. */
  fireReads(until: number, reads: Reads): boolean {
    const { context, matching } = this.#opened();
    if (this.#next() > until) return false;
    const round = this.#round++;
    if (round === 0) this.#firesRows = (this.#waiting?.next() ?? Infinity) <= until;
    const waiting = this.#firesRows ? this.#waiting : null;
    if (round === 0) {
      if (waiting !== null) waiting.timeReads(until, reads);
      else if (this.#ends !== null) firstTimeReads(this.#ends, until, context.batchRows, reads);
      return true;
    }
    reads.lazily((own) => {
      if (waiting === null) {
        for (const { keys } of this.#due(until)) matching.reads(keys, own);
      } else if (round === 1) {
        matching.reads(waiting.rowReads(until, own), own);
      } else {
        waiting.nextReads(until, own);
        const { columns, times, count } = waiting.peek(until);
        const keys = keyRows({ columns, selection: null, count }, this.#spec.partition);
        this.#endReads(keys, times, own);
      }
    });
    return waiting !== null && round === 1;
  }

  fire(until: number, output: Output): boolean {
    const { matching } = this.#opened();
    this.#round = 0;
    if (this.#firesRows) {
      const page = this.#waiting?.take(until);
      if (page !== undefined && page.count > 0) this.#match(this.#sorted(page), output, null);
    } else {
      for (const { time, keys } of this.#due(until)) {
        matching.expire(keys, until, output);
        this.#ends?.drop(time);
      }
    }
    return this.#next() > until;
  }

  #match(page: MatchPage, output: Output, origins: Int32Array | null): void {
    const { withinMs, partition } = this.#spec;
    const begins = this.#opened().matching.match(page, output, origins);
    if (this.#ends === null || withinMs === null) return;
    const ends = page.times.map((time) => time + withinMs);
    const rows = { columns: page.columns, selection: begins, count: begins.length };
    noteKeys(this.#ends, keysByTime(keyRows(rows, partition), ends));
  }

  /** Names the ends of matches that begin with these rows. @param times by physical row */
  #endReads(keys: KeyRows, times: Float64Array, reads: Reads): void {
    const { withinMs } = this.#spec;
    if (this.#ends === null || withinMs === null) return;
    const ends = times.map((time) => time + withinMs);
    reads.keysAt(this.#ends, () => keysByTime(keys, ends));
  }

  #due(until: number): ReturnType<typeof firstTimeKeys> {
    const { batchRows } = this.#opened().context;
    return this.#ends === null ? [] : firstTimeKeys(this.#ends, until, batchRows);
  }

  /** The rows of each time by the further order. */
  #sorted(page: MatchPage): MatchPage {
    const { order } = this.#spec;
    const { columns, times, count } = page;
    if (order.length === 0) return page;
    const keys = order.map(({ column }) => columns[column] as Vector);
    const compare = bindComparator(order, keys, keys);
    const rows = Int32Array.from({ length: count }, (_, row) => row).sort((a, b) => {
      return (times[a] as number) - (times[b] as number) || compare(a, b) || a - b;
    });
    const sorted = Float64Array.from(rows, (row) => times[row] as number);
    return { columns: gatherColumns(columns, rows, count), times: sorted, count };
  }

  #opened(): { context: OperatorContext; matching: Matching } {
    const [context, matching] = [this.#context, this.#matching];
    assert(context !== null && matching !== null, 'An operator is opened before it is used');
    return { context, matching };
  }
}

export function createMatch(spec: MatchSpec): Operator {
  return new Match(spec);
}
