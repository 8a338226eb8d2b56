/** A column of single values as Arrow data. */
import * as arrow from 'apache-arrow';
import type { Zoned } from '../../../conf/time-zone.js';
import { printValue } from '../../../operators/expr/print-value.js';
import type { LogicalType } from '../../../state/column/logical-type.js';
import { type Scalar, ScalarMap } from '../../../state/column/scalar.js';
import { arrowType, unitNanos } from './arrow-type.js';

const encoder = new TextEncoder();

export function arrowData(
  logical: LogicalType,
  values: readonly Scalar[],
  zone: Zoned,
): arrow.Data {
  const type = arrowType(logical);
  const length = values.length;
  const { nullBitmap, nullCount } = validity(values);
  const head = { type, length, nullCount, nullBitmap };
  const make = (rest: object): arrow.Data => arrow.makeData({ ...head, ...rest } as never);
  if (arrow.DataType.isUtf8(type)) {
    const text = (value: Scalar): string => printValue(value, logical, zone) ?? '';
    return make(bytesOf(values.map((value) => encoder.encode(text(value)))));
  }
  if (arrow.DataType.isBinary(type)) {
    return make(bytesOf(values.map((value) => (value ?? new Uint8Array()) as Uint8Array)));
  }
  if (arrow.DataType.isBool(type)) return make({ data: bits(values.map((one) => one === true)) });
  if (arrow.DataType.isDecimal(type)) return make({ data: wide(values) });
  if (arrow.DataType.isTimestamp(type)) {
    const unit = unitNanos(type.unit);
    return make({
      data: BigInt64Array.from(values, (one) => floorDiv((one ?? 0n) as bigint, unit)),
    });
  }
  if (type.children !== null) return make(nested(logical, values, zone));
  return make({ data: fixed(type, values) });
}

function floorDiv(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}

/** One bit a row, least significant first. */
function bits(values: readonly boolean[]): Uint8Array {
  const packed = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((set, i) => {
    if (set) packed[i >> 3] = (packed[i >> 3] as number) | (1 << (i & 7));
  });
  return packed;
}

function validity(values: readonly Scalar[]): { nullBitmap: Uint8Array; nullCount: number } {
  const nullCount = values.filter((value) => value === null).length;
  return { nullBitmap: bits(values.map((value) => value !== null)), nullCount };
}

function fixed(type: arrow.DataType, values: readonly Scalar[]): ArrayLike<unknown> {
  const array = new (
    type.ArrayType as new (
      length: number,
    ) => { [i: number]: unknown } & ArrayLike<unknown>
  )(values.length);
  const big = array instanceof BigInt64Array;
  values.forEach((value, i) => {
    array[i] = value ?? (big ? 0n : 0);
  });
  return array;
}

/** Unscaled decimals as 128-bit two's complement, lowest word first. */
function wide(values: readonly Scalar[]): Uint32Array {
  const words = new Uint32Array(values.length * 4);
  values.forEach((value, i) => {
    for (let word = 0; word < 4; word++) {
      const shifted = ((value ?? 0n) as bigint) >> BigInt(32 * word);
      words[i * 4 + word] = Number(BigInt.asUintN(32, shifted));
    }
  });
  return words;
}

function bytesOf(values: readonly Uint8Array[]): object {
  const valueOffsets = offsets(values.map((value) => value.length));
  const data = new Uint8Array(valueOffsets.at(-1) ?? 0);
  for (const [i, value] of values.entries()) data.set(value, valueOffsets[i]);
  return { valueOffsets, data };
}

function offsets(lengths: readonly number[]): Int32Array {
  const found = new Int32Array(lengths.length + 1);
  lengths.forEach((length, i) => {
    found[i + 1] = (found[i] as number) + length;
  });
  return found;
}

function nested(logical: LogicalType, values: readonly Scalar[], zone: Zoned): object {
  if (logical.root === 'ARRAY') {
    const lists = values.map((value) => (value ?? []) as readonly Scalar[]);
    const child = arrowData(logical.element, lists.flat(), zone);
    return { valueOffsets: offsets(lists.map((list) => list.length)), child };
  }
  if (logical.root === 'MAP') {
    const maps = values.map((value) => (value instanceof ScalarMap ? value.entries : []));
    const entries = maps.flat();
    const fields = [
      { name: 'key', type: logical.key },
      { name: 'value', type: logical.value },
    ];
    const child = arrowData({ root: 'ROW', nullable: false, fields }, entries, zone);
    return { valueOffsets: offsets(maps.map((map) => map.length)), child };
  }
  const fields = 'fields' in logical ? logical.fields : [];
  const children = fields.map((field, i) => {
    const column = values.map((value) => (value as readonly Scalar[] | null)?.[i] ?? null);
    return arrowData(field.type, column, zone);
  });
  return { children };
}
