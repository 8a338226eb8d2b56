/**
 * A row as Flink's print sink shows it: `+I[1, abc, 2020-01-01T00:00]`. Values are those of Java's
 * `toString`: a time leaves out seconds that are 0, a fraction has 3, 6 or 9 digits.
 */
import type { LogicalType } from '../../state/column/logical-type.js';
import { type Scalar, ScalarMap } from '../../state/column/scalar.js';
import { scalarAt } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { entryTypes } from '../format/column-code.js';
import { writeDate, writeDecimal, writeDouble, writeFloat } from '../format/text/write.js';

const scratch = new DataView(new ArrayBuffer(128));

function written(write: (view: DataView) => number): string {
  return Buffer.from(scratch.buffer, 0, write(scratch)).toString('latin1');
}

/** @param kind `+I`, `-U`, `+U` or `-D` */
export function printRow(
  kind: string,
  columns: readonly Vector[],
  types: readonly LogicalType[],
  row: number,
): string {
  const values = types.map((type, i) =>
    printScalar(scalarAt(columns[i] as Vector, row, type), type),
  );
  return `${kind}[${values.join(', ')}]`;
}

function printScalar(value: Scalar, type: LogicalType): string {
  if (value === null) return 'null';
  switch (type.root) {
    case 'FLOAT':
      return written((view) => writeFloat(view, 0, value as number));
    case 'DOUBLE':
      return written((view) => writeDouble(view, 0, value as number));
    case 'DECIMAL':
      return printDecimal(value as bigint, type.scale);
    case 'DATE':
      return written((view) => writeDate(view, 0, value as number));
    case 'TIME_WITHOUT_TIME_ZONE':
      return printTime(BigInt(value as number) * 1_000_000n, false);
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
      return printTimestamp(value as bigint, false);
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return `${printTimestamp(value as bigint, true)}Z`;
    case 'INTERVAL_YEAR_MONTH':
      return printPeriod(value as number);
    case 'INTERVAL_DAY_TIME':
      return printDuration(value as bigint);
    case 'BINARY':
    case 'VARBINARY':
      return `[${[...Int8Array.from(value as Uint8Array)].join(', ')}]`;
    default:
      return printNested(value, type);
  }
}

function printNested(value: Scalar, type: LogicalType): string {
  if (type.root === 'ARRAY') {
    const elements = value as readonly Scalar[];
    return `[${elements.map((element) => printScalar(element, type.element)).join(', ')}]`;
  }
  if (type.root === 'ROW' || type.root === 'STRUCTURED_TYPE') {
    const fields = value as readonly Scalar[];
    const texts = type.fields.map((field, i) => printScalar(fields[i] ?? null, field.type));
    return `+I[${texts.join(', ')}]`;
  }
  if ((type.root === 'MAP' || type.root === 'MULTISET') && value instanceof ScalarMap) {
    const [keys, values] = entryTypes(type);
    const entries = value.entries.map(
      ([key, item]) => `${printScalar(key, keys)}=${printScalar(item, values)}`,
    );
    return `{${entries.join(', ')}}`;
  }
  return String(value);
}

/** `BigDecimal.toString`: an exponent only for values below 0.000001. */
function printDecimal(unscaled: bigint, scale: number): string {
  const digits = String(unscaled < 0n ? -unscaled : unscaled);
  const exponent = digits.length - 1 - scale;
  if (exponent >= -6) return written((view) => writeDecimal(view, 0, unscaled, scale, true));
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${unscaled < 0n ? '-' : ''}${digits[0]}${fraction}E${exponent}`;
}

const DAY_NANOS = 86_400_000_000_000n;

function printTimestamp(nanos: bigint, seconds: boolean): string {
  const nanoOfDay = ((nanos % DAY_NANOS) + DAY_NANOS) % DAY_NANOS;
  const day = Number((nanos - nanoOfDay) / DAY_NANOS);
  return `${written((view) => writeDate(view, 0, day))}T${printTime(nanoOfDay, seconds)}`;
}

/** @param seconds seconds are shown though they are 0 (`Instant`) */
function printTime(nanoOfDay: bigint, seconds: boolean): string {
  const second = Number(nanoOfDay / 1_000_000_000n);
  const fraction = String(nanoOfDay % 1_000_000_000n).padStart(9, '0');
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = `${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}`;
  const kept = fraction.replace(/(?:000){1,3}$/, '');
  if (!seconds && second % 60 === 0 && kept === '') return minutes;
  return `${minutes}:${two(second % 60)}${kept === '' ? '' : `.${kept}`}`;
}

/** `Period.toString` of whole months, normalized. */
function printPeriod(months: number): string {
  const years = Math.trunc(months / 12);
  const rest = months % 12;
  const text = (years === 0 ? '' : `${years}Y`) + (rest === 0 ? '' : `${rest}M`);
  return `P${text === '' ? '0D' : text}`;
}

/** `Duration.toString`. */
function printDuration(milli: bigint): string {
  if (milli === 0n) return 'PT0S';
  const hours = milli / 3_600_000n;
  const minutes = (milli / 60_000n) % 60n;
  const rest = Number(milli % 60_000n) / 1000;
  const parts = [hours === 0n ? '' : `${hours}H`, minutes === 0n ? '' : `${minutes}M`];
  return `PT${parts.join('')}${rest === 0 ? '' : `${rest}S`}`;
}
