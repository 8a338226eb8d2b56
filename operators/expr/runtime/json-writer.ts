/** SQL values as JSON text, as JSON_OBJECT, JSON_ARRAY and JSON_STRING write them. */
import type {
  ElementType,
  LogicalType,
  MapType,
  RowType,
} from '../../../state/column/logical-type.js';
import type { Scalar, ScalarMap } from '../../../state/column/scalar.js';
import { yearOf } from './calendar.js';
import { decimalText } from './decimal.js';
import type { Site } from './failure.js';
import { bigDecimalText, objectText, quoted } from './json-value.js';
import { doubleText } from './number-text.js';
import { clockText, dateText } from './time-text.js';
import { variantText } from './variant.js';

/** Gives `null` for null. */
export type JsonWriter = (value: Scalar, site: Site) => string;

/** @returns the writer, or undefined for a type that JSON has no form for */
export function jsonWriter(type: LogicalType): JsonWriter | undefined {
  const write = writerOf(type);
  return write && ((value, site) => (value === null ? 'null' : write(value, site)));
}

function writerOf(type: LogicalType): JsonWriter | undefined {
  switch (type.root) {
    case 'BOOLEAN':
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
      return String;
    case 'DECIMAL':
      return (value) => bigDecimalText(decimalText(value as bigint, type.scale));
    case 'FLOAT':
    case 'DOUBLE':
      return (value) => (Number.isFinite(value) ? numberText(value as number) : `"${value}"`);
    case 'CHAR':
    case 'VARCHAR':
      return (value) => quoted(value as string);
    case 'BINARY':
    case 'VARBINARY':
      return (value) => `"${Buffer.from(value as Uint8Array).toString('base64')}"`;
    case 'VARIANT':
      return (value) => variantText(value as Uint8Array);
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
      return (value) => `"${isoText(value as bigint)}"`;
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return (value) => `"${isoText(value as bigint)}Z"`;
    case 'ARRAY':
      return arrayWriter(jsonWriter(type.element));
    case 'MAP':
    case 'MULTISET':
      return mapWriter(type);
    case 'ROW':
    case 'STRUCTURED_TYPE':
      return rowWriter(type);
    default:
      return undefined;
  }
}

function numberText(value: number): string {
  return bigDecimalText(doubleText(value));
}

const NANOS_PER_DAY = 86_400_000_000_000n;

/** ISO 8601: years of more than four digits have a sign. */
function isoDate(days: number): string {
  const [text, year] = [dateText(days), yearOf(days)];
  if (year >= 0 && year <= 9999) return text;
  const digits = String(Math.abs(year)).padStart(4, '0');
  return `${year < 0 ? '-' : '+'}${digits}${text.slice(-'-MM-dd'.length)}`;
}

/** ISO 8601 with as many digits of the second as are not zero. */
function isoText(nanos: bigint): string {
  const rest = ((nanos % NANOS_PER_DAY) + NANOS_PER_DAY) % NANOS_PER_DAY;
  const days = Number((nanos - rest) / NANOS_PER_DAY);
  const fraction = String(rest % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/0+$/, '');
  const time = clockText(Number(rest / 1_000_000n));
  return `${isoDate(days)}T${time}${fraction === '' ? '' : `.${fraction}`}`;
}

function arrayWriter(element: JsonWriter | undefined): JsonWriter | undefined {
  return (
    element &&
    ((value, site) =>
      `[${(value as readonly Scalar[]).map((item) => element(item, site)).join(',')}]`)
  );
}

/** Keys must be strings. */
function mapWriter(type: MapType | ElementType): JsonWriter | undefined {
  const key = 'key' in type ? type.key : type.element;
  const item = 'key' in type ? jsonWriter(type.value) : String;
  if (item === undefined || (key.root !== 'CHAR' && key.root !== 'VARCHAR')) return undefined;
  return (value, site) =>
    objectText((value as ScalarMap).entries.map(([k, v]) => [String(k), item(v, site)]));
}

function rowWriter(type: Pick<RowType, 'fields'>): JsonWriter | undefined {
  const writers: JsonWriter[] = [];
  for (const field of type.fields) {
    const writer = jsonWriter(field.type);
    if (writer === undefined) return undefined;
    writers.push(writer);
  }
  return (value, site) => {
    const cells = value as readonly Scalar[];
    return objectText(
      type.fields.map(({ name }, i) => [
        name,
        (writers[i] as JsonWriter)(cells[i] as Scalar, site),
      ]),
    );
  };
}
