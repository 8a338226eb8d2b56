/**
 * Translates a pattern of Java into one of JavaScript with the flag `v`, by recursive descent. What
 * JavaScript writes otherwise is rewritten: possessive quantifiers and atomic groups are lookaheads
 * that are matched again by reference, flags inside the pattern are applied where letters, dots and
 * anchors are written, `&&` becomes an intersection of sets. What it cannot say is refused by name.
 */
import {
  classRange,
  type Folding,
  literalChar,
  predefinedClass,
  propertyClass,
} from './java-class.js';
import { UnsupportedRegex } from './unsupported-regex.js';

export interface Translation {
  readonly source: string;
  readonly flags: string;
  readonly groups: readonly number[];
}

/** @throws UnsupportedRegex, SyntaxError */
export function translate(pattern: string): Translation {
  return new Translator(pattern).run();
}

interface Flags {
  readonly ignoreCase: boolean;
  readonly unicodeCase: boolean;
  readonly dotAll: boolean;
  readonly multiline: boolean;
  readonly comments: boolean;
}

const NO_FLAGS: Flags = {
  ignoreCase: false,
  unicodeCase: false,
  dotAll: false,
  multiline: false,
  comments: false,
};

const TERMINATORS = '\\n\\r\\x85\\u2028\\u2029';
const END = '(?![\\s\\S])';
/** Before the line terminator at the end of the text, or at its end. */
const BEFORE_LAST =
  `(?:(?=\\r\\n${END})|(?<!\\r)(?=\\n${END})|` + `(?=[\\r\\x85\\u2028\\u2029]${END})|${END})`;
const LINE_END = `(?:(?<!\\r)(?=\\n)|(?=[\\r\\x85\\u2028\\u2029])|${END})`;
const LINE_START = '(?:(?<![\\s\\S])|(?<=[\\n\\x85\\u2028\\u2029]|\\r(?!\\n))(?=[\\s\\S]))';
const WORD = '[\\p{L}\\p{Nd}_]';
const BOUNDARY = `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`;
const NO_BOUNDARY = `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`;

/** What escapes of letters stand for, outside of classes. */
const ANCHORS: Readonly<Record<string, string>> = {
  A: '(?<![\\s\\S])',
  z: END,
  Z: BEFORE_LAST,
  b: BOUNDARY,
  B: NO_BOUNDARY,
  R: '(?:\\r\\n|[\\n\\v\\f\\r\\x85\\u2028\\u2029])',
};

const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, r: 13, f: 12, a: 7, e: 27 };

class Translator {
  readonly #pattern: readonly string[];
  #at = 0;
  /** Groups written so far. */
  #written = 0;
  readonly #groups: number[] = [0];
  #flags: Flags = NO_FLAGS;
  /** JavaScript's own flag serves: all of the pattern ignores case by Unicode. */
  #foldsAll = false;

  constructor(pattern: string) {
    this.#pattern = [...pattern];
    const start = /^\(\?[a-zA-Z]*\)/.exec(pattern)?.[0] ?? '';
    const later = /\(\?[a-zA-Z]*-?[a-zA-Z]*[:)]/.test(
      pattern.slice(start.length).replaceAll('(?:', ''),
    );
    this.#foldsAll = start.includes('i') && start.includes('u') && !later;
  }

  run(): Translation {
    const source = this.#alternatives();
    if (this.#at < this.#pattern.length) throw new SyntaxError("Unmatched closing ')'");
    return { source, flags: this.#foldsAll ? 'vi' : 'v', groups: this.#groups };
  }

  /** Up to the end or a closing parenthesis; flags set inside end there. */
  #alternatives(): string {
    const outer = this.#flags;
    let out = '';
    while (this.#at < this.#pattern.length && this.#peek() !== ')') {
      if (this.#skipped()) continue;
      if (this.#accept('|')) out += '|';
      else out += this.#quantified();
    }
    this.#flags = outer;
    return out;
  }

  #quantified(): string {
    const before = this.#written;
    let atom = this.#atom();
    if (atom === '') return '';
    for (;;) {
      while (this.#skipped());
      const quantifier = this.#quantifier();
      if (quantifier === '') return atom;
      if (/^\(\?<?[=!]/.test(atom)) atom = `(?:${atom})`;
      if (this.#accept('?')) atom += `${quantifier}?`;
      else if (this.#accept('+')) atom = this.#atomic(atom + quantifier, before);
      else atom += quantifier;
      if (/[*+?]/.test(this.#peek())) throw new SyntaxError('Dangling meta character');
    }
  }

  #quantifier(): string {
    const char = this.#peek();
    if (char === '*' || char === '+' || char === '?') {
      this.#at++;
      return char;
    }
    if (char !== '{') return '';
    const end = this.#pattern.indexOf('}', this.#at);
    const text = this.#pattern.slice(this.#at, end + 1).join('');
    if (!/^\{\d+(?:,\d*)?\}$/.test(text)) throw new SyntaxError('Illegal repetition');
    this.#at = end + 1;
    return text;
  }

  /**
   * Matched once and for all: groups of JavaScript are counted by their opening, so those inside
   * move by one.
   */
  #atomic(inner: string, before: number): string {
    const own = before + 1;
    const moved = inner.replaceAll(/\\\\|\(\?:\\(\d+)\)/g, (all, number?: string) =>
      number !== undefined && Number(number) >= own ? `(?:\\${Number(number) + 1})` : all,
    );
    for (const [i, group] of this.#groups.entries()) {
      if (group >= own) this.#groups[i] = group + 1;
    }
    this.#written++;
    return `(?:(?=(${moved}))(?:\\${own}))`;
  }

  #atom(): string {
    const char = this.#next();
    switch (char) {
      case '(':
        return this.#group();
      case '[':
        return this.#class();
      case '\\':
        return this.#escape();
      case '.':
        return this.#flags.dotAll ? '[\\s\\S]' : `[^${TERMINATORS}]`;
      case '^':
        return this.#flags.multiline ? LINE_START : '(?<![\\s\\S])';
      case '$':
        return this.#flags.multiline ? LINE_END : BEFORE_LAST;
      case '*':
      case '+':
      case '?':
        throw new SyntaxError(`Dangling meta character '${char}'`);
      case '{':
        throw new SyntaxError('Illegal repetition');
      default:
        return this.#literal(char.codePointAt(0) as number);
    }
  }

  #literal(code: number): string {
    return literalChar(code, this.#folding());
  }

  #folding(): Folding {
    const { ignoreCase, unicodeCase } = this.#flags;
    if (this.#foldsAll || !ignoreCase) return 'none';
    return unicodeCase ? 'unicode' : 'ascii';
  }

  #group(): string {
    if (!this.#accept('?')) {
      this.#groups.push(++this.#written);
      return `(${this.#closed()})`;
    }
    if (this.#accept('>')) {
      const before = this.#written;
      return this.#atomic(this.#closed(), before);
    }
    for (const kind of [':', '=', '!', '<=', '<!']) {
      if (this.#acceptAll(kind)) return `(?${kind}${this.#closed()})`;
    }
    if (this.#accept('<')) {
      const name = this.#until('>');
      if (!/^[a-zA-Z][a-zA-Z0-9]*$/.test(name)) throw new SyntaxError('No name of a group');
      this.#groups.push(++this.#written);
      return `(?<${name}>${this.#closed()})`;
    }
    return this.#inlineFlags();
  }

  #inlineFlags(): string {
    const outer = this.#flags;
    let on = true;
    for (;;) {
      const char = this.#next();
      if (char === '-') on = false;
      else if (char === ')') return '';
      else if (char === ':') {
        const inner = this.#closed();
        this.#flags = outer;
        return `(?:${inner})`;
      } else this.#flags = withFlag(this.#flags, char, on);
    }
  }

  /** What is left of a group, its parenthesis included. */
  #closed(): string {
    const inner = this.#alternatives();
    if (!this.#accept(')')) throw new SyntaxError('Unclosed group');
    return inner;
  }

  #escape(): string {
    const char = this.#next();
    if (char === 'Q') return this.#quoted();
    if (/[1-9]/.test(char)) return this.#reference(char);
    if (char === 'k') return this.#namedReference();
    const anchor = ANCHORS[char];
    if (anchor !== undefined) return anchor;
    return this.#set(char) ?? this.#literal(this.#code(char));
  }

  /** `\Q…\E`: at once as many atoms, the last of which a quantifier counts for. */
  #quoted(): string {
    const text = this.#quotedText();
    const last = text.at(-1);
    const head = text.slice(0, -1).map((char) => this.#literal(char.codePointAt(0) as number));
    if (last === undefined) return '(?:)';
    const tail = this.#literal(last.codePointAt(0) as number);
    return head.length === 0 ? tail : `(?:${head.join('')}${tail})`;
  }

  #quotedText(): string[] {
    const start = this.#at;
    while (this.#at < this.#pattern.length && !this.#sees('\\E')) this.#at++;
    const text = this.#pattern.slice(start, this.#at);
    this.#at = Math.min(this.#at + 2, this.#pattern.length);
    return text;
  }

  /** As many digits as there are groups for. */
  #reference(first: string): string {
    let number = Number(first);
    while (/\d/.test(this.#peek()) && number * 10 + Number(this.#peek()) < this.#groups.length) {
      number = number * 10 + Number(this.#next());
    }
    const group = this.#groups[number];
    if (group === undefined) return '(?!)';
    this.#refuseFoldedReference();
    return `(?:\\${group})`;
  }

  #refuseFoldedReference(): void {
    if (this.#folding() === 'none') return;
    throw new UnsupportedRegex('a back reference that ignores case');
  }

  #namedReference(): string {
    if (!this.#accept('<')) throw new SyntaxError('\\k is not followed by a name');
    this.#refuseFoldedReference();
    return `\\k<${this.#until('>')}>`;
  }

  /** The set of an escape; undefined where it stands for one character. */
  #set(char: string): string | undefined {
    if (char !== 'p' && char !== 'P') return predefinedClass(char);
    const name = this.#accept('{') ? this.#until('}') : this.#next();
    const negated = char === 'P' || name.startsWith('^');
    return propertyClass(name.replace(/^\^/, ''), negated, this.#folding());
  }

  /** The character of an escape. */
  #code(char: string): number {
    const control = CONTROLS[char];
    if (control !== undefined) return control;
    if (char === 'x' && this.#accept('{')) return Number.parseInt(this.#until('}'), 16);
    if (char === 'x') return this.#digits(2, 16);
    if (char === 'u') return this.#digits(4, 16);
    if (char === '0') return this.#octal();
    if (char === 'c') return (this.#next().codePointAt(0) as number) ^ 64;
    if (/[a-zA-Z]/.test(char)) throw new UnsupportedRegex(`\\${char}`);
    return char.codePointAt(0) as number;
  }

  #digits(count: number, base: number): number {
    const text = this.#pattern.slice(this.#at, this.#at + count).join('');
    if (!/^[0-9a-fA-F]+$/.test(text) || text.length < count) {
      throw new SyntaxError('Illegal hexadecimal escape');
    }
    this.#at += count;
    return Number.parseInt(text, base);
  }

  #octal(): number {
    const text = /^[0-3]?[0-7]{1,2}/.exec(
      this.#pattern.slice(this.#at, this.#at + 3).join(''),
    )?.[0];
    if (text === undefined) throw new SyntaxError('Illegal octal escape');
    this.#at += text.length;
    return Number.parseInt(text, 8);
  }

  /** Behind `[`: unions, between `&&`; `^` is of them all. */
  #class(): string {
    const negated = this.#accept('^');
    const operands: string[] = [];
    let members = '';
    let isFirst = true;
    for (;;) {
      if (this.#flags.comments && /\s/.test(this.#peek())) {
        this.#at++;
        continue;
      }
      if (this.#at >= this.#pattern.length) throw new SyntaxError('Unclosed character class');
      if (!isFirst && this.#accept(']')) break;
      if (this.#acceptAll('&&')) {
        operands.push(members);
        members = '';
      } else members += this.#member();
      isFirst = false;
    }
    operands.push(members);
    if (operands.length > 1 && operands.includes('')) throw new UnsupportedRegex('&& of nothing');
    const sets = operands.length === 1 ? members : operands.map((each) => `[${each}]`).join('&&');
    return `[${negated ? '^' : ''}${sets}]`;
  }

  #member(): string {
    if (this.#accept('[')) return this.#class();
    const from = this.#classChar();
    if (typeof from === 'string') return from;
    const next = this.#pattern[this.#at + 1];
    if (this.#peek() !== '-' || next === ']' || next === '[' || next === undefined) {
      return classRange(from, from, this.#folding());
    }
    this.#at++;
    const to = this.#classChar();
    if (typeof to === 'string' || to < from) throw new SyntaxError('Illegal character range');
    return classRange(from, to, this.#folding());
  }

  /** A character's code, or a set. */
  #classChar(): number | string {
    const char = this.#next();
    if (char !== '\\') return char.codePointAt(0) as number;
    const escaped = this.#next();
    if (escaped === 'Q') {
      const codes = this.#quotedText().map((each) => each.codePointAt(0) as number);
      return codes.map((code) => classRange(code, code, this.#folding())).join('');
    }
    return this.#set(escaped) ?? this.#code(escaped);
  }

  /** Under the flag x blanks and comments say nothing. */
  #skipped(): boolean {
    if (!this.#flags.comments) return false;
    const char = this.#peek();
    if (char === '#') {
      while (this.#at < this.#pattern.length && this.#peek() !== '\n') this.#at++;
      return true;
    }
    if (!/^\s$/.test(char)) return false;
    this.#at++;
    return true;
  }

  #peek(): string {
    return this.#pattern[this.#at] ?? '';
  }

  #next(): string {
    const char = this.#pattern[this.#at++];
    if (char === undefined) throw new SyntaxError('The pattern ends too early');
    return char;
  }

  #sees(text: string): boolean {
    return this.#pattern.slice(this.#at, this.#at + text.length).join('') === text;
  }

  #accept(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at++;
    return true;
  }

  #acceptAll(text: string): boolean {
    if (!this.#sees(text)) return false;
    this.#at += text.length;
    return true;
  }

  #until(end: string): string {
    const at = this.#pattern.indexOf(end, this.#at);
    if (at < 0) throw new SyntaxError(`${end} is missing`);
    const text = this.#pattern.slice(this.#at, at).join('');
    this.#at = at + 1;
    return text;
  }
}

function withFlag(flags: Flags, letter: string, on: boolean): Flags {
  switch (letter) {
    case 'i':
      return { ...flags, ignoreCase: on };
    case 'u':
      return { ...flags, unicodeCase: on };
    case 's':
      return { ...flags, dotAll: on };
    case 'm':
      return { ...flags, multiline: on };
    case 'x':
      return { ...flags, comments: on };
    default:
      if (letter === 'd' || letter === 'U') throw new UnsupportedRegex(`the flag ${letter}`);
      throw new SyntaxError(`Unknown inline modifier ${letter}`);
  }
}
