/**
 * Writes rows as CSV, as Jackson does under Flink: text is enclosed when it is longer than 24
 * characters or holds a character up to the delimiter or quote (so a blank encloses); an array or a
 * row is one field.
 */
import type { Field, LogicalType } from '../../../state/column/logical-type.js';
import { isText } from '../column/create.js';
import { type Arrays, type Code, GeneratedEncoder, Room, type RowCode } from '../column-code.js';
import { NEWLINE, RETURN, SPACE } from '../text/bytes.js';
import { copyBytes } from '../text/write.js';
import { kindOf, type ScalarStyle, scalarCode, scalarGlobals } from '../value-code.js';
import { type CsvOptions, delimiterByte, escapeByte, quoteByte } from './options.js';

/** Longer text is enclosed without being looked at. */
const LONGEST_CHECKED = 24;

export function createCsvEncoder(fields: readonly Field[], options: CsvOptions): GeneratedEncoder {
  const code = new CsvRowCode(options);
  return new GeneratedEncoder(fields, code);
}

class CsvRowCode implements RowCode {
  readonly globals: Readonly<Record<string, unknown>>;
  readonly #options: CsvOptions;
  readonly #style: ScalarStyle;
  readonly #timestampsEnclosed: boolean;
  #room = new Room();

  constructor(options: CsvOptions) {
    this.#options = options;
    this.#style = {
      format: 'csv',
      iso: false,
      plainDecimals: !options.scientificDecimals,
      timeFraction: true,
    };
    const { enclose, writeText, timestampsEnclosed } = encloser(options);
    this.#timestampsEnclosed = timestampsEnclosed;
    this.globals = { ...scalarGlobals, copyBytes, enclose, writeText };
  }

  row(columns: readonly Arrays[], fields: readonly Field[], room: Room): Code {
    this.#room = room;
    const delimiter = String.fromCharCode(delimiterByte(this.#options));
    const values = fields.map((field, i) => {
      const value = this.#field(field.type, columns[i] as Arrays, 'row');
      return `${value} ${room.constant(i < fields.length - 1 ? delimiter : '\n')}`;
    });
    return values.join('\n');
  }

  /** A field of the record: enclosed where it must be. */
  #field(type: LogicalType, v: Arrays, row: Code): Code {
    const nested = type.root === 'ARRAY' || type.root === 'ROW';
    if (!nested && !isText(type) && kindOf(type) === 'bare') return this.#value(type, v, row);
    if (isText(type)) {
      const [from, to] = [v.at('starts', row), v.at('ends', row)];
      const write = `${this.#room.make(`2 * (${to} - ${from}) + 2`)}
        p = writeText(view, p, ${v.name}_words, ${from}, ${to});`;
      return this.#nullable(v, row, write);
    }
    if (isTimestamp(type) && this.#timestampsEnclosed) {
      const quote = this.#room.constant(String.fromCharCode(quoteByte(this.#options)));
      return this.#nullable(v, row, `${quote} ${this.#bare(type, v, row)} ${quote}`);
    }
    const start = `start_${v.name}`;
    // Enclosing at most doubles the text.
    const enclosed = `{ const ${start} = p; ${this.#bare(type, v, row)}
      ${this.#room.make(`(p - ${start}) + 2`)} p = enclose(view, ${start}, p); }`;
    return this.#nullable(v, row, enclosed);
  }

  #value(type: LogicalType, v: Arrays, row: Code): Code {
    return this.#nullable(v, row, this.#bare(type, v, row));
  }

  #nullable(v: Arrays, row: Code, code: Code): Code {
    const isNull = v.isNull(row);
    if (isNull === undefined) return code;
    const literal = this.#room.constant(this.#options.nullLiteral ?? '');
    return `if (${isNull}) { ${literal} } else { ${code} }`;
  }

  /** The text of a value that is not null. */
  #bare(type: LogicalType, v: Arrays, row: Code): Code {
    if (isText(type)) {
      const [from, to] = [v.at('starts', row), v.at('ends', row)];
      return `${this.#room.make(`${to} - ${from}`)}
        p = copyBytes(view, p, ${v.name}_words, ${from}, ${to});`;
    }
    if (type.root === 'ARRAY' && v.vector.lane === 'list') {
      const k = `${v.name}k`;
      const child = v.child(v.vector.child, 'child', 'e');
      const delimiter = this.#room.constant(this.#options.arrayElementDelimiter);
      return `for (let ${k} = ${v.at('starts', row)}; ${k} < ${v.at('ends', row)}; ${k}++) {
        ${this.#room.make()}
        if (${k} > ${v.at('starts', row)}) { ${delimiter} }
        ${this.#value(type.element, child, k)}
      } ${this.#room.make()}`;
    }
    if (type.root === 'ROW' && v.vector.lane === 'row') {
      const { children } = v.vector;
      const fields = type.fields.map((field, i) => {
        const child = v.child(children[i] as Arrays['vector'], `children[${i}]`, `f${i}`);
        return this.#value(field.type, child, row);
      });
      const delimiter = this.#room.constant(this.#options.arrayElementDelimiter);
      return fields.join(`\n${delimiter}\n`);
    }
    return scalarCode(type, v, row, this.#style, this.#room);
  }
}

function isTimestamp({ root }: LogicalType): boolean {
  return root === 'TIMESTAMP_WITHOUT_TIME_ZONE' || root === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE';
}

interface Encloser {
  /** Encloses what was written at `start`, in place, where it must be; there is room. */
  enclose(view: DataView, start: number, end: number): number;
  /** Writes text, enclosed where it must be; there is room for twice its bytes and two. */
  writeText(view: DataView, p: number, data: DataView, from: number, to: number): number;
  /** Every timestamp is enclosed, as it stands, for its blank. */
  readonly timestampsEnclosed: boolean;
}

/** A byte that must be enclosed, and one that must be marked inside of quotes. */
const UNSAFE = 1;
const SPECIAL = 2;

const TIMESTAMP_BYTES = Buffer.from('0123456789+-:. Z');

function encloser(options: CsvOptions): Encloser {
  const quote = quoteByte(options);
  if (quote < 0) {
    return { enclose: (_, _start, end) => end, writeText: copyBytes, timestampsEnclosed: false };
  }
  const kinds = byteKinds(options, quote);
  const writeText = textWriter(kinds, quote, markByte(options, quote));
  let scratch = new DataView(new ArrayBuffer(64));
  return {
    writeText,
    enclose(view, start, end) {
      const length = end - start;
      if (scratch.byteLength < length) scratch = new DataView(new ArrayBuffer(length * 2));
      copyBytes(scratch, 0, view, start, end);
      return writeText(view, start, scratch, 0, length);
    },
    timestampsEnclosed:
      kinds[SPACE] === UNSAFE && TIMESTAMP_BYTES.every((byte) => (kinds[byte] ?? 0) < SPECIAL),
  };
}

function byteKinds(options: CsvOptions, quote: number): Uint8Array {
  const escapeCode = escapeByte(options);
  const kinds = new Uint8Array(256);
  kinds.fill(UNSAFE, 0, Math.max(quote, delimiterByte(options), NEWLINE, RETURN) + 1);
  kinds[quote] = UNSAFE | SPECIAL;
  if (escapeCode >= 0) kinds[escapeCode] = UNSAFE | SPECIAL;
  return kinds;
}

/** What stands before a quote inside of quotes. */
function markByte(options: CsvOptions, quote: number): number {
  const escapeCode = escapeByte(options);
  return escapeCode >= 0 ? escapeCode : quote;
}

function textWriter(kinds: Uint8Array, quote: number, mark: number): Encloser['writeText'] {
  return (view, p, data, from, to) => {
    let found = 0;
    for (let i = from; i < to; i++) found |= kinds[data.getUint8(i)] as number;
    if (found === 0 && !isLong(data, from, to)) return copyBytes(view, p, data, from, to);
    let at = p + 1;
    view.setUint8(p, quote);
    if (found < SPECIAL) at = copyBytes(view, at, data, from, to);
    else {
      for (let i = from; i < to; i++) {
        const byte = data.getUint8(i);
        if ((kinds[byte] as number) >= SPECIAL) view.setUint8(at++, mark);
        view.setUint8(at++, byte);
      }
    }
    view.setUint8(at, quote);
    return at + 1;
  };
}

/** Bytes that one UTF-16 unit takes at most. */
const WIDEST_UNIT = 3;

function isLong(data: DataView, start: number, end: number): boolean {
  const length = end - start;
  if (length <= LONGEST_CHECKED) return false;
  return length > LONGEST_CHECKED * WIDEST_UNIT || units(data, start, end) > LONGEST_CHECKED;
}

/** UTF-16 units of UTF-8 text. */
function units(data: DataView, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) {
    const byte = data.getUint8(i);
    if ((byte & 0xc0) !== 0x80) count += byte >= 0xf0 ? 2 : 1;
  }
  return count;
}
