/**
 * The windows that fire, in order of time, each a page of its keys at a time. The keys stand in a
 * time table by the ends of their windows. Where a window has come to is no state: no barrier comes
 * before it has gone out as a whole.
 */
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { TimeTable } from '../../state/api/table.js';

export class WindowPages {
  readonly #windows: TimeTable;
  readonly #page: Int32Array;
  #found = 0;
  /** The first slot of the least window that did not go out yet. */
  #from = 0;
  /** The end of the window whose keys were named for firing. */
  #named = Number.NaN;

  /** @param rows keys of a page */
  constructor(windows: TimeTable, rows: number) {
    this.#windows = windows;
    this.#page = new Int32Array(rows);
  }

  /** The end of the least window; `Infinity` when there is none. */
  get end(): number {
    return this.#windows.next(-Infinity);
  }

  /** Names the keys of the least window, once. @returns whether it did */
  name(reads: Reads): boolean {
    const { end } = this;
    if (end === this.#named) return false;
    this.#named = end;
    reads.namespace(this.#windows, end);
    return true;
  }

  /** The next page of the least window, in its table; good until the next call. */
  slots(): Int32Array {
    this.#found = this.#windows.open(this.end).live(this.#from, this.#page);
    return this.#page.subarray(0, this.#found);
  }

  /** The keys of the next page of the least window. */
  keys(): KeyRows {
    const slots = this.slots();
    const count = slots.length;
    const columns = this.#windows.open(this.end).keys(slots, count);
    return { columns, selection: null, count };
  }

  /**
   * The page that was asked for last has gone out.
   * @returns whether the window has no other, and is dropped
   */
  turn(): boolean {
    if (this.#found === this.#page.length) {
      this.#from = (this.#page[this.#found - 1] as number) + 1;
      return false;
    }
    this.#from = 0;
    this.#named = Number.NaN;
    this.#windows.drop(this.end);
    return true;
  }
}
