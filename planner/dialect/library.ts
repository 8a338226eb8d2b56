/**
 * Calls node-sql-parser. Each dialect is a build of its own, loaded when the first statement in it
 * comes (some 40 ms); Flink's own dialect never loads any.
 */
import { createRequire } from 'node:module';
import { MillraceError } from '../../conf/errors/error.js';
import { placeAt } from '../parser/place.js';
import type { Dialect, DialectName } from './dialects.js';
import type { Mask } from './mask.js';

interface Library {
  astify(sql: string, options: { database: string }): unknown;
}

/** Errors of the library's grammars (PEG). */
interface GrammarError extends Error {
  readonly location: {
    readonly start: { readonly offset: number };
    readonly end: { readonly offset: number };
  };
}

const require = createRequire(import.meta.url);
const loaded = new Map<DialectName, Library>();

function load(name: DialectName): Library {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const { Parser } = require(`node-sql-parser/build/${name}`) as { Parser: new () => Library };
  const library = new Parser();
  loaded.set(name, library);
  return library;
}

/**
 * The library's tree of one statement.
 * @param text what the mask was made from
 * @throws PARSE_SYNTAX, PARSE_UNFINISHED
 */
export function libraryTree(mask: Mask, dialect: Dialect, text: string, file?: string): unknown {
  let tree: unknown;
  try {
    tree = load(dialect.name).astify(mask.text, { database: dialect.name });
  } catch (error) {
    throw grammarError(error, mask, dialect, text, file);
  }
  return Array.isArray(tree) && tree.length === 1 ? tree[0] : tree;
}

function grammarError(
  error: unknown,
  mask: Mask,
  dialect: Dialect,
  text: string,
  file: string | undefined,
): unknown {
  if (error instanceof RangeError) return error;
  if (!isGrammarError(error)) {
    const place = placeAt(text, mask.original(0), mask.original(mask.text.length), file);
    const reason = `node-sql-parser fails on this statement in ${dialect.name}`;
    return new MillraceError('PARSE_SYNTAX', reason, { place, cause: error });
  }
  const { start } = error.location;
  const ended = start.offset >= mask.text.length;
  const near = mask.original(start.offset);
  const from = near + (/^\s*/.exec(text.slice(near))?.[0].length ?? 0);
  const [found] = /^\S?\w*/.exec(text.slice(from)) ?? [''];
  const place = placeAt(text, from, from + Math.max(1, found.length), file);
  if (ended) return new MillraceError('PARSE_UNFINISHED', 'Encountered "<EOF>"', { place });
  const reason = `node-sql-parser, which reads ${dialect.name}, expects no '${found}' here`;
  return new MillraceError('PARSE_SYNTAX', reason, { place, cause: error });
}

function isGrammarError(error: unknown): error is GrammarError {
  return error instanceof Error && 'location' in error;
}
