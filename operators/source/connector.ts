/** What a kind of source declares of itself. */
import type { OptionPlaces } from '../../conf/table-options.js';
import type { Source } from '../core/source.js';
import type { Column } from '../core/spec.js';
import type { SourceSpec } from './source-spec.js';

/** What the planner needs to know of a table that is read. */
export interface SourceTraits {
  /** The source ends by itself. */
  readonly bounded: boolean;
  /** All rows are +I; else any kind may come, −U before each +U. */
  readonly insertOnly: boolean;
}

export interface SourceConnector {
  readonly name: string;
  /** Metadata columns that a table may declare, by their keys. */
  readonly metadata: readonly Column[];
  /** Checks options and types; touches nothing outside. @throws TABLE_OPTION, PLAN_UNSUPPORTED */
  validate(spec: SourceSpec, places?: OptionPlaces): SourceTraits;
  create(spec: SourceSpec): Source;
}
