/**
 * Java's regular expressions by JavaScript's. A pattern is translated once (`java-pattern.ts`) and
 * kept. Groups are numbered as in the pattern, whatever groups the translation adds.
 */
import { Compiled } from './compiled.js';
import { translate } from './java-pattern.js';

export class JavaRegex {
  readonly #regex: RegExp;
  /** By group of the pattern, the group of the translation. */
  readonly #groups: readonly number[];

  /** @throws UnsupportedRegex, SyntaxError */
  constructor(pattern: string) {
    const { source, flags, groups } = translate(pattern);
    this.#regex = new RegExp(source, `g${flags}`);
    this.#groups = groups;
  }

  get groupCount(): number {
    return this.#groups.length - 1;
  }

  test(text: string): boolean {
    this.#regex.lastIndex = 0;
    return this.#regex.test(text);
  }

  /** Of the first match: where it is, and a group of it; null where the group has no part. */
  find(text: string): { readonly index: number; group(number: number): string | null } | null {
    this.#regex.lastIndex = 0;
    const match = this.#regex.exec(text);
    return match && { index: match.index, group: (number) => this.#group(match, number) };
  }

  /** A group of every match. */
  all(text: string, number: number): (string | null)[] {
    this.#regex.lastIndex = 0;
    return [...text.matchAll(this.#regex)].map((match) => this.#group(match, number));
  }

  replace(text: string, replacement: string): string {
    this.#regex.lastIndex = 0;
    return text.replace(this.#regex, () => replacement);
  }

  /** What is between the matches. */
  split(text: string): string[] {
    this.#regex.lastIndex = 0;
    const parts = text.split(this.#regex);
    // JavaScript puts the groups of each match between the parts.
    const step = new RegExp(`${this.#regex.source}|`, this.#regex.flags).exec('')?.length ?? 1;
    return parts.filter((_, i) => i % step === 0);
  }

  /** What is before the first match, and all behind it. */
  splitOnce(text: string): string[] {
    this.#regex.lastIndex = 0;
    const match = this.#regex.exec(text);
    if (match === null || (match[0] === '' && match.index === 0)) return this.split(text);
    return [text.slice(0, match.index), text.slice(match.index + match[0].length)];
  }

  #group(match: RegExpExecArray | RegExpMatchArray, number: number): string | null {
    return match[this.#groups[number] ?? -1] ?? null;
  }
}

const regexes = new Compiled((pattern) => new JavaRegex(pattern));

/**
 * @throws UnsupportedRegex a construct that cannot be translated
 * @throws SyntaxError the pattern is none
 */
export function javaRegex(pattern: string): JavaRegex {
  return regexes.get(pattern);
}
