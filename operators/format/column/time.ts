/** Columns of dates, times and timestamps. */
import type { Vector } from '../../../state/column/vector.js';
import type { Arrays } from '../../../state/column/vector-pool.js';
import { COLON, DOT, latin1, MINUS, SPACE, trimEnd, trimStart, ZERO } from '../text/bytes.js';
import { PAIR_VALUES } from '../text/digits.js';
import {
  DAY_MS,
  epochDay,
  monthLength,
  type Resolution,
  TimeParser,
  UPPER_T,
  UPPER_Z,
} from '../text/parse-time.js';
import { Column, enlarge } from './column.js';
import { IntColumn } from './number.js';

/**
 * DATE as days since the epoch. Short months and days are allowed where Flink takes
 * `Date.valueOf`.
 */
export class DateColumn extends IntColumn {
  readonly #parser = new TimeParser('strict');

  constructor(readonly shortParts: boolean) {
    super(-(2 ** 31), 2 ** 31 - 1);
  }

  override set(bytes: Uint8Array, start: number, end: number, at: number): boolean {
    if (this.#parser.date(bytes, start, end)) {
      this.values[at] = this.#parser.day;
      return true;
    }
    return this.shortParts && this.#setShort(latin1(bytes, start, end), at);
  }

  /** `yyyy-[m]m-[d]d`; a day past its month's end runs over into the next month. */
  #setShort(text: string, at: number): boolean {
    const match = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(text);
    if (match === null) return false;
    const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
    if (month < 1 || month > 12 || day < 1 || day > 31) return false;
    this.values[at] = epochDay(year, month, 1) + day - 1;
    return true;
  }
}

/** TIME as milliseconds of the day; digits beyond `precision` (3 at most) are cut off. */
export class TimeOfDayColumn extends IntColumn {
  readonly #parser: TimeParser;
  readonly #unit: number;

  constructor(
    precision: number,
    resolution: Resolution,
    readonly optionalSeconds: boolean,
  ) {
    super(0, 86_399_999);
    this.#parser = new TimeParser(resolution);
    this.#unit = 10 ** (3 - Math.min(3, precision));
  }

  override set(bytes: Uint8Array, start: number, end: number, at: number): boolean {
    if (!this.#parser.time(bytes, start, end, this.optionalSeconds)) return false;
    const { milliOfDay } = this.#parser;
    this.values[at] = milliOfDay - (milliOfDay % this.#unit);
    return true;
  }
}

export interface TimestampText {
  /** ISO-8601: a `T` between date and time. */
  readonly iso: boolean;
  /** TIMESTAMP_LTZ: a `Z` at the end. */
  readonly zoned: boolean;
  /** Blanks around the value are allowed. */
  readonly trim: boolean;
}

/** Bytes of yyyy-MM-dd HH:mm:ss. */
const SECONDS_LENGTH = 19;

/** TIMESTAMP and TIMESTAMP_LTZ; digits beyond the precision are cut off. */
export class TimestampColumn extends Column {
  values: Float64Array = new Float64Array(0);
  nanos: Int32Array | null = null;
  readonly #parser: TimeParser;
  readonly #unit: number;
  /** The ten bytes of the date that was read last, as two words, and its milliseconds. */
  #yearAndMonth = Number.NaN;
  #day = 0;
  #dateMilli = 0;

  constructor(
    precision: number,
    readonly text: TimestampText,
  ) {
    super();
    this.#parser = new TimeParser(text.iso && !text.zoned ? 'strict' : 'smart');
    this.#unit = 10 ** (9 - precision);
  }

  begin(capacity: number, arrays: Arrays): void {
    this.start(capacity, arrays);
    this.values = this.zeroed(arrays.f64(capacity));
    this.nanos = null;
  }

  /**
   * Reads the common form, to the second or a part of it down to the millisecond.
   * @returns false for anything else: then `set` decides
   */
  setQuickly(view: DataView, start: number, end: number, at: number): boolean {
    const { iso, zoned } = this.text;
    const to = zoned ? end - 1 : end;
    const places = to - start - SECONDS_LENGTH - 1;
    if (places < -1 || places > 3 || places === 0 || this.#unit > 1e6) return false;
    const sameDate =
      view.getFloat64(start, true) === this.#yearAndMonth &&
      view.getInt16(start + 8, true) === this.#day;
    if (!sameDate && !this.#readDate(view, start)) return false;
    if (
      view.getUint8(start + 10) !== (iso ? UPPER_T : SPACE) ||
      view.getUint8(start + 13) !== COLON ||
      view.getUint8(start + 16) !== COLON ||
      (zoned && view.getUint8(to) !== UPPER_Z)
    ) {
      return false;
    }
    const hour = PAIR_VALUES[view.getUint16(start + 11, true)] as number;
    const minute = PAIR_VALUES[view.getUint16(start + 14, true)] as number;
    const second = PAIR_VALUES[view.getUint16(start + 17, true)] as number;
    if ((hour | minute | second) < 0 || hour > 23 || minute > 59 || second > 59) return false;
    const milli = places < 0 ? 0 : milliOf(view, start + SECONDS_LENGTH, places);
    if (milli < 0) return false;
    this.values[at] =
      this.#dateMilli + (hour * 3_600_000 + minute * 60_000 + second * 1000 + milli);
    if (this.nanos !== null) this.nanos[at] = 0;
    return true;
  }

  set(bytes: Uint8Array, start: number, end: number, at: number): boolean {
    const { iso, zoned, trim } = this.text;
    const from = trim ? trimStart(bytes, start, end) : start;
    const to = trim ? trimEnd(bytes, from, end) : end;
    const parser = this.#parser;
    if (!parser.timestamp(bytes, from, to, iso, zoned)) return false;
    const { nanos } = parser;
    if (nanos === 0 && this.#unit <= 1e6) this.put(parser.milli, 0, 0, at);
    else {
      const fine = (parser.milliOfDay % 1000) * 1e6 + nanos;
      this.put(parser.milli, nanos, fine % this.#unit, at);
    }
    return true;
  }

  /** Reads a date of the common form that its month has. */
  #readDate(view: DataView, start: number): boolean {
    const century = PAIR_VALUES[view.getUint16(start, true)] as number;
    const yearOfCentury = PAIR_VALUES[view.getUint16(start + 2, true)] as number;
    const month = PAIR_VALUES[view.getUint16(start + 5, true)] as number;
    const day = PAIR_VALUES[view.getUint16(start + 8, true)] as number;
    if ((century | yearOfCentury | month | day) < 0) return false;
    if (view.getUint8(start + 4) !== MINUS || view.getUint8(start + 7) !== MINUS) return false;
    const year = century * 100 + yearOfCentury;
    if (month < 1 || month > 12 || day < 1 || day > monthLength(year, month)) return false;
    this.#yearAndMonth = view.getFloat64(start, true);
    this.#day = view.getInt16(start + 8, true);
    this.#dateMilli = epochDay(year, month, day) * DAY_MS;
    return true;
  }

  /** @param excess nanoseconds beyond the precision, to cut off */
  private put(milli: number, nanos: number, excess: number, at: number): void {
    const kept = nanos - excess;
    const down = kept < 0 ? Math.ceil(-kept / 1e6) : 0;
    this.values[at] = milli - down;
    const rest = kept + down * 1e6;
    if (rest !== 0 && this.nanos === null) this.nanos = new Int32Array(this.capacity);
    if (this.nanos !== null) this.nanos[at] = rest;
  }

  take(): Vector {
    return { lane: 'time', values: this.values, nanos: this.nanos, nulls: this.nulls };
  }

  protected reset(at: number): void {
    this.values[at] = 0;
    if (this.nanos !== null) this.nanos[at] = 0;
  }

  protected grow(capacity: number): void {
    this.values = enlarge(this.values, new Float64Array(capacity));
    if (this.nanos !== null) this.nanos = enlarge(this.nanos, new Int32Array(capacity));
  }
}

/** A point and one to three digits as milliseconds, or −1. */
function milliOf(view: DataView, start: number, places: number): number {
  if (view.getUint8(start) !== DOT) return -1;
  let milli = 0;
  for (let i = 1; i <= 3; i++) {
    const digit = i <= places ? view.getUint8(start + i) - ZERO : 0;
    if (digit < 0 || digit > 9) return -1;
    milli = milli * 10 + digit;
  }
  return milli;
}
