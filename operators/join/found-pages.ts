/** What the rows of a batch found in a lookup, a page at a time. */
import type { Batch } from '../core/batch.js';
import type { FoundRows } from '../core/lookup.js';
import { PairPages } from './pair-pages.js';

/** By logical row of a batch: `rows[starts[i] … ends[i] − 1]` of `columns`. */
export interface Found extends Pick<FoundRows, 'columns' | 'rows'> {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

export class FoundPages extends PairPages {
  #found: Found | null = null;
  /** Place in `rows` of the row now gone through, −1 before its first. */
  #at = -1;

  start(batch: Batch, found: Found): void {
    this.begin(batch, batch.count, found.columns);
    this.#found = found;
    this.#at = -1;
  }

  protected override fill({ selection, count: rows }: Batch): void {
    const found = this.#found as Found;
    const { numbers, physical, ids } = this;
    let [i, at, count] = [this.complete, this.#at, 0];
    for (; i < rows; i++) {
      if (at < 0) at = found.starts[i] as number;
      const end = found.ends[i] as number;
      const row = selection === null ? i : (selection[i] as number);
      for (; at < end && count < ids.length; count++) {
        numbers[count] = i;
        physical[count] = row;
        ids[count] = found.rows[at++] as number;
      }
      if (at < end) break;
      at = -1;
    }
    this.complete = i;
    this.count = count;
    this.#at = at;
  }
}
