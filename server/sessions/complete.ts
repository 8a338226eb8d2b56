/**
 * Words that may go on at a position of an unfinished statement: behind a word that a table
 * follows, the tables and views of the session; in the quotes behind SET or RESET, the keys of the
 * options that do something; elsewhere the reserved words.
 */
import { topics } from '../../conf/options/schema.js';
import { pathText } from '../../planner/catalog/object-path.js';
import { reservedWords } from '../../planner/parser/keyword.js';
import type { PlannerSession } from '../../planner/session.js';

const BEFORE_TABLE = /(?:^|[\s(,])(?:FROM|JOIN|INTO|TABLE|VIEW|DESCRIBE|DESC|UPDATE)\s+$/i;

/** A key that is not closed yet. */
const IN_KEY = /(?:^|[\s;])(?:SET|RESET)\s+'([^']*)$/i;

/** @param position UTF-16 units from the start */
export function complete(statement: string, position: number, planner: PlannerSession): string[] {
  const before = statement.slice(0, position);
  const key = IN_KEY.exec(before)?.[1];
  if (key !== undefined) return keys(key);
  const begun = /[\w.`]*$/.exec(before)?.[0] ?? '';
  const context = before.slice(0, before.length - begun.length);
  if (BEFORE_TABLE.test(context)) return tables(begun, planner);
  const start = begun.toUpperCase();
  return reservedWords.filter((word) => word.startsWith(start));
}

function tables(begun: string, { catalog }: PlannerSession): string[] {
  const name = begun.replaceAll('`', '').toLowerCase();
  const found = catalog.objects(catalog.currentCatalog, catalog.currentDatabase);
  return found
    .filter(({ path }) => path.name.toLowerCase().startsWith(name) || name.includes('.'))
    .map(({ path }) => pathText(path));
}

function keys(begun: string): string[] {
  const found = topics.flatMap(({ options }) => options.filter(({ inert }) => !inert));
  return found
    .map(({ key }) => key)
    .filter((key) => key.startsWith(begun))
    .sort();
}
