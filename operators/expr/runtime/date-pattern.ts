/**
 * Java's DateTimeFormatter patterns, the part that dates and times of SQL use: y u M L d D Q w e E
 * a H h K k m s S n A and quoted text. Weeks are those of the US. Compiled once a pattern.
 */
import {
  civil,
  clampedDay,
  DAY_MS,
  dayOf,
  dayOfWeek,
  dayOfYear,
  daysFromCivil,
  isoDayOfWeek,
  quarterOf,
  weekOfYear,
} from './calendar.js';
import type { Moment } from './time-text.js';

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly letter: string; readonly width: number };

export class DatePattern {
  readonly #parts: readonly Part[];

  private constructor(readonly text: string) {
    this.#parts = parsePattern(text);
  }

  static readonly #known = new Map<string, DatePattern>();

  /** Undefined when the pattern is none. */
  static of(text: string): DatePattern | undefined {
    const known = DatePattern.#known.get(text);
    if (known !== undefined) return known;
    try {
      const pattern = new DatePattern(text);
      if (DatePattern.#known.size >= 256) DatePattern.#known.clear();
      DatePattern.#known.set(text, pattern);
      return pattern;
    } catch {
      return undefined;
    }
  }

  /** @param ms milliseconds on the local timeline */
  format(ms: number, nanos: number): string {
    const fields = new Fields(ms, nanos);
    let out = '';
    for (const part of this.#parts) {
      out += part.kind === 'text' ? part.text : fields.text(part.letter, part.width);
    }
    return out;
  }

  /** The moment that the whole text names; undefined when it does not fit. */
  parse(text: string): Moment | undefined {
    const found = new Map<string, number>();
    let at = 0;
    for (const [i, part] of this.#parts.entries()) {
      if (part.kind === 'text') {
        if (!text.startsWith(part.text, at)) return undefined;
        at += part.text.length;
        continue;
      }
      const adjacent = this.#parts[i + 1]?.kind === 'field';
      const read = readField(text, at, part.letter, part.width, adjacent);
      if (read === undefined) return undefined;
      found.set(part.letter === 'u' ? 'y' : part.letter, read.value);
      at = read.end;
    }
    return at === text.length ? momentOf(found) : undefined;
  }
}

const LETTERS = 'yuMLdDQweEaHhKkmsSnA';

function parsePattern(pattern: string): Part[] {
  const parts: Part[] = [];
  const text = (value: string): void => {
    const last = parts[parts.length - 1];
    if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + value };
    else parts.push({ kind: 'text', text: value });
  };
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i] as string;
    if (char === "'") {
      const end = pattern.indexOf("'", i + 1);
      if (end < 0) throw new SyntaxError('A quote is not closed');
      text(end === i + 1 ? "'" : pattern.slice(i + 1, end));
      i = end;
    } else if (/[A-Za-z]/.test(char)) {
      if (!LETTERS.includes(char)) throw new SyntaxError(`Unknown pattern letter ${char}`);
      let width = 1;
      while (pattern[i + 1] === char) {
        width++;
        i++;
      }
      parts.push({ kind: 'field', letter: char, width });
    } else if (/[[\]{}#]/.test(char)) throw new SyntaxError(`Reserved character ${char}`);
    else text(char);
  }
  return parts;
}

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

class Fields {
  readonly #days: number;
  readonly #packed: number;
  readonly #ofDay: number;

  constructor(
    ms: number,
    readonly nanos: number,
  ) {
    this.#days = dayOf(ms);
    this.#packed = civil(this.#days);
    this.#ofDay = ms - this.#days * DAY_MS;
  }

  text(letter: string, width: number): string {
    if (letter === 'a') return this.#ofDay < DAY_MS / 2 ? 'AM' : 'PM';
    if (letter === 'E') return named(DAYS, isoDayOfWeek(this.#days), width);
    const value = this.#number(letter);
    if (letter === 'Q' && width >= 3)
      return width === 4 ? `${ORDINALS[value]} quarter` : `Q${value}`;
    if ((letter === 'M' || letter === 'L') && width >= 3) return named(MONTHS, value, width);
    if (letter === 'S') return this.#fraction().padEnd(width, '0').slice(0, width);
    if ((letter === 'y' || letter === 'u') && width === 2) return pad(value % 100, 2);
    return pad(value, width);
  }

  #fraction(): string {
    return pad(this.#ofDay % 1000, 3) + pad(this.nanos, 6);
  }

  #number(letter: string): number {
    const seconds = Math.floor(this.#ofDay / 1000);
    const hour = Math.floor(seconds / 3600);
    switch (letter) {
      case 'y':
      case 'u':
        return Math.floor(this.#packed / 512);
      case 'M':
      case 'L':
        return (this.#packed >> 5) & 15;
      case 'd':
        return this.#packed & 31;
      case 'D':
        return dayOfYear(this.#days);
      case 'Q':
        return quarterOf(this.#days);
      case 'w':
        return weekOfYear(this.#days);
      case 'e':
        return dayOfWeek(this.#days);
      case 'H':
        return hour;
      case 'k':
        return hour === 0 ? 24 : hour;
      case 'K':
        return hour % 12;
      case 'h':
        return hour % 12 === 0 ? 12 : hour % 12;
      case 'm':
        return Math.floor(seconds / 60) % 60;
      case 's':
        return seconds % 60;
      case 'n':
        return (this.#ofDay % 1000) * 1_000_000 + this.nanos;
      default:
        return this.#ofDay;
    }
  }
}

const ORDINALS = ['', '1st', '2nd', '3rd', '4th'];

function named(names: readonly string[], value: number, width: number): string {
  const name = names[value - 1] ?? '';
  return width === 4 ? name : name.slice(0, width === 5 ? 1 : 3);
}

function pad(value: number, width: number): string {
  return value < 0 ? `-${String(-value).padStart(width, '0')}` : String(value).padStart(width, '0');
}

function readField(
  text: string,
  at: number,
  letter: string,
  width: number,
  adjacent: boolean,
): { value: number; end: number } | undefined {
  if (letter === 'a') {
    const half = text.slice(at, at + 2).toUpperCase();
    if (half !== 'AM' && half !== 'PM') return undefined;
    return { value: half === 'PM' ? 1 : 0, end: at + 2 };
  }
  if (letter === 'E') return readName(DAYS, text, at, width);
  if ((letter === 'M' || letter === 'L') && width >= 3) return readName(MONTHS, text, at, width);
  const most =
    letter === 'S' || adjacent || width > 1 ? Math.max(width, yearRoom(letter, width)) : 9;
  let end = at;
  while (end < text.length && end - at < most && /\d/.test(text[end] as string)) end++;
  const least = width === 1 ? 1 : width;
  if (end - at < least) return undefined;
  const digits = text.slice(at, end);
  if (letter === 'S') return { value: Number(digits.padEnd(9, '0').slice(0, 9)), end };
  const value = Number(digits);
  if (width === 2 && (letter === 'y' || letter === 'u')) return { value: 2000 + value, end };
  return { value, end };
}

function yearRoom(letter: string, width: number): number {
  return (letter === 'y' || letter === 'u') && width > 2 ? 4 : width;
}

function readName(
  names: readonly string[],
  text: string,
  at: number,
  width: number,
): { value: number; end: number } | undefined {
  for (const [i, name] of names.entries()) {
    const shown = named([name], 1, width);
    if (text.startsWith(shown, at)) return { value: i + 1, end: at + shown.length };
  }
  return undefined;
}

/** What is not named is 1970-01-01 00:00:00. */
function momentOf(found: ReadonlyMap<string, number>): Moment | undefined {
  const year = found.get('y') ?? 1970;
  const month = found.get('M') ?? found.get('L') ?? 1;
  const day = found.get('d') ?? 1;
  const hour = hourOf(found);
  const [minute, second] = [found.get('m') ?? 0, found.get('s') ?? 0];
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const ofYear = found.get('D');
  const days = ofYear === undefined ? clampedDay(year, month, day) : daysFromCivil(year, 1, ofYear);
  const nano = found.get('S') ?? found.get('n') ?? 0;
  const ms = Math.floor(nano / 1_000_000);
  return {
    ms: days * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000 + ms,
    nanos: nano - ms * 1_000_000,
  };
}

function hourOf(found: ReadonlyMap<string, number>): number {
  const half = found.get('h') ?? found.get('K');
  if (half !== undefined) return (half % 12) + (found.get('a') === 1 ? 12 : 0);
  return found.get('H') ?? (found.get('k') ?? 0) % 24;
}
