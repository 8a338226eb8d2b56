/**
 * Where the options of a table were written, for errors that show only when it is used: kept beside
 * the options for as long as the process has them, and never stored. A table that came from a
 * catalog's store has none.
 */
import type { Place } from '../../conf/errors/error.js';
import type { Option } from '../parser/ast/node.js';
import { type DdlContext, optionRecord } from './ddl-context.js';

type Options = Readonly<Record<string, string>>;

const known = new WeakMap<Options, ReadonlyMap<string, Place>>();

const NONE: ReadonlyMap<string, Place> = new Map();

/** Options of a table, over those it had before; a later value of a key wins. */
export function placedOptions(
  before: Options,
  options: readonly Option[],
  context: DdlContext,
): Record<string, string> {
  const record = { ...before, ...optionRecord(options) };
  const places = new Map(placesOf(before));
  for (const option of options) places.set(option.key, context.bind.place(option));
  known.set(record, places);
  return record;
}

/** By key. */
export function placesOf(options: Options): ReadonlyMap<string, Place> {
  return known.get(options) ?? NONE;
}
