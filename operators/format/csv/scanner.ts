/**
 * Reads CSV records into columns, by Jackson's rules as Flink sets them: records end with \n, \r\n
 * or \r, except inside quotes; a quote encloses only a field that starts with it; all fields of the
 * schema must be there.
 *
 * The loop over records is generated for the schema (`scanner-code.ts`): it looks each
 * field's end up in the index of stops, and parses only the columns that are asked for. Fields that
 * are quoted with quotes inside, or hold escapes, are put aside and undone in place once their
 * record is whole, since a record that is not is read again with more bytes behind it.
 */
import type { LogicalType } from '../../../state/column/logical-type.js';
import { typeText } from '../../../state/column/type-text.js';
import type { Vector } from '../../../state/column/vector.js';
import type { Arrays } from '../../../state/column/vector-pool.js';
import type { Column } from '../column/column.js';
import { RecordError, type Scanner } from '../scanner.js';
import { excerpt, NEWLINE, RETURN, SPACE, TAB } from '../text/bytes.js';
import { StopIndex } from '../text/stops.js';
import { type CsvOptions, delimiterByte, escapeByte, quoteByte } from './options.js';
import { csvStops, generateScan, type ScanCsv } from './scanner-code.js';

/** A column of the records. */
export interface CsvField {
  readonly name: string;
  readonly type: LogicalType;
  /** Where the values go; null when nobody asks for them. */
  readonly column: Column | null;
}

const NAMED_ESCAPES = new Map([
  [0x30, 0],
  [0x6e, NEWLINE],
  [0x72, RETURN],
  [0x74, TAB],
]);

export class CsvScanner implements Scanner {
  rows = 0;
  position = 0;
  /** Set by `quoted` and `unquoted`: the field's range, and whether it holds escapes. */
  from = 0;
  to = 0;
  escaped = false;
  final = false;
  readonly columns: readonly (Column | null)[];
  readonly #fields: readonly CsvField[];
  readonly #taken: readonly Column[];
  readonly #options: CsvOptions;
  readonly #scan: ScanCsv;
  readonly #stops: StopIndex;
  readonly #quote: number;
  readonly #escape: number;
  readonly #delimiter: number;
  /** Fields with escapes of the record at hand: field, from, to. */
  readonly #deferred: number[] = [];
  readonly #nullLiteral: Uint8Array | null;
  #capacity = 0;

  /** @param taken the columns in the order that `take` gives them */
  constructor(fields: readonly CsvField[], taken: readonly Column[], options: CsvOptions) {
    this.#fields = fields;
    this.columns = fields.map((field) => field.column);
    this.#taken = taken;
    this.#options = options;
    this.#quote = quoteByte(options);
    this.#escape = escapeByte(options);
    this.#delimiter = delimiterByte(options);
    const { nullLiteral } = options;
    this.#nullLiteral = nullLiteral === undefined ? null : Buffer.from(nullLiteral);
    this.#scan = generateScan(this.columns, options);
    this.#stops = new StopIndex(csvStops(options));
  }

  begin(capacity: number, arrays: Arrays): void {
    this.rows = 0;
    this.#capacity = capacity;
    for (const column of this.#taken) column.begin(capacity, arrays);
  }

  scan(bytes: Uint8Array, from: number, to: number, final: boolean): void {
    this.final = final;
    this.position = from;
    this.#stops.cover(bytes, from, to);
    const { words } = this.#stops;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    while (this.position < to && this.rows < this.#capacity) {
      try {
        this.#scan(this, bytes, view, words, this.position, to, this.#capacity);
        return;
      } catch (error) {
        if (!(error instanceof RecordError)) throw error;
        this.giveUpRecord();
        if (!this.#options.ignoreParseErrors) throw error;
        this.position = this.#recordEnd(bytes, error.at, to);
      }
    }
  }

  take(bytes: Uint8Array): Vector[] {
    return this.#taken.map((column) => column.take(this.rows, bytes));
  }

  /** Takes back what was written of the record at hand. */
  giveUpRecord(): void {
    this.#deferred.length = 0;
    for (const column of this.#taken) column.clear(this.rows);
  }

  /**
   * Reads an enclosed field from its quote on.
   * @returns the position of the delimiter or line end behind it; −1 when the buffer ends before
   */
  quoted(bytes: Uint8Array, start: number, end: number): number {
    const quote = this.#quote;
    const escapeCode = this.#escape;
    let at = start + 1;
    this.escaped = false;
    for (; ; at++) {
      if (at >= end) return this.#unclosed(start);
      const byte = bytes[at];
      if (byte === escapeCode) {
        this.escaped = true;
        at++;
      } else if (byte === quote) {
        if (bytes[at + 1] !== quote || at + 1 >= end) break;
        this.escaped = true;
        at++;
      }
    }
    this.from = start + 1;
    this.to = at++;
    while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) {
      if (bytes[at] === this.#delimiter) break;
      at++;
    }
    if (at >= end) return this.#unclosed(start);
    const byte = bytes[at];
    if (byte === this.#delimiter || byte === NEWLINE || byte === RETURN) return at;
    const name = this.#fieldName(bytes, start);
    throw new RecordError(`text stands behind the closing quote of ${name}`, at);
  }

  /** Reads on in a bare field from its first escape character. As `quoted`. */
  unquoted(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    for (; at < end; at++) {
      const byte = bytes[at];
      if (byte === this.#escape) at++;
      else if (byte === this.#delimiter || byte === NEWLINE || byte === RETURN) break;
    }
    if (at >= end) return this.#unclosed(start);
    this.escaped = true;
    return at;
  }

  /** A field with escapes: parsed once its record is whole. */
  defer(field: number, from: number, to: number): void {
    this.#deferred.push(field, from, to);
  }

  /** The record is whole: parses what was put aside. */
  finishDeferred(bytes: Uint8Array, row: number): void {
    const deferred = this.#deferred;
    for (let i = 0; i < deferred.length; i += 3) {
      const field = deferred[i] as number;
      const from = deferred[i + 1] as number;
      const to = this.#unescape(bytes, from, deferred[i + 2] as number);
      this.set(field, bytes, from, to, row);
    }
    deferred.length = 0;
  }

  /** Parses a field in its slow forms: null literals and errors. */
  set(field: number, bytes: Uint8Array, from: number, to: number, row: number): void {
    const column = this.columns[field] as Column;
    const nil = this.#nullLiteral;
    if (nil !== null && nil.length === to - from && equals(nil, bytes, from)) {
      column.setNull(row);
    } else if (!column.set(bytes, from, to, row)) this.bad(field, bytes, from, to, row);
  }

  /** A field that is no value of its type. */
  bad(field: number, bytes: Uint8Array, from: number, to: number, row: number): void {
    if (this.#options.ignoreParseErrors) {
      this.columns[field]?.setNull(row);
      return;
    }
    const { name, type } = this.#fields[field] as CsvField;
    const what = `column '${name}' of type ${typeText(type)}`;
    throw new RecordError(`${what} cannot be ${excerpt(bytes, from, to)}`, from);
  }

  /** The record ends behind `count` fields. */
  short(count: number, at: number, row: number): void {
    if (!this.#options.ignoreParseErrors) {
      const expected = this.#fields.length;
      throw new RecordError(`${count} fields where the table has ${expected} columns`, at);
    }
    for (let field = count; field < this.columns.length; field++) {
      this.columns[field]?.setNull(row);
    }
  }

  /** Something stands behind the last field; one empty field may. @returns the line's end */
  long(bytes: Uint8Array, at: number): number {
    const next = bytes[at + 1];
    if (next === NEWLINE || next === RETURN) return at + 1;
    throw new RecordError(`more fields than the ${this.#fields.length} columns of the table`, at);
  }

  #unclosed(start: number): number {
    if (this.final) throw new RecordError('a quote is not closed', start);
    return -1;
  }

  #fieldName(bytes: Uint8Array, start: number): string {
    return `the field ${excerpt(bytes, start, start + 20).split('\n')[0]}`;
  }

  /** Undoes doubled quotes and escapes in place. @returns the new end */
  #unescape(bytes: Uint8Array, from: number, to: number): number {
    let out = from;
    for (let at = from; at < to; at++) {
      let byte = bytes[at] as number;
      if (byte === this.#escape) {
        byte = bytes[++at] as number;
        byte = NAMED_ESCAPES.get(byte) ?? byte;
      } else if (byte === this.#quote) at++;
      bytes[out++] = byte;
    }
    return out;
  }

  /** Behind the line that holds a malformed place. */
  #recordEnd(bytes: Uint8Array, at: number, to: number): number {
    const newline = bytes.indexOf(NEWLINE, at);
    return newline < 0 || newline >= to ? to : newline + 1;
  }
}

function equals(literal: Uint8Array, bytes: Uint8Array, from: number): boolean {
  for (let i = 0; i < literal.length; i++) if (literal[i] !== bytes[from + i]) return false;
  return true;
}
