/**
 * When the sessions of keys end, in a time table: a key stands at one time, its *noted* time, that
 * none of its sessions is due before. When that time comes the key is looked at: sessions that are
 * due go out, and the key is noted anew for the first of the others. So a row that prolongs a
 * session writes no timer.
 *
 * Times far ahead are rounded down to a multiple of about a sixteenth of the gap, and are made
 * exact when that has come: a namespace holds many keys, and there are few of them.
 *
 * Whoever notes keys keeps their noted times; a key that stands at another one is passed over.
 */
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { StateStore } from '../../state/api/store.js';
import type { TimeTable } from '../../state/api/table.js';
import type { LogicalType } from '../../state/column/logical-type.js';
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

/** The keys that have a time. */
export function notedKeys(keys: KeyRows, times: Float64Array): KeyRows {
  const selection = new Int32Array(keys.count);
  let count = 0;
  for (let i = 0; i < keys.count; i++) if (!Number.isNaN(times[i])) selection[count++] = i;
  return { ...keys, selection: selection.subarray(0, count), count };
}

export class SessionTimes {
  readonly #due: TimeTable;
  readonly #roundMs: number;
  readonly #page: Int32Array;
  #from = 0;
  #found = 0;

  /** @param pageKeys keys of a page at most */
  constructor(store: StateStore, key: readonly LogicalType[], gapMs: number, pageKeys: number) {
    this.#due = store.timeTable({ name: 'due', key, values: [] });
    this.#roundMs = 2 ** Math.max(0, Math.round(Math.log2(gapMs / 16)));
    this.#page = new Int32Array(pageKeys);
  }

  /** The least time at which a key stands, `Infinity` when none does. */
  next(): number {
    return this.#due.next(-Infinity);
  }

  /** Where a key is noted for a session that is due at `timer`, whatever the time is now. */
  rounded(timer: number): number {
    return Math.floor(timer / this.#roundMs) * this.#roundMs;
  }

  /** Where a key is noted anew whose first session is due at `timer`, behind `now`. */
  timeOf(timer: number, now: number): number {
    const rounded = this.rounded(timer);
    return rounded > now ? rounded : timer;
  }

  /** Names what `note` touches; `times`, asked for only where they count, are by physical row. */
  reads(keys: KeyRows, times: () => Float64Array, reads: Reads): void {
    reads.keysAt(this.#due, () => keysByTime(keys, times()));
  }

  /** @param times by physical row of the keys */
  note(keys: KeyRows, times: Float64Array): void {
    if (keys.count > 0) noteKeys(this.#due, keysByTime(keys, times));
  }

  /** Names the keys of the least time. */
  dueReads(reads: Reads): void {
    reads.namespace(this.#due, this.next());
  }

  /** The next page of keys of the least time. @param now up to where the time has come */
  due(now: number): DuePage {
    const time = this.next();
    const table = this.#due.open(time);
    const count = table.live(this.#from, this.#page);
    this.#found = count;
    const columns = table.keys(this.#page, count);
    const last = time % this.#roundMs === 0 ? time + this.#roundMs - 1 : time;
    return { time, until: Math.min(now, last), keys: { columns, selection: null, count } };
  }

  /** The page that `due` gave last is done. */
  done(): void {
    const found = this.#found;
    if (found === this.#page.length) {
      this.#from = (this.#page[found - 1] as number) + 1;
      return;
    }
    this.#from = 0;
    this.#due.drop(this.next());
  }
}
