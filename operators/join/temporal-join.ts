/**
 * Event-time temporal join, with the rows of Flink's `TemporalRowTimeJoinOperator`.
 *
 * A left row waits until the watermark reaches its time, and then meets the version of its key that
 * was current at that time; rows of a key that are due together come out in order of arrival. What
 * one may still ask for is kept: the versions from the one that is current at the watermark on.
 *
 * A key costs one timer: the least time of what came for it and has not been looked at. Only then
 * old versions go. So, as in Flink, a row that comes late meets what is left, at the next
 * watermark.
 */
import { assert } from '../../conf/errors/error.js';
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { SortedRows } from '../../state/api/row-list.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { TimeVector, Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { UPDATE_BEFORE } from '../core/row-kind.js';
import { JoinOutput, MISSING, sharedColumns } from './join-output.js';
import { KeyTimers, NO_TIME } from './key-timers.js';
import { located } from './located.js';
import { Residual } from './residual.js';
import type { TemporalJoinSpec } from './temporal-join-spec.js';
import { Versions, WaitingRows } from './temporal-side.js';

/** Width of the slices of time in which keys wait. */
const SLICE_MS = 128;

/** What stands once the operator is open. */
interface Opened {
  readonly context: OperatorContext;
  readonly timers: KeyTimers;
  readonly waiting: WaitingRows;
  readonly versions: Versions;
  readonly residual: Residual | null;
  readonly changes: JoinOutput;
}

/** Pairs of a waiting row and its version, or MISSING; before the residual condition. */
class Pairs {
  readonly rows: Int32Array;
  readonly versions: Int32Array;
  count = 0;

  constructor(size: number) {
    this.rows = new Int32Array(size);
    this.versions = new Int32Array(size);
  }

  get isFull(): boolean {
    return this.count === this.rows.length;
  }

  add(row: number, version: number): void {
    this.rows[this.count] = row;
    this.versions[this.count++] = version;
  }
}

export class TemporalJoin implements Operator {
  readonly #spec: TemporalJoinSpec;
  /** Columns of the left key in which a NULL matches nothing. */
  readonly #strict: readonly number[];
  #open: Opened | null = null;
  #pairs = new Pairs(0);
  /** Which round of reads of what is due is named. */
  #round = 0;

  constructor(spec: TemporalJoinSpec) {
    const { leftKeys, nullsMeet = [] } = spec;
    this.#spec = spec;
    this.#strict = leftKeys.filter((_, i) => nullsMeet[i] !== true);
  }

  open(context: OperatorContext): void {
    const { leftKeys, leftTime, residual } = this.#spec;
    const { state, batchRows, vectors } = context;
    const [left = [], right = []] = context.inputs;
    const key = leftKeys.map((column) => left[column] as LogicalType);
    const shared = sharedColumns(this.#spec, context, true);
    this.#pairs = new Pairs(batchRows);
    this.#open = {
      context,
      timers: new KeyTimers(state, { key, sides: 1, keeps: 'least', sliceMs: SLICE_MS }),
      waiting: new WaitingRows(state, key, left, leftTime),
      versions: new Versions(state, key, right),
      residual: residual === null ? null : new Residual(residual, context),
      changes: new JoinOutput({ isLeft: true, leftOnly: false, shared }, batchRows, vectors),
    };
  }

  reads(batch: Batch, input: number, reads: Reads): void {
    const { timers, waiting, versions } = this.#opened();
    const keys = this.#keysOf(batch, input);
    if (input === 0) waiting.reads(keys, reads);
    else reads.rows(versions.list, keys);
    timers.reads(keys, () => this.#timesOf(batch, input), reads);
  }

  apply(batch: Batch, input: number): boolean {
    const { timers, waiting, versions } = this.#opened();
    const own = input === 1 ? withoutBefore(batch) : batch;
    if (own.count === 0) return true;
    const keys = this.#keysOf(own, input);
    const times = this.#timesOf(own, input);
    (input === 0 ? waiting : versions).add(own, keys, times);
    timers.set(0, keys, times);
    return true;
  }

  nextTimer(): number {
    return this.#opened().timers.next();
  }

  rowTimer(batch: Batch, input: number): number {
    let least = Infinity;
    for (const time of this.#timesOf(batch, input)) if (time < least) least = time;
    return least;
  }

  /** First the keys that are due, then their rows and versions, then the times that follow. */
  fireReads(watermark: number, reads: Reads): boolean {
    const { timers, waiting, versions, context } = this.#opened();
    if (timers.next() > watermark) return false;
    const round = this.#round++;
    if (round === 0) {
      timers.timeReads(watermark, reads);
      return true;
    }
    reads.lazily((own) => {
      const due = timers.due(0, watermark, context.batchRows);
      if (round === 1) {
        waiting.reads(due.keys, own);
        own.rows(versions.list, due.keys);
        timers.dueReads(due, own);
        return;
      }
      const counting = timers.located(due);
      const { list } = waiting;
      const next = Float64Array.from(located(list, counting.keys), (slot) => {
        return slot < 0 ? NO_TIME : firstTime(list, slot, list.upperBound(slot, watermark));
      });
      timers.nextReads(counting, next, own);
    });
    return round === 1;
  }

  fire(watermark: number, output: Output): boolean {
    const { timers, waiting, versions, changes, context } = this.#opened();
    this.#round = 0;
    const due = timers.due(0, watermark, context.batchRows);
    const counting = timers.located(due);
    const { keys } = counting;
    const rowSlots = located(waiting.list, keys);
    const versionSlots = located(versions.list, keys);
    const next = new Float64Array(keys.count);
    waiting.list.touch(rowSlots, keys.count);
    versions.list.touch(versionSlots, keys.count);
    changes.start(waiting.columns(), versions.columns(), true);
    for (let i = 0; i < keys.count; i++) {
      const slot = rowSlots[i] as number;
      this.#meet(waiting.take(slot, watermark), versionSlots[i] as number, output);
      versions.forget(versionSlots[i] as number, watermark);
      next[i] = slot < 0 ? NO_TIME : firstTime(waiting.list, slot, 0);
    }
    this.#emit(output);
    changes.flush(output);
    timers.reset(0, counting, next);
    timers.done([due], [counting], watermark);
    waiting.prune(keys, rowSlots);
    versions.list.rows.reclaim();
    return timers.next() > watermark;
  }

  #meet(rows: Int32Array, slot: number, output: Output): void {
    const { waiting, versions } = this.#opened();
    const times = waiting.times();
    const columns = waiting.columns();
    for (const row of rows) {
      if (this.#pairs.isFull) this.#emit(output);
      const isMute = this.#strict.some((column) => columns[column]?.nulls?.[row] === 1);
      this.#pairs.add(row, isMute ? MISSING : versions.current(slot, times[row] as number));
    }
  }

  /** Puts the pairs that pass the residual condition out, rows of a LEFT join at any rate. */
  #emit(output: Output): void {
    const { waiting, changes } = this.#opened();
    const { rows, versions, count } = this.#pairs;
    this.#judge();
    const kinds = waiting.kinds();
    const isLeft = this.#spec.type === 'left';
    for (let pair = 0; pair < count; pair++) {
      const row = rows[pair] as number;
      const version = versions[pair] as number;
      if (version !== MISSING || isLeft) changes.add(kinds[row] as number, row, version, 0, output);
    }
    this.#pairs.count = 0;
  }

  /** Takes the version away from pairs that fail the residual condition. */
  #judge(): void {
    const { residual, waiting, versions } = this.#opened();
    const { rows, versions: met, count } = this.#pairs;
    if (residual === null || count === 0) return;
    const left = { columns: waiting.columns(), rows };
    const right = { columns: versions.columns(), rows: met };
    const passing = residual.select(left, right, count);
    if (passing === null) return;
    let at = 0;
    for (let pair = 0; pair < count; pair++) {
      if (passing[at] === pair) at++;
      else met[pair] = MISSING;
    }
  }

  #keysOf(rows: KeyRows, input: number): KeyRows {
    const { leftKeys, rightKeys } = this.#spec;
    return keyRows(rows, input === 0 ? leftKeys : rightKeys);
  }

  /** By logical row. */
  #timesOf({ columns, selection, count }: Batch, input: number): Float64Array {
    const { leftTime, rightTime } = this.#spec;
    const { values } = columns[input === 0 ? leftTime : rightTime] as Vector as TimeVector;
    if (selection === null) return values.subarray(0, count);
    const times = new Float64Array(count);
    for (let i = 0; i < count; i++) times[i] = values[selection[i] as number] as number;
    return times;
  }

  #opened(): Opened {
    assert(this.#open !== null, 'An operator is opened before it is used');
    return this.#open;
  }
}

function withoutBefore(batch: Batch): Batch {
  const { kinds, selection, count } = batch;
  if (kinds === null) return batch;
  const kept = new Int32Array(count);
  let rows = 0;
  for (let i = 0; i < count; i++) {
    kept[rows] = selection === null ? i : (selection[i] as number);
    if (kinds[kept[rows] as number] !== UPDATE_BEFORE) rows++;
  }
  return rows === count ? batch : batch.withSelection(kept.subarray(0, rows));
}

/** The time of the row at a position, `NO_TIME` where there is none. */
function firstTime(list: SortedRows, slot: number, position: number): number {
  return position < list.count(slot) ? list.weightAt(slot, position) : NO_TIME;
}

export function createTemporalJoin(spec: TemporalJoinSpec): Operator {
  return new TemporalJoin(spec);
}
