import type { Column } from '../../operators/core/spec.js';
import type { LogicalNode } from './node.js';

/** A table as rows are written to it, or `collect` for the rows of a SELECT. */
export interface SinkTable {
  /** Catalog, database, table; empty for `collect`. */
  readonly path: readonly string[];
  readonly connector: string;
  readonly options: Readonly<Record<string, string>>;
  readonly columns: readonly Column[];
  readonly partitionKeys: readonly string[];
  /** Columns of the declared primary key; empty = none. */
  readonly primaryKey: readonly number[];
  /** Takes inserts alone. */
  readonly insertOnly: boolean;
  /** Needs −U. */
  readonly retracts?: boolean;
  /** `ON CONFLICT DO …` of the statement. */
  readonly onConflict?: 'ERROR' | 'NOTHING' | 'DEDUPLICATE';
  /** INSERT OVERWRITE. */
  readonly overwrite: boolean;
}

/** Writes the input's columns, which have the table's types. */
export interface Sink {
  readonly kind: 'sink';
  readonly input: LogicalNode;
  readonly table: SinkTable;
  readonly output: readonly Column[];
}

export function sink(input: LogicalNode, table: SinkTable): Sink {
  return { kind: 'sink', input, table, output: input.output };
}
