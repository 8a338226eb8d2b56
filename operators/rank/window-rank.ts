/**
 * Top-N within windows, over insert-only rows that carry their window: final rows only, as Flink's
 * window rank operator.
 *
 * Promise: a window fires when the watermark reaches window_end − 1 ms (on the wall clock of the
 * session's zone where the windows lie on it), in order of time; of each partition, in order of its
 * first row, the rows ranked `from` to `to` go out, ties by arrival. Rows whose window has fired
 * are dropped and counted. A fired window leaves no state.
 *
 * State: the rows by partition and window end, and the partitions of each window as a table of its
 * own, which says what is due and whose rows go out.
 */
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { SortedRows } from '../../state/api/row-list.js';
import type { TimeTable } from '../../state/api/table.js';
import type { TimeVector, Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { INSERT } from '../core/row-kind.js';
import { RowEnds } from '../window/row-ends.js';
import { keysByLast, noteByLast, withLast } from '../window/time-keys.js';
import { WindowPages } from '../window/window-pages.js';
import { RankOutput } from './rank-output.js';
import { TopNRows } from './top-n-rows.js';
import type { WindowRankSpec } from './window-rank-spec.js';

export class WindowRank implements Operator {
  readonly #spec: WindowRankSpec;
  readonly #key: readonly number[];
  /** The partitions of each window. */
  #windows!: TimeTable;
  #pages!: WindowPages;
  #rowEnds!: RowEnds;
  #lists!: SortedRows;
  #top!: TopNRows;
  #results!: RankOutput;

  constructor(spec: WindowRankSpec) {
    this.#spec = spec;
    this.#key = [...spec.partition, spec.windowEnd];
  }

  open(context: OperatorContext): void {
    const row = context.inputs[0] ?? [];
    const key = this.#key.map((column) => row[column] as (typeof row)[number]);
    this.#rowEnds = new RowEnds(this.#spec.zoned === true, context);
    const { order } = this.#spec;
    const partition = this.#spec.partition.map((_, column) => column);
    this.#windows = context.state.timeTable({ name: 'windows', key: key.slice(0, -1), values: [] });
    this.#lists = context.state.sortedRows({ name: 'rows', key, row, order, partition });
    this.#pages = new WindowPages(this.#windows, context.batchRows);
    this.#top = new TopNRows(this.#lists, this.#spec.order, this.#spec.to, this.#spec.ties);
    this.#results = new RankOutput(this.#lists, [], this.#spec, context);
  }

  reads(batch: Batch, _input: number, reads: Reads): void {
    reads.rows(this.#lists, keyRows(batch, this.#key));
    reads.keysAt(this.#windows, () => keysByLast(keyRows(batch, this.#key)));
  }

  rowTimer(batch: Batch): number {
    return this.#rowEnds.leastTimer(batch, this.#ends(batch));
  }

  nextTimer(): number {
    return this.#rowEnds.timerOf(this.#pages.end);
  }

  apply(batch: Batch): boolean {
    const timely = this.#rowEnds.dropLate(batch, this.#ends(batch));
    const rows: KeyRows = keyRows(timely, this.#key);
    const slots = new Int32Array(timely.count);
    this.#lists.locate(rows, slots, true);
    noteByLast(this.#windows, this.#lists.keys, this.#lists.keys.inserted());
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

  /** The partitions of the least window that is due, then the rows of its next page. */
  fireReads(watermark: number, reads: Reads): boolean {
    if (this.nextTimer() > watermark) return false;
    if (this.#pages.name(reads)) return true;
    reads.lazily(() => reads.rows(this.#lists, this.#page()));
    return false;
  }

  /** One page of the least window that is due. */
  fire(watermark: number, output: Output): boolean {
    if (this.nextTimer() > watermark) return true;
    const rows = this.#page();
    if (rows.count > 0) this.#emitPage(rows, output);
    if (!this.#pages.turn()) return false;
    return this.nextTimer() > watermark;
  }

  /** The keys of the lists of partitions on the next page. */
  #page(): KeyRows {
    return withLast(this.#pages.keys(), this.#pages.end);
  }

  #emitPage(rows: KeyRows, output: Output): void {
    const slots = new Int32Array(rows.count);
    this.#lists.locate(rows, slots, false);
    for (const slot of slots) {
      if (this.#results.full) this.#results.flush(output, null);
      this.#emit(slot);
    }
    this.#results.flush(output, null);
    this.#forget(slots);
  }

  #emit(slot: number): void {
    const ranks = Math.min(this.#lists.count(slot), this.#spec.to);
    for (let rank = this.#spec.from; rank <= ranks; rank++) {
      this.#results.add(INSERT, slot, rank - 1, rank, 0);
    }
  }

  /** The lists went out. */
  #forget(slots: Int32Array): void {
    for (const slot of slots) {
      const count = this.#lists.count(slot);
      for (let i = 0; i < count; i++) this.#lists.rows.release(this.#lists.at(slot, i));
      this.#lists.clear(slot);
    }
    this.#lists.rows.reclaim();
    this.#top.forget(slots, slots.length);
    this.#lists.prune(slots, slots.length);
  }

  #ends(batch: Batch): Float64Array {
    return (batch.columns[this.#spec.windowEnd] as Vector as TimeVector).values;
  }
}

export function createWindowRank(spec: WindowRankSpec): Operator {
  return new WindowRank(spec);
}
