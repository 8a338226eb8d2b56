/** The fields of a moment as letters of a pattern write them. */
import {
  civil,
  DAY_MS,
  dayOf,
  dayOfWeek,
  dayOfYear,
  isoDayOfWeek,
  quarterOf,
  weekOfYear,
  weekYear,
} from './calendar.js';
import { DAYS, MONTHS, named } from './date-names.js';

export class DateFields {
  readonly #days: number;
  readonly #packed: number;
  readonly #ofDay: number;

  constructor(
    ms: number,
    readonly nanos: number,
    readonly years?: number,
  ) {
    this.#days = dayOf(ms);
    this.#packed = civil(this.#days);
    this.#ofDay = ms - this.#days * DAY_MS;
  }

  text(letter: string, width: number): string {
    if (letter === 'a') return this.#ofDay < DAY_MS / 2 ? 'AM' : 'PM';
    if (letter === 'B') return this.#dayPeriod();
    if (letter === 'G') return this.#era(width);
    if (letter === 'E' || ((letter === 'e' || letter === 'c') && width >= 3)) {
      return named(DAYS, isoDayOfWeek(this.#days), width);
    }
    const value = this.#number(letter);
    if ((letter === 'Q' || letter === 'q') && width >= 3) {
      return width === 4 ? `${ORDINALS[value]} quarter` : width === 5 ? `${value}` : `Q${value}`;
    }
    if ((letter === 'M' || letter === 'L') && width >= 3) return named(MONTHS, value, width);
    if (letter === 'S') return this.#fraction().padEnd(width, '0').slice(0, width);
    if ('yuY'.includes(letter) && width === 2) return pad(value % 100, 2);
    const exceeds = 'yuY'.includes(letter) && width >= 4 && value >= 10 ** width;
    return exceeds && this.years === undefined ? `+${value}` : pad(value, width);
  }

  #year(): number {
    return Math.floor(this.#packed / 512) + (this.years ?? 0);
  }

  #era(width: number): string {
    const before = Math.floor(this.#packed / 512) < 1;
    if (width === 4) return before ? 'Before Christ' : 'Anno Domini';
    return (before ? 'BC' : 'AD').slice(0, width === 5 ? 1 : 2);
  }

  #dayPeriod(): string {
    const minute = Math.floor(this.#ofDay / 60_000);
    if (minute === 0) return 'midnight';
    if (minute === 720) return 'noon';
    if (minute < 360 || minute >= 1260) return 'at night';
    if (minute < 720) return 'in the morning';
    return minute < 1080 ? 'in the afternoon' : 'in the evening';
  }

  #fraction(): string {
    return pad(this.#ofDay % 1000, 3) + pad(this.nanos, 6);
  }

  #number(letter: string): number {
    const seconds = Math.floor(this.#ofDay / 1000);
    const hour = Math.floor(seconds / 3600);
    switch (letter) {
      case 'y':
        return this.#year() > 0 ? this.#year() : 1 - this.#year();
      case 'u':
        return this.#year();
      case 'M':
      case 'L':
        return (this.#packed >> 5) & 15;
      case 'd':
        return this.#packed & 31;
      case 'D':
        return dayOfYear(this.#days);
      case 'Q':
        return quarterOf(this.#days);
      case 'Y':
        return weekYear(this.#days);
      case 'q':
        return quarterOf(this.#days);
      case 'W':
        return weekOfMonth(this.#days, this.#packed & 31);
      case 'F':
        return (((this.#packed & 31) - 1) % 7) + 1;
      case 'w':
        return weekOfYear(this.#days);
      case 'e':
      case 'c':
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
      case 'N':
        return this.#ofDay * 1_000_000 + this.nanos;
      case 'n':
        return (this.#ofDay % 1000) * 1_000_000 + this.nanos;
      default:
        return this.#ofDay;
    }
  }
}

const ORDINALS = ['', '1st', '2nd', '3rd', '4th'];

/** Weeks begin on Sunday, and the first one is that of the month's first day. */
function weekOfMonth(days: number, day: number): number {
  const first = dayOfWeek(days - day + 1);
  return Math.floor((day + first - 2) / 7) + 1;
}

function pad(value: number, width: number): string {
  return value < 0 ? `-${String(-value).padStart(width, '0')}` : String(value).padStart(width, '0');
}
