/**
 * The pattern of SIMILAR TO as a Java pattern over the whole text, by the rules of Flink's
 * `SqlLikeUtils`: `%` and `_` are LIKE's, a list in brackets may hold `[:ALPHA:]` and its like, and
 * what is special to Java but not to SQL stands for itself, but for `.` and `^`, which Flink hands
 * to Java as they are. A pattern that is none fails the row.
 */
import { fail, type Site } from './failure.js';

const SPECIAL = '[]()|^-+*_%?{}';

const CLASSES: Readonly<Record<string, string>> = {
  alpha: '\\p{Alpha}',
  upper: '\\p{Upper}',
  lower: '\\p{Lower}',
  digit: '\\d',
  space: ' ',
  whitespace: '\\s',
  alnum: '\\p{Alnum}',
};

/** @throws DATA_EXPRESSION */
export function similarPattern(
  pattern: string,
  escapeChar: string | undefined,
  site: Site,
): string {
  if (escapeChar !== undefined && escapeChar.length !== 1) {
    fail(site, `The escape of SIMILAR TO must be one character, found '${escapeChar}'`);
  }
  checkEscape(pattern, escapeChar, site);
  let out = '';
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i] as string;
    if (char === escapeChar) out += escaped(pattern, i++, site);
    else if (char === '%') out += '[\\s\\S]*';
    else if (char === '_') out += '.';
    else if (char === '\\' || char === '$') out += `\\${char}`;
    else if (char === '[') {
      const list = readList(pattern, i, escapeChar, site);
      out += list.text;
      i = list.end;
    } else if (char === ']') failPattern(pattern, site);
    else out += char;
  }
  return `\\A(?:${out})\\z`;
}

/** @throws DATA_EXPRESSION */
export function failPattern(pattern: string, site: Site): never {
  return fail(site, `Invalid regular expression '${pattern}'`);
}

/** A colon escapes only in a pattern with a class, by the standard. */
function checkEscape(pattern: string, escapeChar: string | undefined, site: Site): void {
  if (escapeChar !== ':' || pattern.includes(':]')) return;
  fail(site, `Invalid escape sequence ':' in the pattern '${pattern}'`);
}

/** What the escape at `at` and the character behind it stand for. */
function escaped(pattern: string, at: number, site: Site): string {
  const [escapeChar, next = ''] = [pattern[at], pattern[at + 1]];
  if (next === '' || !(SPECIAL.includes(next) || next === escapeChar)) {
    fail(site, `Invalid escape sequence '${escapeChar}${next}' in the pattern '${pattern}'`);
  }
  return /[\w%]/.test(next) ? next : `\\${next}`;
}

/** The list whose bracket opens at `start`. @returns the position of the one that closes it */
function readList(
  pattern: string,
  start: number,
  escapeChar: string | undefined,
  site: Site,
): { readonly text: string; readonly end: number } {
  let text = '[';
  for (let i = start + 1; i < pattern.length; i++) {
    const char = pattern[i] as string;
    if (char === ']') return { text: `${text}]`, end: i };
    const named = /^\[:(\w+):\]/.exec(pattern.slice(i, i + 16));
    const [whole = '', name = ''] = named ?? [];
    const [lower, upper] = [name.toLowerCase(), name.toUpperCase()];
    if (char === escapeChar) text += escaped(pattern, i++, site);
    else if (Object.hasOwn(CLASSES, lower) && (name === lower || name === upper)) {
      text += CLASSES[lower];
      i += whole.length - 1;
    } else if (char !== '-' && char !== '^' && SPECIAL.includes(char)) failPattern(pattern, site);
    else text += char === '\\' ? '\\\\' : char;
  }
  return failPattern(pattern, site);
}
