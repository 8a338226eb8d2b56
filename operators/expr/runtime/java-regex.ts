/**
 * Java's regular expressions by JavaScript's: a translation of the pattern, with the constructs
 * that JavaScript writes otherwise rewritten and those it lacks refused by name. Compiled patterns
 * are kept.
 */

/** A construct that JavaScript's expressions do not have. */
export class UnsupportedRegex extends Error {}

const known = new Map<string, RegExp>();

/**
 * @throws UnsupportedRegex a construct that cannot be translated
 * @throws SyntaxError the pattern is none
 */
export function javaRegex(pattern: string): RegExp {
  let regex = known.get(pattern);
  if (regex === undefined) {
    if (known.size >= 512) known.clear();
    regex = compile(pattern);
    known.set(pattern, regex);
  }
  regex.lastIndex = 0;
  return regex;
}

function compile(pattern: string): RegExp {
  const flags = /^\(\?([imsux]+)\)/.exec(pattern);
  const given = flags?.[1] ?? '';
  if (given.includes('x')) throw new UnsupportedRegex('the flag x');
  const body = pattern.slice(flags?.[0].length ?? 0);
  const kept = [...given].filter((flag) => 'ims'.includes(flag)).join('');
  return new RegExp(translate(body), `gu${kept}`);
}

const CLASSES: Readonly<Record<string, string>> = {
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

/** Escapes that mean the same in both. */
const SAME = /^[dDsSwWbBnrtfvu0-9^$\\.*+?()[\]{}|/k]$/;

function translate(pattern: string): string {
  let out = '';
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i] as string;
    if (char === '\\') {
      const { text, length } = escaped(pattern, i, inClass);
      out += text;
      i += length - 1;
    } else if (inClass) {
      if (char === '&' && pattern[i + 1] === '&') throw new UnsupportedRegex('&& in a class');
      if (char === '[') throw new UnsupportedRegex('a class within a class');
      if (char === ']') inClass = false;
      out += char;
    } else {
      if (char === '[') inClass = true;
      out += outside(pattern, i, char);
      if (char === '[' && pattern[i + 1] === '^') out += pattern[++i];
      if (char === '[' && pattern[i + 1] === ']') {
        out += '\\]';
        i++;
      }
    }
  }
  return out;
}

function outside(pattern: string, at: number, char: string): string {
  if (char === '+' && /[*+?}]/.test(pattern[at - 1] ?? '') && pattern[at - 2] !== '\\') {
    throw new UnsupportedRegex('a possessive quantifier');
  }
  if (char === '(' && pattern.startsWith('(?>', at)) throw new UnsupportedRegex('an atomic group');
  if (char === '(' && /^\(\?[imsux-]+[:)]/.test(pattern.slice(at))) {
    throw new UnsupportedRegex('flags inside the pattern');
  }
  // In JavaScript's strict mode these must be escaped where they stand for themselves.
  if (char === '}' && !/\{\d*,?\d*$/.test(pattern.slice(0, at))) return '\\}';
  return char === ']' ? '\\]' : char;
}

function escaped(pattern: string, at: number, inClass: boolean): { text: string; length: number } {
  const next = pattern[at + 1];
  if (next === undefined) throw new SyntaxError('The pattern ends with a backslash');
  if (next === 'Q') {
    const end = pattern.indexOf('\\E', at);
    const quoted = pattern.slice(at + 2, end < 0 ? undefined : end);
    const text = quoted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    return { text, length: quoted.length + (end < 0 ? 2 : 4) };
  }
  if (next === 'p' || next === 'P') return property(pattern, at, inClass);
  if (next === 'A') return { text: '(?<![\\s\\S])', length: 2 };
  if (next === 'z') return { text: '(?![\\s\\S])', length: 2 };
  if (next === 'Z') return { text: '(?=\\n?(?![\\s\\S]))', length: 2 };
  if (next === 'h') return { text: inClass ? ' \\t\\u00a0' : '[ \\t\\u00a0]', length: 2 };
  if (next === 'R') return { text: '(?:\\r\\n|[\\n\\v\\f\\r\\x85\\u2028\\u2029])', length: 2 };
  if (next === 'x' || next === 'c') return { text: `\\${next}`, length: 2 };
  if (next === 'e') return { text: '\\x1b', length: 2 };
  if (next === 'a') return { text: '\\x07', length: 2 };
  if (SAME.test(next) || (inClass && next === '-')) return { text: `\\${next}`, length: 2 };
  if (/[A-Za-z]/.test(next)) throw new UnsupportedRegex(`\\${next}`);
  return { text: next, length: 2 };
}

function property(pattern: string, at: number, inClass: boolean): { text: string; length: number } {
  const match = /^\\([pP])(?:\{(\w+)\}|(\w))/.exec(pattern.slice(at));
  if (match === null) throw new SyntaxError('A property is not closed');
  const [all, letter, long, short] = match;
  const name = long ?? short ?? '';
  const members = CLASSES[name];
  if (members === undefined) {
    const script = name.startsWith('Is') ? name.slice(2) : name;
    return { text: `\\${letter}{${script}}`, length: all.length };
  }
  if (inClass && letter === 'P') throw new UnsupportedRegex(`${all} in a class`);
  const text = inClass ? members : `[${letter === 'P' ? '^' : ''}${members}]`;
  return { text, length: all.length };
}
