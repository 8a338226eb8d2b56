/**
 * Splits a text into tokens, once, from front to back, by character codes.
 *
 * A token is a kind, a word and two offsets, held in four parallel arrays. The word is what the
 * parser compares: the canonical spelling of a keyword or of an operator; names, numbers and
 * strings have the empty word, and a quoted name is never a keyword. Values are decoded by the
 * parser from the offsets.
 *
 * The lexer never throws: a character or an end that fits nothing becomes a token of kind `bad`,
 * whose complaint the parser raises when it gets there. The last token is of kind `end`.
 *
 * `SET key = value` and `RESET key` without quotes, the old spelling of the SQL client, are made of
 * keys and values that are no tokens of SQL; at the start of a statement they become `raw` tokens.
 */
import { findKeyword, keywordAt, reservedSlot } from './keyword.js';

export const tokenKind = {
  end: 0,
  operator: 1,
  /** A reserved word. */
  reserved: 2,
  /** An unquoted name, contextual keywords included. */
  name: 3,
  quotedName: 4,
  number: 5,
  /** `'…'` */
  string: 6,
  /** `_charset'…'` or `N'…'` */
  charsetString: 7,
  /** `U&'…'` */
  unicodeString: 8,
  /** `X'…'` */
  binary: 9,
  /** A key or value of the old SET and RESET. */
  raw: 10,
  bad: 11,
} as const;

/** What is wrong with a `bad` token. */
export type Complaint =
  | 'character'
  | 'doubleQuote'
  | 'unfinishedString'
  | 'unfinishedName'
  | 'unfinishedComment'
  | 'emptyName';

export class Tokens {
  readonly kinds: number[] = [];
  readonly words: string[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly complaints = new Map<number, Complaint>();

  constructor(readonly text: string) {}

  push(kind: number, word: string, start: number, end: number): void {
    this.kinds.push(kind);
    this.words.push(word);
    this.starts.push(start);
    this.ends.push(end);
  }
}

/* Classes of the ASCII characters. */
const OTHER = 0;
const SPACE = 1;
const LETTER = 2;
const DIGIT = 3;
const OPERATOR = 4;

const classes = new Uint8Array(128);
for (const code of [9, 10, 11, 12, 13, 32]) classes[code] = SPACE;
for (let code = 65; code <= 90; code++) classes[code] = classes[code + 32] = LETTER;
for (let code = 48; code <= 57; code++) classes[code] = DIGIT;
classes[95] = LETTER;
classes[36] = LETTER;
for (const operator of '()+-*/%,;.=<>!|[]{}?:^&~@') classes[operator.charCodeAt(0)] = OPERATOR;

const operatorWords: string[] = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

const QUOTE = 39;
const BACKQUOTE = 96;
const beyondAscii = /^[\p{L}\p{M}\p{Nl}\p{Nd}\p{Pc}]$/u;
const beyondAsciiSpace = /^\s$/u;

/** @param from where to begin; offsets count in the whole text */
export function tokenize(text: string, from = 0): Tokens {
  const lexer = new Lexer(text, from);
  lexer.run();
  return lexer.tokens;
}

class Lexer {
  readonly tokens: Tokens;
  /** Inside a hint, where the end of a comment is a token. */
  private inHint = false;
  private statementStart = true;

  constructor(
    private readonly text: string,
    private position: number,
  ) {
    this.tokens = new Tokens(text);
  }

  run(): void {
    const { text } = this;
    const { length } = text;
    while (this.position < length) {
      const code = text.charCodeAt(this.position);
      const kind = code < 128 ? (classes[code] as number) : OTHER;
      if (kind === SPACE) this.position++;
      else if (kind === LETTER) this.word(code);
      else if (kind === DIGIT) this.number();
      else if (kind === OPERATOR) this.operator(code);
      else if (code === QUOTE) this.string(tokenKind.string, this.position);
      else if (code === BACKQUOTE) this.quotedName();
      else this.other(code);
    }
    this.tokens.push(tokenKind.end, '', length, length);
  }

  private push(kind: number, word: string, start: number): void {
    this.tokens.push(kind, word, start, this.position);
    this.statementStart = false;
  }

  private bad(complaint: Complaint, start: number): void {
    this.tokens.complaints.set(this.tokens.kinds.length, complaint);
    this.push(tokenKind.bad, '', start);
  }

  /** Moves over letters, digits, `_`, `$` and letters beyond ASCII. */
  private skipWord(): void {
    const { text } = this;
    let { position } = this;
    for (;;) {
      const code = text.charCodeAt(position);
      if (code < 128) {
        const kind = classes[code] as number;
        if (kind !== LETTER && kind !== DIGIT) break;
        position++;
      } else {
        const size = this.letterSize(position);
        if (size === 0) break;
        position += size;
      }
    }
    this.position = position;
  }

  /** UTF-16 units of the letter beyond ASCII at a position, 0 when there is none. */
  private letterSize(position: number): number {
    const point = this.text.codePointAt(position);
    if (point === undefined || point < 128) return 0;
    const letter = String.fromCodePoint(point);
    return beyondAscii.test(letter) ? letter.length : 0;
  }

  private word(first: number): void {
    const { text } = this;
    const start = this.position;
    this.skipWord();
    const end = this.position;
    if (text.charCodeAt(end) === QUOTE && this.prefixedString(start, end, first)) return;
    if (end - start === 1 && first === 36) {
      this.push(tokenKind.operator, '$', start);
      return;
    }
    if (first === 85 || first === 117) {
      const unicode = end - start === 1 && text.startsWith("&'", end);
      if (unicode) {
        this.position = end + 1;
        this.string(tokenKind.unicodeString, start);
        return;
      }
    }
    const atStart = this.statementStart;
    const slot = findKeyword(text, start, end);
    if (slot < 0) {
      this.push(tokenKind.name, '', start);
      return;
    }
    const word = keywordAt(slot);
    this.push(reservedSlot(slot) ? tokenKind.reserved : tokenKind.name, word, start);
    if (atStart && (word === 'SET' || word === 'RESET')) this.oldOption(word === 'SET');
  }

  /** `X'…'`, `N'…'`, `_utf8'…'`. */
  private prefixedString(start: number, end: number, first: number): boolean {
    if (first === 95 && end - start > 1) {
      this.string(tokenKind.charsetString, start);
      return true;
    }
    if (end - start !== 1) return false;
    const upper = first & 0xdf;
    if (upper === 88) this.string(tokenKind.binary, start);
    else if (upper === 78) this.string(tokenKind.charsetString, start);
    else return false;
    return true;
  }

  /** From the opening quote at the position to the closing one; doubled quotes are inside. */
  private string(kind: number, start: number): void {
    if (this.skipQuoted("'")) this.push(kind, '', start);
    else this.bad('unfinishedString', start);
  }

  private quotedName(): void {
    const start = this.position;
    if (!this.skipQuoted('`')) this.bad('unfinishedName', start);
    else if (this.position - start === 2) this.bad('emptyName', start);
    else this.push(tokenKind.quotedName, '', start);
  }

  private skipQuoted(quote: string): boolean {
    const { text } = this;
    let at = text.indexOf(quote, this.position + 1);
    while (at >= 0 && text[at + 1] === quote) at = text.indexOf(quote, at + 2);
    this.position = at < 0 ? text.length : at + 1;
    return at >= 0;
  }

  private digits(): void {
    const { text } = this;
    let { position } = this;
    for (let code = text.charCodeAt(position); code >= 48 && code <= 57; ) {
      code = text.charCodeAt(++position);
    }
    this.position = position;
  }

  /** `1`, `1.`, `1.5`, `.5`, each with an exponent. */
  private number(): void {
    const { text } = this;
    const start = this.position;
    this.digits();
    if (text.charCodeAt(this.position) === 46) {
      this.position++;
      this.digits();
    }
    const exponent = text.charCodeAt(this.position) & 0xdf;
    if (exponent === 69) {
      let at = this.position + 1;
      const sign = text.charCodeAt(at);
      if (sign === 43 || sign === 45) at++;
      const digit = text.charCodeAt(at);
      if (digit >= 48 && digit <= 57) {
        this.position = at;
        this.digits();
      }
    }
    this.push(tokenKind.number, '', start);
  }

  private operator(code: number): void {
    const { text } = this;
    const start = this.position;
    const next = text.charCodeAt(start + 1);
    if (next === code && (code === 45 || code === 47)) {
      this.lineComment();
      return;
    }
    if (code === 47 && next === 42) {
      this.comment(start);
      return;
    }
    if (code === 46 && next >= 48 && next <= 57) {
      this.number();
      return;
    }
    const word = this.inHint && code === 42 && next === 47 ? '*/' : twoCharacters(code, next);
    if (word === '') {
      this.position = start + 1;
      this.push(tokenKind.operator, operatorWords[code] as string, start);
      if (code === 59) {
        this.statementStart = true;
        this.inHint = false;
      }
      return;
    }
    this.position = start + 2;
    this.push(tokenKind.operator, word, start);
    if (word === '*/') this.inHint = false;
  }

  /** `--` or `//`, as Flink's lexer has both. */
  private lineComment(): void {
    const end = this.text.indexOf('\n', this.position);
    this.position = end < 0 ? this.text.length : end;
  }

  private comment(start: number): void {
    const { text } = this;
    if (text.charCodeAt(start + 2) === 43) {
      this.position = start + 3;
      this.inHint = true;
      this.push(tokenKind.operator, '/*+', start);
      return;
    }
    const end = text.indexOf('*/', start + 2);
    this.position = end < 0 ? text.length : end + 2;
    if (end < 0) this.bad('unfinishedComment', start);
  }

  private other(code: number): void {
    const start = this.position;
    if (code >= 128) {
      const size = this.letterSize(start);
      if (size > 0) {
        this.skipWord();
        this.push(tokenKind.name, '', start);
        return;
      }
      if (code === 0xfeff || beyondAsciiSpace.test(String.fromCharCode(code))) {
        this.position++;
        return;
      }
    }
    const point = this.text.codePointAt(start) as number;
    this.position += point > 0xffff ? 2 : 1;
    this.bad(code === 34 ? 'doubleQuote' : 'character', start);
  }

  /** The unquoted key (and value, up to the end of the statement or line) behind SET or RESET. */
  private oldOption(hasValue: boolean): void {
    const { text } = this;
    const key = this.skipBlanks(this.position);
    let end = key;
    while (isKeyCharacter(text.charCodeAt(end))) end++;
    if (end === key) return;
    if (!hasValue) {
      this.position = end;
      this.push(tokenKind.raw, '', key);
      return;
    }
    const equals = this.skipBlanks(end);
    if (text.charCodeAt(equals) !== 61) return;
    this.tokens.push(tokenKind.raw, '', key, end);
    this.tokens.push(tokenKind.operator, '=', equals, equals + 1);
    this.position = equals + 1;
    const value = this.skipBlanks(equals + 1);
    if (text.charCodeAt(value) === QUOTE) return;
    let last = value;
    for (let at = value; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 59 || code === 10 || (code === 45 && text.charCodeAt(at + 1) === 45)) break;
      if (classes[code] !== SPACE) last = at + 1;
    }
    if (last === value) return;
    this.position = last;
    this.push(tokenKind.raw, '', value);
  }

  private skipBlanks(from: number): number {
    let at = from;
    while (classes[this.text.charCodeAt(at)] === SPACE) at++;
    return at;
  }
}

function isKeyCharacter(code: number): boolean {
  const kind = code < 128 ? classes[code] : OTHER;
  return kind === LETTER || kind === DIGIT || code === 46 || code === 45;
}

/** The canonical operator of two characters, empty when the first stands alone. */
function twoCharacters(code: number, next: number): string {
  switch (code) {
    case 60: // <
      return next === 61 ? '<=' : next === 62 ? '<>' : '';
    case 62: // >
      return next === 61 ? '>=' : '';
    case 33: // !
      return next === 61 ? '<>' : '';
    case 124: // |
      return next === 124 ? '||' : '';
    case 61: // =
      return next === 62 ? '=>' : '';
    default:
      return '';
  }
}
