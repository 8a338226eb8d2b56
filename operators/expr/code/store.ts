/**
 * Output columns of a kernel: which arrays one needs, how a row is written to it, and the vector
 * that comes of it. Rows are written at their physical positions, so a selection stays valid.
 */

import { type ColumnBuilder, createBuilder } from '../../../state/column/builder.js';
import type { LogicalType } from '../../../state/column/logical-type.js';
import type { BytesVector, Vector } from '../../../state/column/vector.js';
import { type Arrays, cleared, type PooledArray } from '../../../state/column/vector-pool.js';
import { narrow } from '../../../state/column/wide.js';
import type { Batch } from '../../core/batch.js';
import type { Arena } from '../runtime/arena.js';
import type { Generator } from './generator.js';
import { only, type Value } from './value.js';

export type SlotKind =
  | 'u8'
  | 'i32'
  | 'f32'
  | 'f64'
  | 'i64'
  | 'big'
  | 'time'
  | 'view'
  | 'arena'
  | 'builder';

export interface Slot {
  readonly type: LogicalType;
  readonly kind: SlotKind;
  readonly nullable: boolean;
  readonly nanos: boolean;
  /** Of a view: the input column whose bytes it shows; −1 for the kernel's constants. */
  readonly source: number;
}

/** The arrays of one output column for one run. */
export interface Buffers {
  values: Uint8Array | Int32Array | Float32Array | Float64Array | BigInt64Array | bigint[] | null;
  nanos: Int32Array | null;
  starts: Int32Array | null;
  ends: Int32Array | null;
  nulls: Uint8Array | null;
  builder: ColumnBuilder | null;
  /** Set by the kernel: whether a null, or a nanosecond, was written. */
  anyNull: boolean;
  anyNanos: boolean;
}

export function slotFor(value: Value, type: LogicalType): Slot {
  const nullable = value.nul !== 'false';
  const source = typeof value.source === 'number' ? value.source : -1;
  const nanos = value.repr === 'time' && value.parts[1] !== '0';
  return { type, kind: slotKind(value, type), nullable, nanos, source };
}

function slotKind(value: Value, type: LogicalType): SlotKind {
  switch (value.repr) {
    case 'bool':
      return 'u8';
    case 'num':
      if (type.root === 'DOUBLE') return 'f64';
      return type.root === 'FLOAT' ? 'f32' : 'i32';
    case 'int':
      return 'f64';
    case 'big':
      return type.root === 'DECIMAL' ? 'big' : 'i64';
    case 'time':
      return 'time';
    case 'bytes':
      return value.source === undefined || value.source === 'arena' ? 'arena' : 'view';
    case 'str':
      return 'arena';
    default:
      return 'builder';
  }
}

/** Writes row `r` of output column `index`. */
export function emitStore(gen: Generator, value: Value, slot: Slot, index: number): void {
  const path = `O[${index}]`;
  if (slot.kind === 'builder') {
    const box = gen.as(value, 'box');
    const builder = gen.hoist(`${path}.builder`, 'o');
    gen.line(`while (${builder}.length < r) ${builder}.appendNull();`);
    const scalar = value.nul === 'false' ? only(box) : `${value.nul} ? null : ${only(box)}`;
    gen.line(`${builder}.appendScalar(${scalar});`);
    return;
  }
  if (slot.nullable) {
    const nulls = gen.hoist(`${path}.nulls`, 'o');
    gen.line(`if (${value.nul}) { ${nulls}[r] = 1; anyNull${index} = true; } else {`);
    gen.append(gen.branch(() => storeValue(gen, value, slot, index)).lines);
    gen.line('}');
  } else {
    gen.append(gen.branch(() => storeValue(gen, value, slot, index)).lines);
  }
}

function storeValue(gen: Generator, value: Value, slot: Slot, index: number): Value {
  const path = `O[${index}]`;
  if (slot.kind === 'view' || slot.kind === 'arena') {
    const [data, start, end] = gen.as(value, 'bytes').parts;
    const starts = gen.hoist(`${path}.starts`, 'o');
    const ends = gen.hoist(`${path}.ends`, 'o');
    if (slot.kind === 'view' || value.source === 'arena' || value.repr === 'str') {
      gen.line(`${starts}[r] = ${start}; ${ends}[r] = ${end};`);
    } else {
      const arena = gen.arena();
      gen.line(`${starts}[r] = ${arena}.put(${data}, ${start}, ${end});`);
      gen.line(`${ends}[r] = ${arena}.size;`);
    }
    return value;
  }
  const values = gen.hoist(`${path}.values`, 'o');
  const [first, second] = value.parts;
  gen.line(`${values}[r] = ${slot.kind === 'u8' ? `${first} ? 1 : 0` : first};`);
  if (slot.nanos) {
    gen.line(`${gen.hoist(`${path}.nanos`, 'o')}[r] = ${second};`);
    gen.line(`if (${second} !== 0) anyNanos${index} = true;`);
  }
  return value;
}

/** @param isWhole the loop writes every row; those that it leaves out hold 0 */
export function makeBuffers(slot: Slot, rows: number, arrays: Arrays, isWhole: boolean): Buffers {
  const { kind } = slot;
  const ranges = kind === 'view' || kind === 'arena';
  const clears = !arrays.isZeroed && !(isWhole && !slot.nullable);
  const ready = <T extends PooledArray>(array: T): T => (clears ? cleared(array, rows) : array);
  return {
    values: ranges || kind === 'builder' ? null : valuesOf(kind, rows, arrays, ready),
    nanos: slot.nanos ? ready(arrays.i32(rows)) : null,
    starts: ranges ? ready(arrays.i32(rows)) : null,
    ends: ranges ? ready(arrays.i32(rows)) : null,
    nulls: slot.nullable && kind !== 'builder' ? ready(arrays.u8(rows)) : null,
    builder: kind === 'builder' ? createBuilder(slot.type, rows) : null,
    anyNull: false,
    anyNanos: false,
  };
}

function valuesOf(
  kind: Exclude<SlotKind, 'view' | 'arena' | 'builder'>,
  rows: number,
  arrays: Arrays,
  ready: <T extends PooledArray>(array: T) => T,
): Buffers['values'] {
  if (kind === 'big') return new Array<bigint>(rows).fill(0n);
  return ready(arrays[kind === 'time' ? 'f64' : kind](rows));
}

/** @param constants bytes of the kernel's string constants */
export function toVector(
  slot: Slot,
  buffers: Buffers,
  arena: Arena,
  constants: Uint8Array,
  batch: Batch,
): Vector {
  const { rows } = batch;
  const nulls = buffers.anyNull ? buffers.nulls : null;
  if (buffers.builder !== null) {
    while (buffers.builder.length < rows) buffers.builder.appendNull();
    return buffers.builder.finish();
  }
  const { starts, ends } = buffers;
  if (starts !== null && ends !== null) {
    let { data } = arena;
    if (slot.kind === 'view') {
      data = slot.source < 0 ? constants : (batch.columns[slot.source] as BytesVector).data;
    }
    return { lane: 'bytes', data, starts, ends, nulls };
  }
  const vector = { lane: slot.kind, values: buffers.values, nulls } as Vector;
  switch (vector.lane) {
    case 'i64':
    case 'big':
      return narrow(vector, rows);
    case 'time':
      return { ...vector, nanos: buffers.anyNanos ? buffers.nanos : null };
    default:
      return vector;
  }
}
