/**
 * Top-N within windows, over insert-only rows that carry their window: final rows only, as Flink's
 * window rank operator.
 *
 * Promise: a window fires when the watermark reaches window_end − 1 ms (on the wall clock of the
 * session's zone where the windows lie on it), in order of time; of each partition, in order of its
 * first row, the rows ranked `from` to `to` go out, ties by arrival. Rows whose window has fired
 * are dropped and counted. A fired window leaves no state.
 *
 * The key of the state is partition and window end; which slots a window has is derived from it.
 */
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { SortedRows } from '../../state/api/row-list.js';
import type { TimeVector, Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { MarkCursor } from '../core/marks.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { INSERT } from '../core/row-kind.js';
import { WindowClock } from '../window/window-math.js';
import { partitionRows } from './rank-operator.js';
import { RankOutput } from './rank-output.js';
import { TopNRows } from './top-n-rows.js';
import type { WindowRankSpec } from './window-rank-spec.js';

/** Output batches of one call of `fire`. */
const BATCHES_A_CALL = 8;

export class WindowRank implements Operator {
  readonly #spec: WindowRankSpec;
  readonly #key: readonly number[];
  readonly #marks = new MarkCursor();
  /** Slots by window end, ms. */
  readonly #windows = new Map<number, number[]>();
  #context!: OperatorContext;
  #clock!: WindowClock;
  #lists!: SortedRows;
  #top!: TopNRows;
  #results!: RankOutput;
  #least = Infinity;
  /** The window end that a timer was last asked for, and the timer: most rows repeat it. */
  #lastEnd = Infinity;
  #lastTimer = Infinity;
  /** Slots of the least window that went out already. */
  #fired = 0;

  constructor(spec: WindowRankSpec) {
    this.#spec = spec;
    this.#key = [...spec.partition, spec.windowEnd];
  }

  open(context: OperatorContext): void {
    const row = context.inputs[0] ?? [];
    const key = this.#key.map((column) => row[column] as (typeof row)[number]);
    this.#context = context;
    this.#clock = new WindowClock(this.#spec.zoned === true, context.timeZone);
    this.#lists = context.state.sortedRows({ name: 'rows', key, row });
    this.#top = new TopNRows(this.#lists, this.#spec.order, this.#spec.to);
    this.#results = new RankOutput(this.#lists, [], this.#spec, context);
    const live = new Int32Array(this.#lists.keys.size);
    this.#register(live, this.#lists.keys.live(0, live));
  }

  reads(batch: Batch, _input: number, reads: Reads): void {
    reads.rows(this.#lists, partitionRows(batch, this.#key));
  }

  rowTimer(batch: Batch): number {
    const ends = this.#ends(batch);
    let least = Infinity;
    for (let i = 0; i < batch.count; i++) {
      const end = ends[batch.selection === null ? i : (batch.selection[i] as number)] as number;
      if (end < least && this.#timerOf(end) > this.#context.watermark) least = end;
    }
    return this.#timerOf(least);
  }

  nextTimer(): number {
    return this.#timerOf(this.#least);
  }

  apply(batch: Batch): boolean {
    const timely = this.#dropLate(batch);
    const rows: KeyRows = partitionRows(timely, this.#key);
    const slots = new Int32Array(timely.count);
    this.#lists.locate(rows, slots, true);
    const inserted = this.#lists.keys.inserted();
    this.#register(inserted, inserted.length);
    const candidates = this.#top.select(timely, slots);
    for (let i = 0; i < candidates.count; i++) {
      const slot = candidates.slots[i] as number;
      const position = this.#top.enter(candidates, i);
      if (position >= 0 && this.#lists.count(slot) > this.#spec.to) {
        this.#top.trim(slot);
      }
    }
    this.#lists.rows.reclaim();
    return true;
  }

  fire(watermark: number, output: Output): boolean {
    let batches = 0;
    while (this.#timerOf(this.#least) <= watermark) {
      const slots = this.#windows.get(this.#least) as number[];
      for (; this.#fired < slots.length; this.#fired++) {
        if (this.#results.full) {
          this.#results.flush(output, null);
          if (++batches === BATCHES_A_CALL) return false;
        }
        this.#emit(slots[this.#fired] as number);
      }
      this.#results.flush(output, null);
      this.#forget(slots);
    }
    return true;
  }

  #emit(slot: number): void {
    const ranks = Math.min(this.#lists.count(slot), this.#spec.to);
    for (let rank = this.#spec.from; rank <= ranks; rank++) {
      this.#results.add(INSERT, slot, rank - 1, rank, 0);
    }
  }

  /** The least window is done. */
  #forget(slots: readonly number[]): void {
    const freed = Int32Array.from(slots);
    for (const slot of freed) {
      const count = this.#lists.count(slot);
      for (let i = 0; i < count; i++) this.#lists.rows.release(this.#lists.at(slot, i));
      this.#lists.clear(slot);
    }
    this.#lists.rows.reclaim();
    this.#top.forget(freed, freed.length);
    this.#lists.prune(freed, freed.length);
    this.#windows.delete(this.#least);
    this.#fired = 0;
    this.#least = Math.min(...this.#windows.keys());
  }

  /** The watermark at which a window that ends at `end` fires. */
  #timerOf(end: number): number {
    if (end !== this.#lastEnd) {
      this.#lastEnd = end;
      this.#lastTimer = end === Infinity ? Infinity : this.#clock.timerOf(end);
    }
    return this.#lastTimer;
  }

  /** Notes the windows of new slots. */
  #register(slots: Int32Array, count: number): void {
    if (count === 0) return;
    const ends = this.#lists.keys.keys(slots, count).at(-1) as TimeVector;
    for (let i = 0; i < count; i++) {
      const end = ends.values[i] as number;
      const window = this.#windows.get(end);
      if (window === undefined) this.#windows.set(end, [slots[i] as number]);
      else window.push(slots[i] as number);
      if (end < this.#least) this.#least = end;
    }
  }

  #dropLate(batch: Batch): Batch {
    const ends = this.#ends(batch);
    const kept = new Int32Array(batch.count);
    let count = 0;
    this.#marks.start(batch, this.#context.watermark);
    for (let i = 0; i < batch.count; i++) {
      const row = batch.selection === null ? i : (batch.selection[i] as number);
      kept[count] = row;
      if (this.#timerOf(ends[row] as number) > this.#marks.at(row)) count++;
    }
    if (count === batch.count) return batch;
    this.#context.metrics.lateRows += batch.count - count;
    return batch.withSelection(kept.subarray(0, count));
  }

  #ends(batch: Batch): Float64Array {
    return (batch.columns[this.#spec.windowEnd] as Vector as TimeVector).values;
  }
}

export function createWindowRank(spec: WindowRankSpec): Operator {
  return new WindowRank(spec);
}
