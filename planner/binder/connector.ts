/** The connector that a table names, and errors of its options. */
import { MillraceError } from '../../conf/errors/error.js';
import type { OptionPlaces } from '../../conf/table-options.js';
import { sinkNames } from '../../operators/sink/connectors.js';
import { sourceNames } from '../../operators/source/connectors.js';
import { pathText } from '../catalog/object-path.js';
import { placesOf } from '../catalog/option-places.js';
import type { Found } from '../catalog/session-catalog.js';
import type { CatalogTable } from '../catalog/table.js';
import type { Span } from '../parser/ast/node.js';
import type { BindContext } from './context.js';

/** The table's connector. @throws TABLE_OPTION when its options name none */
export function connectorOf(
  found: Found,
  options: Readonly<Record<string, string>>,
  at: Span,
  context: BindContext,
): string {
  const { connector } = options;
  if (connector !== undefined) return connector;
  const reason = `Table '${pathText(found.path)}' declares no connector`;
  throw context.error('TABLE_OPTION', reason, at, "Add 'connector' = '…' to its WITH.");
}

/** Reads a table's options; undefined when a script is checked and they are wrong. */
export function readOptions<T>(
  options: Readonly<Record<string, string>>,
  context: BindContext,
  read: () => T,
): T | undefined {
  const { findings } = context.shared;
  return findings === null ? read() : findings.readOptions(options, read);
}

/**
 * Runs a connector's check of a table's options. An error about an option points at it where the
 * table was made, if that was since the process started; else at the use, and names the table.
 * @param hints options that stand at the use
 */
export function checkOptions<T>(
  found: Found & { readonly object: CatalogTable },
  hints: Readonly<Record<string, string>>,
  at: Span,
  context: BindContext,
  check: (places: OptionPlaces) => T,
): T {
  const places = [...placesOf(found.object.options)];
  const keys = new Map(places.filter(([key]) => !Object.hasOwn(hints, key)));
  // A connector that only reads, or only writes, was written well: its use is at fault.
  const { connector = '' } = found.object.options;
  if (sourceNames.includes(connector) || sinkNames.includes(connector)) keys.delete('connector');
  try {
    return check({ keys });
  } catch (error) {
    if (!(error instanceof MillraceError) || error.code !== 'TABLE_OPTION') throw error;
    const { hint, place } = error;
    if (place?.sourceLine !== undefined) throw error;
    const [, key] = OPTION_FIRST.exec(error.reason) ?? [];
    const written = key === undefined ? undefined : keys.get(key);
    const named = key !== undefined && written === undefined;
    const reason = named ? `${pathText(found.path)}: ${error.reason}` : error.reason;
    throw new MillraceError('TABLE_OPTION', reason, {
      place: written ?? context.place(at),
      cause: error.cause,
      ...(hint === undefined ? {} : { hint }),
    });
  }
}

/** Errors about an option begin with its name. */
const OPTION_FIRST = /^Option '([^']+)'/;
