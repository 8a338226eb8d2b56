/**
 * At which time which keys are looked at next: at most one time a key and side, as Flink's timers
 * that an operator registers once a key.
 *
 * A table says it by key; by time the keys stand in slices of time, each with its times beside it.
 * A slice is read once, when its turn comes, and then kept in memory in order of time
 * (`timer-runs.ts`), with what is set in it afterwards; it is dropped as a whole once all of it is
 * over. What stands in a slice, or in a run, may be out of date: what counts for a key is what the
 * table says.
 */
import type { KeyRows, NamespaceRows, Reads } from '../../state/api/reads.js';
import type { StateStore } from '../../state/api/store.js';
import type { KeyedTable, TimeTable } from '../../state/api/table.js';
import { grownInt32 } from '../../state/column/growth.js';
import { BIGINT, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import { vectorOf } from '../../state/column/scalar-access.js';
import type { F64Vector } from '../../state/column/vector.js';
import { WindowRows } from '../window/window-rows.js';
import { TimerRuns } from './timer-runs.js';

/** No time: below every other. */
export const NO_TIME: number = Number.MIN_SAFE_INTEGER;

export type SideNumber = 0 | 1;

/** Keys of one side of which a time has come, in order of these times. */
export interface DueKeys {
  readonly side: SideNumber;
  readonly keys: KeyRows;
  /** By logical row. */
  readonly times: Float64Array;
  /** No other key of the side is due before this time. */
  readonly upTo: number;
}

/** Keys whose time counts, each once, and by logical row where it stands. */
export interface LocatedKeys {
  readonly keys: KeyRows;
  readonly places: Int32Array;
}

export interface KeyTimersShape {
  /** Types of the key. */
  readonly key: readonly LogicalType[];
  readonly sides: 1 | 2;
  /**
   * Of several times for a key the one that was set first counts, the least, or the latest; that
   * only where it is more than `slackMs` behind the one that counts, which is put off then.
   */
  readonly keeps: 'first' | 'least' | 'latest';
  readonly slackMs?: number;
  /** Width of a slice; of what was put off, one time a key and slice is remembered. */
  readonly sliceMs: number;
  /** Stands before the names of the tables, where the operator has other timers, too. */
  readonly name?: string;
}

/** Stands for the time of a key that is about to go. */
const TAKEN = NO_TIME + 1;

/** Slices that are read together. */
const SLICES_A_PAGE = 8;

const TIME = withNullable(BIGINT, false);

export class KeyTimers {
  readonly #set: KeyedTable;
  readonly #slices: TimeTable;
  readonly #shape: KeyTimersShape;
  /** By side what the slices up to `#readUntil` hold. */
  readonly #runs: readonly TimerRuns[];
  #readUntil = -Infinity;
  /** Slices were read for what is due now. */
  #hasRead = false;
  readonly #noKeys: KeyRows;
  readonly #windows = new WindowRows();
  /** By place the number of the call of `located` that gave it last. */
  #given: Int32Array = new Int32Array(0);
  #calls = 0;

  constructor(store: StateStore, shape: KeyTimersShape) {
    const { key } = shape;
    const values = Array.from({ length: shape.sides }, () => TIME);
    const prefix = shape.name === undefined ? '' : `${shape.name}-`;
    this.#shape = shape;
    this.#set = store.table({ name: `${prefix}clean-ups`, key, values });
    this.#slices = store.timeTable({ name: `${prefix}due`, key, values });
    this.#runs = values.map(() => new TimerRuns());
    const columns = key.map((type) => vectorOf(type, []));
    this.#noKeys = { columns, selection: new Int32Array(0), count: 0 };
  }

  /** The least time that is set, or less; `Infinity` when none is. */
  next(): number {
    return Math.min(this.#nextRead(), this.#slices.next(this.#readUntil + 1));
  }

  /** Names what `set` touches. `times`, asked for only where they count, are by logical row. */
  reads(keys: KeyRows, times: () => Float64Array, reads: Reads): void {
    reads.keys(this.#set, keys);
    reads.keysAt(this.#slices, () => this.#sliced(keys, times()));
  }

  /** Sets times, by logical row, for those of the keys for which they count from now on. */
  set(side: SideNumber, keys: KeyRows, times: Float64Array): void {
    const { count } = keys;
    const slots = new Int32Array(count);
    this.#set.locate(keys, slots, true);
    this.#clear(this.#set, this.#set.inserted());
    const own = timesOf(this.#set, side);
    const { keeps, slackMs = 0 } = this.#shape;
    const above = keeps === 'least' ? 0 : Infinity;
    const below = keeps === 'latest' ? slackMs : Infinity;
    const fresh = new Float64Array(count).fill(NO_TIME);
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number;
      const time = times[i] as number;
      const before = own[slot] as number;
      if (before !== NO_TIME && before <= time + above && before >= time - below) continue;
      own[slot] = time;
      fresh[i] = time;
    }
    this.#note(side, keys, fresh);
  }

  /** Names the slices of the next page of keys whose time has come. */
  timeReads(until: number, reads: Reads): void {
    for (const slice of this.#unread(until)) reads.namespace(this.#slices, slice);
  }

  /** Names what `located` touches. */
  dueReads({ keys }: DueKeys, reads: Reads): void {
    reads.keys(this.#set, keys);
  }

  /** Names the times that `reset` will set, by logical row. */
  nextReads({ keys }: LocatedKeys, times: Float64Array, reads: Reads): void {
    reads.keysAt(this.#slices, () => this.#sliced(keys, times));
  }

  /** The keys of a side's first times up to `until`, `limit` at most; the same until `done`. */
  due(side: SideNumber, until: number, limit: number): DueKeys {
    for (const slice of this.#unread(until)) this.#read(slice);
    this.#hasRead = true;
    const { columns, rows, times } = this.#runsOf(side).due(until, limit);
    const { length } = rows;
    const keys = length === 0 ? this.#noKeys : { columns, selection: rows, count: length };
    const isCut = length === limit;
    const unread = this.#slices.next(this.#readUntil + 1);
    const upTo = isCut ? (times[length - 1] as number) : Math.min(until, unread - 1);
    return { side, keys, times, upTo };
  }

  /** Those whose time counts; their places stand until keys are set or done. */
  located({ side, keys, times }: DueKeys): LocatedKeys {
    const { columns, selection, count } = keys;
    const places = new Int32Array(count);
    this.#set.locate(keys, places, false);
    const own = timesOf(this.#set, side);
    const counting = new Int32Array(count);
    const call = ++this.#calls;
    let found = 0;
    for (let i = 0; i < count; i++) {
      const place = places[i] as number;
      if (place < 0 || own[place] !== times[i]) continue;
      if (place >= this.#given.length) this.#given = grownInt32(this.#given, place + 1);
      // What was taken back and set again stands twice.
      if (this.#given[place] === call) continue;
      this.#given[place] = call;
      counting[found] = (selection as Int32Array)[i] as number;
      places[found++] = place;
    }
    const counted = { columns, selection: counting.subarray(0, found), count: found };
    return { keys: counted, places: places.subarray(0, found) };
  }

  /** Those whose time was put off, each as often as a time of it has come. */
  putOff({ side, keys, times, upTo }: DueKeys): DueKeys {
    const { columns, selection, count } = keys;
    const places = new Int32Array(count);
    this.#set.locate(keys, places, false);
    const own = timesOf(this.#set, side);
    const rows = new Int32Array(count);
    const came = new Float64Array(count);
    let found = 0;
    for (let i = 0; i < count; i++) {
      const place = places[i] as number;
      if (place < 0 || (own[place] as number) <= (times[i] as number)) continue;
      rows[found] = (selection as Int32Array)[i] as number;
      came[found++] = times[i] as number;
    }
    const late = { columns, selection: rows.subarray(0, found), count: found };
    return { side, keys: late, times: came.subarray(0, found), upTo };
  }

  /** Sets new times, by logical row, in place of those that have come; `NO_TIME` = none. */
  reset(side: SideNumber, { keys, places }: LocatedKeys, times: Float64Array): void {
    const own = timesOf(this.#set, side);
    for (let i = 0; i < keys.count; i++) own[places[i] as number] = times[i] as number;
    this.#note(side, keys, times);
  }

  /** Forgets what `due` gave, and those of its keys, located, for which no time is set any more. */
  done(given: readonly DueKeys[], located: readonly LocatedKeys[], until: number): void {
    for (const { side, times } of given) this.#runsOf(side).take(until, times.length);
    this.#hasRead = false;
    if (this.#nextRead() > until) this.#dropOver(until);
    for (const { places } of located) this.#removeIdle(places);
  }

  /** `reset` and `done` of all that `due` gave, where new times may have come already. */
  settle(given: DueKeys, located: LocatedKeys, times: Float64Array, until: number): void {
    const { side } = given;
    // What is set now stands in line with what was given.
    this.#runsOf(side).take(until, given.times.length);
    this.reset(side, located, times);
    this.done([], [located], until);
  }

  #removeIdle(places: Int32Array): void {
    const first = timesOf(this.#set, 0);
    const last = timesOf(this.#set, this.#shape.sides - 1);
    const idle = new Int32Array(places.length);
    let count = 0;
    for (let i = 0; i < places.length; i++) {
      const place = places[i] as number;
      if (first[place] !== NO_TIME || last[place] !== NO_TIME) continue;
      idle[count++] = place;
      // A key may be here for the other side, too.
      first[place] = TAKEN;
    }
    this.#set.remove(idle, count);
  }

  /** Drops the slices that were read and have no time behind `until`. */
  #dropOver(until: number): void {
    const last = Math.min(this.#readUntil, until - this.#shape.sliceMs + 1);
    let slice = this.#slices.next(-Infinity);
    while (slice <= last) {
      this.#slices.drop(slice);
      slice = this.#slices.next(slice + 1);
    }
  }

  #nextRead(): number {
    let least = Infinity;
    for (const runs of this.#runs) least = Math.min(least, runs.next());
    return least;
  }

  /** The slices to be read next: none while something that was read is due. */
  #unread(until: number): readonly number[] {
    if (this.#hasRead || this.#nextRead() <= until) return [];
    const slices: number[] = [];
    let slice = this.#slices.next(this.#readUntil + 1);
    while (slice <= until && slices.length < SLICES_A_PAGE) {
      slices.push(slice);
      slice = this.#slices.next(slice + 1);
    }
    return slices;
  }

  #read(slice: number): void {
    const table = this.#slices.open(slice);
    const slots = new Int32Array(table.size);
    const count = table.live(0, slots);
    this.#runs.forEach((runs, side) => {
      const times = timesOf(table, side);
      const set = new Int32Array(count);
      const own = new Float64Array(count);
      let found = 0;
      for (let i = 0; i < count; i++) {
        const slot = slots[i] as number;
        set[found] = slot;
        own[found] = times[slot] as number;
        found += own[found] === NO_TIME ? 0 : 1;
      }
      if (found > 0) runs.add(table.keys(set, found), own.subarray(0, found));
    });
    this.#readUntil = slice;
  }

  /** Puts keys into the slices of their times, by logical row. */
  #note(side: SideNumber, keys: KeyRows, times: Float64Array): void {
    for (const { namespace, logical, rows } of this.#sliced(keys, times)) {
      const { count } = rows;
      const table = this.#slices.open(namespace);
      const slots = new Int32Array(count);
      table.locate(rows, slots, true);
      this.#clear(table, table.inserted());
      const own = timesOf(table, side);
      const set = new Float64Array(count);
      for (let i = 0; i < count; i++) {
        set[i] = times[logical[i] as number] as number;
        own[slots[i] as number] = set[i] as number;
      }
      if (namespace <= this.#readUntil) this.#runsOf(side).add(table.keys(slots, count), set);
    }
  }

  #clear(table: KeyedTable, slots: Int32Array): void {
    for (let side = 0; side < this.#shape.sides; side++) {
      const times = timesOf(table, side);
      for (let i = 0; i < slots.length; i++) times[slots[i] as number] = NO_TIME;
    }
  }

  /** Keys by the slices of their times; those without one are left out. */
  #sliced({ columns, selection, count }: KeyRows, times: Float64Array): readonly SliceRows[] {
    const { sliceMs } = this.#shape;
    const windows = this.#windows;
    windows.clear();
    for (let i = 0; i < count; i++) {
      const time = times[i] as number;
      if (time > NO_TIME) windows.add(Math.floor(time / sliceMs) * sliceMs, i);
    }
    return windows.ends.map((namespace, window) => {
      const logical = windows.rows(window).slice();
      const physical = selection === null ? logical : logical.map((i) => selection[i] as number);
      return { namespace, logical, rows: { columns, selection: physical, count: logical.length } };
    });
  }

  #runsOf(side: SideNumber): TimerRuns {
    return this.#runs[side] as TimerRuns;
  }
}

interface SliceRows extends NamespaceRows {
  readonly logical: Int32Array;
}

function timesOf(table: KeyedTable, side: number): Float64Array {
  return (table.column(side).vector as F64Vector).values;
}
