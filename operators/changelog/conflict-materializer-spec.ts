/**
 * Before a sink whose primary key is not the key of the rows, where a statement says that rows of
 * one primary key do not stand in for each other. Output: the input's columns, +I, +U and −D by the
 * primary key, when the watermark rises.
 */
export interface ConflictSpec {
  readonly kind: 'conflict-materializer';
  readonly primaryKey: readonly number[];
  /** Of the columns of the primary key, as the table has them. */
  readonly keyNames: readonly string[];
  /** The rows' own key, by which a change replaces a row; null = rows are told apart as a whole. */
  readonly upsertKey: readonly number[] | null;
  /** What happens when several rows stand: the first one stays, or the job fails. */
  readonly conflict: 'NOTHING' | 'ERROR';
  /** How long a row lives behind its last change, ms of processing time; forever where absent. */
  readonly ttlMs?: number;
}
