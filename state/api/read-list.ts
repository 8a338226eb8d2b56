/** The reads of one batch as a list, in the order they were named. */
import type { KeyRows, Reads } from './reads.js';
import type { KeyedTable } from './table.js';

/** Keys of one table; `namespaces` by row where the table has them. */
export interface KeyRead {
  readonly table: KeyedTable;
  readonly rows: KeyRows;
  readonly namespaces: Float64Array | null;
}

export class ReadList implements Reads {
  readonly entries: KeyRead[] = [];

  keys(table: KeyedTable, rows: KeyRows, namespaces?: Float64Array): void {
    this.entries.push({ table, rows, namespaces: namespaces ?? null });
  }
}
