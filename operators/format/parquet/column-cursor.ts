/** Walks through the rows of one column of a row group, a batch at a time. */
import { concat, type Part } from '../../../state/column/concat.js';
import { gather } from '../../../state/column/gather.js';
import { slice } from '../../../state/column/slice.js';
import type { Vector } from '../../../state/column/vector.js';
import type { Arrays } from '../../../state/column/vector-pool.js';
import type { Page, Pages } from './pages.js';

export interface ColumnCursor {
  /** The next `count` rows; the row group holds at least as many more. */
  read(count: number): Vector;
}

export class FlatCursor implements ColumnCursor {
  readonly #pages: Pages;
  readonly #arrays: Arrays;
  #page: Page | null = null;
  /** Rows of the page that were read. */
  #at = 0;

  constructor(pages: Pages, arrays: Arrays) {
    this.#pages = pages;
    this.#arrays = arrays;
  }

  read(count: number): Vector {
    const parts: Part[] = [];
    for (let left = count; left > 0; ) {
      if (this.#page === null || this.#at === this.#page.rows) {
        this.#page = this.#pages.next();
        this.#at = 0;
      }
      const taken = Math.min(left, this.#page.rows - this.#at);
      parts.push({ vector: this.#rows(this.#page, this.#at, taken), count: taken });
      this.#at += taken;
      left -= taken;
    }
    const [first] = parts;
    return first !== undefined && parts.length === 1 ? first.vector : concat(parts);
  }

  #rows({ values, indexes }: Page, from: number, count: number): Vector {
    if (indexes === null) return slice(values, from, from + count);
    return gather(values, indexes.subarray(from, from + count), count, this.#arrays);
  }
}
