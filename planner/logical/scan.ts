/** Reading a table. */
import type { Column } from '../../operators/core/spec.js';
import type { Expr } from '../../operators/expr/expression.js';
import type { LookupTraits } from '../../operators/source/connector.js';

/** Which changes a table or an operator makes beside inserts. */
export interface ChangeKinds {
  readonly update: boolean;
  readonly delete: boolean;
}

export const INSERT_ONLY: ChangeKinds = { update: false, delete: false };
export const ALL_CHANGES: ChangeKinds = { update: true, delete: true };

/** A table as its connector sees it: what a scan reads, whichever columns it decodes. */
export interface SourceTable {
  /** Catalog, database, table. */
  readonly path: readonly string[];
  readonly connector: string;
  readonly options: Readonly<Record<string, string>>;
  /** Physical columns, then metadata columns (whose names are the metadata keys). */
  readonly physical: readonly Column[];
  readonly metadata: readonly Column[];
  /** Physical columns of the declared primary key; empty = none. */
  readonly primaryKey: readonly number[];
  /** Columns whose values stand in the names of folders. */
  readonly partitionKeys: readonly string[];
  readonly kinds: ChangeKinds;
  /** Its changes are upserts by the primary key: there is no −U. */
  readonly upserts: boolean;
  /** It ends by itself. */
  readonly bounded: boolean;
  /** Rows can be looked up in it. */
  readonly lookup?: LookupTraits;
}

/** Reads a table. Output: the chosen columns, physical before metadata. */
export interface Scan {
  readonly kind: 'scan';
  readonly table: SourceTable;
  /** Ascending indexes into the physical columns. */
  readonly columns: readonly number[];
  /** Ascending indexes into the metadata columns. */
  readonly metadata: readonly number[];
  /** Rows that fail it may be left out; the filter above still checks. */
  readonly filter: Expr | null;
  readonly limit: number | null;
  readonly output: readonly Column[];
}

/** @param names what the output columns are called: metadata columns may have names of their own */
export function scan(
  table: SourceTable,
  columns: readonly number[],
  metadata: readonly number[],
  names?: readonly string[],
): Scan {
  const read = [
    ...columns.map((i) => table.physical[i] as Column),
    ...metadata.map((i) => table.metadata[i] as Column),
  ];
  const output =
    names === undefined ? read : read.map((c, i) => ({ ...c, name: names[i] as string }));
  return { kind: 'scan', table, columns, metadata, filter: null, limit: null, output };
}
