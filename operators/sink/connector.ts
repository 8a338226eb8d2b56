/** What a kind of sink declares of itself. */
import type { OptionPlaces } from '../../conf/table-options.js';
import type { Sink } from '../core/sink.js';
import type { SinkSpec } from './sink-spec.js';

/** What the planner needs to know of a table that is written. */
export interface SinkTraits {
  /** Takes +I alone; else all kinds. */
  readonly insertOnly: boolean;
  /** It needs −U; else upserts by the table's primary key do. */
  readonly retracts?: boolean;
  /** INSERT OVERWRITE has a meaning. */
  readonly overwritable: boolean;
}

export interface SinkConnector {
  readonly name: string;
  /** Checks options and types; touches nothing outside. @throws TABLE_OPTION, PLAN_UNSUPPORTED */
  validate(spec: SinkSpec, places?: OptionPlaces): SinkTraits;
  create(spec: SinkSpec): Sink;
}
