/**
 * Join of the rows of a window, with the rows of Flink's `WindowJoinOperator`.
 *
 * Promise: a window fires when the watermark reaches its end − 1 ms, in order of time; then the
 * rows of each key meet, and what an outer, semi or anti join says of rows is final. Rows whose
 * window has fired are dropped and counted. A fired window leaves no state.
 *
 * State: the rows of both sides by key and window, and the keys of each window as a table of its
 * own, which says what is due. A page of keys is joined at a time, pair by pair, a page of pairs to
 * a call: neither a window nor a key makes a call grow.
 */
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { LinkedList, LinkedRows } from '../../state/api/row-list.js';
import type { TimeTable } from '../../state/api/table.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { TimeVector, Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { RowEnds } from '../window/row-ends.js';
import { keysByLast, noteByLast, withLast } from '../window/time-keys.js';
import { WindowPages } from '../window/window-pages.js';
import type { WindowJoinSpec } from './window-join-spec.js';
import { WindowPairs } from './window-pairs.js';

export class WindowJoin implements Operator {
  readonly #spec: WindowJoinSpec;
  #rowEnds!: RowEnds;
  #lists!: LinkedRows;
  /** The keys of each window. */
  #windows!: TimeTable;
  #pairs!: WindowPairs;
  #pages!: WindowPages;
  /** The lists of the page that is being joined; null before it has begun. */
  #slots: Int32Array | null = null;

  constructor(spec: WindowJoinSpec) {
    this.#spec = spec;
  }

  open(context: OperatorContext): void {
    const { leftKeys, left: edges, zoned } = this.#spec;
    const { state, batchRows } = context;
    const [left = [], right = []] = context.inputs;
    const columns = edges.start === null ? leftKeys : [...leftKeys, edges.start];
    const key = [...columns, edges.end].map((column) => left[column] as LogicalType);
    const partition = [...leftKeys.keys()];
    this.#rowEnds = new RowEnds(zoned, context);
    this.#lists = state.linkedRows({ name: 'rows', key, lists: [left, right], partition });
    const windowed = { key: key.slice(0, -1), values: [], partition };
    this.#windows = state.timeTable({ name: 'windows', ...windowed });
    this.#pairs = new WindowPairs(this.#spec, this.#lists, context);
    this.#pages = new WindowPages(this.#windows, batchRows);
  }

  reads(batch: Batch, input: number, reads: Reads): void {
    const rows = this.#keysOf(batch, input);
    reads.rows(this.#lists, rows);
    reads.keysAt(this.#windows, () => keysByLast(rows));
  }

  apply(batch: Batch, input: number): boolean {
    const timely = this.#rowEnds.dropLate(batch, this.#ends(batch, input));
    const slots = new Int32Array(timely.count);
    this.#lists.locate(this.#keysOf(timely, input), slots, true);
    noteByLast(this.#windows, this.#lists.keys, this.#lists.keys.inserted());
    const list = this.#lists.lists[input] as LinkedList;
    const ids = new Int32Array(timely.count);
    list.rows.add(timely.columns, timely.selection, timely.count, ids);
    list.appendAll(slots, ids, timely.count);
    return true;
  }

  rowTimer(batch: Batch, input: number): number {
    return this.#rowEnds.leastTimer(batch, this.#ends(batch, input));
  }

  nextTimer(): number {
    return this.#rowEnds.timerOf(this.#pages.end);
  }

  /** The keys of the least window that is due, then the rows of its next page. */
  fireReads(watermark: number, reads: Reads): boolean {
    if (this.#slots !== null || this.nextTimer() > watermark) return false;
    if (this.#pages.name(reads)) return true;
    reads.lazily((own) => own.rows(this.#lists, this.#page()));
    return false;
  }

  /** A page of pairs of the next page of keys of the least window that is due. */
  fire(watermark: number, output: Output): boolean {
    if (this.nextTimer() > watermark) return true;
    this.#slots ??= this.#begin(this.#page());
    if (!this.#pairs.next(output)) return false;
    this.#forget(this.#slots);
    this.#slots = null;
    if (!this.#pages.turn()) return false;
    return this.nextTimer() > watermark;
  }

  /** The keys of the lists on the next page of a window. */
  #page(): KeyRows {
    return withLast(this.#pages.keys(), this.#pages.end);
  }

  #begin(rows: KeyRows): Int32Array {
    const slots = new Int32Array(rows.count);
    this.#lists.locate(rows, slots, false);
    this.#pairs.start(slots, rows.columns);
    return slots;
  }

  #forget(slots: Int32Array): void {
    for (const list of this.#lists.lists) list.rows.reclaim();
    this.#lists.prune(slots, slots.length);
  }

  #keysOf(rows: KeyRows, input: number): KeyRows {
    const { leftKeys, rightKeys, left, right } = this.#spec;
    const { start, end } = input === 0 ? left : right;
    const keys = input === 0 ? leftKeys : rightKeys;
    return keyRows(rows, start === null ? [...keys, end] : [...keys, start, end]);
  }

  #ends(batch: Batch, input: number): Float64Array {
    const { left, right } = this.#spec;
    return (batch.columns[(input === 0 ? left : right).end] as Vector as TimeVector).values;
  }
}

export function createWindowJoin(spec: WindowJoinSpec): Operator {
  return new WindowJoin(spec);
}
