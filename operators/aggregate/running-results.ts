/**
 * The results of one aggregate before and behind each row of a batch, row i at positions 2i and
 * 2i + 1: already the interleaving in which −U and +U go out, so nothing is copied. Wide integers
 * move to a wider lane when a result asks for it.
 */
import { BytesBuilder } from '../../state/column/bytes-builder.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import { storageOf } from '../../state/column/storage.js';
import type { Vector } from '../../state/column/vector.js';
import { type WideLane, type WideVector, widen, widerLane } from '../../state/column/wide.js';
import { FixedColumn } from '../../state/heap/column.js';

export class RunningResults {
  /** Written at positions 0 to size − 1; a bytes column is appended to `bytes` in order instead. */
  vector: Vector;
  readonly bytes: BytesBuilder | null;
  #given: Vector | null = null;

  constructor(
    type: LogicalType,
    readonly size: number,
    isNullable: boolean,
  ) {
    this.bytes = storageOf(type) === 'bytes' ? new BytesBuilder(size) : null;
    const column = new FixedColumn(type);
    if (this.bytes === null) {
      column.reserve(size);
      if (isNullable) column.nullable();
      if (hasNanos(type)) column.nanos();
    }
    this.vector = column.vector;
  }

  /** Brings a column of wide integers to this lane if it is narrower. */
  widen(lane: WideLane): void {
    const vector = this.vector as WideVector;
    if (widerLane(vector.lane, lane) !== vector.lane) this.vector = widen(vector, lane, this.size);
  }

  /** The results as a whole, from an accumulator that makes them in its own way. */
  give(vector: Vector): void {
    this.#given = vector;
  }

  finish(): Vector {
    return this.#given ?? this.bytes?.finish() ?? this.vector;
  }
}

/** Times with more digits than milliseconds get nanoseconds from the start. */
function hasNanos(type: LogicalType): boolean {
  return storageOf(type) === 'time' && 'precision' in type && type.precision > 3;
}
