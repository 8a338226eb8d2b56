/**
 * Filters of JSON paths: `[?(@.price < 10 && !(@.sold == true))]`. Operands are paths from the
 * element (`@`) or the document (`$`), strings, numbers, TRUE, FALSE and NULL; `=~ /…/i` matches a
 * whole string.
 */
import { type JavaRegex, javaRegex } from './java-regex.js';
import {
  type Comparison,
  type Filter,
  type JsonPath,
  JsonPathError,
  type Operand,
} from './json-path-token.js';
import { JsonNumber } from './json-value.js';
import { UnsupportedRegex } from './unsupported-regex.js';

/**
 * The filter that starts at `[`, and where the path goes on.
 *
 * @throws JsonPathError
 * @throws UnsupportedRegex an operator that is not run
 */
export function readFilter(
  text: string,
  start: number,
  pathOf: (text: string) => JsonPath,
): { filter: Filter; end: number } {
  return new FilterReader(text, start, pathOf).read();
}

class FilterReader {
  #at: number;

  constructor(
    readonly text: string,
    start: number,
    readonly pathOf: (text: string) => JsonPath,
  ) {
    this.#at = start;
  }

  read(): { filter: Filter; end: number } {
    this.#expect(/\s*\[\s*\?\s*\(/y);
    const filter = this.#or();
    this.#expect(/\s*\)\s*\]/y);
    return { filter, end: this.#at };
  }

  #or(): Filter {
    const parts = [this.#and()];
    while (this.#take(/\s*\|\|/y)) parts.push(this.#and());
    return parts.length === 1 ? (parts[0] as Filter) : { kind: 'or', parts };
  }

  #and(): Filter {
    const parts = [this.#term()];
    while (this.#take(/\s*&&/y)) parts.push(this.#term());
    return parts.length === 1 ? (parts[0] as Filter) : { kind: 'and', parts };
  }

  #term(): Filter {
    if (this.#take(/\s*!(?!=)/y)) return { kind: 'not', part: this.#term() };
    if (this.#take(/\s*\(/y)) {
      const inner = this.#or();
      this.#expect(/\s*\)/y);
      return inner;
    }
    const left = this.#operand();
    if (this.#take(/\s*=~/y)) {
      return { kind: 'matches', operand: left, regex: this.#regex() };
    }
    const operator = this.#take(/\s*(?:==|!=|<=|>=|<|>)/y)?.trim() as Comparison | undefined;
    if (operator !== undefined) {
      return { kind: 'compare', operator, left, right: this.#operand() };
    }
    const word = this.#take(/\s*[a-z]+/iy);
    if (word !== undefined) {
      throw new UnsupportedRegex(`the JSON path operator ${word.trim()}`);
    }
    return { kind: 'exists', operand: left };
  }

  #operand(): Operand {
    this.#take(/\s*/y);
    const path = this.#take(/[$@](?:\[[^\]]*\]|\([^)]*\)|[^\s<>=~!&|()[\]])*/y);
    if (path !== undefined) {
      return { kind: 'path', path: this.pathOf(path), fromElement: path.startsWith('@') };
    }
    const string = this.#take(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/sy);
    if (string !== undefined) {
      return { kind: 'constant', value: unescaped(string.slice(1, -1)) };
    }
    const number = this.#take(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
    if (number !== undefined) return { kind: 'constant', value: new JsonNumber(number) };
    const word = this.#take(/(?:true|false|null)\b/y);
    if (word === undefined) return this.#fail();
    return { kind: 'constant', value: word === 'null' ? null : word === 'true' };
  }

  #regex(): JavaRegex {
    const text = this.#take(/\s*\/(?:[^/\\]|\\.)*\/[a-z]*/y)?.trim();
    if (text === undefined) return this.#fail();
    const end = text.lastIndexOf('/');
    const flags = text.slice(end + 1);
    return javaRegex(`${flags === '' ? '' : `(?${flags})`}^(?:${text.slice(1, end)})$`);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #expect(pattern: RegExp): void {
    if (this.#take(pattern) === undefined) this.#fail();
  }

  #fail(): never {
    throw new JsonPathError(`'${this.text}' has no filter at position ${this.#at + 1}`);
  }
}

const CONTROLS: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Backslash escapes of names and strings. */
export function unescaped(text: string): string {
  return text.replace(/\\(?:u([\da-fA-F]{4})|(.))/gs, (_, code?: string, char?: string) =>
    code === undefined
      ? (CONTROLS[char ?? ''] ?? char ?? '')
      : String.fromCharCode(parseInt(code, 16)),
  );
}
