/**
 * Writes rows as CSV, as Jackson does under Flink: text is enclosed when it is longer than 24
 * characters or holds a character up to the delimiter or quote (so a blank encloses); an array or a
 * row is one field.
 */
import type { Field, LogicalType } from '../../../state/column/logical-type.js';
import { isText } from '../column/create.js';
import { type Arrays, type Code, constant, GeneratedEncoder, room } from '../column-code.js';
import { NEWLINE, RETURN } from '../text/bytes.js';
import { kindOf, type ScalarStyle, scalarCode, scalarGlobals } from '../value-code.js';
import { type CsvOptions, delimiterByte, escapeByte, quoteByte } from './options.js';

/** Longer text is enclosed without being looked at. */
const LONGEST_CHECKED = 24;

export function createCsvEncoder(fields: readonly Field[], options: CsvOptions): GeneratedEncoder {
  const code = new CsvRowCode(options);
  return new GeneratedEncoder(fields, { globals: code.globals, row: (v, f) => code.row(v, f) });
}

class CsvRowCode {
  readonly globals: Readonly<Record<string, unknown>>;
  readonly #options: CsvOptions;
  readonly #style: ScalarStyle;

  constructor(options: CsvOptions) {
    this.#options = options;
    this.#style = {
      format: 'csv',
      iso: false,
      plainDecimals: !options.scientificDecimals,
      timeFraction: true,
    };
    const { enclose, writeText } = encloser(options);
    this.globals = { ...scalarGlobals, enclose, writeText };
  }

  row(columns: readonly Arrays[], fields: readonly Field[]): Code {
    const delimiter = `${room(1)} b[p++] = ${delimiterByte(this.#options)};`;
    const values = fields.map((field, i) => this.#field(field.type, columns[i] as Arrays, 'row'));
    return `${values.join(`\n${delimiter}\n`)}\n${room(1)} b[p++] = ${NEWLINE};`;
  }

  /** A field of the record: enclosed where it must be. */
  #field(type: LogicalType, v: Arrays, row: Code): Code {
    const nested = type.root === 'ARRAY' || type.root === 'ROW';
    if (!nested && !isText(type) && kindOf(type) === 'bare') return this.#value(type, v, row);
    if (isText(type)) {
      const [from, to] = [v.at('starts', row), v.at('ends', row)];
      const write = `${room(`2 * (${to} - ${from}) + 2`)}
        p = writeText(b, p, ${v.name}_data, ${from}, ${to});`;
      return this.#nullable(v, row, write);
    }
    const start = `start_${v.name}`;
    // Enclosing at most doubles the text.
    const enclosed = `{ const ${start} = p; ${this.#bare(type, v, row)}
      ${room(`(p - ${start}) + 2`)} p = enclose(b, ${start}, p); }`;
    return this.#nullable(v, row, enclosed);
  }

  #value(type: LogicalType, v: Arrays, row: Code): Code {
    return this.#nullable(v, row, this.#bare(type, v, row));
  }

  #nullable(v: Arrays, row: Code, code: Code): Code {
    const isNull = v.isNull(row);
    if (isNull === undefined) return code;
    return `if (${isNull}) { ${constant(this.#options.nullLiteral ?? '')} } else { ${code} }`;
  }

  /** The text of a value that is not null. */
  #bare(type: LogicalType, v: Arrays, row: Code): Code {
    if (isText(type)) {
      const [from, to] = [v.at('starts', row), v.at('ends', row)];
      return `${room(`${to} - ${from}`)}
        for (let k = ${from}, e = ${to}; k < e; k++) b[p++] = ${v.name}_data[k];`;
    }
    if (type.root === 'ARRAY' && v.vector.lane === 'list') {
      const k = `${v.name}k`;
      const child = v.child(v.vector.child, 'child', 'e');
      return `for (let ${k} = ${v.at('starts', row)}; ${k} < ${v.at('ends', row)}; ${k}++) {
        if (${k} > ${v.at('starts', row)}) { ${constant(this.#options.arrayElementDelimiter)} }
        ${this.#value(type.element, child, k)}
      }`;
    }
    if (type.root === 'ROW' && v.vector.lane === 'row') {
      const { children } = v.vector;
      const fields = type.fields.map((field, i) => {
        const child = v.child(children[i] as Arrays['vector'], `children[${i}]`, `f${i}`);
        return this.#value(field.type, child, row);
      });
      return fields.join(`\n${constant(this.#options.arrayElementDelimiter)}\n`);
    }
    return scalarCode(type, v, row, this.#style);
  }
}

interface Encloser {
  /** Encloses what was written at `start`, in place, where it must be; there is room. */
  enclose(b: Uint8Array, start: number, end: number): number;
  /** Writes text, enclosed where it must be; there is room for twice its bytes and two. */
  writeText(b: Uint8Array, p: number, data: Uint8Array, from: number, to: number): number;
}

/** A byte that must be enclosed, and one that must be marked inside of quotes. */
const UNSAFE = 1;
const SPECIAL = 2;

function encloser(options: CsvOptions): Encloser {
  const quote = quoteByte(options);
  if (quote < 0) return { enclose: (_, _start, end) => end, writeText: copyBytes };
  const escapeCode = escapeByte(options);
  const kinds = new Uint8Array(256);
  kinds.fill(UNSAFE, 0, Math.max(quote, delimiterByte(options), NEWLINE, RETURN) + 1);
  kinds[quote] = UNSAFE | SPECIAL;
  if (escapeCode >= 0) kinds[escapeCode] = UNSAFE | SPECIAL;
  const mark = escapeCode >= 0 ? escapeCode : quote;
  const writeText: Encloser['writeText'] = (b, p, data, from, to) => {
    let found = 0;
    for (let i = from; i < to; i++) found |= kinds[data[i] as number] as number;
    if (found === 0 && !isLong(data, from, to)) return copyBytes(b, p, data, from, to);
    let at = p;
    b[at++] = quote;
    if (found < SPECIAL) at = copyBytes(b, at, data, from, to);
    else {
      for (let i = from; i < to; i++) {
        const byte = data[i] as number;
        if ((kinds[byte] as number) >= SPECIAL) b[at++] = mark;
        b[at++] = byte;
      }
    }
    b[at] = quote;
    return at + 1;
  };
  let scratch = new Uint8Array(64);
  return {
    writeText,
    enclose(b, start, end) {
      const length = end - start;
      if (scratch.length < length) scratch = new Uint8Array(length * 2);
      copyBytes(scratch, 0, b, start, end);
      return writeText(b, start, scratch, 0, length);
    },
  };
}

function copyBytes(b: Uint8Array, p: number, data: Uint8Array, from: number, to: number): number {
  for (let i = from, at = p; i < to; i++, at++) b[at] = data[i] as number;
  return p + to - from;
}

function isLong(b: Uint8Array, start: number, end: number): boolean {
  return end - start > LONGEST_CHECKED && characters(b, start, end) > LONGEST_CHECKED;
}

/** UTF-16 units of UTF-8 text. */
function characters(b: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) {
    const byte = b[i] as number;
    if ((byte & 0xc0) !== 0x80) count += byte >= 0xf0 ? 2 : 1;
  }
  return count;
}
