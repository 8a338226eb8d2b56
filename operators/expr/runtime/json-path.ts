/**
 * JSON paths as Flink reads them (those of Jayway's library): `$`, `.name`, `['name', …]`, `[0,
 * 1]`, `[1:3]`, `*`, `..`, filters `[?(…)]` and a function at the end. Compiled paths are kept.
 */

import { Compiled } from './compiled.js';
import { readFilter, unescaped } from './json-path-filter.js';
import { type JsonPath, JsonPathError, PATH_FUNCTIONS, type PathToken } from './json-path-token.js';
import { UnsupportedRegex } from './unsupported-regex.js';

const paths = new Compiled(compiled);

/**
 * @throws JsonPathError
 * @throws UnsupportedRegex a filter's regular expression, or another part, that is not translated
 */
export function jsonPath(text: string): JsonPath {
  const path = paths.get(text);
  if (path instanceof JsonPathError) throw path;
  return path;
}

function compiled(text: string): JsonPath | JsonPathError {
  try {
    const rooted = /^[$@]/.test(text) ? text : `$.${text}`;
    return pathOf(new PathReader(rooted.replace(/ +$/, '')).path());
  } catch (error) {
    if (error instanceof JsonPathError) return error;
    throw error;
  }
}

function pathOf(tokens: readonly PathToken[]): JsonPath {
  const open = tokens.findIndex((token, i) => !isDefinite(token, i === tokens.length - 1));
  const definite = open < 0;
  return { tokens, definite, definiteTokens: definite ? tokens.length : open };
}

/** Several names at the end give one object. */
function isDefinite(token: PathToken, last: boolean): boolean {
  if (token.kind === 'names') return token.names.length === 1 || last;
  return token.kind === 'function' || (token.kind === 'indexes' && token.indexes.length === 1);
}

const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/s.source;
/** `['a', "b"]`; its first group is the list. */
const NAME_LIST = new RegExp(`^\\[\\s*((?:${QUOTED})(?:\\s*,\\s*(?:${QUOTED}))*)\\s*\\]`, 's');

class PathReader {
  #at = 1;
  readonly #tokens: PathToken[] = [];

  constructor(readonly text: string) {}

  path(): readonly PathToken[] {
    while (this.#at < this.text.length) this.#token();
    return this.#tokens;
  }

  #token(): void {
    const { text } = this;
    if (text[this.#at] === '[') {
      this.#bracket();
      return;
    }
    if (text[this.#at] !== '.') this.#fail();
    const scans = text[this.#at + 1] === '.';
    this.#at += scans ? 2 : 1;
    if (scans) this.#tokens.push({ kind: 'scan' });
    const next = text[this.#at];
    if (next === '[') {
      this.#bracket();
    } else if (next === '*') {
      this.#at++;
      this.#tokens.push({ kind: 'all' });
    } else {
      this.#property();
    }
  }

  #property(): void {
    const rest = this.text.slice(this.#at);
    const name = /^[^.[( *][^.[( ]*/.exec(rest)?.[0];
    if (name === undefined) this.#fail();
    this.#at += name.length;
    if (this.text[this.#at] === ' ') this.#fail();
    if (this.text[this.#at] !== '(') {
      this.#tokens.push({ kind: 'names', names: [name] });
      return;
    }
    this.#call(name, rest.slice(name.length));
  }

  #call(name: string, rest: string): void {
    const match = /^\(\s*(-?\d*)\s*\)$/.exec(rest);
    const scans = this.#tokens.some(({ kind }) => kind === 'scan');
    if (match === null || scans || name === 'concat' || name === 'append') {
      throw new UnsupportedRegex(`the JSON path function ${name}${rest}`);
    }
    const found = PATH_FUNCTIONS.find((known) => known === name);
    if (found === undefined) this.#fail();
    this.#tokens.push({ kind: 'function', name: found, argument: Number(match[1]) });
    this.#at = this.text.length;
  }

  #bracket(): void {
    const { text } = this;
    const inner = /^\[\s*(.)/s.exec(text.slice(this.#at))?.[1];
    if (inner === "'" || inner === '"') {
      this.#names();
    } else if (inner === '?') {
      const { filter, end } = readFilter(text, this.#at, jsonPath);
      this.#tokens.push({ kind: 'filter', filter });
      this.#at = end;
    } else {
      this.#positionsAt();
    }
  }

  #positionsAt(): void {
    const { text } = this;
    const close = text.indexOf(']', this.#at);
    if (close < 0) this.#fail();
    this.#tokens.push(this.#positions(text.slice(this.#at + 1, close).trim()));
    this.#at = close + 1;
  }

  #names(): void {
    const match = NAME_LIST.exec(this.text.slice(this.#at));
    if (match === null) this.#fail();
    const names = (match[1] as string).match(new RegExp(QUOTED, 'gs')) ?? [];
    this.#tokens.push({ kind: 'names', names: names.map((name) => unescaped(name.slice(1, -1))) });
    this.#at += match[0].length;
  }

  #positions(inner: string): PathToken {
    if (inner === '*') return { kind: 'all' };
    if (!/^[\d,:\- ]+$/.test(inner)) this.#fail();
    if (inner.includes(':')) {
      const [from = '', to = ''] = inner.split(':').map((part) => part.trim());
      if (from === '' && to === '') this.#fail();
      return { kind: 'slice', from: this.#index(from), to: this.#index(to) };
    }
    const indexes = inner.split(/\s*,\s*/).map((part) => this.#index(part) ?? this.#fail());
    return { kind: 'indexes', indexes };
  }

  #index(text: string): number | undefined {
    if (text === '') return undefined;
    return /^-?\d+$/.test(text) ? Number(text) : this.#fail();
  }

  #fail(): never {
    throw new JsonPathError(`'${this.text}' is no JSON path (position ${this.#at + 1})`);
  }
}
