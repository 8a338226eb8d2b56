/**
 * The parser's public face: from text to syntax trees, or to errors with their places.
 *
 * A text that fits nothing is parsed a second time, with a trace at the token in question, only to
 * say what was expected there.
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { Expression } from './ast/expression.js';
import type { Query } from './ast/query.js';
import type { Statement } from './ast/statement.js';
import type { TypeNode } from './ast/type.js';
import { Trace, Unexpected } from './cursor.js';
import { checkHeight } from './height.js';
import { tokenize } from './lexer.js';
import { placeAt } from './place.js';
import { QueryParser } from './query-parser.js';
import { parseOne } from './statement-parser.js';

export interface ParseOptions {
  /** Named in the places of errors. */
  readonly file?: string;
  /** Only the text from one offset to another is read; offsets count in the whole text. */
  readonly from?: number;
  readonly to?: number;
}

export interface Script {
  readonly statements: readonly Statement[];
  readonly errors: readonly MillraceError[];
}

/** UTF-16 units of the longest text. */
const MAX_LENGTH = 1 << 24;

/**
 * All statements of a text, separated by semicolons. `BEGIN STATEMENT SET` and its `END` are
 * statements of their own. Throws the first error.
 */
export function parseScript(text: string, options: ParseOptions = {}): readonly Statement[] {
  const { statements, errors } = parseAll(text, options, true);
  const [first] = errors;
  if (first !== undefined) throw first;
  return statements;
}

/** Like `parseScript`, but goes on behind the semicolon after an error, and returns all errors. */
export function parseScriptAll(text: string, options: ParseOptions = {}): Script {
  return parseAll(text, options, false);
}

/** Exactly one statement, with or without a semicolon behind it. */
export function parseStatement(text: string, options: ParseOptions = {}): Statement {
  return parseWhole(text, options, (p) => {
    while (p.accept(';'));
    const statement = parseOne(p);
    while (p.accept(';'));
    return statement;
  });
}

/** One expression and nothing else. */
export function parseExpression(text: string, options: ParseOptions = {}): Expression {
  return parseWhole(text, options, (p) => p.expression());
}

/** One query and nothing else. */
export function parseQuery(text: string, options: ParseOptions = {}): Query {
  return parseWhole(text, options, (p) => p.query());
}

/** One data type and nothing else, as in `CAST(x AS …)`. */
export function parseType(text: string, options: ParseOptions = {}): TypeNode {
  return parseWhole(text, options, (p) => p.type());
}

function parseAll(text: string, options: ParseOptions, firstOnly: boolean): Script {
  const p = open(text, options);
  const statements: Statement[] = [];
  const errors: MillraceError[] = [];
  for (;;) {
    while (p.accept(';'));
    if (p.atEnd()) return { statements, errors };
    try {
      statements.push(guarded(p, text, options, statement));
    } catch (error) {
      if (!(error instanceof MillraceError)) throw error;
      errors.push(error);
      if (firstOnly) return { statements, errors };
      skipStatement(p);
    }
  }
}

/** A statement of a script, up to its semicolon or the end. */
function statement(p: QueryParser): Statement {
  const one = parseOne(p);
  if (!p.atEnd() && !p.at(';')) p.unexpected();
  return one;
}

function skipStatement(p: QueryParser): void {
  let position = p.index;
  while (
    p.startOf(position) < p.startOf(p.tokenCount - 1) &&
    p.wordAfter(position - p.index) !== ';'
  ) {
    position++;
  }
  p.moveTo(position);
}

function parseWhole<T extends { start: number }>(
  text: string,
  options: ParseOptions,
  read: (p: QueryParser) => T,
): T {
  return guarded(open(text, options), text, options, (p) => {
    const node = read(p);
    if (!p.atEnd()) p.unexpected();
    return node;
  });
}

function open(text: string, options: ParseOptions): QueryParser {
  checkLength(text, options.file);
  const { from, to, file } = options;
  return new QueryParser(tokenize(to === undefined ? text : text.slice(0, to), from), file);
}

/** @throws PARSE_TOO_LARGE */
export function checkLength(text: string, file: string | undefined): void {
  if (text.length <= MAX_LENGTH) return;
  throw new MillraceError('PARSE_TOO_LARGE', `The text is longer than ${MAX_LENGTH} characters`, {
    place: placeAt('', 0, 0, file),
  });
}

/** Runs a rule; where the text does not fit it, runs it again to find out what would have. */
function guarded<T extends object>(
  p: QueryParser,
  text: string,
  options: ParseOptions,
  rule: (p: QueryParser) => T,
): T {
  const from = p.index;
  try {
    const node = rule(p);
    if (p.index - from > SMALL) checkHeight(node, text, options.file);
    return node;
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    throw explain(p, from, error.position, rule);
  }
}

/** Tokens of a statement that cannot be too deep whatever it says. */
const SMALL = 500;

function explain(
  p: QueryParser,
  from: number,
  position: number,
  rule: (p: QueryParser) => unknown,
): MillraceError {
  const trace = new Trace(position);
  p.moveTo(from);
  p.traceWith(trace);
  try {
    rule(p);
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
  } finally {
    p.traceWith(undefined);
  }
  p.moveTo(position);
  return p.unexpectedError(trace);
}
