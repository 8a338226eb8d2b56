/**
 * Reads JSON records, an object a line, into columns. The loop is generated for the schema
 * (`scanner-code.ts`): fields are matched against the order of keys in the record before, only
 * those of the table are decoded, and the rest is passed over. Rules are those of Flink's
 * converters:
 *
 * - a missing field is NULL, or an error with `fail-on-missing-field`;
 * - the last of several equal keys counts;
 * - text stands for numbers, booleans and decimals too; a STRING takes the text of any value;
 * - an empty line, or `null`, is no record;
 * - bytes that are not UTF-8 are malformed.
 *
 * Other than Flink, which does not look at it, text behind the object is malformed too: it may be a
 * record that lost its newline.
 *
 * Strings are ranges of the buffer; escapes are undone in place.
 */
import { isUtf8 } from 'node:buffer';
import { typeText } from '../../../state/column/type-text.js';
import type { Vector } from '../../../state/column/vector.js';
import type { Arrays } from '../../../state/column/vector-pool.js';
import { BinaryColumn, StringColumn } from '../column/bytes.js';
import type { Column } from '../column/column.js';
import { DecimalColumn } from '../column/decimal.js';
import { ListColumn, type MapColumn, RowColumn } from '../column/nested.js';
import { IntColumn, LongColumn } from '../column/number.js';
import { DateColumn, TimeOfDayColumn } from '../column/time.js';
import { RecordError, type Scanner } from '../scanner.js';
import { excerpt, NEWLINE, QUOTE } from '../text/bytes.js';
import { StopIndex } from '../text/stops.js';
import type { JsonOptions } from './options.js';
import { generateScan, JSON_STOPS, type JsonField, type ScanJson } from './scanner-code.js';
import {
  isNumberStart,
  misplaced,
  numberEnd,
  skipBlanks,
  skipValue,
  stringEnd,
  wordEnd,
} from './skip.js';
import { compactInPlace, unescapeInPlace } from './unescape.js';

const LOWER_N = 110;
const OPEN_BRACE = 123;
const OPEN_BRACKET = 91;
const INT_MAX = 2 ** 31 - 1;

export class JsonScanner implements Scanner {
  rows = 0;
  position = 0;
  readonly #columns: readonly Column[];
  readonly #options: JsonOptions;
  readonly #scan: ScanJson;
  /** All columns, nested ones included, and what they are called in messages. */
  readonly #all: readonly JsonField[];
  readonly #stops = new StopIndex(JSON_STOPS);
  #capacity = 0;
  /** Nothing before it is JSON text any more: strings there may hold newlines now. */
  #passed = 0;

  /** @param fields the columns to decode, in the order of the vectors */
  constructor(fields: readonly JsonField[], options: JsonOptions) {
    this.#columns = fields.map((field) => field.column);
    this.#options = options;
    const { scan, all } = generateScan(fields);
    this.#scan = scan;
    this.#all = all;
  }

  begin(capacity: number, arrays: Arrays): void {
    this.rows = 0;
    this.#capacity = capacity;
    for (const column of this.#columns) column.begin(capacity, arrays);
  }

  scan(bytes: Uint8Array, from: number, to: number, _final: boolean, isValid: boolean): void {
    this.position = from;
    this.#stops.cover(bytes, from, to);
    const { words } = this.#stops;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    while (this.position < to && this.rows < this.#capacity) {
      this.#passed = this.position;
      try {
        const end = isValid ? to : this.#endOfUtf8(bytes, to);
        this.#scan(this, bytes, view, words, this.position, end, this.#capacity);
      } catch (error) {
        if (!(error instanceof RecordError)) throw error;
        for (const column of this.#columns) column.clear(this.rows);
        if (!this.#options.ignoreParseErrors) throw error;
        this.position = bytes.indexOf(NEWLINE, Math.max(error.at, this.#passed)) + 1;
      }
    }
  }

  take(bytes: Uint8Array): Vector[] {
    return this.#columns.map((column) => column.take(this.rows, bytes));
  }

  /**
   * What stands where a record should begin with `{`.
   * @returns the position of the object's brace; that of the newline where the line has no record
   */
  begins(bytes: Uint8Array, start: number): number {
    const p = skipBlanks(bytes, start);
    const byte = bytes[p];
    if (byte === OPEN_BRACE || byte === NEWLINE) return p;
    if (byte === LOWER_N && bytes[wordEnd(bytes, p)] === NEWLINE) return wordEnd(bytes, p);
    throw new RecordError('a record must be a JSON object', p);
  }

  /** Where the records from here on end that are UTF-8. */
  #endOfUtf8(bytes: Uint8Array, to: number): number {
    let end = this.position;
    while (end < to) {
      const next = bytes.indexOf(NEWLINE, end) + 1;
      if (!isUtf8(bytes.subarray(end, next))) break;
      end = next;
    }
    if (end === this.position) throw new RecordError('the record is not UTF-8', end);
    return end;
  }

  /** What stands behind a record, where that is no newline. @returns where its line ends */
  ends(bytes: Uint8Array, behind: number): number {
    const p = skipBlanks(bytes, behind);
    if (bytes[p] === NEWLINE) return p;
    if (this.#options.ignoreParseErrors) return bytes.indexOf(NEWLINE, p);
    const rest = excerpt(bytes, p, bytes.indexOf(NEWLINE, p));
    throw new RecordError(`behind the record stands ${rest}`, p);
  }

  /** A value in any form but its column's common one. @returns the position behind it */
  value(index: number, bytes: Uint8Array, start: number, at: number): number {
    const { column } = this.#all[index] as JsonField;
    const byte = bytes[start] as number;
    if (byte === LOWER_N) {
      const end = wordEnd(bytes, start);
      column.setNull(at);
      return end;
    }
    if (byte === QUOTE) return this.#string(index, bytes, start, at);
    const end = skipValue(bytes, start);
    this.#passed = end;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#nested(index, bytes, start, end, at);
    else if (isNumberStart(byte)) this.#number(index, bytes, start, end, at);
    else if (isTextless(column) || !column.set(bytes, start, end, at)) {
      this.#bad(index, bytes, start, end, at);
    }
    return end;
  }

  /** The fields of an object that did not come: `seen` has a bit each, a word for 31. */
  missing(indexes: readonly number[], seen: readonly number[], end: number, at: number): void {
    indexes.forEach((index, field) => {
      if ((((seen[Math.floor(field / 31)] as number) >> (field % 31)) & 1) === 1) return;
      const { name, column } = this.#all[index] as JsonField;
      if (!this.#options.failOnMissingField) column.setNull(at);
      else throw new RecordError(`field '${name}' is missing`, end);
    });
  }

  /** A field that came before in the same object. */
  again(index: number, at: number): void {
    this.#all[index]?.column.clear(at);
  }

  /** The entry of a map that a key belongs to: a new one, or that of the same key before. */
  entry(column: MapColumn, at: number, bytes: Uint8Array, from: number, to: number): number {
    const keys = column.keys as StringColumn;
    const first = column.starts[at] as number;
    for (let entry = first; entry < column.length; entry++) {
      const start = keys.starts[entry] as number;
      if ((keys.ends[entry] as number) - start !== to - from) continue;
      if (
        Buffer.compare(bytes.subarray(from, to), bytes.subarray(start, start + to - from)) !== 0
      ) {
        continue;
      }
      column.items.clear(entry);
      return entry;
    }
    const entry = column.length++;
    keys.ensure(entry);
    column.items.ensure(entry);
    keys.set(bytes, from, to, entry);
    return entry;
  }

  fail(bytes: Uint8Array, at: number): never {
    throw misplaced(bytes, at);
  }

  #string(index: number, bytes: Uint8Array, start: number, at: number): number {
    const { column } = this.#all[index] as JsonField;
    const close = stringEnd(bytes, start + 1);
    const to = unescapeInPlace(bytes, start + 1, close);
    this.#passed = close + 1;
    if (!column.set(bytes, start + 1, to, at)) this.#bad(index, bytes, start + 1, to, at);
    return close + 1;
  }

  /** An object or array where the column is no such thing: its text for a STRING. */
  #nested(index: number, bytes: Uint8Array, start: number, end: number, at: number): void {
    const { column } = this.#all[index] as JsonField;
    if (!(column instanceof StringColumn) || column instanceof BinaryColumn) {
      this.#bad(index, bytes, start, end, at);
      return;
    }
    column.set(bytes, start, compactInPlace(bytes, start, end), at);
  }

  /** Fractions of a number are cut off for INTEGER and BIGINT, as Jackson does. */
  #number(index: number, bytes: Uint8Array, start: number, end: number, at: number): void {
    const { column } = this.#all[index] as JsonField;
    const textless = isTextless(column) && !(column instanceof DecimalColumn);
    if (!textless && column.set(bytes, start, end, at)) return;
    const whole = Math.trunc(Number(excerptNumber(bytes, start, numberEnd(bytes, start))));
    const long = column instanceof LongColumn && Number.isFinite(whole);
    if (long && column.putBig(BigInt(whole), at)) return;
    const int = column instanceof IntColumn && column.max === INT_MAX && !isTime(column);
    if (int && column.put(whole + 0, at)) return;
    this.#bad(index, bytes, start, end, at);
  }

  #bad(index: number, bytes: Uint8Array, from: number, to: number, at: number): void {
    const { name, type, column } = this.#all[index] as JsonField;
    if (!this.#options.ignoreParseErrors) {
      const what = `field '${name}' of type ${typeText(type)}`;
      throw new RecordError(`${what} cannot be ${excerpt(bytes, from, to)}`, from);
    }
    column.clear(at);
    column.setNull(at);
  }
}

function excerptNumber(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.subarray(start, end)).toString('latin1');
}

/** Columns that a bare word is no text for. */
function isTextless(column: Column): boolean {
  return (
    column instanceof DecimalColumn ||
    column instanceof BinaryColumn ||
    column instanceof ListColumn ||
    column instanceof RowColumn
  );
}

function isTime(column: Column): boolean {
  return column instanceof DateColumn || column instanceof TimeOfDayColumn;
}
