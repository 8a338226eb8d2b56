/**
 * Batches on their way to another thread. A batch is packed into arrays of its own, exactly as long
 * as its rows, whose buffers are handed over instead of copied again; strings go as bytes, and only
 * the bytes that rows point to. What arrives has no selection and no views into anything.
 */
import type { BytesVector, Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import type { Message } from '../core/message.js';
import { pick } from './partition.js';

/** What a structured clone leaves of a batch: its fields. */
export type PackedBatch = Omit<Batch, 'withColumns' | 'withSelection' | 'withKinds' | 'withMarks'>;

export type PackedMessage =
  | Exclude<Message, { readonly kind: 'batch' }>
  | { readonly kind: 'batch'; readonly batch: PackedBatch };

/** @param transfer gets the buffers to hand over */
export function packMessage(message: Message, transfer: ArrayBuffer[]): PackedMessage {
  if (message.kind !== 'batch') return message;
  return { kind: 'batch', batch: packBatch(message.batch, transfer) };
}

export function unpackMessage(message: PackedMessage): Message {
  if (message.kind !== 'batch') return message;
  return { kind: 'batch', batch: unpackBatch(message.batch) };
}

export function packBatch(batch: Batch, transfer: ArrayBuffer[]): PackedBatch {
  const dense = batch.selection === null ? batch : (pick(batch, batch.selection) ?? batch);
  const pack = new Packer(transfer);
  const columns = dense.columns.map((column) => pack.vector(column, dense.rows));
  const { marks } = dense;
  return new Batch(
    columns,
    dense.rows,
    pack.nullable(dense.kinds, dense.rows),
    null,
    marks === null
      ? null
      : {
          count: marks.count,
          positions: pack.array(marks.positions, 0, marks.count),
          values: pack.array(marks.values, 0, marks.count),
        },
  );
}

export function unpackBatch({ columns, rows, kinds, marks }: PackedBatch): Batch {
  return new Batch(columns, rows, kinds, null, marks);
}

type TypedArray = Uint8Array | Int32Array | Float32Array | Float64Array | BigInt64Array;

class Packer {
  readonly #transfer: ArrayBuffer[];

  constructor(transfer: ArrayBuffer[]) {
    this.#transfer = transfer;
  }

  /** Entries `from` to `to` − 1 in a buffer of their own. */
  array<T extends TypedArray>(values: T, from: number, to: number): T {
    const copy = values.slice(from, to) as T;
    this.#transfer.push(copy.buffer as ArrayBuffer);
    return copy;
  }

  nullable<T extends TypedArray>(values: T | null, count: number): T | null {
    return values === null ? null : this.array(values, 0, count);
  }

  vector(vector: Vector, rows: number): Vector {
    const nulls = this.nullable(vector.nulls, rows);
    switch (vector.lane) {
      case 'bytes':
        return { ...this.#bytes(vector, rows), nulls };
      case 'list': {
        const [starts, ends] = this.#ranges(vector.starts, vector.ends, rows);
        return { ...vector, starts, ends, child: this.vector(vector.child, last(ends)), nulls };
      }
      case 'map': {
        const [starts, ends] = this.#ranges(vector.starts, vector.ends, rows);
        const keys = this.vector(vector.keys, last(ends));
        return {
          ...vector,
          starts,
          ends,
          keys,
          values: this.vector(vector.values, last(ends)),
          nulls,
        };
      }
      case 'row':
        return {
          ...vector,
          children: vector.children.map((child) => this.vector(child, rows)),
          nulls,
        };
      case 'big':
        return { ...vector, values: vector.values.slice(0, rows), nulls };
      case 'time': {
        const nanos = this.nullable(vector.nanos, rows);
        return { ...vector, values: this.array(vector.values, 0, rows), nanos, nulls };
      }
      default:
        return { ...vector, values: this.array(vector.values, 0, rows), nulls } as Vector;
    }
  }

  /** Copied as they are: the children go whole, up to the last entry that a range holds. */
  #ranges(starts: Int32Array, ends: Int32Array, rows: number): [Int32Array, Int32Array] {
    return [this.array(starts, 0, rows), this.array(ends, 0, rows)];
  }

  #bytes(vector: BytesVector, rows: number): BytesVector {
    const { data } = vector;
    const starts = new Int32Array(rows);
    const ends = new Int32Array(rows);
    let length = 0;
    for (let i = 0; i < rows; i++) {
      starts[i] = length;
      length += (vector.ends[i] as number) - (vector.starts[i] as number);
      ends[i] = length;
    }
    const packed = new Uint8Array(length);
    for (let i = 0; i < rows; ) {
      const from = vector.starts[i] as number;
      const at = starts[i] as number;
      let to = vector.ends[i++] as number;
      // Rows whose bytes stand next to each other are copied at once.
      while (i < rows && vector.starts[i] === to) to = vector.ends[i++] as number;
      copyBytes(data, from, to, packed, at);
    }
    this.#transfer.push(packed.buffer, starts.buffer, ends.buffer);
    return { lane: 'bytes', data: packed, starts, ends, nulls: null };
  }
}

/** Below this length a loop beats a call. */
const SHORT_BYTES = 32;

function copyBytes(from: Uint8Array, start: number, end: number, to: Uint8Array, at: number): void {
  if (end - start >= SHORT_BYTES) {
    to.set(from.subarray(start, end), at);
    return;
  }
  let target = at;
  for (let i = start; i < end; i++) to[target++] = from[i] as number;
}

function last(ends: Int32Array): number {
  let last = 0;
  for (let i = 0; i < ends.length; i++) last = Math.max(last, ends[i] as number);
  return last;
}
