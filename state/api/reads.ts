/**
 * What a batch will read, collected by an operator's `reads`. A superset is fine; an undeclared key
 * is an error when `apply` asks for it on a backend that had to fetch.
 */
import type { Vector } from '../column/vector.js';
import type { KeyedTable } from './table.js';

/** The key columns of a batch's rows. */
export interface KeyRows {
  readonly columns: readonly Vector[];
  /** Physical rows that count; null = 0 to count − 1. */
  readonly selection: Int32Array | null;
  readonly count: number;
}

export interface Reads {
  /** The slots of these keys. In a table with namespaces, of each row's namespace. */
  keys(table: KeyedTable, rows: KeyRows, namespaces?: Float64Array): void;
}
