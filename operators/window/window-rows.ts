/**
 * The rows of a batch by the windows they belong to, or by other times. Rows mostly come in runs of
 * one window.
 */
import type { NamespaceRows } from '../../state/api/reads.js';
import type { Vector } from '../../state/column/vector.js';

export class WindowRows {
  /** Window ends in order of their first rows, 0 to count − 1. */
  readonly ends: number[] = [];
  readonly #positions = new Map<number, number>();
  #rows: Int32Array[] = [];
  #counts: number[] = [];
  #lastEnd = Number.NaN;
  #last = -1;

  clear(): void {
    this.ends.length = 0;
    this.#positions.clear();
    this.#counts.length = 0;
    this.#lastEnd = Number.NaN;
  }

  /** Adds a physical row to the window that ends at `end`; rows come in ascending order. */
  add(end: number, row: number): void {
    if (end !== this.#lastEnd) this.#find(end);
    const at = this.#counts[this.#last] as number;
    let rows = this.#rows[this.#last] as Int32Array;
    if (at === rows.length) {
      const grown = new Int32Array(at * 2);
      grown.set(rows);
      rows = this.#rows[this.#last] = grown;
    }
    rows[at] = row;
    this.#counts[this.#last] = at + 1;
  }

  /** The physical rows of a window. */
  rows(window: number): Int32Array {
    return (this.#rows[window] as Int32Array).subarray(0, this.#counts[window] as number);
  }

  /** The keys of the rows by window; `columns` are by physical row. */
  keys(columns: readonly Vector[]): NamespaceRows[] {
    return this.ends.map((namespace, window) => {
      const selection = this.rows(window).slice();
      return { namespace, rows: { columns, selection, count: selection.length } };
    });
  }

  #find(end: number): void {
    let window = this.#positions.get(end);
    if (window === undefined) {
      window = this.ends.length;
      this.ends.push(end);
      this.#positions.set(end, window);
      this.#counts[window] = 0;
      this.#rows[window] ??= new Int32Array(64);
    }
    this.#last = window;
    this.#lastEnd = end;
  }
}
