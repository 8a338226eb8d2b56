/**
 * Generates the loop of `JsonScanner` for one schema. The code holds numbers only: names of fields
 * appear as the bytes they are compared with.
 *
 * In it, `b` is the buffer, `view` the same as words, `p` the position, `row` the record's row.
 * Each object type has its guess of the order of keys, learned from the records before: the key at
 * place n is first compared with the field that stood there last time. Ends of strings are looked
 * up in the index of stops.
 */
import type { LogicalType } from '../../../state/column/logical-type.js';
import { BinaryColumn, StringColumn } from '../column/bytes.js';
import type { Column } from '../column/column.js';
import { DecimalColumn } from '../column/decimal.js';
import { ListColumn, MapColumn, RowColumn } from '../column/nested.js';
import { BooleanColumn, FloatColumn, IntColumn, LongColumn } from '../column/number.js';
import { DateColumn, TimeOfDayColumn, TimestampColumn } from '../column/time.js';
import { compiled } from '../compiled.js';
import { BACKSLASH, NEWLINE, QUOTE } from '../text/bytes.js';
import { digitsCode, PAIR_VALUES } from '../text/digits.js';
import { toStop } from '../text/stops.js';
import { equalsCode } from '../text/words.js';
import type { JsonScanner } from './scanner.js';
import { afterColon, numberEnd, skipBlanks, skipValue, stringEnd } from './skip.js';
import { unescapeInPlace } from './unescape.js';

export interface JsonField {
  readonly name: string;
  readonly type: LogicalType;
  readonly column: Column;
  /** Names of a ROW column's children; those of other nested columns in turn. */
  readonly children?: readonly JsonField[];
}

/** The bytes at which a string's plain run ends, or a record. */
export const JSON_STOPS = [QUOTE, BACKSLASH, NEWLINE];

/**
 * Reads records into the scanner's columns; leaves `rows` and `position` behind the last one.
 * @param stops the words of the index of `JSON_STOPS`
 */
export type ScanJson = (
  scanner: JsonScanner,
  bytes: Uint8Array,
  view: DataView,
  stops: Int32Array,
  from: number,
  to: number,
  capacity: number,
) => void;

export interface GeneratedScan {
  readonly scan: ScanJson;
  /** The columns that the code names, nested ones included. */
  readonly all: readonly JsonField[];
}

/** 1 for a byte that may stand behind a number. */
const NUMBER_END = new Uint8Array(256);
for (const byte of [9, 10, 13, 32, 44, 93, 125]) NUMBER_END[byte] = 1;

/** Places of keys in an object whose order is remembered. */
const PLACES = 64;
const FIELDS_A_WORD = 31;

export function generateScan(fields: readonly JsonField[]): GeneratedScan {
  const code = new ScanCode();
  const globals: Readonly<Record<string, unknown>> = {
    END: NUMBER_END,
    PAIRS: PAIR_VALUES,
    afterColon,
    numberEnd,
    skipBlanks,
    skipValue,
    stringEnd,
    unescapeInPlace,
  };
  const body = code.records(fields);
  const columns = code.all.map((_, i) => `c${i} = all[${i}].column`);
  const source = `const ${[...columns, ...code.declared, 'none = null'].join(',\n')};\n${body}`;
  const make = compiled(['all', ...Object.keys(globals)], source);
  return { scan: make(code.all, ...Object.values(globals)) as ScanJson, all: code.all };
}

class ScanCode {
  readonly all: JsonField[] = [];
  /** Declarations before the function. */
  readonly declared: string[] = [];
  #objects = 0;

  records(fields: readonly JsonField[]): string {
    return `return function scan(s, b, view, words, p, end, capacity) {
      let row = s.rows, from = 0, word = 0, mask = 0, x = 0, n = 0, d = 0, first = 0, stop = 0;
      let negative = false;
      while (p < end && row < capacity) {
        s.position = p;
        s.rows = row;
        if (b[p] !== 123) {
          p = s.begins(b, p);
          if (b[p] !== 123) { p++; continue; }
        }
        p++;
        ${this.#object(fields, 'row')}
        if (b[p] !== ${NEWLINE}) p = s.ends(b, p);
        p++;
        row++;
      }
      s.position = p;
      s.rows = row;
    };`;
  }

  /** From behind an object's brace to behind its closing one. */
  #object(fields: readonly JsonField[], at: string): string {
    const id = this.#objects++;
    const indexes = fields.map((field) => this.all.push(field) - 1);
    this.declared.push(`order${id} = new Int32Array(${PLACES}).fill(-1)`);
    this.declared.push(`indexes${id} = [${indexes.join(', ')}]`);
    this.declared.push(`find${id} = ${findSource(fields)}`);
    const words = Math.max(1, Math.ceil(fields.length / FIELDS_A_WORD));
    const seen = Array.from({ length: words }, (_, word) => `seen${id}_${word}`);
    const guesses = fields.map((field, i) => `case ${i}: ${guessSource(field.name)} break;`);
    const values = fields.map((field, i) => {
      const word = seen[Math.floor(i / FIELDS_A_WORD)];
      const bit = 1 << (i % FIELDS_A_WORD);
      return `case ${i}:
        if ((${word} & ${bit}) !== 0) s.again(${indexes[i]}, ${at});
        ${word} |= ${bit};
        ${this.#value(field, indexes[i] as number, at)}
        break;`;
    });
    const incomplete = seen.map((word, i) => {
      const count = Math.min(FIELDS_A_WORD, fields.length - i * FIELDS_A_WORD);
      return `${word} !== ${2 ** count - 1}`;
    });
    return `let ${seen.map((word) => `${word} = 0`).join(', ')}, place${id} = 0;
      if (b[p] <= 32) p = skipBlanks(b, p);
      if (b[p] === 125) p++;
      else for (;;) {
        let field = order${id}[place${id} & ${PLACES - 1}];
        switch (field) { ${guesses.join('\n')} }
        if (field < 0) {
          if (b[p] !== 34) s.fail(b, p);
          from = ++p;
          ${toStop()}
          let close = p;
          if (b[p] !== 34) { p = stringEnd(b, p); close = unescapeInPlace(b, from, p); }
          field = find${id}(b, from, close);
          order${id}[place${id} & ${PLACES - 1}] = field;
          p++;
          if (b[p] === 58) p++;
          else p = afterColon(b, p);
        }
        if (b[p] <= 32) p = skipBlanks(b, p);
        switch (field) {
          ${values.join('\n')}
          default: ${skipSource()}
        }
        place${id}++;
        if (b[p] <= 32) p = skipBlanks(b, p);
        if (b[p] === 44) {
          p++;
          if (b[p] <= 32) p = skipBlanks(b, p);
        } else if (b[p] === 125) { p++; break; }
        else s.fail(b, p);
      }
      if (${incomplete.join(' || ')}) s.missing(indexes${id}, [${seen.join(', ')}], p, ${at});`;
  }

  /** Reads the value at `p` into the column at `at`. */
  #value(field: JsonField, index: number, at: string): string {
    const c = `c${index}`;
    const { column } = field;
    const slow = (from: string): string => `p = s.value(${index}, b, ${from}, ${at});`;
    if (column instanceof RowColumn) {
      const { children = [] } = field;
      return `if (b[p] === 123) { p++; ${this.#object(children, at)} } else { ${slow('p')} }`;
    }
    if (column instanceof ListColumn) return this.#list(field, c, at, slow('p'));
    if (column instanceof MapColumn) return this.#map(field, c, at, slow('p'));
    if (column instanceof BinaryColumn) return slow('p');
    if (column instanceof StringColumn) return stringSource(c, at, slow('p'));
    if (column instanceof LongColumn) {
      return integerSource(`${c}.wide === null`, `${c}.values[${at}]`, slow('from'));
    }
    if (column instanceof DateColumn || column instanceof TimeOfDayColumn) {
      return textSource(column, c, at, slow);
    }
    if (column instanceof TimestampColumn) return textSource(column, c, at, slow);
    if (column instanceof IntColumn) {
      // The least value of a type is one larger than its greatest; it takes the slow path.
      return integerSource(`x <= ${column.max}`, `${c}.values[${at}]`, slow('from'));
    }
    if (column instanceof BooleanColumn) return booleanSource(c, at, slow('p'));
    if (column instanceof FloatColumn || column instanceof DecimalColumn) {
      return `if (b[p] === 45 || (b[p] >= 48 && b[p] <= 57)) {
        from = p;
        p = numberEnd(b, p);
        if (!${c}.set(b, from, p, ${at})) { ${slow('from')} }
      } else { ${slow('p')} }`;
    }
    return slow('p');
  }

  #list(field: JsonField, c: string, at: string, slow: string): string {
    const [child] = field.children ?? [];
    if (child === undefined) return slow;
    const index = this.all.push(child) - 1;
    const element = `e${index}`;
    return `if (b[p] === 91) {
        const start${index} = ${c}.length;
        p = skipBlanks(b, p + 1);
        if (b[p] === 93) p++;
        else for (;;) {
          const ${element} = ${c}.length++;
          c${index}.ensure(${element});
          ${this.#value(child, index, element)}
          ${nextSource(93)}
        }
        ${c}.starts[${at}] = start${index};
        ${c}.ends[${at}] = ${c}.length;
      } else { ${slow} }`;
  }

  #map(field: JsonField, c: string, at: string, slow: string): string {
    const child = field.children?.[1];
    if (child === undefined) return slow;
    const index = this.all.push(child) - 1;
    const entry = `e${index}`;
    return `if (b[p] === 123) {
        ${c}.starts[${at}] = ${c}.length;
        p = skipBlanks(b, p + 1);
        if (b[p] === 125) p++;
        else for (;;) {
          if (b[p] !== 34) s.fail(b, p);
          const key${index} = ++p;
          p = stringEnd(b, p);
          const ${entry} = s.entry(${c}, ${at}, b, key${index}, unescapeInPlace(b, key${index}, p));
          p = afterColon(b, p + 1);
          ${this.#value(child, index, entry)}
          ${nextSource(125)}
        }
        ${c}.ends[${at}] = ${c}.length;
      } else { ${slow} }`;
  }
}

/** Behind an element: on to the next, or out of the loop behind `close`. */
function nextSource(close: number): string {
  return `if (b[p] <= 32) p = skipBlanks(b, p);
          if (b[p] === ${close}) { p++; break; }
          if (b[p] !== 44) s.fail(b, p);
          p = skipBlanks(b, p + 1);`;
}

/**
 * Compares the key at `p` with a name; behind its colon when they are the same, else `field` is −1.
 */
function guessSource(name: string): string {
  const key = JSON.stringify(name);
  // A name that needs escapes stands in no document as it is.
  if (key !== `"${name}"`) return 'field = -1;';
  const bytes = Buffer.from(`${key}:`);
  return `if (${equalsCode(bytes)}) p += ${bytes.length}; else field = -1;`;
}

/** A function from a key's range to its field; −1 where there is none. */
function findSource(fields: readonly JsonField[]): string {
  const byLength = new Map<number, string[]>();
  fields.forEach((field, i) => {
    const bytes = [...Buffer.from(field.name)];
    const same = bytes.map((byte, k) => `b[p + ${k}] === ${byte}`).join(' && ') || 'true';
    const tests = byLength.get(bytes.length) ?? [];
    tests.push(`if (${same}) return ${i};`);
    byLength.set(bytes.length, tests);
  });
  const cases = [...byLength].map(([length, tests]) => `case ${length}: ${tests.join(' ')} break;`);
  return `(b, p, end) => { switch (end - p) { ${cases.join('\n')} } return -1; }`;
}

function stringSource(c: string, at: string, slow: string): string {
  return `if (b[p] === 34) {
      from = ++p;
      ${toStop()}
      if (b[p] === 34) { ${c}.starts[${at}] = from; ${c}.ends[${at}] = p++; }
      else { p = from - 1; ${slow} }
    } else { ${slow} }`;
}

/** A string without escapes that the column parses. */
function textSource(column: Column, c: string, at: string, slow: (from: string) => string): string {
  const quick =
    column instanceof TimestampColumn ? `${c}.setQuickly(view, from, p, ${at}) || ` : '';
  const set = `${quick}${c}.set(b, from, p, ${at})`;
  return `if (b[p] === 34) {
      from = ++p;
      ${toStop()}
      if (b[p] === 34 && (${set})) p++;
      else { ${slow('from - 1')} }
    } else { ${slow('p')} }`;
}

/** Up to 15 digits, no zero before others. */
function integerSource(fits: string, target: string, slow: string): string {
  return `from = p;
    negative = b[p] === 45;
    if (negative) p++;
    first = p;
    ${digitsCode()}
    if (p > first && p - from <= 15 && END[b[p]] === 1 && ${fits} &&
      (b[first] !== 48 || p === first + 1)) {
      ${target} = negative ? 0 - x : x;
    } else { ${slow} }`;
}

function booleanSource(c: string, at: string, slow: string): string {
  return `if (b[p] === 116 && b[p + 1] === 114 && b[p + 2] === 117 && b[p + 3] === 101) {
      ${c}.values[${at}] = 1;
      p += 4;
    } else if (b[p] === 102 && b[p + 1] === 97 && b[p + 2] === 108 && b[p + 3] === 115 &&
      b[p + 4] === 101) {
      ${c}.values[${at}] = 0;
      p += 5;
    } else { ${slow} }`;
}

/** Passes a value that nobody asks for. */
function skipSource(): string {
  return `if (b[p] === 34) {
      from = p++;
      ${toStop()}
      if (b[p] === 34) p++;
      else p = skipValue(b, from);
    } else p = skipValue(b, p);`;
}
