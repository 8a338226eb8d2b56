/**
 * Test support: one value of a printed table. NULL is null; strings stand bare, or in JSON quotes
 * where they would be misread; timestamps are `2001-01-01 00:00:05.000` with the type's digits
 * (UTC); arrays and rows are `[1, 2]`.
 */
import { assert } from '../../conf/errors/error.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';

const NANOS_PER_MS = 1_000_000n;

export function parseCell(text: string, type: LogicalType): Scalar {
  if (text === 'NULL') return null;
  switch (type.root) {
    case 'BOOLEAN':
      return text === 'true';
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'FLOAT':
    case 'DOUBLE':
    case 'INTERVAL_YEAR_MONTH':
      return Number(text);
    case 'BIGINT':
    case 'INTERVAL_DAY_TIME':
      return BigInt(text);
    case 'DECIMAL':
      return parseDecimal(text, type.scale);
    case 'CHAR':
    case 'VARCHAR':
      return text.startsWith('"') ? (JSON.parse(text) as string) : text;
    case 'DATE':
      return Date.parse(`${text}T00:00:00Z`) / 86_400_000;
    case 'TIME_WITHOUT_TIME_ZONE':
      return Date.parse(`1970-01-01T${text}Z`);
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return parseTimestamp(text);
    case 'ARRAY':
      return splitItems(text).map((item) => parseCell(item, type.element));
    case 'ROW':
      return splitItems(text).map((item, i) =>
        parseCell(item, (type.fields[i] as { type: LogicalType }).type),
      );
    default:
      assert(false, `A printed table holds no ${type.root}`);
  }
}

export function printCell(value: Scalar, type: LogicalType): string {
  if (value === null) return 'NULL';
  switch (type.root) {
    case 'DECIMAL':
      return printDecimal(value as bigint, type.scale);
    case 'CHAR':
    case 'VARCHAR':
      return printString(value as string);
    case 'DATE':
      return new Date((value as number) * 86_400_000).toISOString().slice(0, 10);
    case 'TIME_WITHOUT_TIME_ZONE':
      return new Date(value as number).toISOString().slice(11, 23);
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return printTimestamp(value as bigint, type.precision);
    case 'ARRAY':
      return `[${(value as Scalar[]).map((item) => printCell(item, type.element)).join(', ')}]`;
    case 'ROW': {
      const types = type.fields.map((field) => field.type);
      const items = (value as Scalar[]).map((item, i) => printCell(item, types[i] as LogicalType));
      return `[${items.join(', ')}]`;
    }
    default:
      return Object.is(value, -0) ? '-0' : String(value);
  }
}

/** Milliseconds since the epoch of `2001-01-01 00:00:05.000`. */
export function parseMilliseconds(text: string): number {
  return Number(parseTimestamp(text) / NANOS_PER_MS);
}

export function printMilliseconds(value: number): string {
  return printTimestamp(BigInt(value) * NANOS_PER_MS, 3);
}

function parseTimestamp(text: string): bigint {
  const [seconds, fraction = ''] = text.split('.');
  const milliseconds = Date.parse(`${(seconds as string).replace(' ', 'T')}Z`);
  assert(!Number.isNaN(milliseconds), `${text} is no timestamp`);
  return BigInt(milliseconds) * NANOS_PER_MS + BigInt(fraction.padEnd(9, '0'));
}

function printTimestamp(value: bigint, precision: number): string {
  const fraction = ((value % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  const seconds = new Date(Number((value - fraction) / NANOS_PER_MS)).toISOString().slice(0, 19);
  const digits = String(fraction).padStart(9, '0').slice(0, precision);
  return seconds.replace('T', ' ') + (precision === 0 ? '' : `.${digits}`);
}

function parseDecimal(text: string, scale: number): bigint {
  const [whole, fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0').slice(0, scale));
}

function printDecimal(value: bigint, scale: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const sign = value < 0n ? '-' : '';
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function printString(value: string): string {
  const bare =
    value !== 'NULL' && value !== '' && value === value.trim() && !/["|,[\]]/.test(value);
  return bare ? value : JSON.stringify(value);
}

/** The items of `[a, [b, c]]`, split at the commas of the outermost brackets. */
function splitItems(text: string): string[] {
  const items: string[] = [];
  let [depth, start] = [0, 1];
  for (let i = 1; i < text.length - 1; i++) {
    if (text[i] === '[') depth++;
    else if (text[i] === ']') depth--;
    else if (text[i] === ',' && depth === 0) {
      items.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  const last = text.slice(start, -1).trim();
  return last === '' && items.length === 0 ? [] : [...items, last];
}
