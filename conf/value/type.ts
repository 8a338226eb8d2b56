/**
 * How the text of a setting becomes a value. A type reads and writes Flink's spellings and can say
 * in words what it allows; it never throws, so that whoever reads (a file, SET, a WITH clause) can
 * say in its own error where the text came from.
 */
export interface ValueType<T> {
  /** Flink's name of the type, as the option tables of its documentation have it. */
  readonly name: string;
  /** The greatest number that the type holds, where it has one. */
  readonly widest?: number;
  /** What is allowed, to follow "allowed is ". */
  readonly allowed: string;
  /** Which values of the type are allowed, for tables of options; empty when all are. */
  readonly range: string;
  /** The value, or undefined if the text is not allowed. */
  read(text: string): T | undefined;
  /** The text that reads back as `value`. */
  write(value: T): string;
}

/** Bounds of a number, both included. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

export function within(value: number, bounds: Bounds): boolean {
  return value >= (bounds.min ?? -Infinity) && value <= (bounds.max ?? Infinity);
}

/** `from 1 to 9`, `at least 1`, `at most 9`, or nothing. */
export function rangeText(bounds: Bounds, write: (bound: number) => string = String): string {
  const { min, max } = bounds;
  if (min !== undefined && max !== undefined) return `from ${write(min)} to ${write(max)}`;
  if (min !== undefined) return `at least ${write(min)}`;
  return max === undefined ? '' : `at most ${write(max)}`;
}

/** Words for a type and its range. */
export function allowedText(words: string, range: string): string {
  return range === '' ? words : `${words}, ${range}`;
}

/** What is allowed, for a text that is not; a number beyond the type is told the greatest. */
export function allowedFor<T>({ allowed, widest }: ValueType<T>, text: string): string {
  if (widest === undefined || !/^\+?\d+$/.test(text) || Number(text) <= widest) return allowed;
  return allowed.includes(' to ') ? allowed : `${allowed}, at most ${widest}`;
}
