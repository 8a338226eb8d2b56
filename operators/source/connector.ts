/** What a kind of source declares of itself. */
import type { OptionPlaces } from '../../conf/table-options.js';
import type { LookupContext, LookupSource } from '../core/lookup.js';
import type { Source } from '../core/source.js';
import type { Column } from '../core/spec.js';
import type { SourceSpec } from './source-spec.js';

/** What the planner needs to know of a table that is read. */
export interface SourceTraits {
  /** The source ends by itself. */
  readonly bounded: boolean;
  /** All rows are +I; else any kind may come, −U before each +U. */
  readonly insertOnly: boolean;
  /** Rows can be looked up in it. */
  readonly lookup?: LookupTraits;
  /**
   * The rows are upserts by the table's primary key, none of them −U: +I or +U where there is a row
   * or none, −D of which the key alone counts.
   */
  readonly upserts?: true;
}

export interface LookupTraits {
  /** Batches may be asked while earlier ones wait for their answers. */
  readonly isAsync: boolean;
}

export interface SourceConnector {
  readonly name: string;
  /** Metadata columns that a table may declare, by their keys. */
  readonly metadata: readonly Column[];
  /** Checks options and types; touches nothing outside. @throws TABLE_OPTION, PLAN_UNSUPPORTED */
  validate(spec: SourceSpec, places?: OptionPlaces): SourceTraits;
  create(spec: SourceSpec): Source;
  /**
   * Looks up rows of the spec's columns, of a table that `validate` gives `lookup` for.
   * @param key columns of the output whose values are asked for
   */
  lookup?(spec: SourceSpec, key: readonly number[], context: LookupContext): LookupSource;
}
