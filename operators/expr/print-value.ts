/**
 * Values in Flink's printed forms.
 *
 * - `printValue`: PLAIN_TEXT of the SQL Gateway, the CLI and the print sink: what CAST(… AS STRING)
 *   gives, but bytes are shown as hexadecimal digits; a null is null (`NULL` inside a collection).
 * - `jsonValue`: the JSON of the SQL Gateway's result pages, as JSON text.
 */
import { type LogicalType, STRING } from '../../state/column/logical-type.js';
import { type Scalar, ScalarMap } from '../../state/column/scalar.js';
import { bitmapText } from './runtime/bitmap.js';
import { decimalText, strippedText } from './runtime/decimal.js';
import { doubleText, floatText } from './runtime/number-text.js';
import * as timeText from './runtime/time-text.js';
import { variantText } from './runtime/variant.js';
import { Zone } from './runtime/zone.js';

export interface PrintOptions {
  /** Session zone for TIMESTAMP_LTZ; UTC by default. */
  readonly timeZone?: string;
  /** Bytes as text, as CAST does. */
  readonly bytesAsText?: boolean;
  /** As CAST did before Flink 1.15. */
  readonly legacy?: boolean;
}

/** The printed form; null stays null. */
export function printValue(
  value: Scalar,
  type: LogicalType,
  options: PrintOptions = {},
): string | null {
  if (value === null) return null;
  switch (type.root) {
    case 'BOOLEAN':
      return options.legacy === true ? String(value) : value ? 'TRUE' : 'FALSE';
    case 'FLOAT':
      return floatText(value as number);
    case 'DOUBLE':
      return doubleText(value as number);
    case 'DECIMAL':
      return decimalText(value as bigint, type.scale);
    case 'BINARY':
    case 'VARBINARY':
      return printBytes(value as Uint8Array, options);
    case 'VARIANT':
      return variantText(value as Uint8Array);
    case 'BITMAP':
      return bitmapText(value as Uint8Array);
    case 'ARRAY':
    case 'MAP':
    case 'MULTISET':
    case 'ROW':
    case 'STRUCTURED_TYPE':
      return printNested(value, type, options);
    default:
      return printTemporal(value, type, options) ?? String(value);
  }
}

function printTemporal(
  value: Scalar,
  type: LogicalType,
  options: PrintOptions,
): string | undefined {
  switch (type.root) {
    case 'DATE':
      return timeText.dateText(value as number);
    case 'TIME_WITHOUT_TIME_ZONE':
      return timeText.timeText(value as number, type.precision);
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
      return timestamp(value as bigint, type.precision);
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return timestamp(local(value as bigint, options.timeZone), type.precision);
    case 'INTERVAL_YEAR_MONTH':
      return timeText.yearMonthText(value as number);
    case 'INTERVAL_DAY_TIME':
      return timeText.dayTimeText(value as bigint);
    default:
      return undefined;
  }
}

const NANOS = 1_000_000n;

function timestamp(nanos: bigint, precision: number, between?: string): string {
  const [ms, rest] = msAndNanos(nanos);
  return timeText.timestampText(ms, rest, precision, between);
}

function msAndNanos(nanos: bigint): [number, number] {
  const rest = ((nanos % NANOS) + NANOS) % NANOS;
  return [Number((nanos - rest) / NANOS), Number(rest)];
}

/** The wall clock of an instant, on the same scale. */
function local(nanos: bigint, timeZone = 'UTC'): bigint {
  const [ms] = msAndNanos(nanos);
  return nanos + BigInt(Zone.of(timeZone).offset(ms)) * NANOS;
}

function printBytes(bytes: Uint8Array, options: PrintOptions): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return options.bytesAsText ? buffer.toString('utf8') : `x'${buffer.toString('hex')}'`;
}

function printNested(value: Scalar, type: LogicalType, options: PrintOptions): string {
  const part = (item: Scalar, of: LogicalType): string => printValue(item, of, options) ?? 'NULL';
  if (type.root === 'ARRAY') {
    return `[${(value as Scalar[]).map((item) => part(item, type.element)).join(', ')}]`;
  }
  if ('fields' in type) {
    const fields = type.fields.map((field, i) => ({
      ...field,
      text: fieldText(value, i, field.type, part),
    }));
    const separator = options.legacy === true ? ',' : ', ';
    if (type.root === 'ROW') return `(${fields.map((field) => field.text).join(separator)})`;
    return `(${fields.map((field) => `${field.name}=${field.text}`).join(', ')})`;
  }
  const [key, item] = entryTypes(type);
  const entries = (value as ScalarMap).entries.map(([k, v]) => `${part(k, key)}=${part(v, item)}`);
  return `{${entries.join(', ')}}`;
}

function fieldText(
  row: Scalar,
  index: number,
  type: LogicalType,
  part: (item: Scalar, of: LogicalType) => string,
): string {
  return part((row as Scalar[])[index] ?? null, type);
}

function entryTypes(type: LogicalType): [LogicalType, LogicalType] {
  if (type.root === 'MAP') return [type.key, type.value];
  const int: LogicalType = { root: 'INTEGER', nullable: false };
  return [type.root === 'MULTISET' ? type.element : STRING, int];
}

/** A row in parentheses, for messages. */
export function printRow(values: readonly Scalar[], types: readonly LogicalType[]): string {
  const shown = values.map((value, i) => printValue(value, types[i] as LogicalType) ?? 'NULL');
  return `(${shown.join(', ')})`;
}

/**
 * JSON text, as in the SQL Gateway's result pages: decimals keep their digits, bytes are base64.
 */
export function jsonValue(value: Scalar, type: LogicalType, options: PrintOptions = {}): string {
  if (value === null) return 'null';
  switch (type.root) {
    case 'FLOAT':
    case 'DOUBLE':
      return jsonNumber(value as number, type.root);
    case 'DECIMAL':
      return strippedText(value as bigint, type.scale);
    case 'BINARY':
    case 'VARBINARY': {
      const bytes = value as Uint8Array;
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      return JSON.stringify(buffer.toString('base64'));
    }
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
      return JSON.stringify(isoTimestamp(value as bigint, type.precision));
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE': {
      const shifted = local(value as bigint, options.timeZone);
      return JSON.stringify(`${isoTimestamp(shifted, type.precision)}Z`);
    }
    case 'VARIANT':
    case 'BITMAP':
    case 'DATE':
    case 'TIME_WITHOUT_TIME_ZONE':
      return JSON.stringify(printValue(value, type));
    case 'BOOLEAN':
    case 'CHAR':
    case 'VARCHAR':
      return JSON.stringify(value);
    default:
      return typeof value === 'object' ? jsonNested(value, type, options) : String(value);
  }
}

/** JSON has no NaN and no infinities: they are strings, as Jackson writes them. */
function jsonNumber(value: number, root: 'FLOAT' | 'DOUBLE'): string {
  if (!Number.isFinite(value)) return JSON.stringify(String(value));
  return root === 'FLOAT' ? floatText(value) : doubleText(value);
}

/** `yyyy-MM-ddTHH:mm:ss[.f…]`: as many fractional digits as there are. */
function isoTimestamp(nanos: bigint, precision: number): string {
  const text = timestamp(nanos, precision, 'T');
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function jsonNested(value: Scalar, type: LogicalType, options: PrintOptions): string {
  const part = (item: Scalar, of: LogicalType): string => jsonValue(item, of, options);
  if (type.root === 'ARRAY') {
    return `[${(value as Scalar[]).map((item) => part(item, type.element)).join(',')}]`;
  }
  if ('fields' in type) {
    const fields = type.fields.map(
      (field, i) => `${JSON.stringify(field.name)}:${fieldText(value, i, field.type, part)}`,
    );
    return `{${fields.join(',')}}`;
  }
  if (!(value instanceof ScalarMap)) return 'null';
  const [key, item] = entryTypes(type);
  const entries = value.entries.map(
    ([k, v]) => `${JSON.stringify(printValue(k, key) ?? 'null')}:${part(v, item)}`,
  );
  return `{${entries.join(',')}}`;
}
