/**
 * Before a sink whose primary key is not the key of the rows: of each primary key the rows that
 * stand are kept in order of arrival, and the last one counts. Output: the input's columns, +I, +U
 * and −D by the primary key.
 */
export interface UpsertMaterializerSpec {
  readonly kind: 'upsert-materializer';
  readonly primaryKey: readonly number[];
  /** The rows' own key, by which a change replaces a row; null = rows are told apart as a whole. */
  readonly upsertKey: readonly number[] | null;
  /** How long a row lives behind its arrival, ms of processing time; forever where absent. */
  readonly ttlMs?: number;
}
