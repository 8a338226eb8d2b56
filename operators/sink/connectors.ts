/** The connectors that can be written, by the `connector` option; `collect` is for SELECTs. */
import { MillraceError } from '../../conf/errors/error.js';
import { didYouMean } from '../../conf/nearest.js';
import type { OptionPlaces } from '../../conf/table-options.js';
import type { Sink } from '../core/sink.js';
import { blackholeSink } from './blackhole.js';
import { collectSink } from './collect.js';
import type { SinkConnector, SinkTraits } from './connector.js';
import { enforceConstraints } from './constraints.js';
import { filesystemSink } from './filesystem/sink.js';
import { printSink } from './print.js';
import type { SinkSpec } from './sink-spec.js';

const connectors: readonly SinkConnector[] = [filesystemSink, printSink, blackholeSink];

export const sinkNames: readonly string[] = connectors.map(({ name }) => name);

/**
 * Checks a table that is written to: connector, options, format, column types.
 * @param places where the options stand in the CREATE TABLE, for errors
 * @throws TABLE_OPTION, PLAN_UNSUPPORTED
 */
export function validateSink(spec: SinkSpec, places: OptionPlaces = {}): SinkTraits {
  const connector = sinkConnector(spec.connector, places);
  const traits = connector.validate(spec, places);
  if (spec.overwrite === true && !traits.overwritable) {
    const sink = `the underlying DynamicTableSink of table '${spec.table}'`;
    const overwrites = 'implements the SupportsOverwrite interface';
    const reason = `INSERT OVERWRITE requires that ${sink} ${overwrites}.`;
    throw new MillraceError('PLAN_UNSUPPORTED', reason);
  }
  return traits;
}

/** The sink of a validated spec, with the table's constraints before it. */
export function createSink(spec: SinkSpec): Sink {
  return enforceConstraints(sinkConnector(spec.connector).create(spec), spec);
}

/** @throws TABLE_OPTION for a connector that is not known, or that is only read */
function sinkConnector(name: string, places: OptionPlaces = {}): SinkConnector {
  if (name === collectSink.name) return collectSink;
  const found = connectors.find((connector) => connector.name === name);
  if (found !== undefined) return found;
  const place = places.keys?.get('connector') ?? places.where;
  throw new MillraceError(
    'TABLE_OPTION',
    `Connector '${name}' cannot be written to; known sinks are ${sinkNames.join(', ')}`,
    {
      hint: didYouMean(name, sinkNames) ?? 'See docs/connectors.md.',
      ...(place === undefined ? {} : { place }),
    },
  );
}
