/**
 * Splits a text of any dialect into tokens, by the dialect's quotes and comments: to find the ends
 * of statements, to hide what the library would mangle (`mask.ts`), and to hold it to every token
 * (`ledger.ts`). Strings and quoted names are decoded here, since only here their dialect's rules
 * are applied.
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { Span } from '../parser/ast/node.js';
import { placeAt } from '../parser/place.js';
import type { Dialect } from './dialects.js';

export interface Token extends Span {
  readonly kind: 'word' | 'quotedName' | 'string' | 'number' | 'symbol';
  /** Decoded strings and quoted names; else as written. */
  readonly text: string;
}

const word = /[\p{L}_][\p{L}\p{M}\p{N}_$]*/uy;
const number = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const dollarTag = /\$(?:[A-Za-z_]\w*)?\$/y;
const symbol = /::|<=>|==|<=|>=|<>|!=|\|\||&&|->>|->|=>|:=|!~\*|!~|~\*|[^\s\w]/uy;

const escapes: Readonly<Record<string, string>> = {
  '0': '\0',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  Z: '\x1a',
};

export class Scanner {
  readonly tokens: Token[] = [];
  #at: number;

  constructor(
    private readonly dialect: Dialect,
    private readonly text: string,
    private readonly file?: string,
    from = 0,
  ) {
    this.#at = from;
  }

  /**
   * Reads tokens up to a semicolon or the end of the text; the semicolon is passed, but no token.
   * @returns whether a semicolon was met
   * @throws PARSE_UNFINISHED for a string, name or comment that does not end
   */
  statement(): boolean {
    const { text } = this;
    while (this.#at < text.length) {
      const character = text[this.#at] as string;
      if (/\s/.test(character)) this.#at++;
      else if (character === ';') {
        this.#at++;
        return true;
      } else if (!this.#comment()) this.#token(character);
    }
    return false;
  }

  get position(): number {
    return this.#at;
  }

  #token(character: string): void {
    const { dialect, text } = this;
    if (this.#quoted(character)) return;
    if (dialect.dollarStrings && this.#dollarString()) return;
    if (this.#match(number, 'number') || this.#match(word, 'word')) return;
    if (this.#match(symbol, 'symbol')) return;
    const start = this.#at++;
    this.tokens.push({ kind: 'symbol', text: text[start] as string, start, end: this.#at });
  }

  /** A string or a quoted name. */
  #quoted(character: string): boolean {
    const { dialect, text } = this;
    const start = this.#at;
    const quoted = text[start + 1] ?? '';
    if (
      dialect.stringPrefixes.includes(character.toUpperCase()) &&
      dialect.stringQuotes.includes(quoted) &&
      quoted !== ''
    ) {
      this.#at++;
      this.#string(quoted, start, character.toUpperCase());
    } else if (dialect.stringQuotes.includes(character)) this.#string(character, start, '');
    else if (dialect.nameQuotes.includes(character)) this.#name(character);
    else return false;
    return true;
  }

  #match(pattern: RegExp, kind: Token['kind']): boolean {
    pattern.lastIndex = this.#at;
    const [text] = pattern.exec(this.text) ?? [];
    if (text === undefined) return false;
    this.tokens.push({ kind, text, start: this.#at, end: this.#at + text.length });
    this.#at += text.length;
    return true;
  }

  #comment(): boolean {
    const { dialect, text } = this;
    const start = this.#at;
    if (dialect.lineComments.some((opening) => text.startsWith(opening, start))) {
      const end = text.indexOf('\n', start);
      this.#at = end < 0 ? text.length : end;
      return true;
    }
    if (!text.startsWith('/*', start)) return false;
    if (text[start + 2] === '+' || text[start + 2] === '!') {
      const reason = 'Comments that are read, hints among them, have no counterpart';
      const place = placeAt(text, start, start + 3, this.file);
      throw new MillraceError('PLAN_UNSUPPORTED', reason, { place });
    }
    let depth = 1;
    this.#at += 2;
    while (depth > 0) {
      const end = text.indexOf('*/', this.#at);
      if (end < 0) throw this.#unfinished(start, 'a comment');
      const inner = dialect.nestedComments ? text.indexOf('/*', this.#at) : -1;
      depth += inner >= 0 && inner < end ? 1 : -1;
      this.#at = (inner >= 0 && inner < end ? inner : end) + 2;
    }
    return true;
  }

  /** From the quote on; `start` is before its prefix. */
  #string(quote: string, start: number, prefix: string): void {
    const { dialect, text } = this;
    const before = this.tokens.at(-1);
    if (before?.kind === 'word' && before.end === start) {
      const reason = `The prefix '${before.text}' of a string has no counterpart`;
      const place = placeAt(text, before.start, before.end, this.file);
      throw new MillraceError('PLAN_UNSUPPORTED', reason, { place });
    }
    const escaped = prefix !== 'R' && (dialect.backslash || prefix === 'E');
    const triple = dialect.tripleQuotes && text.startsWith(quote.repeat(3), this.#at);
    const closing = triple ? quote.repeat(3) : quote;
    let value = '';
    this.#at += closing.length;
    for (;;) {
      const character = text[this.#at];
      if (character === undefined) throw this.#unfinished(start, 'a string');
      if (character === '\\' && (escaped || prefix === 'R')) {
        value += escaped ? this.#escape() : text.slice(this.#at, this.#at + 2);
        this.#at += 2;
      } else if (text.startsWith(closing, this.#at)) {
        this.#at += closing.length;
        if (triple || dialect.tripleQuotes || text[this.#at] !== quote) break;
        value += quote;
        this.#at++;
      } else {
        value += character;
        this.#at++;
      }
    }
    this.tokens.push({ kind: 'string', text: value, start, end: this.#at });
  }

  /** What `\x` at hand stands for. LIKE reads `\%` and `\_` itself. */
  #escape(): string {
    const next = this.text[this.#at + 1] ?? '';
    if (/[xuU0-7]/.test(next) && !(next === '0' && !/[0-7]/.test(this.text[this.#at + 2] ?? ''))) {
      const place = placeAt(this.text, this.#at, this.#at + 2, this.file);
      const reason = 'Escapes by number in strings have no counterpart';
      const hint = 'Write the character itself.';
      throw new MillraceError('PLAN_UNSUPPORTED', reason, { place, hint });
    }
    if (next === '%' || next === '_') return `\\${next}`;
    return escapes[next] ?? next;
  }

  #dollarString(): boolean {
    const start = this.#at;
    dollarTag.lastIndex = start;
    const [tag] = dollarTag.exec(this.text) ?? [];
    if (tag === undefined) return false;
    const end = this.text.indexOf(tag, start + tag.length);
    if (end < 0) throw this.#unfinished(start, 'a string');
    this.#at = end + tag.length;
    const text = this.text.slice(start + tag.length, end);
    this.tokens.push({ kind: 'string', text, start, end: this.#at });
    return true;
  }

  #name(opening: string): void {
    const { text } = this;
    const start = this.#at;
    const closing = opening === '[' ? ']' : opening;
    let end = text.indexOf(closing, start + 1);
    while (end >= 0 && text[end + 1] === closing) end = text.indexOf(closing, end + 2);
    if (end < 0) throw this.#unfinished(start, 'a quoted name');
    this.#at = end + 1;
    const name = text.slice(start + 1, end).replaceAll(closing + closing, closing);
    this.tokens.push({ kind: 'quotedName', text: name, start, end: this.#at });
  }

  #unfinished(start: number, what: string): MillraceError {
    const place = placeAt(this.text, start, this.text.length, this.file);
    return new MillraceError('PARSE_UNFINISHED', `Encountered "<EOF>" inside ${what}`, { place });
  }
}
