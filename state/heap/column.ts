/**
 * The columns of a heap table, by slot: one kind for fixed-width lanes (this file), one each for
 * bytes, collections and rows. All grow by doubling and never shrink.
 *
 * Invariant that lets results share memory with state: bytes and children, once written, are never
 * overwritten, only left behind; so a view of them that was pushed downstream stays what it was.
 */
import { assert } from '../../conf/errors/error.js';
import type { ValueColumn } from '../api/table.js';
import { grownNulls } from '../column/growth.js';
import type { LogicalType } from '../column/logical-type.js';
import {
  scatterBig,
  scatterF32,
  scatterF64,
  scatterI32,
  scatterI64,
  scatterNulls,
  scatterU8,
} from '../column/scatter.js';
import { storageOf } from '../column/storage.js';
import type {
  BigVector,
  F32Vector,
  F64Vector,
  I32Vector,
  I64Vector,
  TimeVector,
  U8Vector,
  Vector,
} from '../column/vector.js';
import { narrow, type WideLane, type WideVector, widen, widerLane } from '../column/wide.js';
import { type FrozenColumn, frozenColumn } from './frozen-column.js';

export interface HeapColumn extends ValueColumn {
  /** Makes room for slots below `capacity`. */
  reserve(capacity: number): void;
  /** The slot is free: what it held is garbage. */
  clear(slot: number): void;
  /** Whether `clear` does anything. */
  readonly clears: boolean;
  /** All slots are free, the capacity is kept; memory shared with pushed vectors is let go. */
  reset(): void;
  /** Bytes held. */
  memoryBytes(): number;
  /** Bytes of a slot's value, on the average of so many live slots. */
  bytesEach(slots: number): number;
  /**
   * The column's first `end` slots as they are, to be taken page after page (`frozen.ts`).
   * @param finish has all that is left taken: called before the arrays mean something else
   */
  freeze(end: number, finish: () => void): FrozenColumn;
  /** All was taken. */
  thaw(): void;
}

type FixedVector =
  | U8Vector
  | I32Vector
  | F32Vector
  | F64Vector
  | I64Vector
  | BigVector
  | TimeVector;

export class FixedColumn implements HeapColumn {
  readonly record = null;
  vector: FixedVector;
  readonly #isWide: boolean;
  #capacity = 0;
  #finish: (() => void) | null = null;

  constructor(readonly type: LogicalType) {
    this.vector = emptyVector(type);
    this.#isWide = storageOf(type) === 'wide';
  }

  reserve(capacity: number): void {
    if (capacity <= this.#capacity) return;
    this.#capacity = capacity;
    this.vector = grown(this.vector, capacity);
  }

  nullable(): Uint8Array {
    if (this.vector.nulls !== null) return this.vector.nulls;
    const nulls = new Uint8Array(this.#capacity);
    this.vector = { ...this.vector, nulls };
    return nulls;
  }

  copy(slots: Int32Array, count: number, source: Vector, rows: Int32Array | null): void {
    const from = this.#aligned(source, rows, count);
    if (from.nulls !== null) this.nullable();
    const { vector } = this;
    if (vector.nulls !== null) scatterNulls(vector.nulls, slots, count, from.nulls, rows);
    switch (vector.lane) {
      case 'u8':
        scatterU8(vector.values, slots, count, (from as U8Vector).values, rows);
        break;
      case 'i32':
        scatterI32(vector.values, slots, count, (from as I32Vector).values, rows);
        break;
      case 'f32':
        scatterF32(vector.values, slots, count, (from as F32Vector).values, rows);
        break;
      case 'i64':
        scatterI64(vector.values, slots, count, (from as I64Vector).values, rows);
        break;
      case 'big':
        scatterBig(vector.values as bigint[], slots, count, (from as BigVector).values, rows);
        break;
      case 'f64':
        scatterF64(vector.values, slots, count, (from as F64Vector).values, rows);
        break;
      default:
        this.#copyTimes(vector, slots, count, from as TimeVector, rows);
    }
  }

  #copyTimes(
    vector: TimeVector,
    slots: Int32Array,
    count: number,
    from: TimeVector,
    rows: Int32Array | null,
  ): void {
    scatterF64(vector.values, slots, count, from.values, rows);
    if (from.nanos !== null) scatterI32(this.nanos(), slots, count, from.nanos, rows);
    else if (vector.nanos !== null) {
      for (let i = 0; i < count; i++) vector.nanos[slots[i] as number] = 0;
    }
  }

  copyOne(slot: number, source: Vector, row: number): void {
    oneSlot[0] = slot;
    oneRow[0] = row;
    this.copy(oneSlot, 1, source, oneRow);
  }

  /** The nanoseconds of a time column, made when all were 0. */
  nanos(): Int32Array {
    const { vector } = this;
    assert(vector.lane === 'time', 'Only times have nanoseconds');
    if (vector.nanos !== null) return vector.nanos;
    const nanos = new Int32Array(this.#capacity);
    this.vector = { ...vector, nanos };
    return nanos;
  }

  widen(lane: 'i64' | 'big'): void {
    const vector = this.vector as WideVector;
    if (widerLane(vector.lane, lane) === vector.lane) return;
    this.#finish?.();
    this.vector = widen(vector, lane, this.#capacity);
  }

  get clears(): boolean {
    return this.vector.lane === 'big';
  }

  clear(slot: number): void {
    if (this.vector.lane === 'big') (this.vector.values as bigint[])[slot] = 0n;
  }

  reset(): void {
    const { vector } = this;
    vector.nulls?.fill(0);
  }

  memoryBytes(): number {
    return this.#capacity * this.bytesEach();
  }

  bytesEach(): number {
    const { vector } = this;
    const width = vector.lane === 'big' ? 32 : vector.values.BYTES_PER_ELEMENT;
    const nanos = vector.lane === 'time' && vector.nanos !== null ? 4 : 0;
    return width + nanos + (vector.nulls === null ? 0 : 1);
  }

  freeze(end: number, finish: () => void): FrozenColumn {
    this.#finish = finish;
    return frozenColumn(() => this.vector, end);
  }

  thaw(): void {
    this.#finish = null;
  }

  /** The source in this column's lane, after widening whichever of the two is narrower. */
  #aligned(source: Vector, rows: Int32Array | null, count: number): FixedVector {
    if (!this.#isWide || source.lane === this.vector.lane) return source as FixedVector;
    const used = rows === null ? count : rowsUsed(rows, count);
    const wide = narrow(source as WideVector, used);
    const lane = widerLane(wide.lane, this.vector.lane as WideLane);
    if (lane !== 'f64') this.widen(lane);
    return widen(wide, lane, used);
  }
}

const oneSlot = new Int32Array(1);
const oneRow = new Int32Array(1);

/** How many physical rows a selection reaches over. */
export function rowsUsed(rows: Int32Array, count: number): number {
  let greatest = -1;
  for (let i = 0; i < count; i++) greatest = Math.max(greatest, rows[i] as number);
  return greatest + 1;
}

function emptyVector(type: LogicalType): FixedVector {
  const nulls = null;
  switch (storageOf(type)) {
    case 'u8':
      return { lane: 'u8', values: new Uint8Array(0), nulls };
    case 'i32':
      return { lane: 'i32', values: new Int32Array(0), nulls };
    case 'f32':
      return { lane: 'f32', values: new Float32Array(0), nulls };
    case 'time':
      return { lane: 'time', values: new Float64Array(0), nanos: null, nulls };
    default:
      return { lane: 'f64', values: new Float64Array(0), nulls };
  }
}

function grown(vector: FixedVector, capacity: number): FixedVector {
  const nulls = grownNulls(vector.nulls, capacity);
  switch (vector.lane) {
    case 'u8':
      return { lane: 'u8', values: filled(new Uint8Array(capacity), vector.values), nulls };
    case 'i32':
      return { lane: 'i32', values: filled(new Int32Array(capacity), vector.values), nulls };
    case 'f32':
      return { lane: 'f32', values: filled(new Float32Array(capacity), vector.values), nulls };
    case 'f64':
      return { lane: 'f64', values: filled(new Float64Array(capacity), vector.values), nulls };
    case 'i64': {
      const values = new BigInt64Array(capacity);
      values.set(vector.values);
      return { lane: 'i64', values, nulls };
    }
    case 'big': {
      const values = vector.values as bigint[];
      while (values.length < capacity) values.push(0n);
      return { lane: 'big', values, nulls };
    }
    default: {
      const values = filled(new Float64Array(capacity), vector.values);
      const nanos = vector.nanos === null ? null : filled(new Int32Array(capacity), vector.nanos);
      return { lane: 'time', values, nanos, nulls };
    }
  }
}

function filled<T extends { set(values: ArrayLike<number>): void }>(
  out: T,
  values: ArrayLike<number>,
): T {
  out.set(values);
  return out;
}
