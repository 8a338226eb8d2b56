/**
 * Generates the loop of `CsvScanner` for one schema: straight-line code a field, no user text in
 * it.
 */
import { BinaryColumn, StringColumn } from '../column/bytes.js';
import type { Column } from '../column/column.js';
import { IntColumn, LongColumn } from '../column/number.js';
import { DateColumn, TimeOfDayColumn, TimestampColumn } from '../column/time.js';
import { compiled } from '../compiled.js';
import { NEWLINE, RETURN } from '../text/bytes.js';
import { digitsCode, PAIR_VALUES } from '../text/digits.js';
import { toStop } from '../text/stops.js';
import { type CsvOptions, delimiterByte, escapeByte, quoteByte } from './options.js';
import type { CsvScanner } from './scanner.js';

/**
 * Reads records into the scanner's columns; leaves `rows` and `position` behind the last one.
 * @param stops the words of the index of `csvStops`
 */
export type ScanCsv = (
  scanner: CsvScanner,
  bytes: Uint8Array,
  view: DataView,
  stops: Int32Array,
  from: number,
  to: number,
  capacity: number,
) => void;

const HASH = 35;

/** The bytes at which a field ends, is enclosed, or has an escape. */
export function csvStops(options: CsvOptions): number[] {
  const codes = [quoteByte(options), escapeByte(options)].filter((code) => code >= 0);
  return [delimiterByte(options), NEWLINE, RETURN, ...codes];
}

export function generateScan(columns: readonly (Column | null)[], options: CsvOptions): ScanCsv {
  const end = new Uint8Array(256);
  for (const byte of [delimiterByte(options), NEWLINE, RETURN]) end[byte] = 1;
  const source = scanSource(columns, options);
  return compiled(['columns', 'END', 'PAIRS'], source)(columns, end, PAIR_VALUES) as ScanCsv;
}

/** The generated function's text. */
export function scanSource(columns: readonly (Column | null)[], options: CsvOptions): string {
  const names = columns.flatMap((column, i) => (column === null ? [] : [i]));
  const fields: string[] = [];
  for (let i = 0; i < columns.length; i++) {
    const skipped = skippedFrom(columns, i);
    if (skipped > 1) {
      fields.push(skipSource(i, skipped, options));
      i += skipped;
    }
    fields.push(fieldSource(columns[i] ?? null, i, i === columns.length - 1, options));
  }
  return `
const ${[...names.map((i) => `c${i} = columns[${i}]`), 'none = null'].join(', ')};
return function scan(s, b, view, words, p, end, capacity) {
  let row = s.rows, from = 0, to = 0, word = 0, mask = 0, x = 0, n = 0, d = 0, stop = 0;
  let plain = true, deferred = false;
  while (p < end && row < capacity) {
    s.position = p;
    s.rows = row;
    deferred = false;
    ${options.allowComments ? commentSource() : ''}
    record: {
      ${fields.join('\n')}
    }
    if (deferred) s.finishDeferred(b, row);
    p += b[p] === ${RETURN} && b[p + 1] === ${NEWLINE} ? 2 : 1;
    row++;
  }
  s.position = p;
  s.rows = row;
};`;
}

/** How many fields from `first` on, the last one apart, nobody asks for. */
function skippedFrom(columns: readonly (Column | null)[], first: number): number {
  let i = first;
  while (i < columns.length - 1 && columns[i] === null) i++;
  return i - first;
}

function commentSource(): string {
  return `if (b[p] === ${HASH}) {
      while (b[p] !== ${NEWLINE}) p++;
      p++;
      continue;
    }`;
}

/** Finds a field's range: `from`, `to`; `p` is then behind it; `plain` = it holds no escapes. */
function rangeSource(options: CsvOptions): string {
  const quote = quoteByte(options);
  const escapeCode = escapeByte(options);
  const pastQuotes =
    quote < 0 || quote === escapeCode ? '' : `while (b[p] === ${quote}) { p++; ${toStop()} }`;
  const escaped = `if (b[p] === ${escapeCode}) {
          plain = false;
          p = s.unquoted(b, p, end);
          if (p < 0) { s.giveUpRecord(); return; }
        }`;
  const bare = `from = p;
        ${toStop()}
        ${pastQuotes}
        ${escapeCode < 0 ? '' : escaped}
        to = p;`;
  if (quote < 0) return `plain = true; ${bare}`;
  return `plain = true;
      if (b[p] === ${quote}) { ${enclosedSource(quote, escapeCode)} }
      else { ${bare} }`;
}

/** A field between quotes. What holds quotes or escapes, or is not closed, starts again. */
function enclosedSource(quote: number, escapeCode: number): string {
  const slow = `p = s.quoted(b, from - 1, end);
          if (p < 0) { s.giveUpRecord(); return; }
          from = s.from; to = s.to; plain = !s.escaped;`;
  if (quote === escapeCode) return `from = ++p; ${slow}`;
  return `from = ++p;
        ${toStop()}
        while (p + 1 < end && END[b[p]] === 1) { p++; ${toStop()} }
        if (b[p] === ${quote} && END[b[p + 1]] === 1) to = p++;
        else { ${slow} }`;
}

function fieldSource(column: Column | null, i: number, last: boolean, options: CsvOptions): string {
  const parse =
    column === null
      ? ''
      : `if (plain) { ${setSource(column, i, options)} }
      else { s.defer(${i}, from, to); deferred = true; }`;
  const slow = `${rangeSource(options)}
      ${parse}`;
  const whole = column === null || options.nullLiteral !== undefined ? '' : digitsSource(column, i);
  return `${whole === '' ? slow : `${whole} { ${slow} }`}
      ${last ? endSource(options) : nextSource(i, options)}`;
}

/** An unsigned integer is parsed while its end is looked for; anything else starts again. */
function digitsSource(column: Column, i: number): string {
  const long = column instanceof LongColumn;
  const int = column instanceof IntColumn && !isTime(column);
  if (!long && !int) return '';
  const fits = long ? `c${i}.wide === null` : `x <= c${i}.max`;
  return `from = p;
      ${digitsCode()}
      if (p > from && p - from <= 15 && END[b[p]] === 1 && ${fits}) {
        c${i}.values[row] = x;
      } else if ((p = from) >= 0)`;
}

function isTime(column: Column): boolean {
  return column instanceof DateColumn || column instanceof TimeOfDayColumn;
}

function setSource(column: Column, i: number, options: CsvOptions): string {
  if (options.nullLiteral !== undefined) return `s.set(${i}, b, from, to, row);`;
  if (column instanceof StringColumn && !(column instanceof BinaryColumn)) {
    return `c${i}.starts[row] = from; c${i}.ends[row] = to;`;
  }
  const quick =
    column instanceof TimestampColumn ? `!c${i}.setQuickly(view, from, to, row) && ` : '';
  return `if (${quick}!c${i}.set(b, from, to, row)) s.bad(${i}, b, from, to, row);`;
}

/** Behind a field that is not the last. */
function nextSource(i: number, options: CsvOptions): string {
  return `if (b[p] !== ${delimiterByte(options)}) { s.short(${i + 1}, p, row); break record; }
      p++;`;
}

function endSource(options: CsvOptions): string {
  return `if (b[p] === ${delimiterByte(options)}) p = s.long(b, p);`;
}

/** A run of fields that nobody asks for, none of them the last. */
function skipSource(first: number, count: number, options: CsvOptions): string {
  return `for (let k = 0; k < ${count}; k++) {
        ${rangeSource(options)}
        if (b[p] !== ${delimiterByte(options)}) { s.short(${first + 1} + k, p, row); break record; }
        p++;
      }`;
}
