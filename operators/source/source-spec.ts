import type { Column } from '../core/spec.js';
import type { Expr } from '../expr/expression.js';

/**
 * Reads a connector. Output: exactly `columns`, in this order: pruned physical columns of the
 * table; then `metadata`.
 */
export interface SourceSpec {
  readonly kind: 'source';
  /** `filesystem`, `datagen`, `nexmark`, `feed`. */
  readonly connector: string;
  readonly options: Readonly<Record<string, string>>;
  /** Qualified table name, for messages and for `feed`. */
  readonly table: string;
  /** All physical columns of the table, as the connector sees its records. */
  readonly schema: readonly Column[];
  /** Columns of `schema` whose values stand in the names of folders. */
  readonly partitionKeys?: readonly string[];
  /** Indexes into `schema` of the columns to decode. */
  readonly columns: readonly number[];
  /** Metadata columns behind the physical ones: key and type. */
  readonly metadata: readonly Column[];
  /** Rows that fail it may be left out (over the output columns); the calc above still checks. */
  readonly filter: Expr | null;
  /** No more than this many rows are needed. */
  readonly limit: number | null;
}

/** The columns of its output. */
export function sourceOutput({ schema, columns, metadata }: SourceSpec): readonly Column[] {
  return [...columns.map((index) => schema[index] as Column), ...metadata];
}
