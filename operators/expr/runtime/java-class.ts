/**
 * Character classes of Java's expressions, as sets of JavaScript's `v` flag: named and predefined
 * ones, properties, and what a letter means where case is ignored.
 */
import { UnsupportedRegex } from './unsupported-regex.js';

/** What `(?i)` makes of letters: in Java those of ASCII, with `(?u)` all. */
export type Folding = 'none' | 'ascii' | 'unicode';

const POSIX: Readonly<Record<string, string>> = {
  Lower: 'a-z',
  Upper: 'A-Z',
  ASCII: '\\x00-\\x7f',
  Alpha: 'a-zA-Z',
  Digit: '0-9',
  Alnum: 'a-zA-Z0-9',
  Punct: '!-\\/:-@\\[-`\\{-~',
  Graph: '!-~',
  Print: ' -~',
  Blank: ' \\t',
  Cntrl: '\\x00-\\x1f\\x7f',
  XDigit: '0-9a-fA-F',
  Space: ' \\t\\n\\v\\f\\r',
};

/** Names of `\p{Is…}` that are no scripts. */
const BINARY: Readonly<Record<string, string>> = {
  ALPHABETIC: '\\p{Alphabetic}',
  IDEOGRAPHIC: '\\p{Ideographic}',
  LETTER: '\\p{L}',
  LOWERCASE: '\\p{Lowercase}',
  UPPERCASE: '\\p{Uppercase}',
  TITLECASE: '\\p{Lt}',
  PUNCTUATION: '\\p{P}',
  CONTROL: '\\p{Cc}',
  WHITE_SPACE: '\\p{White_Space}',
  DIGIT: '\\p{Nd}',
  HEX_DIGIT: '\\p{Hex_Digit}',
  ASSIGNED: '\\p{Assigned}',
};

/** Blocks of Unicode, which JavaScript does not know; the common ones. */
const BLOCKS: Readonly<Record<string, string>> = {
  BASICLATIN: '\\x00-\\x7f',
  LATIN1SUPPLEMENT: '\\x80-\\xff',
  LATINEXTENDEDA: '\\u0100-\\u017f',
  LATINEXTENDEDB: '\\u0180-\\u024f',
  GREEK: '\\u0370-\\u03ff',
  CYRILLIC: '\\u0400-\\u04ff',
  HEBREW: '\\u0590-\\u05ff',
  ARABIC: '\\u0600-\\u06ff',
  THAI: '\\u0e00-\\u0e7f',
  HIRAGANA: '\\u3040-\\u309f',
  KATAKANA: '\\u30a0-\\u30ff',
  CJKUNIFIEDIDEOGRAPHS: '\\u4e00-\\u9fff',
  HANGULSYLLABLES: '\\uac00-\\ud7af',
};

/** What `\d`, `\s` … hold; capital letters are their complements. */
const PREDEFINED: Readonly<Record<string, string>> = {
  d: '0-9',
  w: 'a-zA-Z0-9_',
  s: ' \\t\\n\\v\\f\\r',
  h: ' \\t\\xa0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000',
  v: '\\n\\v\\f\\r\\x85\\u2028\\u2029',
};

/** The set of a predefined class; undefined for another letter. */
export function predefinedClass(letter: string): string | undefined {
  const members = PREDEFINED[letter.toLowerCase()];
  if (members === undefined) return undefined;
  return letter === letter.toLowerCase() ? `[${members}]` : `[^${members}]`;
}

/** The set of `\p{name}`. @throws SyntaxError there is no such property */
export function propertyClass(name: string, negated: boolean, folding: Folding): string {
  const not = negated ? '^' : '';
  const posix = POSIX[name];
  if (posix !== undefined) {
    const cased = folding !== 'none' && (name === 'Lower' || name === 'Upper');
    return `[${not}${cased ? POSIX.Alpha : posix}]`;
  }
  const set = propertySet(name);
  return negated ? `[^${set}]` : set.startsWith('\\p') ? set : `[${set}]`;
}

function propertySet(name: string): string {
  const [key, value] = name.includes('=') ? (name.split('=', 2) as [string, string]) : ['', name];
  if (/^(?:script|sc)$/i.test(key)) return `\\p{Script=${value}}`;
  if (/^(?:general_category|gc)$/i.test(key)) return `\\p{${value}}`;
  if (/^(?:block|blk)$/i.test(key)) return block(value);
  if (key !== '') throw new SyntaxError(`There is no property ${name}`);
  if (name.startsWith('java')) throw new UnsupportedRegex(`\\p{${name}}`);
  if (name.startsWith('In')) return block(name.slice(2));
  if (!name.startsWith('Is')) return `\\p{${name}}`;
  const own = name.slice(2);
  const binary = BINARY[own.toUpperCase()];
  if (binary !== undefined) return binary;
  return /^[A-Z][a-z]?$/.test(own) ? `\\p{${own}}` : `\\p{Script=${own}}`;
}

function block(name: string): string {
  const members = BLOCKS[name.toUpperCase().replaceAll(/[ _-]/g, '')];
  if (members === undefined) throw new UnsupportedRegex(`the Unicode block ${name}`);
  return members;
}

/** A character as it stands in an expression or a class. */
export function escapedChar(code: number): string {
  const char = String.fromCodePoint(code);
  return /^[\p{L}\p{N} _]$/u.test(char) ? char : `\\u{${code.toString(16)}}`;
}

/** A letter that stands for itself. */
export function literalChar(code: number, folding: Folding): string {
  const own = escapedChar(code);
  const others = otherCases(code, folding);
  return others.length === 0 ? own : `[${own}${others.map(escapedChar).join('')}]`;
}

function otherCases(code: number, folding: Folding): number[] {
  const char = String.fromCodePoint(code);
  if (folding === 'none' || (folding === 'ascii' && !/^[a-zA-Z]$/.test(char))) return [];
  return [char.toLowerCase(), char.toUpperCase()]
    .filter((other) => [...other].length === 1 && other !== char)
    .map((other) => other.codePointAt(0) as number);
}

/** A range within a class, with the other case of the letters in it. */
export function classRange(from: number, to: number, folding: Folding): string {
  const own = from === to ? escapedChar(from) : `${escapedChar(from)}-${escapedChar(to)}`;
  if (folding === 'none') return own;
  if (from === to) return own + otherCases(from, folding).map(escapedChar).join('');
  if (folding === 'unicode') throw new UnsupportedRegex('a range that ignores case by (?iu) there');
  const shifted = (first: number, last: number, by: number): string => {
    const [low, high] = [Math.max(from, first), Math.min(to, last)];
    return low > high ? '' : `${escapedChar(low + by)}-${escapedChar(high + by)}`;
  };
  return own + shifted(65, 90, 32) + shifted(97, 122, -32);
}
