/** Reads the fields of a pattern from text, and the moment that they name. */
import { clampedDay, DAY_MS, daysFromCivil } from './calendar.js';
import { DAYS, MONTHS, named } from './date-names.js';
import type { Moment } from './time-text.js';

export function readField(
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
  if (letter === 'G') return readName(['AD', 'BC'], text, at, 4);
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
export function momentOf(found: ReadonlyMap<string, number>): Moment | undefined {
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
