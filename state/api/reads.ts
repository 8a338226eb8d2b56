/**
 * What a batch will read, collected by an operator's `reads`. A superset is fine; an undeclared key
 * is an error when `apply` asks for it on a backend that had to fetch.
 */
import type { Vector } from '../column/vector.js';
import type { OrderedTable } from './ordered.js';
import type { RowLists } from './row-list.js';
import type { KeyedTable, TimeTable } from './table.js';

/** The key columns of a batch's rows. */
export interface KeyRows {
  readonly columns: readonly Vector[];
  /** Physical rows that count; null = 0 to count − 1. */
  readonly selection: Int32Array | null;
  readonly count: number;
}

/** Keys of one namespace of a time table. */
export interface NamespaceRows {
  readonly namespace: number;
  readonly rows: KeyRows;
}

export interface Reads {
  /** The slots of these keys. */
  keys(table: KeyedTable, rows: KeyRows): void;
  /** The slots of these keys in these namespaces; worked out only where they must be fetched. */
  keysAt(table: TimeTable, rows: () => readonly NamespaceRows[]): void;
  /** What these reads are is worked out only where they must be fetched. */
  lazily(name: (reads: Reads) => void): void;
  /** All keys of a namespace: to be fired. */
  namespace(table: TimeTable, namespace: number): void;
  /** The entries that these rows name (key columns, then order columns). */
  entries(table: OrderedTable, rows: KeyRows): void;
  /** The first `limit` entries of the groups of these keys; `Infinity` = all. */
  first(table: OrderedTable, rows: KeyRows, limit: number): void;
  /**
   * The lists of these keys with all their rows, but for those that are read by pages.
   * @param appendsTo number of an `appended` list that rows are added to and that is not read
   */
  rows(lists: RowLists, rows: KeyRows, appendsTo?: number): void;
}
