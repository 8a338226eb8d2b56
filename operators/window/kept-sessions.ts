/**
 * Sessions whose rows are kept until they end: for the windowing table function SESSION, which
 * gives them as they came, and for aggregates that cannot be merged, which go through them then.
 *
 * Promise: rows of a key whose times are at most the gap apart are in one session, from its first
 * time to the gap behind its last. When the watermark (or the clock) has reached its last
 * millisecond it goes out, with its rows in order of arrival. A row is late, and dropped and
 * counted, when it is in no session that is still there and its own would have ended. Rows without
 * a time are dropped.
 *
 * State: the rows of each key in order of time, which says where sessions begin and end; by key
 * when it is looked at next (`session-times.ts`) and how many rows came, by which rows are put back
 * in order of arrival.
 */
import type { Reads } from '../../state/api/reads.js';
import type { SortedRows } from '../../state/api/row-list.js';
import type { KeyedTable } from '../../state/api/table.js';
import { BIGINT, INT, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import type { F64Vector, I32Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { EndedSessions, type KeptRows, type SessionOutput } from './ended-sessions.js';
import { SessionArrivals } from './session-arrivals.js';
import type { SessionTableSpec } from './session-table-spec.js';
import { type DuePage, NOT_NOTED, SessionTimes } from './session-times.js';

const COUNT = withNullable(BIGINT, false);
/** Columns of the table of keys. */
const NOTED = 0;
const ARRIVALS = 1;

export type SessionOutputOf = (kept: KeptRows, context: OperatorContext) => SessionOutput;

export class KeptSessions implements Operator {
  readonly firesByClock: boolean;
  readonly #spec: Omit<SessionTableSpec, 'kind'>;
  readonly #outputOf: SessionOutputOf;
  #context!: OperatorContext;
  #arrivals!: SessionArrivals;
  #keys!: KeyedTable;
  #rows!: SortedRows;
  #times!: SessionTimes;
  #ended!: EndedSessions;

  constructor(spec: Omit<SessionTableSpec, 'kind'>, outputOf: SessionOutputOf) {
    this.#spec = spec;
    this.#outputOf = outputOf;
    this.firesByClock = spec.time === null;
  }

  open(context: OperatorContext): void {
    const { partition, gapMs, retracting } = this.#spec;
    const [types = []] = context.inputs;
    const key = partition.map((column) => types[column] as LogicalType);
    const kind = retracting ? [withNullable(INT, false)] : [];
    this.#context = context;
    this.#arrivals = new SessionArrivals(this.#spec, context);
    this.#keys = context.state.table({ name: 'keys', key, values: [COUNT, COUNT] });
    const row = [...types, COUNT, ...kind];
    this.#rows = context.state.sortedRows({ name: 'rows', key, row });
    this.#times = new SessionTimes(context.state, key, gapMs, context.batchRows);
    const { clock } = this.#arrivals;
    const kept = { rows: this.#rows.rows, width: types.length, clock };
    this.#ended = new EndedSessions(kept, this.#outputOf(kept, context), context);
  }

  reads(batch: Batch, _input: number, reads: Reads): void {
    const keys = keyRows(batch, this.#spec.partition);
    reads.keys(this.#keys, keys);
    reads.rows(this.#rows, keys);
    this.#times.reads(keys, () => this.#arrivals.noteTimes(batch, this.#times), reads);
  }

  apply(batch: Batch): boolean {
    const arrivals = this.#arrivals;
    arrivals.start(batch);
    const { count, times } = arrivals;
    const rows = arrivals.selection ?? Int32Array.from({ length: count }, (_, row) => row);
    const keys = keyRows({ ...batch, selection: rows, count }, this.#spec.partition);
    const slots = new Int32Array(rows.length);
    this.#rows.locate(keys, slots, true);
    const places = new Int32Array(rows.length);
    this.#keys.locate(keys, places, true);
    const [noted, numbers] = [this.#column(NOTED), this.#column(ARRIVALS)];
    for (const place of this.#keys.inserted()) {
      noted[place] = NOT_NOTED;
      numbers[place] = 0;
    }
    const ids = this.#copyIn(batch, rows, places, numbers);
    const fresh: number[] = [];
    const noteTimes = new Float64Array(batch.rows);
    for (let i = 0; i < rows.length; i++) {
      const [row, place] = [rows[i] as number, places[i] as number];
      const time = times[row] as number;
      const watermark = arrivals.watermarkAt(row);
      if (!this.#enter(slots[i] as number, ids[i] as number, time, watermark)) continue;
      const timer = arrivals.timerOf(time);
      if (timer >= (noted[place] as number)) continue;
      noteTimes[row] = noted[place] = this.#times.rounded(timer);
      fresh.push(row);
    }
    const selection = Int32Array.from(fresh);
    this.#times.note({ ...keys, selection, count: fresh.length }, noteTimes);
    this.#forget(slots, places);
    return true;
  }

  nextTimer(): number {
    return this.#times.next();
  }

  rowTimer(batch: Batch): number {
    return this.#arrivals.rowTimer(batch, this.#times);
  }

  fireReads(now: number, reads: Reads): boolean {
    return this.#times.fireReads(
      now,
      reads,
      ({ keys }, own) => {
        own.keys(this.#keys, keys);
        own.rows(this.#rows, keys);
      },
      (page) => this.#nextTimers(page, this.#dueSlots(page)),
    );
  }

  /** One page of the keys of the least time. */
  fire(now: number, output: Output): boolean {
    if (this.#times.next() > now) return true;
    const page = this.#times.due(now);
    const { keys, until } = page;
    const slots = this.#dueSlots(page);
    const timers = this.#nextTimers(page, slots);
    for (const slot of slots) {
      if (slot < 0) continue;
      for (let end = this.#sessionEnd(slot, 0); end > 0; end = this.#sessionEnd(slot, 0)) {
        const last = this.#rows.weightAt(slot, end - 1);
        if (this.#arrivals.timerOf(last) > until) break;
        this.#take(slot, end, last + this.#spec.gapMs);
      }
    }
    this.#ended.emit(output);
    const places = new Int32Array(keys.count);
    this.#keys.locate(keys, places, false);
    const noteds = this.#column(NOTED);
    for (const [i, timer] of timers.entries()) {
      if (!Number.isNaN(timer)) noteds[places[i] as number] = this.#times.rounded(timer);
    }
    this.#times.done(page, timers);
    this.#forget(slots, places);
    return this.#times.next() > now;
  }

  /** By key of the page its list; −1 where it is not due. */
  #dueSlots({ keys, time }: DuePage): Int32Array {
    const places = new Int32Array(keys.count);
    this.#keys.locate(keys, places, false);
    const slots = new Int32Array(keys.count);
    this.#rows.locate(keys, slots, false);
    const noteds = this.#column(NOTED);
    return slots.map((slot, i) => {
      const place = places[i] as number;
      return place >= 0 && noteds[place] === time ? slot : -1;
    });
  }

  /** By key of the page when its first session that stays is due; `NaN` where none does. */
  #nextTimers({ until }: DuePage, slots: Int32Array): Float64Array {
    return Float64Array.from(slots, (slot) => {
      if (slot < 0) return Number.NaN;
      for (let end = this.#sessionEnd(slot, 0); end > 0; ) {
        const timer = this.#arrivals.timerOf(this.#rows.weightAt(slot, end - 1));
        if (timer > until) return timer;
        end = this.#sessionEnd(slot, end);
      }
      return Number.NaN;
    });
  }

  /** One past the last position of the session that begins at a position; 0 at the list's end. */
  #sessionEnd(slot: number, from: number): number {
    const count = this.#rows.count(slot);
    if (from >= count) return 0;
    let at = from + 1;
    for (let time = this.#rows.weightAt(slot, from); at < count; at++) {
      const next = this.#rows.weightAt(slot, at);
      if (next - time > this.#spec.gapMs) break;
      time = next;
    }
    return at;
  }

  /** Takes a session's rows out of the front of a list. */
  #take(slot: number, count: number, end: number): void {
    this.#ended.begin(this.#rows.weightAt(slot, 0), end);
    for (let i = 0; i < count; i++) {
      const id = this.#rows.at(slot, 0);
      this.#ended.add(id);
      this.#rows.remove(slot, 0);
      this.#rows.rows.release(id);
    }
  }

  /** Lists a row unless it is late. @returns whether it begins a session */
  #enter(slot: number, id: number, time: number, watermark: number): boolean {
    const rows = this.#rows;
    const { gapMs } = this.#spec;
    const position = rows.upperBound(slot, time);
    const joins =
      (position > 0 && time - rows.weightAt(slot, position - 1) <= gapMs) ||
      (position < rows.count(slot) && rows.weightAt(slot, position) - time <= gapMs);
    if (!joins && this.#arrivals.timerOf(time) <= watermark) {
      rows.rows.release(id);
      this.#context.metrics.lateRows++;
      return false;
    }
    rows.insert(slot, position, id, time);
    return !joins;
  }

  #copyIn(batch: Batch, rows: Int32Array, places: Int32Array, arrivals: Float64Array): Int32Array {
    const numbers = new Float64Array(batch.rows);
    rows.forEach((row, i) => {
      const place = places[i] as number;
      numbers[row] = arrivals[place] as number;
      arrivals[place] = (arrivals[place] as number) + 1;
    });
    const number: F64Vector = { lane: 'f64', values: numbers, nulls: null };
    const kinds = Int32Array.from(batch.kinds ?? new Uint8Array(batch.rows));
    const kind: I32Vector = { lane: 'i32', values: kinds, nulls: null };
    const source = [...batch.columns, number, ...(this.#spec.retracting ? [kind] : [])];
    const ids = new Int32Array(rows.length);
    this.#rows.rows.add(source, rows, rows.length, ids);
    return ids;
  }

  /** Frees what was taken out, and the keys that have no rows left. */
  #forget(slots: Int32Array, places: Int32Array): void {
    const empty = new Set<number>();
    slots.forEach((slot, i) => {
      if (slot >= 0 && this.#rows.count(slot) === 0) empty.add(places[i] as number);
    });
    this.#keys.remove(Int32Array.from(empty), empty.size);
    this.#rows.prune(slots, slots.length);
    this.#rows.rows.reclaim();
  }

  #column(index: number): Float64Array {
    return (this.#keys.column(index).vector as F64Vector).values;
  }
}
