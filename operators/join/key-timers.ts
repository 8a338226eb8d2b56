/**
 * At which time which keys are looked at next: at most one time a key and side, as Flink's timers
 * that an operator registers once a key.
 *
 * A table says it by key; by time the keys stand in slices of time, each with its times beside it.
 * A slice is found, read and dropped as a whole, however many times it covers; of the earliest only
 * those keys are given whose time has come. What stands in a slice may be out of date: what counts
 * for a key is what the table says.
 */
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { StateStore } from '../../state/api/store.js';
import type { KeyedTable, TimeTable } from '../../state/api/table.js';
import { concat } from '../../state/column/concat.js';
import { BIGINT, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import type { F64Vector, Vector } from '../../state/column/vector.js';
import { firstTimeReads } from '../window/time-keys.js';
import { WindowRows } from '../window/window-rows.js';

/** No time: below every other. */
export const NO_TIME: number = Number.MIN_SAFE_INTEGER;

export type SideNumber = 0 | 1;

/** Keys whose time has come, by logical row, and the slices in which they stood. */
export interface DueKeys {
  readonly keys: KeyRows;
  readonly slices: readonly number[];
}

export interface KeyTimersShape {
  /** Types of the key. */
  readonly key: readonly LogicalType[];
  readonly sides: 1 | 2;
  /** Of several times for a key the one that was set first counts, or the least. */
  readonly keeps: 'first' | 'least';
  /** Width of a slice. */
  readonly sliceMs: number;
}

/** Stands for the time of a key that is about to go. */
const TAKEN = NO_TIME + 1;

/** Slices that are looked at together. */
const SLICES_A_PAGE = 8;

const TIME = withNullable(BIGINT, false);

export class KeyTimers {
  readonly #set: KeyedTable;
  readonly #slices: TimeTable;
  readonly #shape: KeyTimersShape;
  /** No time is before this. */
  #least = -Infinity;

  constructor(store: StateStore, shape: KeyTimersShape) {
    const { key } = shape;
    const values = Array.from({ length: shape.sides }, () => TIME);
    this.#shape = shape;
    this.#set = store.table({ name: 'clean-ups', key, values });
    this.#slices = store.timeTable({ name: 'due', key, values });
  }

  /** The least time that is set, or less; `Infinity` when none is. */
  next(): number {
    return Math.max(this.#least, this.#slices.next(-Infinity));
  }

  /** Names what `set` touches. `times`, asked for only where they count, are by logical row. */
  reads(keys: KeyRows, times: () => Float64Array, reads: Reads): void {
    reads.keys(this.#set, keys);
    reads.keysAt(this.#slices, () => this.#sliced(keys, times()));
  }

  /** Sets times, by logical row, for those of the keys for which the side has none that counts. */
  set(side: SideNumber, keys: KeyRows, times: Float64Array): void {
    const { count } = keys;
    const slots = new Int32Array(count);
    this.#set.locate(keys, slots, true);
    this.#clear(this.#set, this.#set.inserted());
    const own = timesOf(this.#set, side);
    const earlier = this.#shape.keeps === 'least';
    const fresh = new Float64Array(count).fill(NO_TIME);
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number;
      const time = times[i] as number;
      if (own[slot] !== NO_TIME && !(earlier && time < (own[slot] as number))) continue;
      own[slot] = time;
      fresh[i] = time;
    }
    this.#note(side, keys, fresh);
  }

  /** Names the slices of the next page of keys whose time has come. */
  timeReads(until: number, reads: Reads): void {
    firstTimeReads(this.#slices, until, SLICES_A_PAGE, reads);
  }

  /** Names what `locate` touches. */
  dueReads(keys: KeyRows, reads: Reads): void {
    reads.keys(this.#set, keys);
  }

  /** Names the times that `reset` will set, by logical row. */
  nextReads(keys: KeyRows, times: Float64Array, reads: Reads): void {
    reads.keysAt(this.#slices, () => this.#sliced(keys, times));
  }

  /** The keys of the first times up to `until`, in order of time, about as many as `limit`. */
  due(until: number, limit: number): DueKeys {
    const slices: number[] = [];
    const parts: { readonly columns: readonly Vector[]; readonly count: number }[] = [];
    let count = 0;
    for (let slice = this.#slices.next(-Infinity); slice <= until && count < limit; ) {
      const table = this.#slices.open(slice);
      const slots = this.#dueSlots(table, until);
      slices.push(slice);
      parts.push({ columns: table.keys(slots, slots.length), count: slots.length });
      count += slots.length;
      if (slices.length === SLICES_A_PAGE) break;
      slice = this.#slices.next(slice + 1);
    }
    const columns = this.#shape.key.map((_, c) =>
      concat(parts.map((part) => ({ vector: part.columns[c] as Vector, count: part.count }))),
    );
    return { keys: { columns, selection: null, count }, slices };
  }

  /** Where the times of keys stand, by logical row, −1 for none; until keys are set or done. */
  locate(keys: KeyRows): Int32Array {
    const places = new Int32Array(keys.count);
    this.#set.locate(keys, places, false);
    return places;
  }

  /** Those of the keys, each once, of which a time of this side has come. */
  dueOf(side: SideNumber, { keys, slices }: DueKeys, places: Int32Array, until: number): KeyRows {
    const selection = new Int32Array(keys.count);
    const seen = new Set<number>();
    let count = 0;
    for (let i = 0; i < keys.count; i++) {
      const place = places[i] as number;
      if (!isDue(this.#at(side, place), until)) continue;
      if (slices.length > 1) {
        // A key may stand in two slices, in one of them with a time that counts no longer.
        if (seen.has(place)) continue;
        seen.add(place);
      }
      selection[count++] = i;
    }
    return { columns: keys.columns, selection: selection.subarray(0, count), count };
  }

  /** Sets new times, by logical row, in place of those that have come; `NO_TIME` = none. */
  reset(side: SideNumber, keys: KeyRows, places: Int32Array, times: Float64Array): void {
    const own = timesOf(this.#set, side);
    for (let i = 0; i < keys.count; i++) own[places[i] as number] = times[i] as number;
    this.#note(side, keys, times);
  }

  /** Forgets times up to `until` of these slices, and keys for which none is set any more. */
  done({ keys, slices }: DueKeys, places: Int32Array, until: number): void {
    let least = Infinity;
    for (const slice of slices) {
      const isOver = slice + this.#shape.sliceMs - 1 <= until;
      const table = this.#slices.open(slice);
      if (!isOver) least = Math.min(least, this.#forget(table, until));
      if (isOver || table.size === 0) this.#slices.drop(slice);
    }
    this.#least = Math.min(least, this.#slices.next((slices.at(-1) as number) + 1));
    const own = timesOf(this.#set, 0);
    const idle = new Int32Array(keys.count);
    let count = 0;
    for (const place of places) {
      if (place < 0 || !this.#isIdle(this.#set, place)) continue;
      idle[count++] = place;
      // A key may stand here twice, for a time of each side.
      own[place] = TAKEN;
    }
    this.#set.remove(idle, count);
  }

  #at(side: SideNumber, place: number): number {
    return place < 0 ? NO_TIME : (timesOf(this.#set, side)[place] as number);
  }

  /** The keys of a slice of which a time has come, in the order of these times. */
  #dueSlots(table: KeyedTable, until: number): Int32Array {
    const slots = live(table);
    const least = new Float64Array(slots.length);
    const order = new Int32Array(slots.length);
    let count = 0;
    let isSorted = true;
    for (let i = 0; i < slots.length; i++) {
      let time = Infinity;
      for (let side = 0; side < this.#shape.sides; side++) {
        const own = timesOf(table, side)[slots[i] as number] as number;
        if (own !== NO_TIME && own < time) time = own;
      }
      if (time > until) continue;
      least[i] = time;
      isSorted &&= count === 0 || (least[order[count - 1] as number] as number) <= time;
      order[count++] = i;
    }
    const due = order.subarray(0, count);
    if (!isSorted) due.sort((a, b) => (least[a] as number) - (least[b] as number) || a - b);
    return due.map((i) => slots[i] as number);
  }

  /** Forgets the times that have come. @returns the least that is left, `Infinity` without */
  #forget(table: KeyedTable, until: number): number {
    const slots = live(table);
    let least = Infinity;
    for (let side = 0; side < this.#shape.sides; side++) {
      const times = timesOf(table, side);
      for (const slot of slots) {
        const time = times[slot] as number;
        if (time === NO_TIME) continue;
        if (time <= until) times[slot] = NO_TIME;
        else if (time < least) least = time;
      }
    }
    const idle = slots.filter((slot) => this.#isIdle(table, slot));
    table.remove(idle, idle.length);
    return least;
  }

  #isIdle(table: KeyedTable, slot: number): boolean {
    const { sides } = this.#shape;
    if (timesOf(table, 0)[slot] !== NO_TIME) return false;
    return sides === 1 || timesOf(table, 1)[slot] === NO_TIME;
  }

  /** Puts keys into the slices of their times, by logical row. */
  #note(side: SideNumber, keys: KeyRows, times: Float64Array): void {
    const isFirst = this.#slices.size === 0;
    let least = Infinity;
    for (const { namespace, logical, rows } of this.#sliced(keys, times)) {
      const table = this.#slices.open(namespace);
      const slots = new Int32Array(rows.count);
      table.locate(rows, slots, true);
      this.#clear(table, table.inserted());
      const own = timesOf(table, side);
      for (let i = 0; i < rows.count; i++) {
        const time = times[logical[i] as number] as number;
        own[slots[i] as number] = time;
        if (time < least) least = time;
      }
    }
    if (isFirst || least < this.#least) this.#least = least;
  }

  #clear(table: KeyedTable, slots: Int32Array): void {
    for (let side = 0; side < this.#shape.sides; side++) {
      const times = timesOf(table, side);
      for (const slot of slots) times[slot] = NO_TIME;
    }
  }

  /** Keys by the slices of their times; those without one are left out. */
  #sliced({ columns, selection, count }: KeyRows, times: Float64Array) {
    const { sliceMs } = this.#shape;
    const windows = new WindowRows();
    for (let i = 0; i < count; i++) {
      const time = times[i] as number;
      if (time > NO_TIME) windows.add(Math.floor(time / sliceMs) * sliceMs, i);
    }
    return windows.ends.map((namespace, window) => {
      const logical = windows.rows(window).slice();
      const physical = selection === null ? logical : logical.map((i) => selection[i] as number);
      const rows = { columns, selection: physical, count: logical.length };
      return { namespace, logical, rows };
    });
  }
}

/** Whether a time is set and has come. */
function isDue(time: number | undefined, until: number): boolean {
  return time !== undefined && time > NO_TIME && time <= until;
}

function timesOf(table: KeyedTable, side: number): Float64Array {
  return (table.column(side).vector as F64Vector).values;
}

function live(table: KeyedTable): Int32Array {
  const slots = new Int32Array(table.size);
  return slots.subarray(0, table.live(0, slots));
}
