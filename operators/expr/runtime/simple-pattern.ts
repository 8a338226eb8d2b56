/**
 * Java's SimpleDateFormat patterns for reading, as UNIX_TIMESTAMP, CONVERT_TZ and TO_DATE use them:
 * the text may go on behind the pattern, numbers have as many digits as there are, and what is too
 * much goes on into the next unit. Compiled once a pattern.
 */
import { systemClock } from '../../../conf/clock.js';
import { DAY_MS, dayOf, yearOf } from './calendar.js';
import { Compiled } from './compiled.js';
import { DAYS, MONTHS, named } from './date-names.js';
import { daysFromJulian } from './julian.js';

type Part =
  | { readonly text: string }
  /** `digits` where a further field follows at once: then no more are read. */
  | { readonly letter: string; readonly width: number; readonly digits: number | undefined };

const LETTERS = 'GyYMLwWDdFEuaHkKhmsSzZX';

export class SimplePattern {
  readonly #parts: readonly Part[];

  private constructor(pattern: string) {
    this.#parts = parsePattern(pattern);
  }

  static readonly #compiled = new Compiled((text): SimplePattern | null => {
    try {
      return new SimplePattern(text);
    } catch {
      return null;
    }
  });

  /** Undefined when the pattern is none. */
  static of(text: string): SimplePattern | undefined {
    return SimplePattern.#compiled.get(text) ?? undefined;
  }

  /**
   * Milliseconds on the local timeline, a bigint that wraps around where they are no safe number;
   * undefined where the text does not fit.
   */
  parse(text: string): number | bigint | undefined {
    const fields = new Map<string, number>();
    let at = 0;
    for (const part of this.#parts) {
      const end = 'text' in part ? literalEnd(text, at, part.text) : read(text, at, part, fields);
      if (end === undefined) return undefined;
      at = end;
    }
    return localMs(fields);
  }
}

function literalEnd(text: string, at: number, literal: string): number | undefined {
  return text.startsWith(literal, at) ? at + literal.length : undefined;
}

function read(
  text: string,
  from: number,
  { letter, width, digits }: Extract<Part, { letter: string }>,
  fields: Map<string, number>,
): number | undefined {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  if ((letter === 'M' || letter === 'L') && width >= 3) {
    return readName(text, at, MONTHS, (value) => fields.set('M', value + 1));
  }
  if (letter === 'E') return readName(text, at, DAYS, () => undefined);
  if (letter === 'a') return readName(text, at, ['AM', 'PM'], (value) => fields.set('a', value));
  if (letter === 'G') return readName(text, at, ['BC', 'AD'], () => undefined);
  if (digits !== undefined && at + digits > text.length) return undefined;
  const room = text.slice(at, digits === undefined ? text.length : at + digits);
  const [found] = /^(?:-?\d+|NaN)/.exec(room) ?? [];
  if (found === undefined) return undefined;
  const isShortYear = letter === 'y' && width <= 2 && /^\d\d$/.test(found);
  const key = letter === 'L' ? 'M' : letter;
  fields.set(key, isShortYear ? shortYear(Number(found)) : javaInt(found));
  return at + found.length;
}

/** Within 80 years back and 20 ahead. */
function shortYear(value: number): number {
  const latest = yearOf(dayOf(systemClock.now())) + 19;
  const year = Math.floor(latest / 100) * 100 + value;
  return year > latest ? year - 100 : year;
}

/** As `Number.intValue()` of what Java reads. */
function javaInt(digits: string): number {
  if (digits === 'NaN') return 0;
  const value = BigInt(digits);
  if (value === BigInt.asIntN(64, value)) return Number(BigInt.asIntN(32, value));
  return value < 0n ? -2_147_483_648 : 2_147_483_647;
}

function readName(
  text: string,
  at: number,
  names: readonly string[],
  found: (index: number) => void,
): number | undefined {
  for (const width of [4, 3]) {
    for (const [i, name] of names.entries()) {
      const shown = named([name], 1, width);
      if (text.slice(at, at + shown.length).toLowerCase() !== shown.toLowerCase()) continue;
      found(i);
      return at + shown.length;
    }
  }
  return undefined;
}

/** What is not named is that of 1970-01-01 00:00:00. */
function localMs(fields: ReadonlyMap<string, number>): number | bigint {
  const field = (letter: string): number | undefined => fields.get(letter);
  const year = field('y') ?? 1970;
  const ofYear = field('D');
  const days =
    ofYear === undefined
      ? daysFromJulian(year, field('M') ?? 1, field('d') ?? 1)
      : daysFromJulian(year, 1, ofYear);
  const half = field('h') ?? field('K');
  const hour =
    half === undefined
      ? (field('H') ?? (field('k') ?? 0) % 24)
      : (half % 12) + 12 * (field('a') ?? 0);
  const seconds = (hour * 60 + (field('m') ?? 0)) * 60 + (field('s') ?? 0);
  const ofDay = seconds * 1000 + (field('S') ?? 0);
  const ms = days * DAY_MS + ofDay;
  if (Number.isSafeInteger(ms)) return ms;
  return BigInt.asIntN(64, BigInt(days) * BigInt(DAY_MS) + BigInt(ofDay));
}

function parsePattern(pattern: string): Part[] {
  const tokens = pattern.match(/([A-Za-z])\1*|'(?:[^']|'')*'|[^A-Za-z']+|'/g) ?? [];
  return tokens.map((token, i) => {
    if (token === "''") return { text: "'" };
    if (token === "'") throw new SyntaxError('A quote is not closed');
    if (token.startsWith("'")) return { text: token.slice(1, -1).replaceAll("''", "'") };
    if (!/[A-Za-z]/.test(token)) return { text: token };
    const letter = token[0] as string;
    if (!LETTERS.includes(letter)) throw new SyntaxError(`Unknown pattern letter ${letter}`);
    const adjacent = /^[A-Za-z]/.test(tokens[i + 1] ?? '');
    return { letter, width: token.length, digits: adjacent ? token.length : undefined };
  });
}
