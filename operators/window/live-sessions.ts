/**
 * The sessions of each key with their accumulators. A key's slot holds one of them, that of the row
 * that came last; where a key has several, the others are *parked* in a list beside it and change
 * places with it. Most rows go to the session that the slot holds, so that they cost one look-up.
 *
 * A piece is applied in passes: rows that belong to the session in their slot go in together, in
 * one loop an aggregate; where a row belongs to another, it and what follows it in its slot wait
 * for the next pass, before which the sessions change places. A session that grows up to a parked
 * one takes it in, accumulators and all.
 */
import { gatherValues } from '../../state/api/gather-values.js';
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { KeyedTable } from '../../state/api/table.js';
import { BIGINT, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import type { F64Vector, Vector } from '../../state/column/vector.js';
import type { Arrays } from '../../state/column/vector-pool.js';
import { AggregateSet } from '../aggregate/aggregate-set.js';
import { ADD } from '../aggregate/functions/function.js';
import { signsOfKinds } from '../aggregate/signs.js';
import type { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { OperatorContext } from '../core/operator.js';
import { ParkedSessions } from './parked-sessions.js';
import type { SessionAggregateSpec } from './session-aggregate-spec.js';
import type { SessionArrivals } from './session-arrivals.js';
import { type DuePage, NOT_NOTED, type SessionTimes } from './session-times.js';
import { SlotNumbers } from './slot-numbers.js';

const NUMBER = withNullable(BIGINT, false);
/** Columns of the table: what is of the key, then what is of the session in its slot. */
const NOTED = 0;
/** The latest start of a parked session. */
const PARKED = 1;
const START = 2;
const END = 3;
/** Rows added less rows taken back, where there are such. */
const ROWS = 4;
/** Of END: the slot holds no session; of PARKED: none is parked. */
const NONE = Number.MIN_SAFE_INTEGER;

export class LiveSessions {
  readonly #spec: SessionAggregateSpec;
  readonly #arrivals: SessionArrivals;
  readonly #times: SessionTimes;
  readonly #set: AggregateSet;
  readonly #table: KeyedTable;
  readonly #parked: ParkedSessions;
  readonly #noted: SlotNumbers;
  readonly #latest: SlotNumbers;
  readonly #start: SlotNumbers;
  readonly #end: SlotNumbers;
  #slots = new Int32Array(0);
  /** Of the pass: rows that go in, with their slots. */
  #rows = new Int32Array(0);
  #rowSlots = new Int32Array(0);
  /** Rows that wait for the next pass, by arrival, with the watermark before them. */
  #waiting = new Int32Array(0);
  #watermarks = new Float64Array(0);
  /** Of the pass: slots that wait, and the parked session that they want, −1 for a new one. */
  readonly #blocked = new Map<number, number>();
  /** Of the pass: slots of sessions that began; parked ones that were grown up to, by slot. */
  #begun: number[] = [];
  #mergedInto: number[] = [];
  #merged: number[] = [];
  #mergedFrom: number[] = [];
  /** Rows of the batch whose keys are noted, and where. */
  #fresh: number[] = [];
  #freshTimes = new Float64Array(0);
  #columns: readonly Vector[] = [];

  /** @param key types of the keys */
  constructor(
    spec: SessionAggregateSpec,
    key: readonly LogicalType[],
    arrivals: SessionArrivals,
    times: SessionTimes,
    context: OperatorContext,
  ) {
    const own = [NUMBER, NUMBER, NUMBER, NUMBER, ...(spec.retracting ? [NUMBER] : [])];
    this.#spec = spec;
    this.#arrivals = arrivals;
    this.#times = times;
    this.#set = new AggregateSet(spec.aggregates, key, spec.retracting, own.length);
    const values = [...own, ...this.#set.state];
    const together = [...own.keys(), ...this.#set.together];
    this.#table = context.state.table({ name: 'sessions', key, values, together });
    this.#parked = new ParkedSessions(context.state, key, values.slice(START));
    this.#noted = new SlotNumbers(this.#table, NOTED);
    this.#latest = new SlotNumbers(this.#table, PARKED);
    this.#start = new SlotNumbers(this.#table, START);
    this.#end = new SlotNumbers(this.#table, END);
  }

  /** Names the sessions of keys. */
  reads(keys: KeyRows, reads: Reads): void {
    reads.keys(this.#table, keys);
    this.#parked.reads(keys, reads);
  }

  /** Puts the rows of a batch into sessions, and notes their keys. @returns how many were late */
  enter(batch: Batch): number {
    this.#arrivals.start(batch);
    const { selection, count } = this.#arrivals;
    this.#reserve(batch.rows, count);
    const keys = keyRows({ columns: batch.columns, selection, count }, this.#spec.keys);
    this.#columns = keys.columns;
    const slots = this.#slots.subarray(0, count);
    this.#table.locate(keys, slots, true);
    this.#begin();
    this.#end.touch(slots, count);
    for (const slot of this.#table.inserted()) {
      this.#noted.set(slot, NOT_NOTED);
      this.#latest.set(slot, NONE);
      this.#end.set(slot, NONE);
    }
    let late = 0;
    for (let left = count, isFirst = true; left > 0; isFirst = false) {
      const { taken, waiting, dropped } = this.#sort(left, isFirst);
      late += dropped;
      this.#apply(batch, taken);
      this.#exchange([...this.#blocked.keys()], [...this.#blocked.values()]);
      this.#blocked.clear();
      left = waiting;
    }
    const fresh = { ...keys, selection: Int32Array.from(this.#fresh), count: this.#fresh.length };
    this.#times.note(fresh, this.#freshTimes);
    this.#fresh = [];
    if (late > 0) this.#forget(slots);
    return late;
  }

  /** By key of a page its slot, −1 where the key is not due. */
  dueSlots({ keys, time }: DuePage): Int32Array {
    const slots = new Int32Array(keys.count);
    this.#table.locate(keys, slots, false);
    this.#begin();
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number;
      if (slot >= 0 && this.#noted.at(slot) !== time) slots[i] = -1;
    }
    return slots;
  }

  /** By key of a page when its first session that stays is due; `NaN` where none does. */
  nextTimers({ keys, until }: DuePage, slots: Int32Array): Float64Array {
    const lists = this.#lists(keys, slots);
    const timers = new Float64Array(slots.length).fill(Number.NaN);
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number;
      if (slot < 0) continue;
      let next = this.#timerOf(this.#end.at(slot));
      if (next <= until) next = Infinity;
      const list = lists[i] as number;
      for (let id = this.#parked.firstBehind(list, NONE); id >= 0; ) {
        const own = this.#timerOf(this.#parked.end(id));
        if (own > until && own < next) next = own;
        id = this.#parked.firstBehind(list, this.#parked.end(id));
      }
      if (next !== Infinity) timers[i] = next;
    }
    return timers;
  }

  /** The slots of a page that now hold the first session of their key, due ones, by their ends. */
  firstDue({ keys, until }: DuePage, slots: Int32Array): Int32Array {
    const lists = this.#lists(keys, slots);
    const due: number[] = [];
    const [turned, wanted]: [number[], number[]] = [[], []];
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number;
      if (slot < 0) continue;
      const parked = this.#parked.firstBehind(lists[i] as number, NONE);
      const own = this.#end.at(slot);
      const end = parked < 0 ? Infinity : this.#parked.end(parked);
      const isParked = own === NONE || end < own;
      const first = isParked ? end : own;
      if (first === Infinity || this.#timerOf(first) > until) continue;
      due.push(slot);
      if (!isParked) continue;
      turned.push(slot);
      wanted.push(parked);
    }
    this.#exchange(turned, wanted);
    return Int32Array.from(due).sort((a, b) => this.#end.at(a) - this.#end.at(b));
  }

  /** Those of the slots whose session has rows left. */
  withRows(slots: Int32Array): Int32Array {
    if (!this.#spec.retracting) return slots;
    const rows = new SlotNumbers(this.#table, ROWS);
    return slots.filter((slot) => rows.at(slot) !== 0);
  }

  start(slot: number): number {
    return this.#start.at(slot);
  }

  end(slot: number): number {
    return this.#end.at(slot);
  }

  /** Keys and results of the sessions in slots. */
  results(
    slots: Int32Array,
    arrays: Arrays,
  ): { keys: readonly Vector[]; results: readonly Vector[] } {
    const count = slots.length;
    const columns = this.#table.keys(slots, count, arrays);
    const keys = { columns, selection: null, count };
    return { keys: columns, results: this.#set.results(this.#table, slots, count, keys, arrays) };
  }

  /** The sessions in these slots went out. */
  drop(slots: Int32Array): void {
    for (const slot of slots) this.#end.set(slot, NONE);
  }

  /** Keys of a page are done: those that have sessions left hold one and are noted anew. */
  settle({ keys }: DuePage, slots: Int32Array, timers: Float64Array): void {
    const lists = this.#lists(keys, slots);
    const [turned, wanted]: [number[], number[]] = [[], []];
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number;
      if (slot < 0 || Number.isNaN(timers[i])) continue;
      this.#noted.set(slot, this.#times.rounded(timers[i] as number));
      if (this.#end.at(slot) !== NONE) continue;
      turned.push(slot);
      wanted.push(this.#parked.firstBehind(lists[i] as number, NONE));
    }
    this.#exchange(turned, wanted);
    this.#forget(slots);
  }

  /** Takes the columns as they stand. */
  #begin(): void {
    for (const numbers of [this.#noted, this.#latest, this.#start, this.#end]) numbers.begin();
  }

  /** Sorts rows into those that go in now and those that wait. */
  #sort(
    rows: number,
    isFirst: boolean,
  ): { readonly taken: number; readonly waiting: number; readonly dropped: number } {
    const { selection, times } = this.#arrivals;
    const { gapMs } = this.#spec;
    const [starts, ends] = [this.#start, this.#end];
    const blocked = this.#blocked;
    const latest = this.#latest;
    const [endOf, startOf, latestOf] = [ends.values, starts.values, latest.values];
    let [taken, waiting, dropped] = [0, 0, 0];
    for (let j = 0; j < rows; j++) {
      const i = isFirst ? j : (this.#waiting[j] as number);
      const slot = this.#slots[i] as number;
      const row = selection === null ? i : (selection[i] as number);
      const time = times[row] as number;
      const isBlocked = blocked.size > 0 && blocked.has(slot);
      const end = endOf[slot * ends.stride + ends.offset] as number;
      const start = startOf[slot * starts.stride + starts.offset] as number;
      if (!isBlocked && time <= end && time + gapMs >= start) {
        const parked = latestOf[slot * latest.stride + latest.offset] as number;
        if (time >= start && parked <= start) {
          if (time + gapMs > end) endOf[slot * ends.stride + ends.offset] = time + gapMs;
        } else {
          this.#grow(slot, time, row);
        }
      } else {
        const watermark = isFirst
          ? this.#arrivals.watermarkAt(row)
          : (this.#watermarks[j] as number);
        if (isBlocked || this.#mustWait(slot, time, row, watermark)) {
          this.#waiting[waiting] = i;
          this.#watermarks[waiting++] = watermark;
          continue;
        }
        if (ends.at(slot) !== time + gapMs || starts.at(slot) !== time) {
          dropped++;
          continue;
        }
      }
      this.#rows[taken] = row;
      this.#rowSlots[taken++] = slot;
    }
    return { taken, waiting, dropped };
  }

  /**
   * A row that is not of the session in its slot: begins one in an empty slot, unless it is late.
   * @returns whether it is for another session than the one that is there
   */
  #mustWait(slot: number, time: number, row: number, watermark: number): boolean {
    const { gapMs } = this.#spec;
    const isEmpty = this.#end.at(slot) === NONE;
    const isAlone = isEmpty || this.#latest.at(slot) === NONE;
    const list = isAlone ? -1 : this.#parked.listOf(this.#columns, row);
    const parked = this.#parked.touching(list, time, time + gapMs);
    const timer = this.#arrivals.timerOf(time);
    if (parked < 0 && timer <= watermark) return false;
    if (!isEmpty) {
      this.#blocked.set(slot, parked);
      return true;
    }
    this.#start.set(slot, time);
    this.#end.set(slot, time + gapMs);
    this.#begun.push(slot);
    if (timer < this.#noted.at(slot)) {
      const noted = this.#times.rounded(timer);
      this.#noted.set(slot, noted);
      this.#freshTimes[row] = noted;
      this.#fresh.push(row);
    }
    return false;
  }

  /** The session in a slot takes a row in that lies at its edge, and parked ones that it meets. */
  #grow(slot: number, time: number, row: number): void {
    let from = Math.min(this.#start.at(slot), time);
    let to = Math.max(this.#end.at(slot), time + this.#spec.gapMs);
    const latest = this.#latest.at(slot);
    if (latest !== NONE && (time < this.#start.at(slot) || latest > this.#start.at(slot))) {
      const list = this.#parked.listOf(this.#columns, row);
      for (let id = this.#parked.touching(list, from, to); id >= 0; ) {
        from = Math.min(from, this.#parked.start(id));
        to = Math.max(to, this.#parked.end(id));
        this.#parked.take(list, id);
        this.#mergedInto.push(slot);
        this.#merged.push(id);
        this.#mergedFrom.push(list);
        id = this.#parked.touching(list, from, to);
      }
      this.#latest.set(slot, this.#parked.latestStart(list, NONE));
    }
    this.#start.set(slot, from);
    this.#end.set(slot, to);
  }

  /** Brings the pass's rows, and the sessions that were grown up to, into accumulators. */
  #apply(batch: Batch, taken: number): void {
    const { retracting } = this.#spec;
    const begun = Int32Array.from(this.#begun);
    this.#begun = [];
    this.#set.initialize(this.#table, begun);
    const slots = this.#rowSlots.subarray(0, taken);
    const selection = this.#rows.subarray(0, taken);
    const signs = retracting ? signsOfKinds(batch.kinds, selection, taken) : null;
    if (retracting) this.#countRows(begun, slots, signs);
    const keys = { columns: this.#columns, selection, count: taken };
    const rows = { columns: batch.columns, keys, scopedKeys: keys, slots, signs };
    if (taken > 0) this.#set.update(this.#table, [], rows, null);
    if (this.#merged.length > 0) this.#merge();
  }

  #merge(): void {
    const slots = Int32Array.from(this.#mergedInto);
    const columns = this.#parked.accumulators(Int32Array.from(this.#merged));
    const [rows, ...others] = this.#spec.retracting ? columns : [null, ...columns];
    if (rows !== null) {
      const numbers = new SlotNumbers(this.#table, ROWS);
      for (const [i, slot] of slots.entries()) {
        numbers.set(slot, numbers.at(slot) + ((rows as F64Vector).values[i] as number));
      }
    }
    this.#set.merge(this.#table, slots, slots.length, others as readonly Vector[]);
    this.#parked.reclaim(Int32Array.from(this.#mergedFrom));
    this.#mergedInto = [];
    this.#merged = [];
    this.#mergedFrom = [];
    this.#begin();
  }

  #countRows(begun: Int32Array, slots: Int32Array, signs: Uint8Array | null): void {
    const rows = new SlotNumbers(this.#table, ROWS);
    for (const slot of begun) rows.set(slot, 0);
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number;
      rows.set(slot, rows.at(slot) + (signs === null || signs[i] === ADD ? 1 : -1));
    }
  }

  /**
   * Parks the sessions in slots, and puts parked ones there instead, or none.
   * @param wanted by slot the parked session, −1 for none
   */
  #exchange(slots: readonly number[], wanted: readonly number[]): void {
    if (slots.length === 0) return;
    const held = Int32Array.from(slots.filter((slot) => this.#end.at(slot) !== NONE));
    const columns = this.#table.descriptor.values.keys();
    const own = [...columns].slice(START);
    if (held.length > 0) {
      const keys = this.#table.keys(held, held.length);
      const row = own.map((c) => gatherValues(this.#table.column(c), held, held.length));
      this.#parked.add({ columns: keys, selection: null, count: held.length }, row);
    }
    const all = Int32Array.from(slots);
    const keys = { columns: this.#table.keys(all, all.length), selection: null, count: all.length };
    const lists = this.#parked.lists(keys);
    const places = [...all.keys()].filter((i) => (wanted[i] as number) >= 0);
    const filled = Int32Array.from(places, (i) => all[i] as number);
    const ids = Int32Array.from(places, (i) => wanted[i] as number);
    for (const slot of all) this.#end.set(slot, NONE);
    for (const c of own) this.#parked.copyTo(this.#table.column(c), filled, c - START, ids);
    this.#begin();
    for (const i of places) this.#parked.take(lists[i] as number, wanted[i] as number);
    for (const [i, slot] of all.entries()) {
      this.#latest.set(slot, this.#parked.latestStart(lists[i] as number, NONE));
    }
    this.#parked.reclaim(lists);
  }

  /** By key of a page the list of its parked sessions, −1 where it has none or is not due. */
  #lists(keys: KeyRows, slots: Int32Array): Int32Array {
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number;
      if (slot >= 0 && this.#latest.at(slot) !== NONE) return this.#parked.lists(keys);
    }
    return new Int32Array(keys.count).fill(-1);
  }

  /** Frees those of the slots that have no session. */
  #forget(slots: Int32Array): void {
    const empty = new Set<number>();
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number;
      if (slot >= 0 && this.#end.at(slot) === NONE) empty.add(slot);
    }
    if (empty.size > 0) this.#table.remove(Int32Array.from(empty), empty.size);
  }

  #timerOf(end: number): number {
    return end === NONE ? -Infinity : this.#arrivals.clock.timerOf(end);
  }

  #reserve(rows: number, count: number): void {
    if (count > this.#slots.length) {
      this.#slots = new Int32Array(count);
      this.#rows = new Int32Array(count);
      this.#rowSlots = new Int32Array(count);
      this.#waiting = new Int32Array(count);
      this.#watermarks = new Float64Array(count);
    }
    if (rows > this.#freshTimes.length) this.#freshTimes = new Float64Array(rows);
  }
}
