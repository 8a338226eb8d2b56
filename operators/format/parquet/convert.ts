/**
 * From a Parquet column's physical lane to the lane of the SQL type that the table declares. Made
 * once a column; applied to dictionaries and to pages without one. What Parquet knows as another
 * type is refused, except where no value is lost: smaller integers as larger ones, FLOAT as DOUBLE,
 * a DECIMAL of fewer digits and the same scale.
 */
import type { SchemaElement } from 'hyparquet';
import type { LogicalType } from '../../../state/column/logical-type.js';
import type { BytesVector, Vector } from '../../../state/column/vector.js';

export type Convert = (vector: Vector) => Vector;

/** The conversion, or null when the file's column cannot be read as the type. */
export function conversionOf(element: SchemaElement, type: LogicalType): Convert | null {
  switch (type.root) {
    case 'BOOLEAN':
      return element.type === 'BOOLEAN' ? same : null;
    case 'TINYINT':
      return integer(element, 8);
    case 'SMALLINT':
      return integer(element, 16);
    case 'INTEGER':
      return integer(element, 32);
    case 'BIGINT':
      return integer(element, 64);
    case 'FLOAT':
      return element.type === 'FLOAT' ? same : null;
    case 'DOUBLE':
      if (element.type === 'FLOAT') return widenFloats;
      return element.type === 'DOUBLE' ? same : null;
    case 'DATE':
      return kindOf(element) === 'DATE' ? same : null;
    case 'TIME_WITHOUT_TIME_ZONE':
      return time(element);
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return timestamp(element, type.precision);
    case 'DECIMAL':
      return decimal(element, type.precision, type.scale);
    case 'CHAR':
    case 'VARCHAR':
      return element.type === 'BYTE_ARRAY' && kindOf(element) !== 'DECIMAL' ? same : null;
    case 'BINARY':
    case 'VARBINARY':
      return element.type === 'BYTE_ARRAY' || element.type === 'FIXED_LEN_BYTE_ARRAY' ? same : null;
    default:
      return null;
  }
}

/** What a column holds, for messages: `INT64 TIMESTAMP(MICROS)`. */
export function describeElement(element: SchemaElement): string {
  const unit = unitOf(element);
  const kind = kindOf(element);
  const detail = unit === null || kind === null ? kind : `${kind}(${unit})`;
  return [element.type ?? 'a group', detail].filter(Boolean).join(' ');
}

const same: Convert = (vector) => vector;

/** The logical type, by the newer annotation or the older. */
function kindOf(element: SchemaElement): string | null {
  if (element.logical_type !== undefined) return element.logical_type.type;
  const converted = element.converted_type;
  if (converted === undefined) return null;
  return converted.replace(/_MILLIS|_MICROS$/, '').replace(/^UTF8$/, 'STRING');
}

function unitOf(element: SchemaElement): 'MILLIS' | 'MICROS' | 'NANOS' | null {
  const logical = element.logical_type;
  if (logical !== undefined && 'unit' in logical) return logical.unit;
  if (element.converted_type?.endsWith('_MILLIS')) return 'MILLIS';
  return element.converted_type?.endsWith('_MICROS') ? 'MICROS' : null;
}

function integer(element: SchemaElement, bits: number): Convert | null {
  const kind = kindOf(element);
  if (kind !== null && !/^U?INT/.test(kind)) return null;
  if (element.type !== 'INT32' && !(element.type === 'INT64' && bits === 64)) return null;
  if (bits < integerBits(element)) return null;
  return bits === 64 && element.type === 'INT32' ? widenInts : same;
}

function integerBits(element: SchemaElement): number {
  const logical = element.logical_type;
  if (logical?.type === 'INTEGER') return logical.bitWidth + (logical.isSigned ? 0 : 1);
  const match = /^(U?)INT_(\d+)$/.exec(element.converted_type ?? '');
  if (match !== null) return Number(match[2]) + (match[1] === '' ? 0 : 1);
  return element.type === 'INT64' ? 64 : 32;
}

function widenInts(vector: Vector): Vector {
  if (vector.lane !== 'i32') return vector;
  return { lane: 'f64', values: Float64Array.from(vector.values), nulls: null };
}

function widenFloats(vector: Vector): Vector {
  if (vector.lane !== 'f32') return vector;
  return { lane: 'f64', values: Float64Array.from(vector.values), nulls: null };
}

function time(element: SchemaElement): Convert | null {
  if (kindOf(element) !== 'TIME') return null;
  if (unitOf(element) === 'MILLIS') return same;
  const divisor = unitOf(element) === 'MICROS' ? 1000 : 1_000_000;
  return (vector) => {
    if (vector.lane !== 'f64') return vector;
    const values = Int32Array.from(vector.values, (value) => Math.floor(value / divisor));
    return { lane: 'i32', values, nulls: null };
  };
}

function timestamp(element: SchemaElement, precision: number): Convert | null {
  if (element.type === 'INT96') return (vector) => fromInt96(vector as BytesVector, precision);
  if (kindOf(element) !== 'TIMESTAMP' || element.type !== 'INT64') return null;
  const unit = unitOf(element);
  if (unit === 'MILLIS') return (vector) => split(vector, 1, precision);
  return (vector) => split(vector, unit === 'MICROS' ? 1000 : 1_000_000, precision);
}

/** @param perMilli units of the values in a millisecond */
function split(vector: Vector, perMilli: number, precision: number): Vector {
  if (vector.lane !== 'f64' && vector.lane !== 'i64') return vector;
  const count = vector.values.length;
  const values = new Float64Array(count);
  const nanos = new Int32Array(count);
  const nanosPerUnit = 1e6 / perMilli;
  const unit = 10 ** Math.max(0, 9 - precision);
  let any = 0;
  for (let i = 0; i < count; i++) {
    let milli: number;
    let rest: number;
    if (vector.lane === 'f64') {
      const value = vector.values[i] as number;
      milli = Math.floor(value / perMilli);
      rest = value - milli * perMilli;
    } else {
      const value = vector.values[i] as bigint;
      const whole = value / BigInt(perMilli);
      const floor = whole * BigInt(perMilli) > value ? whole - 1n : whole;
      milli = Number(floor);
      rest = Number(value - floor * BigInt(perMilli));
    }
    const fine = rest * nanosPerUnit;
    const kept = unit >= 1e6 ? 0 : fine - (fine % unit);
    values[i] = unit > 1e6 ? milli - mod(milli, unit / 1e6) : milli;
    nanos[i] = kept;
    any |= kept;
  }
  return { lane: 'time', values, nanos: any === 0 ? null : nanos, nulls: null };
}

function mod(value: number, unit: number): number {
  return ((value % unit) + unit) % unit;
}

/** Nanoseconds of the day and the Julian day. */
function fromInt96(vector: BytesVector, precision: number): Vector {
  const { data, starts } = vector;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const nanoseconds = BigInt64Array.from(starts, (start) => {
    const day = BigInt(view.getUint32(start + 8, true)) - 2_440_588n;
    return view.getBigInt64(start, true) + day * 86_400_000_000_000n;
  });
  return split({ lane: 'i64', values: nanoseconds, nulls: null }, 1_000_000, precision);
}

function decimal(element: SchemaElement, precision: number, scale: number): Convert | null {
  if (kindOf(element) !== 'DECIMAL') return null;
  const logical = element.logical_type;
  const declared = logical?.type === 'DECIMAL' ? logical : element;
  if ((declared.scale ?? 0) !== scale || (declared.precision ?? 0) > precision) return null;
  if (element.type === 'INT32') return widenInts;
  return element.type === 'INT64' ? same : (vector) => bigEndian(vector as BytesVector);
}

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Two's complement, the highest byte first. */
function bigEndian(vector: BytesVector): Vector {
  const { data, starts, ends } = vector;
  const values = Array.from(starts, (start, i) => {
    let value = 0n;
    for (let at = start; at < (ends[i] as number); at++) {
      value = (value << 8n) | BigInt(data[at] as number);
    }
    return BigInt.asIntN(8 * ((ends[i] as number) - start), value);
  });
  if (values.every((value) => value <= SAFE && value >= -SAFE)) {
    return { lane: 'f64', values: Float64Array.from(values, Number), nulls: null };
  }
  if (values.every((value) => BigInt.asIntN(64, value) === value)) {
    return { lane: 'i64', values: BigInt64Array.from(values), nulls: null };
  }
  return { lane: 'big', values, nulls: null };
}
