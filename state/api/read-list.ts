/** The reads of one batch as a list: what a backend is given. */
import type { OrderedTable } from './ordered.js';
import type { KeyRows, NamespaceRows, Reads } from './reads.js';
import type { RowLists } from './row-list.js';
import type { KeyedTable, TimeTable } from './table.js';

export type Read =
  | { readonly kind: 'keys'; readonly table: KeyedTable; readonly rows: KeyRows }
  | {
      readonly kind: 'keys-at';
      readonly table: TimeTable;
      readonly rows: () => readonly NamespaceRows[];
    }
  | { readonly kind: 'namespace'; readonly table: TimeTable; readonly namespace: number }
  | { readonly kind: 'entries'; readonly table: OrderedTable; readonly rows: KeyRows }
  | {
      readonly kind: 'first';
      readonly table: OrderedTable;
      readonly rows: KeyRows;
      readonly limit: number;
    }
  | {
      readonly kind: 'rows';
      readonly lists: RowLists;
      readonly rows: KeyRows;
      readonly appendsTo: number | undefined;
    };

export class ReadList implements Reads {
  readonly #list: Read[] = [];
  #later: ((reads: Reads) => void)[] = [];

  /** Nothing was named. */
  get isEmpty(): boolean {
    return this.#list.length + this.#later.length === 0;
  }

  /** All reads; those named lazily are worked out now. */
  all(): readonly Read[] {
    const later = this.#later;
    this.#later = [];
    for (const name of later) name(this);
    return this.#list;
  }

  lazily(name: (reads: Reads) => void): void {
    this.#later.push(name);
  }

  keys(table: KeyedTable, rows: KeyRows): void {
    this.#list.push({ kind: 'keys', table, rows });
  }

  keysAt(table: TimeTable, rows: () => readonly NamespaceRows[]): void {
    this.#list.push({ kind: 'keys-at', table, rows });
  }

  namespace(table: TimeTable, namespace: number): void {
    this.#list.push({ kind: 'namespace', table, namespace });
  }

  entries(table: OrderedTable, rows: KeyRows): void {
    this.#list.push({ kind: 'entries', table, rows });
  }

  first(table: OrderedTable, rows: KeyRows, limit: number): void {
    this.#list.push({ kind: 'first', table, rows, limit });
  }

  rows(lists: RowLists, rows: KeyRows, appendsTo?: number): void {
    this.#list.push({ kind: 'rows', lists, rows, appendsTo });
  }
}
