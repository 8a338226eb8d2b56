/** Writes rows as JSON, an object a line, in Jackson's spelling under Flink's converters. */
import { MillraceError } from '../../../conf/errors/error.js';
import type { Field, LogicalType } from '../../../state/column/logical-type.js';
import type { RowVector } from '../../../state/column/vector.js';
import { isText } from '../column/create.js';
import {
  type Arrays,
  type Code,
  constant,
  entryTypes,
  GeneratedEncoder,
  room,
} from '../column-code.js';
import { NEWLINE, QUOTE } from '../text/bytes.js';
import { kindOf, type ScalarStyle, scalarCode, scalarGlobals } from '../value-code.js';
import type { JsonOptions } from './options.js';

/** An escaped byte takes six. */
const WIDEST_ESCAPE = 6;

export function createJsonEncoder(
  fields: readonly Field[],
  options: JsonOptions,
): GeneratedEncoder {
  const code = new JsonRowCode(options);
  return new GeneratedEncoder(fields, { globals: code.globals, row: (v, f) => code.row(v, f) });
}

class JsonRowCode {
  readonly globals = { ...scalarGlobals, writeText, encloseText, nullKey };
  readonly #options: JsonOptions;
  readonly #style: ScalarStyle;

  constructor(options: JsonOptions) {
    this.#options = options;
    this.#style = {
      format: 'json',
      iso: options.timestampStandard === 'ISO-8601',
      plainDecimals: options.plainDecimals,
      timeFraction: false,
    };
  }

  row(columns: readonly Arrays[], fields: readonly Field[]): Code {
    return `${this.#object(fields, columns, 'row')} ${room(1)} b[p++] = ${NEWLINE};`;
  }

  #object(fields: readonly Field[], columns: readonly Arrays[], row: Code): Code {
    const skipNulls = this.#options.ignoreNullFields;
    const parts = fields.map((field, i) => {
      const v = columns[i] as Arrays;
      const isNull = v.isNull(row);
      const first = i === 0 ? '' : ',';
      const key = `${skipNulls ? '' : first}${JSON.stringify(field.name)}:`;
      const write = `${constant(key)} ${this.#value(field.type, v, row)}`;
      if (!skipNulls) return write;
      const separated = `if (b[p - 1] !== 123) { ${constant(',')} } ${write}`;
      return isNull === undefined ? separated : `if (!(${isNull})) { ${separated} }`;
    });
    return `${constant('{')} ${parts.join('\n')} ${constant('}')}`;
  }

  #value(type: LogicalType, v: Arrays, row: Code): Code {
    const isNull = v.isNull(row);
    const code = this.#present(type, v, row);
    if (isNull === undefined) return code;
    return `if (${isNull}) { ${constant('null')} } else { ${code} }`;
  }

  #present(type: LogicalType, v: Arrays, row: Code): Code {
    if (isText(type)) return this.#text(v, row);
    if (type.root === 'ARRAY' && v.vector.lane === 'list') {
      const k = `${v.name}k`;
      const child = v.child(v.vector.child, 'child', 'e');
      return `${constant('[')}
        for (let ${k} = ${v.at('starts', row)}; ${k} < ${v.at('ends', row)}; ${k}++) {
          if (${k} > ${v.at('starts', row)}) { ${constant(',')} }
          ${this.#value(type.element, child, k)}
        } ${constant(']')}`;
    }
    if (type.root === 'ROW' && v.vector.lane === 'row') {
      const children = (v.vector as RowVector).children.map((child, i) =>
        v.child(child, `children[${i}]`, `f${i}`),
      );
      return this.#object(type.fields, children, row);
    }
    if (type.root === 'MAP' || type.root === 'MULTISET') return this.#map(type, v, row);
    const code = scalarCode(type, v, row, this.#style);
    if (type.root === 'FLOAT' || type.root === 'DOUBLE') {
      const value = v.at('values', row);
      return `if (Number.isFinite(${value})) { ${code} } else { ${quoted(code)} }`;
    }
    return kindOf(type) === 'text' ? quoted(code) : code;
  }

  #text(v: Arrays, row: Code): Code {
    const [from, to] = [v.at('starts', row), v.at('ends', row)];
    return `${room(`${WIDEST_ESCAPE} * (${to} - ${from}) + 2`)}
      p = encloseText(b, p, ${v.name}_data, ${from}, ${to});`;
  }

  #map(type: LogicalType, v: Arrays, row: Code): Code {
    if (v.vector.lane !== 'map') return '';
    const [, valueType] = entryTypes(type);
    const k = `${v.name}k`;
    // The arrays of the children are named with the same prefix as the map's own.
    const keys = v.child(v.vector.keys, 'keys', 'x');
    const values = v.child(v.vector.values, 'values', 'y');
    const isNull = keys.isNull(k);
    const entry = (key: Code): Code => `if (b[p - 1] !== 123) { ${constant(',')} }
      ${key} ${constant(':')} ${this.#value(valueType, values, k)}`;
    const plain = entry(this.#text(keys, k));
    const guard = isNull === undefined ? '' : `if (${isNull}) { ${this.#nullEntry(entry)} } else`;
    return `${constant('{')}
      for (let ${k} = ${v.at('starts', row)}; ${k} < ${v.at('ends', row)}; ${k}++) {
        ${guard} { ${plain} }
      } ${constant('}')}`;
  }

  #nullEntry(entry: (key: Code) => Code): Code {
    switch (this.#options.mapNullKeyMode) {
      case 'DROP':
        return '';
      case 'LITERAL':
        return entry(constant(JSON.stringify(this.#options.mapNullKeyLiteral)));
      default:
        return 'nullKey();';
    }
  }
}

function quoted(code: Code): Code {
  return `${room(1)} b[p++] = ${QUOTE}; ${code} ${room(1)} b[p++] = ${QUOTE};`;
}

function nullKey(): never {
  throw new MillraceError('DATA_EXPRESSION', 'A MAP has a NULL key, which JSON cannot hold', {
    hint: "Set 'json.map-null-key.mode' to DROP or LITERAL.",
  });
}

/** By byte: 0 = stands for itself, 1 = \u00XX, else the letter behind the backslash. */
const ESCAPE = new Uint8Array(256);
ESCAPE.fill(1, 0, 32);
for (const [letter, byte] of Object.entries({ b: 8, t: 9, n: 10, f: 12, r: 13, '"': 34 })) {
  ESCAPE[byte] = letter.charCodeAt(0);
}
ESCAPE[92] = 92;

const HEX = Buffer.from('0123456789ABCDEF');

/** Text between quotes; room for six bytes each and two. */
function encloseText(b: Uint8Array, p: number, data: Uint8Array, from: number, to: number): number {
  b[p] = QUOTE;
  const end = writeText(b, p + 1, data, from, to);
  b[end] = QUOTE;
  return end + 1;
}

function writeText(b: Uint8Array, p: number, data: Uint8Array, from: number, to: number): number {
  let at = p;
  for (let i = from; i < to; i++) {
    const byte = data[i] as number;
    const letter = ESCAPE[byte] as number;
    if (letter === 0) b[at++] = byte;
    else {
      b[at++] = 92;
      if (letter > 1) b[at++] = letter;
      else {
        b[at++] = 0x75;
        b[at++] = 0x30;
        b[at++] = 0x30;
        b[at++] = HEX[byte >> 4] as number;
        b[at++] = HEX[byte & 15] as number;
      }
    }
  }
  return at;
}
