/** Walks through the rows of one column of a row group, a batch at a time. */
import { concat, type Part } from '../../../state/column/concat.js';
import { gather } from '../../../state/column/gather.js';
import type { Vector } from '../../../state/column/vector.js';
import type { Page, Pages } from './pages.js';

export interface ColumnCursor {
  /** The next `count` rows; the row group holds at least as many more. */
  read(count: number): Vector;
}

export class FlatCursor implements ColumnCursor {
  readonly #pages: Pages;
  #page: Page | null = null;
  /** Rows of the page that were read. */
  #at = 0;

  constructor(pages: Pages) {
    this.#pages = pages;
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
    if (indexes === null) return sliceVector(values, from, from + count);
    return gather(values, indexes.subarray(from, from + count), count);
  }
}

/** Rows of a vector without a copy. */
export function sliceVector(vector: Vector, from: number, to: number): Vector {
  const nulls = vector.nulls?.subarray(from, to) ?? null;
  switch (vector.lane) {
    case 'big':
      return { lane: 'big', values: vector.values.slice(from, to), nulls };
    case 'time': {
      const nanos = vector.nanos?.subarray(from, to) ?? null;
      return { lane: 'time', values: vector.values.subarray(from, to), nanos, nulls };
    }
    case 'bytes':
    case 'list':
    case 'map': {
      const starts = vector.starts.subarray(from, to);
      return { ...vector, starts, ends: vector.ends.subarray(from, to), nulls };
    }
    case 'row': {
      const children = vector.children.map((child) => sliceVector(child, from, to));
      return { lane: 'row', children, nulls };
    }
    default:
      return { ...vector, values: vector.values.subarray(from, to), nulls } as Vector;
  }
}
