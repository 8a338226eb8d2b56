/**
 * Statements in the dialect of the session (`table.sql-dialect`): what servers and tests call to
 * get from a text to syntax trees.
 *
 * Flink's own dialect has its own parser (`planner/parser`). In the others, SELECT, VALUES, WITH,
 * INSERT, and EXPLAIN of those are read through node-sql-parser into the same trees; statements
 * that begin with another word (CREATE, SET, SHOW …) stay in Flink's dialect. A SET of the dialect
 * in a script holds from the next statement on, so a script is cut at its semicolons by the rules
 * of the dialect that holds there.
 */
import type { Configuration } from '../../conf/configuration.js';
import { MillraceError } from '../../conf/errors/error.js';
import { SQL_DIALECT } from '../../conf/options/table.js';
import type { Insert } from '../parser/ast/change.js';
import type { Query } from '../parser/ast/query.js';
import type { Statement } from '../parser/ast/statement.js';
import { checkHeight } from '../parser/height.js';
import {
  checkLength,
  type ParseOptions,
  parseScriptAll,
  parseStatement,
  type Script,
} from '../parser/parse.js';
import { placeAt } from '../parser/place.js';
import { type Dialect, dialectOf } from './dialects.js';
import { Ledger } from './ledger.js';
import { libraryTree } from './library.js';
import { mask } from './mask.js';
import { Scanner, type Token } from './scan.js';
import { StatementReader } from './statement-reader.js';

export interface ReadOptions {
  /** Named in the places of errors. */
  readonly file?: string;
}

type DialectValue = ReturnType<typeof readDialect>;

/** Exactly one statement. @throws PARSE_*, PLAN_UNSUPPORTED */
export function readStatement(
  text: string,
  configuration: Configuration,
  options: ReadOptions = {},
): Statement {
  const value = readDialect(configuration);
  if (value === 'default') return parseStatement(text, options);
  checkLength(text, options.file);
  const dialect = dialectOf(value);
  const scanner = new Scanner(dialect, text, options.file);
  while (scanner.statement() && scanner.tokens.length === 0);
  const statement = readTokens(text, scanner.tokens, dialect, options);
  const [more] = restOf(dialect, text, scanner.position, options);
  if (more === undefined) return statement;
  const place = placeAt(text, more.start, more.end, options.file);
  throw new MillraceError('PARSE_SYNTAX', 'A second statement stands here', { place });
}

/** All statements of a text, separated by semicolons. Throws the first error. */
export function readScript(
  text: string,
  configuration: Configuration,
  options: ReadOptions = {},
): readonly Statement[] {
  const { statements, errors } = readScriptAll(text, configuration, options);
  const [first] = errors;
  if (first !== undefined) throw first;
  return statements;
}

/** Like `readScript`, but goes on behind an error, and returns all errors. */
export function readScriptAll(
  text: string,
  configuration: Configuration,
  options: ReadOptions = {},
): Script {
  const statements: Statement[] = [];
  const errors: MillraceError[] = [];
  let value = readDialect(configuration);
  let at = 0;
  for (;;) {
    if (value === 'default') {
      const script = parseScriptAll(text, { ...options, from: at });
      const change = script.statements.find((each) => {
        return dialectAfter(each, 'default', configuration) !== 'default';
      });
      const end = change?.end ?? text.length;
      statements.push(...script.statements.filter((each) => each.end <= end));
      errors.push(...script.errors.filter(({ place }) => (place?.start ?? 0) <= end));
      if (change === undefined) return { statements, errors };
      value = dialectAfter(change, value, configuration);
      at = end;
      continue;
    }
    try {
      const dialect = dialectOf(value);
      const scanner = new Scanner(dialect, text, options.file, at);
      at = text.length;
      const more = scanner.statement();
      at = scanner.position;
      if (scanner.tokens.length > 0) {
        const statement = readTokens(text, scanner.tokens, dialect, options);
        statements.push(statement);
        value = dialectAfter(statement, value, configuration);
      }
      if (!more) return { statements, errors };
    } catch (error) {
      if (!(error instanceof MillraceError)) throw error;
      errors.push(error);
      if (at >= text.length) return { statements, errors };
    }
  }
}

function readDialect(configuration: Configuration) {
  return configuration.get(SQL_DIALECT);
}

/** The dialect of the statement behind this one. */
function dialectAfter(
  statement: Statement,
  value: DialectValue,
  configuration: Configuration,
): DialectValue {
  if (statement.kind === 'reset') {
    const own = statement.key === undefined || statement.key === SQL_DIALECT.key;
    return own ? configuration.initial(SQL_DIALECT) : value;
  }
  if (statement.kind !== 'set' || statement.option?.key !== SQL_DIALECT.key) return value;
  return SQL_DIALECT.type.read(statement.option.value) ?? value;
}

function restOf(dialect: Dialect, text: string, at: number, options: ReadOptions): Token[] {
  const scanner = new Scanner(dialect, text, options.file, at);
  while (scanner.statement() && scanner.tokens.length === 0);
  return scanner.tokens;
}

/** Words that begin what the library reads. */
const READ = new Set(['SELECT', 'WITH', 'INSERT', 'VALUES', '(']);

/** Words between EXPLAIN and a statement of Flink's dialect. */
const FLINKS = new Set(['STATEMENT', 'CREATE', 'EXECUTE']);

function readTokens(
  text: string,
  tokens: readonly Token[],
  dialect: Dialect,
  options: ReadOptions,
): Statement {
  const words = tokens.map((token) => wordOf(token));
  const flinks: ParseOptions = {
    ...options,
    from: tokens[0]?.start ?? 0,
    to: tokens.at(-1)?.end ?? text.length,
  };
  const [first] = words;
  if (first !== undefined && READ.has(first)) return readQuery(text, tokens, dialect, options);
  const body = words.findIndex((word) => READ.has(word) || FLINKS.has(word));
  if (first !== 'EXPLAIN' || body < 0 || FLINKS.has(words[body] as string)) {
    return parseStatement(text, flinks);
  }
  const { start } = tokens[body] as Token;
  const head = parseStatement(`${text.slice(0, start)}SELECT 1`, { ...flinks, to: start + 8 });
  if (head.kind !== 'explain') return parseStatement(text, flinks);
  const statement = readQuery(text, tokens.slice(body), dialect, options);
  return { ...head, statement, end: statement.end };
}

function wordOf({ kind, text }: Token): string {
  return kind === 'word' || kind === 'symbol' ? text.toUpperCase() : '';
}

function readQuery(
  text: string,
  tokens: readonly Token[],
  dialect: Dialect,
  options: ReadOptions,
): Query | Insert {
  const masked = mask(text, tokens, dialect);
  const ledger = new Ledger(tokens, masked);
  const { file } = options;
  const reader = new StatementReader({ text, file, dialect, mask: masked, ledger });
  const { start } = tokens[0] as Token;
  const { end } = tokens.at(-1) as Token;
  try {
    const tree = libraryTree(masked, dialect, text, file);
    const statement = { ...reader.statement(tree), start, end };
    checkHeight(statement, text, file);
    return statement;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const place = placeAt(text, start, end, file);
    throw new MillraceError('PARSE_TOO_LARGE', 'The statement is nested too deep', { place });
  }
}
