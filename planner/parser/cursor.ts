/**
 * Reads tokens one after the other, and raises errors.
 *
 * What was expected is not collected while all goes well. Where the text fits nothing, the parser
 * throws `Unexpected`; `parse.ts` then parses the statement again with a trace, which notes every
 * word that was looked for at the token in question, and reports them.
 */
import { MillraceError, type Place } from '../../conf/errors/error.js';
import type { ErrorCode } from '../../conf/errors/table.js';
import { nearest } from '../../conf/nearest.js';
import type { Identifier, ObjectName } from './ast/node.js';
import type { Keyword } from './keyword.js';
import { type Complaint, type Tokens, tokenKind } from './lexer.js';
import { placeAt } from './place.js';

export type Operator =
  | '('
  | ')'
  | ','
  | ';'
  | '.'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '='
  | '<>'
  | '<'
  | '<='
  | '>'
  | '>='
  | '||'
  | '=>'
  | '['
  | ']'
  | '{'
  | '}'
  | '?'
  | ':'
  | '|'
  | '^'
  | '$'
  | '/*+'
  | '*/';

export type Word = Keyword | Operator;

/** The token at a position fits nothing. Never leaves the parser. */
export class Unexpected extends Error {
  constructor(readonly position: number) {
    super('unexpected token');
  }
}

/** What was looked for at a token, and at the one before it. */
export class Trace {
  /** What the message names. */
  readonly expected = new Set<string>();
  /** Words that a misspelt one may stand for. */
  readonly near = new Set<string>();
  readonly nearBefore = new Set<string>();

  constructor(readonly position: number) {}
}

/** Levels of nesting (parentheses, CASE, types, …) that fit on the call stack of any caller. */
const MAX_NESTING = 200;

const complaints: Record<Complaint, [code: ErrorCode, reason: string, hint?: string]> = {
  character: ['PARSE_SYNTAX', 'This character has no meaning in SQL'],
  doubleQuote: [
    'PARSE_SYNTAX',
    'Double quotes have no meaning in this dialect',
    "Names are quoted with backquotes, strings with apostrophes: `name`, 'string'.",
  ],
  unfinishedString: ['PARSE_UNFINISHED', 'Encountered "<EOF>" inside a string'],
  unfinishedName: ['PARSE_UNFINISHED', 'Encountered "<EOF>" inside a quoted name'],
  unfinishedComment: ['PARSE_UNFINISHED', 'Encountered "<EOF>" inside a comment'],
  emptyName: ['PARSE_SYNTAX', 'A quoted name is empty'],
};

export class Cursor {
  protected readonly text: string;
  protected position = 0;
  private depth = 0;
  private readonly kinds: readonly number[];
  private readonly words: readonly string[];
  private readonly starts: readonly number[];
  private readonly ends: readonly number[];
  private trace: Trace | undefined;

  constructor(
    private readonly tokens: Tokens,
    private readonly file: string | undefined,
  ) {
    this.text = tokens.text;
    this.kinds = tokens.kinds;
    this.words = tokens.words;
    this.starts = tokens.starts;
    this.ends = tokens.ends;
  }

  /* Positions. */

  get index(): number {
    return this.position;
  }

  moveTo(position: number): void {
    this.position = position;
    this.depth = 0;
  }

  traceWith(trace: Trace | undefined): void {
    this.trace = trace;
  }

  /** Where the token at hand starts. */
  get start(): number {
    return this.starts[this.position] as number;
  }

  /** Where the last token read ends. */
  get end(): number {
    return this.position === 0 ? 0 : (this.ends[this.position - 1] as number);
  }

  get tokenCount(): number {
    return this.kinds.length;
  }

  startOf(position: number): number {
    return this.starts[position] as number;
  }

  endOf(position: number): number {
    return this.ends[position] as number;
  }

  /** The text of the token at hand. */
  protected source(): string {
    return this.text.slice(this.start, this.ends[this.position] as number);
  }

  /** Reads a `raw` token: its text. */
  rawText(): string {
    const text = this.source();
    this.position++;
    return text;
  }

  /* Looking. */

  get kind(): number {
    return this.kinds[this.position] as number;
  }

  /** The canonical keyword or operator at hand, `''` for names and literals. */
  get word(): string {
    return this.words[this.position] as string;
  }

  /** The word some tokens ahead. */
  wordAfter(distance: number): string {
    return this.words[this.position + distance] ?? '';
  }

  kindAfter(distance: number): number {
    return this.kinds[this.position + distance] ?? tokenKind.end;
  }

  at(word: Word): boolean {
    if (this.words[this.position] === word) return true;
    if (this.trace !== undefined) this.note(word);
    return false;
  }

  /** Whether the next two tokens are these. */
  atBoth(first: Word, second: Word): boolean {
    return this.at(first) && this.words[this.position + 1] === second;
  }

  /** Notes for error messages what would have fitted here. */
  note(expected: string): void {
    const { trace } = this;
    if (trace === undefined) return;
    if (trace.position === this.position) {
      trace.expected.add(expected);
      trace.near.add(expected);
    } else if (trace.position === this.position + 1) {
      trace.nearBefore.add(expected);
    }
  }

  /** Words that would fit here too, for "did you mean" only: a phrase stands for them. */
  noteNear(words: readonly string[]): void {
    const { trace } = this;
    if (trace === undefined) return;
    if (trace.position === this.position) for (const word of words) trace.near.add(word);
    else if (trace.position === this.position + 1)
      for (const word of words) trace.nearBefore.add(word);
  }

  /** Whether an identifier starts here. */
  atName(): boolean {
    const kind = this.kinds[this.position] as number;
    if (kind === tokenKind.name || kind === tokenKind.quotedName) return true;
    this.note('a name');
    return false;
  }

  isNameAt(position: number): boolean {
    const kind = this.kinds[position] ?? tokenKind.end;
    return kind === tokenKind.name || kind === tokenKind.quotedName;
  }

  atEnd(): boolean {
    return this.kinds[this.position] === tokenKind.end;
  }

  /* Reading. */

  advance(): void {
    if (this.kinds[this.position] === tokenKind.bad) this.unexpected();
    this.position++;
  }

  accept(word: Word): boolean {
    if (this.words[this.position] === word) {
      this.position++;
      return true;
    }
    if (this.trace !== undefined) this.note(word);
    return false;
  }

  /** Reads two words or none. */
  acceptBoth(first: Word, second: Word): boolean {
    if (!this.atBoth(first, second)) return false;
    this.position += 2;
    return true;
  }

  expect(word: Word): void {
    if (!this.accept(word)) this.unexpected();
  }

  /** Reads one of several words. */
  expectOne<W extends Word>(...words: readonly W[]): W {
    for (const word of words) if (this.accept(word)) return word;
    return this.unexpected();
  }

  expectAll(...words: readonly Word[]): void {
    for (const word of words) this.expect(word);
  }

  /** `item, item, …`; at least one. */
  list<T>(item: () => T): T[] {
    const items = [item()];
    while (this.accept(',')) items.push(item());
    return items;
  }

  /** `(item, …)`; at least one. */
  parenthesized<T>(item: () => T): T[] {
    this.expect('(');
    const items = this.list(item);
    this.expect(')');
    return items;
  }

  /* Names. */

  identifier(): Identifier {
    const kind = this.kinds[this.position];
    const start = this.starts[this.position] as number;
    const end = this.ends[this.position] as number;
    if (kind === tokenKind.name) {
      this.position++;
      return { kind: 'identifier', name: this.text.slice(start, end), quoted: false, start, end };
    }
    if (kind === tokenKind.quotedName) {
      this.position++;
      const inner = this.text.slice(start + 1, end - 1);
      const name = inner.includes('`') ? inner.replaceAll('``', '`') : inner;
      return { kind: 'identifier', name, quoted: true, start, end };
    }
    this.note('a name');
    return this.unexpected();
  }

  identifiers(): Identifier[] {
    return this.parenthesized(() => this.identifier());
  }

  objectName(): ObjectName {
    const parts = [this.identifier()];
    while (this.accept('.')) parts.push(this.identifier());
    return { kind: 'name', parts, start: (parts[0] as Identifier).start, end: this.end };
  }

  /** A non-negative whole number below 2^31, as a clause wants it. */
  wholeNumber(): number {
    if (this.kind !== tokenKind.number) {
      this.note('a number');
      return this.unexpected();
    }
    const text = this.source();
    const value = Number(text);
    if (!/^\d+$/.test(text) || value > 0x7fffffff) {
      return this.fail('PARSE_LITERAL', `A whole number below 2147483648 must stand here`);
    }
    this.position++;
    return value;
  }

  /* Depth. */

  enter(): void {
    if (++this.depth > MAX_NESTING) {
      this.fail('PARSE_TOO_LARGE', `The statement nests deeper than ${MAX_NESTING} levels`);
    }
  }

  leave(): void {
    this.depth--;
  }

  /* Errors. */

  /** The token at hand fits nothing. */
  unexpected(): never {
    const complaint = this.tokens.complaints.get(this.position);
    if (complaint !== undefined) {
      const [code, reason, hint] = complaints[complaint];
      const place = this.placeOf(this.start, this.ends[this.position] as number);
      throw new MillraceError(code, reason, hint === undefined ? { place } : { place, hint });
    }
    throw new Unexpected(this.position);
  }

  /** An error about the token at hand, or about `[start, end)`. */
  fail(code: ErrorCode, reason: string, start?: number, end?: number, hint?: string): never {
    const from = start ?? this.start;
    const place = this.placeOf(from, end ?? (this.ends[this.position] as number));
    throw new MillraceError(code, reason, hint === undefined ? { place } : { place, hint });
  }

  private placeOf(start: number, end: number): Place {
    return placeAt(this.text, start, end, this.file);
  }

  /** What the trace has found, as the error for the user. */
  unexpectedError(trace: Trace): MillraceError {
    const { position, expected, near, nearBefore } = trace;
    const start = this.starts[position] as number;
    const end = this.ends[position] as number;
    const atEnd = this.kinds[position] === tokenKind.end;
    const found = atEnd ? '<EOF>' : shorten(this.text.slice(start, end));
    const reason = `Encountered "${found}"${this.reservedText(position)}${expectedText(expected)}`;
    const hint = this.hintAt(position, near, false) ?? this.hintAt(position - 1, nearBefore, true);
    const place = this.placeOf(start, end);
    const detail = hint === undefined ? { place } : { place, hint };
    return new MillraceError(atEnd ? 'PARSE_UNFINISHED' : 'PARSE_SYNTAX', reason, detail);
  }

  private reservedText(position: number): string {
    return this.kinds[position] === tokenKind.reserved ? ', a reserved word' : '';
  }

  private hintAt(
    position: number,
    expected: ReadonlySet<string>,
    before: boolean,
  ): string | undefined {
    const kind = this.kinds[position];
    const isWord = kind === tokenKind.name || kind === tokenKind.reserved;
    if (!isWord) return undefined;
    const word = this.text.slice(this.starts[position], this.ends[position]);
    const keywords = [...expected].filter((one) => /^[A-Z]{2}/.test(one));
    if (keywords.includes(word.toUpperCase())) return undefined;
    const meant = nearest(word, keywords);
    if (meant !== undefined) {
      const where = before ? ` instead of '${word}'` : '';
      return `Did you mean '${meant}'${where}?`;
    }
    if (kind !== tokenKind.reserved || !expected.has('a name')) return undefined;
    return `To use it as a name, quote it: \`${word}\`.`;
  }
}

const LONGEST_SHOWN = 40;
const MOST_SHOWN = 12;

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > LONGEST_SHOWN ? `${line.slice(0, LONGEST_SHOWN)}…` : line;
}

function expectedText(expected: ReadonlySet<string>): string {
  if (expected.size === 0) return '';
  const sorted = [...expected].sort();
  const phrases = sorted.filter((one) => one.startsWith('a'));
  const words = sorted.filter((one) => /^[A-Z]/.test(one));
  const operators = sorted.filter((one) => !/^[A-Za-z]/.test(one)).map((one) => `"${one}"`);
  const all = [...phrases, ...words, ...operators];
  const shown = all.slice(0, MOST_SHOWN);
  const more = all.length > shown.length ? ', …' : '';
  return `; expected ${all.length === 1 ? '' : 'one of '}${shown.join(', ')}${more}`;
}
