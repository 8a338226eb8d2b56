/**
 * Time zones by IANA name or UTC offset. Intl is asked once for each transition found, never per
 * row: a zone keeps the transitions of the years it has met, found by bisection, and remembers the
 * last interval, so that a column of neighbouring instants costs one comparison a row.
 */
import { MillraceError } from '../../../conf/errors/error.js';
import { DAY_MS, dayOf, daysFromCivil, yearOf } from './calendar.js';

const OFFSET = /^(?:UTC|GMT|UT)?([+-])(\d{1,2})(?::?(\d{2}))?(?::?(\d{2}))?$/;

export class Zone {
  readonly #offsetAt: (ms: number) => number;
  /** The interval that the last instant fell into, and its offset. */
  #from = 0;
  #until = 0;
  #offset = 0;
  readonly #years = new Map<number, readonly Transition[]>();

  private constructor(
    readonly name: string,
    offsetAt: (ms: number) => number,
  ) {
    this.#offsetAt = offsetAt;
  }

  static readonly #known = new Map<string, Zone>();

  /** @throws CONFIG_VALUE for a name that is no zone */
  static of(name: string): Zone {
    const known = Zone.#known.get(name);
    if (known !== undefined) return known;
    const zone = new Zone(name, offsetFunction(name));
    Zone.#known.set(name, zone);
    return zone;
  }

  /** UTC offset at an instant, in milliseconds. */
  offset(ms: number): number {
    if (ms >= this.#from && ms < this.#until) return this.#offset;
    return this.#locate(ms);
  }

  /** The wall clock of an instant, as milliseconds of a local timeline. */
  toLocal(ms: number): number {
    return ms + this.offset(ms);
  }

  /**
   * The instant of a wall clock, as Java resolves it: in an overlap the earlier offset, in a gap
   * moved on by the gap's length.
   */
  toInstant(local: number): number {
    const before = this.offset(local - DAY_MS);
    const first = local - before;
    if (this.offset(first) === before) return first;
    const after = this.offset(local + DAY_MS);
    const second = local - after;
    return this.offset(second) === after ? second : first;
  }

  #locate(ms: number): number {
    const year = yearOf(dayOf(ms));
    let list = this.#years.get(year);
    if (list === undefined) {
      list = this.#transitions(year);
      this.#years.set(year, list);
    }
    for (let i = list.length - 1; i >= 0; i--) {
      const transition = list[i] as Transition;
      if (transition.at > ms) continue;
      this.#from = transition.at;
      this.#until = list[i + 1]?.at ?? yearStart(year + 1);
      this.#offset = transition.offset;
      break;
    }
    return this.#offset;
  }

  /** The offsets within a year, each from the instant at which it begins. */
  #transitions(year: number): Transition[] {
    const start = yearStart(year);
    const end = yearStart(year + 1);
    const found: Transition[] = [{ at: start, offset: this.#offsetAt(start) }];
    const step = 7 * DAY_MS;
    for (let low = start; low < end; low += step) {
      const high = Math.min(low + step, end);
      if (this.#offsetAt(low) === this.#offsetAt(high)) continue;
      const at = this.#bisect(low, high);
      if (at < end) found.push({ at, offset: this.#offsetAt(at) });
    }
    return found;
  }

  #bisect(low: number, high: number): number {
    const before = this.#offsetAt(low);
    let [a, b] = [low, high];
    while (b - a > 1000) {
      const middle = a + Math.floor((b - a) / 2000) * 1000;
      if (this.#offsetAt(middle) === before) a = middle;
      else b = middle;
    }
    return b;
  }
}

interface Transition {
  readonly at: number;
  readonly offset: number;
}

function yearStart(year: number): number {
  return daysFromCivil(year, 1, 1) * DAY_MS;
}

function offsetFunction(name: string): (ms: number) => number {
  if (name === 'UTC' || name === 'Z' || name === 'GMT') return () => 0;
  const match = OFFSET.exec(name);
  if (match !== null) {
    const [, sign, hours, minutes = '0', seconds = '0'] = match;
    const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
    const offset = (sign === '-' ? -size : size) * 1000;
    return () => offset;
  }
  return intlOffset(name);
}

/** The last instant that Intl knows, and the first, negated. Beyond them offsets stay. */
const LAST_DATE_MS = 8.64e15;

function intlOffset(name: string): (ms: number) => number {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (cause) {
    throw new MillraceError('CONFIG_VALUE', `There is no time zone '${name}'`, {
      hint: "Use an IANA name such as 'Europe/Berlin', or an offset such as '+02:00'",
      cause,
    });
  }
  return (ms) => {
    const known = Math.max(-LAST_DATE_MS, Math.min(LAST_DATE_MS, ms));
    const whole = Math.floor(known / 1000) * 1000;
    const part: Record<string, string> = {};
    for (const { type, value } of format.formatToParts(whole)) part[type] = value;
    const year = part.era === 'BC' ? 1 - Number(part.year) : Number(part.year);
    const day = daysFromCivil(year, Number(part.month), Number(part.day));
    const clock = (Number(part.hour) * 60 + Number(part.minute)) * 60 + Number(part.second);
    return day * DAY_MS + clock * 1000 - whole;
  };
}
