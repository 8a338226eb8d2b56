/** The connectors that can be read, by the `connector` option. */
import { assert, MillraceError } from '../../conf/errors/error.js';
import { didYouMean } from '../../conf/nearest.js';
import type { OptionPlaces } from '../../conf/table-options.js';
import { typeText } from '../../state/column/type-text.js';
import type { LookupContext, LookupSource } from '../core/lookup.js';
import type { Source } from '../core/source.js';
import type { SourceConnector, SourceTraits } from './connector.js';
import { datagenSource } from './datagen/source.js';
import { feedSource } from './feed.js';
import { filesystemSource } from './filesystem/source.js';
import { nexmarkSource } from './nexmark/source.js';
import type { SourceSpec } from './source-spec.js';

const connectors: readonly SourceConnector[] = [
  filesystemSource,
  datagenSource,
  nexmarkSource,
  feedSource,
];

export const sourceNames: readonly string[] = connectors.map(({ name }) => name);

/**
 * Checks a table that a query reads: connector, options, format, metadata columns.
 * @param places where the options stand in the CREATE TABLE, for errors
 * @throws TABLE_OPTION, PLAN_UNSUPPORTED
 */
export function validateSource(spec: SourceSpec, places: OptionPlaces = {}): SourceTraits {
  const connector = sourceConnector(spec.connector, places);
  for (const { name } of spec.metadata) {
    if (connector.metadata.some((known) => known.name === name)) continue;
    const known = connector.metadata.map((column) => column.name);
    const list = connector.metadata.map((column) => `${column.name} ${typeText(column.type)}`);
    const all = list.length === 0 ? 'It has none.' : `Known are: ${list.join(', ')}.`;
    throw new MillraceError(
      'TABLE_OPTION',
      `Metadata column '${name}' is unknown to connector '${connector.name}'`,
      { hint: didYouMean(name, known) ?? all, ...placed(places) },
    );
  }
  return connector.validate(spec, places);
}

/** The source of a validated spec. @throws TABLE_OPTION, PLAN_UNSUPPORTED */
export function createSource(spec: SourceSpec): Source {
  return sourceConnector(spec.connector).create(spec);
}

/** What looks rows up in the table of a validated spec. */
export function createLookup(
  spec: SourceSpec,
  key: readonly number[],
  context: LookupContext,
): LookupSource {
  const made = sourceConnector(spec.connector).lookup?.(spec, key, context);
  assert(made !== undefined, 'Rows are looked up where the connector offers it');
  return made;
}

/** @throws TABLE_OPTION for a connector that is not known, or that is only written */
export function sourceConnector(name: string, places: OptionPlaces = {}): SourceConnector {
  const found = connectors.find((connector) => connector.name === name);
  if (found !== undefined) return found;
  throw new MillraceError(
    'TABLE_OPTION',
    `Connector '${name}' cannot be read; known sources are ${sourceNames.join(', ')}`,
    { hint: didYouMean(name, sourceNames) ?? 'See docs/connectors.md.', ...placed(places) },
  );
}

function placed({ keys, where }: OptionPlaces): { place?: NonNullable<OptionPlaces['where']> } {
  const place = keys?.get('connector') ?? where;
  return place === undefined ? {} : { place };
}
