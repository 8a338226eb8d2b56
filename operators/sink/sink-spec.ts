import type { Column } from '../core/spec.js';

/** Writes to a connector, or collects the rows of a SELECT. */
export interface SinkSpec {
  readonly kind: 'sink';
  /** `filesystem`, `print`, `blackhole`, or `collect` for a SELECT. */
  readonly connector: string;
  /** The WITH options, resolved; for a folder the full path. */
  readonly options: Readonly<Record<string, string>>;
  /** Qualified table name, for messages; `collect` has none. */
  readonly table: string;
  readonly columns: readonly Column[];
  readonly partitionKeys: readonly string[];
  /** INSERT OVERWRITE: what the partitions written to held before is replaced. */
  readonly overwrite?: boolean;
  /** NOT NULL columns are checked. */
  readonly notNull: readonly number[];
}
