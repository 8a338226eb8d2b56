/** Writes rows as JSON, an object a line, in Jackson's spelling under Flink's converters. */
import { MillraceError } from '../../../conf/errors/error.js';
import type { Field, LogicalType } from '../../../state/column/logical-type.js';
import type { RowVector } from '../../../state/column/vector.js';
import { isText } from '../column/create.js';
import {
  type Arrays,
  type Code,
  entryTypes,
  GeneratedEncoder,
  Room,
  type RowCode,
} from '../column-code.js';
import { BACKSLASH, QUOTE } from '../text/bytes.js';
import { kindOf, type ScalarStyle, scalarCode, scalarGlobals } from '../value-code.js';
import type { JsonOptions } from './options.js';

/** An escaped byte takes six. */
const WIDEST_ESCAPE = 6;

/** The options that count when writing. */
export type JsonWriting = Pick<
  JsonOptions,
  | 'timestampStandard'
  | 'mapNullKeyMode'
  | 'mapNullKeyLiteral'
  | 'plainDecimals'
  | 'ignoreNullFields'
>;

export function createJsonEncoder(
  fields: readonly Field[],
  options: JsonWriting,
): GeneratedEncoder {
  const code = new JsonRowCode(options);
  return new GeneratedEncoder(fields, code);
}

class JsonRowCode implements RowCode {
  readonly globals = { ...scalarGlobals, encloseText, nullKey };
  readonly #options: JsonWriting;
  readonly #style: ScalarStyle;
  #room = new Room();

  constructor(options: JsonWriting) {
    this.#options = options;
    this.#style = {
      format: 'json',
      iso: options.timestampStandard === 'ISO-8601',
      plainDecimals: options.plainDecimals,
      timeFraction: false,
    };
  }

  row(columns: readonly Arrays[], fields: readonly Field[], room: Room): Code {
    this.#room = room;
    return this.#object(fields, columns, 'row', '\n');
  }

  #object(fields: readonly Field[], columns: readonly Arrays[], row: Code, behind = ''): Code {
    const room = this.#room;
    const skipNulls = this.#options.ignoreNullFields;
    const parts = fields.map((field, i) => {
      const v = columns[i] as Arrays;
      const isNull = v.isNull(row);
      const before = i === 0 ? '{' : ',';
      const key = `${skipNulls ? '' : before}${JSON.stringify(field.name)}:`;
      const write = `${room.constant(key)} ${this.#value(field.type, v, row)}`;
      if (!skipNulls) return write;
      const separated = `if (b[p - 1] !== 123) { ${room.constant(',')} } ${write}`;
      return isNull === undefined ? separated : `if (!(${isNull})) { ${separated} }`;
    });
    const open = skipNulls || fields.length === 0 ? room.constant('{') : '';
    return `${open} ${parts.join('\n')} ${room.constant(`}${behind}`)}`;
  }

  #value(type: LogicalType, v: Arrays, row: Code): Code {
    const isNull = v.isNull(row);
    const code = this.#present(type, v, row);
    if (isNull === undefined) return code;
    return `if (${isNull}) { ${this.#room.constant('null')} } else { ${code} }`;
  }

  #present(type: LogicalType, v: Arrays, row: Code): Code {
    const room = this.#room;
    if (isText(type)) return this.#text(v, row);
    if (type.root === 'ARRAY' && v.vector.lane === 'list') {
      const k = `${v.name}k`;
      const child = v.child(v.vector.child, 'child', 'e');
      return `${room.constant('[')}
        for (let ${k} = ${v.at('starts', row)}; ${k} < ${v.at('ends', row)}; ${k}++) {
          ${room.make()}
          if (${k} > ${v.at('starts', row)}) { ${room.constant(',')} }
          ${this.#value(type.element, child, k)}
        } ${room.make()} ${room.constant(']')}`;
    }
    if (type.root === 'ROW' && v.vector.lane === 'row') {
      const children = (v.vector as RowVector).children.map((child, i) =>
        v.child(child, `children[${i}]`, `f${i}`),
      );
      return this.#object(type.fields, children, row);
    }
    if (type.root === 'MAP' || type.root === 'MULTISET') return this.#map(type, v, row);
    const code = scalarCode(type, v, row, this.#style, room);
    if (type.root === 'FLOAT' || type.root === 'DOUBLE') {
      const value = v.at('values', row);
      return `if (Number.isFinite(${value})) { ${code} } else { ${this.#quoted(code)} }`;
    }
    return kindOf(type) === 'text' ? this.#quoted(code) : code;
  }

  #text(v: Arrays, row: Code): Code {
    const [from, to] = [v.at('starts', row), v.at('ends', row)];
    return `${this.#room.make(`${WIDEST_ESCAPE} * (${to} - ${from}) + 2`)}
      p = encloseText(view, p, ${v.name}_words, ${from}, ${to});`;
  }

  #quoted(code: Code): Code {
    const quote = this.#room.constant('"');
    return `${quote} ${code} ${this.#room.constant('"')}`;
  }

  #map(type: LogicalType, v: Arrays, row: Code): Code {
    if (v.vector.lane !== 'map') return '';
    const room = this.#room;
    const [, valueType] = entryTypes(type);
    const k = `${v.name}k`;
    // The arrays of the children are named with the same prefix as the map's own.
    const keys = v.child(v.vector.keys, 'keys', 'x');
    const values = v.child(v.vector.values, 'values', 'y');
    const isNull = keys.isNull(k);
    const entry = (key: Code): Code => `if (b[p - 1] !== 123) { ${room.constant(',')} }
      ${key} ${room.constant(':')} ${this.#value(valueType, values, k)}`;
    const plain = entry(this.#text(keys, k));
    const guard = isNull === undefined ? '' : `if (${isNull}) { ${this.#nullEntry(entry)} } else`;
    return `${room.constant('{')}
      for (let ${k} = ${v.at('starts', row)}; ${k} < ${v.at('ends', row)}; ${k}++) {
        ${room.make()}
        ${guard} { ${plain} }
      } ${room.make()} ${room.constant('}')}`;
  }

  #nullEntry(entry: (key: Code) => Code): Code {
    switch (this.#options.mapNullKeyMode) {
      case 'DROP':
        return '';
      case 'LITERAL':
        return entry(this.#room.constant(JSON.stringify(this.#options.mapNullKeyLiteral)));
      default:
        return 'nullKey();';
    }
  }
}

function nullKey(): never {
  throw new MillraceError('DATA_EXPRESSION', 'A MAP has a NULL key, which JSON cannot hold', {
    hint: "Set the format's option 'json.map-null-key.mode' to DROP or LITERAL.",
  });
}

/** By byte: 0 = stands for itself, 1 = \u00XX, else the letter behind the backslash. */
const ESCAPE = new Uint8Array(256);
ESCAPE.fill(1, 0, 32);
for (const [letter, byte] of Object.entries({ b: 8, t: 9, n: 10, f: 12, r: 13, '"': 34 })) {
  ESCAPE[byte] = letter.charCodeAt(0);
}
ESCAPE[BACKSLASH] = BACKSLASH;

const LOWER_U = 0x75;

const HEX = Buffer.from('0123456789ABCDEF');

/** Text between quotes; room for six bytes each and two. */
function encloseText(view: DataView, p: number, data: DataView, from: number, to: number): number {
  view.setUint8(p, QUOTE);
  const end = writeText(view, p + 1, data, from, to);
  view.setUint8(end, QUOTE);
  return end + 1;
}

/** Eight or four bytes at a time as long as none of them is escaped. */
function writeText(view: DataView, p: number, data: DataView, from: number, to: number): number {
  let at = p;
  let i = from;
  for (;;) {
    for (; i + 8 <= to; i += 8, at += 8) {
      const word = data.getInt32(i, true);
      const next = data.getInt32(i + 4, true);
      if ((escapedBits(word) | escapedBits(next)) !== 0) break;
      view.setInt32(at, word, true);
      view.setInt32(at + 4, next, true);
    }
    for (; i + 4 <= to; i += 4, at += 4) {
      const word = data.getInt32(i, true);
      if (escapedBits(word) !== 0) break;
      view.setInt32(at, word, true);
    }
    if (i === to) return at;
    const stop = Math.min(to, i + 4);
    for (; i < stop; i++) at = writeByte(view, at, data.getUint8(i));
  }
}

/**
 * Not 0 where one of four bytes is below 32, a quote or a backslash: a byte is less than n where
 * taking n away borrows into its highest bit, which was not set.
 */
function escapedBits(word: number): number {
  const quote = word ^ 0x22222222;
  const backslash = word ^ 0x5c5c5c5c;
  const control = (word - 0x20202020) & ~word;
  const found = ((quote - 0x01010101) & ~quote) | ((backslash - 0x01010101) & ~backslash);
  return (control | found) & 0x80808080;
}

function writeByte(view: DataView, p: number, byte: number): number {
  const letter = ESCAPE[byte] as number;
  if (letter === 0) {
    view.setUint8(p, byte);
    return p + 1;
  }
  view.setUint8(p, BACKSLASH);
  if (letter > 1) {
    view.setUint8(p + 1, letter);
    return p + 2;
  }
  view.setUint8(p + 1, LOWER_U);
  view.setInt16(p + 2, 0x3030);
  view.setUint8(p + 4, HEX[byte >> 4] as number);
  view.setUint8(p + 5, HEX[byte & 15] as number);
  return p + 6;
}
