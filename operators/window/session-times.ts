/**
 * When the sessions of keys end, in a time table: a key stands at one time, its *noted* time, that
 * none of its sessions is due before. When that time comes the key is looked at: sessions that are
 * due go out, and the key is noted anew for the first of the others. So a row that prolongs a
 * session writes no timer.
 *
 * Noted times are rounded down to a multiple of about a sixteenth of the gap: a namespace holds
 * many keys, and there are few of them. The namespace whose time has come is *open*: what of it is
 * due later is kept in memory, in order, until all of it is done and the namespace goes.
 *
 * Whoever notes keys keeps their noted times; a key that stands at another one is passed over.
 */
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { StateStore } from '../../state/api/store.js';
import type { TimeTable } from '../../state/api/table.js';
import { concat } from '../../state/column/concat.js';
import { gatherColumns } from '../../state/column/gather.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Vector } from '../../state/column/vector.js';
import { consecutive } from '../core/consecutive.js';
import { orderOf } from '../core/time-order.js';
import { keysByTime, noteKeys } from './time-keys.js';

/** No time is noted. */
export const NOT_NOTED = Number.MAX_SAFE_INTEGER;

/** Keys that stand at a time; there may be more of them. */
export interface DuePage {
  readonly time: number;
  /** Sessions that are due by then go out with it. */
  readonly until: number;
  readonly keys: KeyRows;
}

/** Keys with the times at which their first session is due. */
interface Timed {
  readonly columns: readonly Vector[];
  readonly timers: Float64Array;
}

/** Those of the open namespace that are left from `next` on, ascending. */
interface Open extends Timed {
  readonly time: number;
  next: number;
}

export class SessionTimes {
  readonly #due: TimeTable;
  readonly #roundMs: number;
  readonly #page: Int32Array;
  /** Of a namespace that is being opened: the slot to go on from, and what is due later. */
  #from = 0;
  #found = 0;
  #later: Timed[] = [];
  #open: Open | null = null;
  /** Which round of reads of what is due is named. */
  #round = 0;

  /** @param pageKeys keys of a page at most */
  constructor(store: StateStore, key: readonly LogicalType[], gapMs: number, pageKeys: number) {
    this.#due = store.timeTable({ name: 'due', key, values: [] });
    this.#roundMs = 2 ** Math.max(0, Math.round(Math.log2(gapMs / 16)));
    this.#page = new Int32Array(pageKeys);
  }

  /** The least time at which a key is to be looked at, `Infinity` when none is. */
  next(): number {
    const first = this.#due.next(-Infinity);
    const open = this.#open;
    return open === null || first < open.time ? first : (open.timers[open.next] as number);
  }

  /** Where a key is noted whose first session is due at `timer`. */
  rounded(timer: number): number {
    return Math.floor(timer / this.#roundMs) * this.#roundMs;
  }

  /** Names what `note` touches; `times`, asked for only where they count, are by physical row. */
  reads(keys: KeyRows, times: () => Float64Array, reads: Reads): void {
    reads.keysAt(this.#due, () => keysByTime(keys, times()));
  }

  /** @param times noted ones, by physical row of the keys */
  note(keys: KeyRows, times: Float64Array): void {
    if (keys.count === 0) return;
    const noted = keysByTime(keys, times);
    noteKeys(this.#due, noted);
    // What is there by now is looked through again.
    if (noted.some(({ namespace }) => namespace === this.#open?.time)) this.#open = null;
  }

  /**
   * Names what firing up to `now` touches, in rounds: the keys of the least time, what `sessions`
   * names of a page of them, then where they are noted next.
   * @param timers as `done` is given them
   * @returns true when there is more to name once that is near
   */
  fireReads(
    now: number,
    reads: Reads,
    sessions: (page: DuePage, reads: Reads) => void,
    timers: (page: DuePage) => Float64Array,
  ): boolean {
    if (this.next() > now) return false;
    const round = this.#round++;
    if (round === 0) {
      if (!this.#isOpen()) reads.namespace(this.#due, this.#due.next(-Infinity));
      return true;
    }
    reads.lazily((own) => {
      const page = this.due(now);
      if (round === 1) sessions(page, own);
      else this.#nextReads(page, timers(page), own);
    });
    return round === 1;
  }

  #nextReads({ keys, time }: DuePage, timers: Float64Array, reads: Reads): void {
    const times = timers.map((timer) => this.rounded(timer));
    const elsewhere = chosen(keys, (i) => times[i] !== time && !Number.isNaN(times[i]));
    this.reads(elsewhere, () => times, reads);
  }

  /** The next page of keys of the least time. @param now up to where the time has come */
  due(now: number): DuePage {
    const open = this.#open;
    if (open !== null && this.#isOpen()) return this.#openPage(open, now);
    const time = this.#due.next(-Infinity);
    const table = this.#due.open(time);
    const count = table.live(this.#from, this.#page);
    this.#found = count;
    const columns = table.keys(this.#page, count);
    const until = Math.min(now, time + this.#roundMs - 1);
    return { time, until, keys: { columns, selection: null, count } };
  }

  /**
   * The page that `due` gave last is done: its keys are looked at again.
   * @param timers when the first session that a key has left is due, `NaN` for none
   */
  done(page: DuePage, timers: Float64Array): void {
    this.#round = 0;
    const { keys, time } = page;
    const times = timers.map((timer) => this.rounded(timer));
    const open = this.#open;
    if (open !== null && this.#isOpen()) this.#openDone(open, keys, timers, times);
    else this.#closedDone(keys, timers, times, time);
    const elsewhere = chosen(keys, (i) => times[i] !== time && !Number.isNaN(times[i]));
    this.note(elsewhere, times);
  }

  #isOpen(): boolean {
    return this.#open !== null && this.#open.time === this.#due.next(-Infinity);
  }

  #openPage(open: Open, now: number): DuePage {
    const { time, timers, next } = open;
    const last = Math.min(timers.length, next + this.#page.length);
    let end = next;
    while (end < last && (timers[end] as number) <= now) end++;
    const count = end - next;
    const rows = Int32Array.from({ length: count }, (_, i) => next + i);
    const columns = gatherColumns(open.columns, rows, count);
    const isWhole = end < last || end === timers.length;
    const until = isWhole ? Math.min(now, time + this.#roundMs - 1) : (timers[end - 1] as number);
    return { time, until, keys: { columns, selection: null, count } };
  }

  #openDone(open: Open, keys: KeyRows, timers: Float64Array, times: Float64Array): void {
    open.next += keys.count;
    const again = times.some((time) => time === open.time);
    if (again) this.#reopen(open, keys, timers, times);
    else if (open.next === open.timers.length) this.#close();
  }

  /** Sessions of a page were found to be due later in the open namespace. */
  #reopen(open: Open, keys: KeyRows, timers: Float64Array, times: Float64Array): void {
    const rest = Int32Array.from({ length: open.timers.length - open.next }, (_, i) => {
      return open.next + i;
    });
    const left = gatherColumns(open.columns, rest, rest.length);
    this.#later = [{ columns: left, timers: open.timers.slice(open.next) }];
    this.#addLater(keys, timers, times, open.time);
    this.#sortLater(open.time);
  }

  #closedDone(keys: KeyRows, timers: Float64Array, times: Float64Array, time: number): void {
    this.#open = null;
    this.#addLater(keys, timers, times, time);
    if (this.#found === this.#page.length) {
      this.#from = (this.#page[this.#found - 1] as number) + 1;
      return;
    }
    this.#from = 0;
    this.#sortLater(time);
  }

  #addLater(keys: KeyRows, timers: Float64Array, times: Float64Array, time: number): void {
    const rows = chosen(keys, (i) => times[i] === time).selection as Int32Array;
    if (rows.length === 0) return;
    const columns = gatherColumns(keys.columns, rows, rows.length);
    this.#later.push({ columns, timers: Float64Array.from(rows, (row) => timers[row] as number) });
  }

  #sortLater(time: number): void {
    const parts = this.#later;
    this.#later = [];
    const count = parts.reduce((sum, { timers }) => sum + timers.length, 0);
    this.#open = null;
    if (count === 0) {
      this.#due.drop(time);
      return;
    }
    const all = new Float64Array(count);
    let end = 0;
    for (const { timers } of parts) {
      all.set(timers, end);
      end += timers.length;
    }
    const order = orderOf(all) ?? consecutive(0, count);
    const columns = this.#due.descriptor.key.map((_, c) => {
      const column = parts.map(({ columns: own, timers }) => {
        return { vector: own[c] as Vector, count: timers.length };
      });
      return concat(column);
    });
    const timers = all.sort();
    this.#open = { time, columns: gatherColumns(columns, order, count), timers, next: 0 };
  }

  #close(): void {
    if (this.#open !== null) this.#due.drop(this.#open.time);
    this.#open = null;
  }
}

/** Those of the keys, which are all physical rows, that pass. */
function chosen(keys: KeyRows, passes: (row: number) => boolean): KeyRows {
  const selection = new Int32Array(keys.count);
  let count = 0;
  for (let i = 0; i < keys.count; i++) if (passes(i)) selection[count++] = i;
  return { ...keys, selection: selection.subarray(0, count), count };
}
