/**
 * The results of one aggregate before and behind each row of a batch, row i at positions 2i and
 * 2i + 1: already the interleaving in which −U and +U go out, so nothing is copied. Wide integers
 * move to a wider lane when a result asks for it.
 */
import { BytesBuilder } from '../../state/column/bytes-builder.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import { storageOf } from '../../state/column/storage.js';
import type { Vector } from '../../state/column/vector.js';
import type { Arrays } from '../../state/column/vector-pool.js';
import { type WideLane, type WideVector, widen, widerLane } from '../../state/column/wide.js';

export class RunningResults {
  /** Written at positions 0 to size − 1; a bytes column is appended to `bytes` in order instead. */
  vector: Vector;
  readonly bytes: BytesBuilder | null;
  #given: Vector | null = null;

  /** @param arrays of the vector; whoever fills it writes each value and each null flag */
  constructor(
    type: LogicalType,
    readonly size: number,
    isNullable: boolean,
    arrays: Arrays,
  ) {
    const isBytes = storageOf(type) === 'bytes';
    this.bytes = isBytes ? new BytesBuilder(size) : null;
    this.vector = fixedVector(type, isBytes ? 0 : size, isNullable && !isBytes, arrays);
  }

  /**
   * Brings a column of wide integers to this lane if it is narrower.
   * @param written how many results there are so far
   */
  widen(lane: WideLane, written: number): void {
    const vector = this.vector as WideVector;
    if (widerLane(vector.lane, lane) !== vector.lane) this.vector = widen(vector, lane, written);
  }

  /** The results as a whole, from an accumulator that makes them in its own way. */
  give(vector: Vector): void {
    this.#given = vector;
  }

  finish(): Vector {
    return this.#given ?? this.bytes?.finish() ?? this.vector;
  }
}

/** Nanoseconds are 0 until they are written: those of a column without them never are. */
function fixedVector(type: LogicalType, size: number, isNullable: boolean, arrays: Arrays): Vector {
  const nulls = isNullable ? arrays.u8(size) : null;
  switch (storageOf(type)) {
    case 'u8':
      return { lane: 'u8', values: arrays.u8(size), nulls };
    case 'i32':
      return { lane: 'i32', values: arrays.i32(size), nulls };
    case 'f32':
      return { lane: 'f32', values: arrays.f32(size), nulls };
    case 'time': {
      const nanos = hasNanos(type) ? new Int32Array(size) : null;
      return { lane: 'time', values: arrays.f64(size), nanos, nulls };
    }
    default:
      return { lane: 'f64', values: arrays.f64(size), nulls };
  }
}

/** Times with more digits than milliseconds get nanoseconds from the start. */
function hasNanos(type: LogicalType): boolean {
  return storageOf(type) === 'time' && 'precision' in type && type.precision > 3;
}
