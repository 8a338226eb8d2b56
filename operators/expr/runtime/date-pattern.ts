/**
 * Java's DateTimeFormatter patterns, the part that dates and times of SQL use: years (of weeks
 * too), quarters, months, weeks, days, halves and periods of the day, times, quoted text and
 * optional sections. Weeks and names are those of the US. Compiled once a pattern.
 */
import { Compiled } from './compiled.js';
import { DateFields } from './date-fields.js';
import { momentOf, readField } from './date-reader.js';
import type { Moment } from './time-text.js';

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly letter: string; readonly width: number }
  /** `[…]`: may be missing from text that is read. */
  | { readonly kind: 'optional'; readonly parts: readonly Part[] };

export class DatePattern {
  readonly #parts: readonly Part[];

  private constructor(readonly text: string) {
    this.#parts = parsePattern(text);
  }

  static readonly #compiled = new Compiled((text): DatePattern | null => {
    try {
      return new DatePattern(text);
    } catch {
      return null;
    }
  });

  /** Undefined when the pattern is none. */
  static of(text: string): DatePattern | undefined {
    return DatePattern.#compiled.get(text) ?? undefined;
  }

  /**
   * @param ms milliseconds on the local timeline
   * @param years to be added to the year; given, it is written as by SimpleDateFormat, without the
   *   sign of a year with more digits than the pattern
   */
  format(ms: number, nanos: number, years?: number): string {
    return formatted(this.#parts, new DateFields(ms, nanos, years));
  }

  /** The moment that the whole text names; undefined when it does not fit. */
  parse(text: string): Moment | undefined {
    const found = new Map<string, number>();
    const end = read(this.#parts, text, 0, found);
    return end === text.length ? momentOf(found) : undefined;
  }
}

/** Every field is known, so optional sections are written too. */
function formatted(parts: readonly Part[], fields: DateFields): string {
  let out = '';
  for (const part of parts) {
    if (part.kind === 'text') out += part.text;
    else if (part.kind === 'field') out += fields.text(part.letter, part.width);
    else out += formatted(part.parts, fields);
  }
  return out;
}

/** Where the parts end in the text; undefined when they do not fit. */
function read(
  parts: readonly Part[],
  text: string,
  from: number,
  found: Map<string, number>,
): number | undefined {
  let at = from;
  for (const [i, part] of parts.entries()) {
    if (part.kind === 'text') {
      if (!text.startsWith(part.text, at)) return undefined;
      at += part.text.length;
    } else if (part.kind === 'optional') {
      const own = new Map(found);
      const end = read(part.parts, text, at, own);
      if (end === undefined) continue;
      for (const [letter, value] of own) found.set(letter, value);
      at = end;
    } else {
      const adjacent = parts[i + 1]?.kind === 'field';
      const field = readField(text, at, part.letter, part.width, adjacent);
      if (field === undefined) return undefined;
      found.set(part.letter === 'u' ? 'y' : part.letter, field.value);
      at = field.end;
    }
  }
  return at;
}

const LETTERS = 'yuMLdDQqYwWFeEcGaBHhKkmsSnNA';

function parsePattern(pattern: string): Part[] {
  const whole: Part[] = [];
  /** The parts of the sections that are open, the whole pattern first. */
  const open: Part[][] = [whole];
  const add = (part: Part): void => void open.at(-1)?.push(part);
  const text = (value: string): void => {
    const parts = open.at(-1) ?? whole;
    const last = parts.at(-1);
    if (last?.kind !== 'text') parts.push({ kind: 'text', text: value });
    else parts[parts.length - 1] = { kind: 'text', text: last.text + value };
  };
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i] as string;
    if (char === "'") {
      const quoted = /'((?:[^']|'')*)'/y;
      quoted.lastIndex = i;
      const [all, inner] = quoted.exec(pattern) ?? [];
      if (all === undefined || inner === undefined) throw new SyntaxError('A quote is not closed');
      text(all === "''" ? "'" : inner.replaceAll("''", "'"));
      i += all.length - 1;
    } else if (/[A-Za-z]/.test(char)) {
      if (!LETTERS.includes(char)) throw new SyntaxError(`Unknown pattern letter ${char}`);
      let width = 1;
      while (pattern[i + 1] === char) {
        width++;
        i++;
      }
      add({ kind: 'field', letter: char, width });
    } else if (char === '[') {
      open.push([]);
    } else if (char === ']') {
      const parts = open.length > 1 ? open.pop() : undefined;
      if (parts === undefined) throw new SyntaxError('A section is closed that was not opened');
      add({ kind: 'optional', parts });
    } else if (/[{}#]/.test(char)) throw new SyntaxError(`Reserved character ${char}`);
    else text(char);
  }
  while (open.length > 1) {
    const parts = open.pop() ?? [];
    add({ kind: 'optional', parts });
  }
  return whole;
}
