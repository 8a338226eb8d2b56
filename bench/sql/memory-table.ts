/**
 * A table whose rows were made beforehand: what the benchmarks read where a format's cost would
 * hide the operator's. Batches are immutable, so one pass after another may give out the same ones.
 */
import { Batch } from '../../operators/core/batch.js';
import type { ReadResult, Source, SplitReader } from '../../operators/core/source.js';
import type { Vector } from '../../state/column/vector.js';

export interface MemoryTable {
  /** SQL of the column list, with watermark and keys. */
  readonly columns: string;
  /** One vector a physical column; each as long as `rows`. */
  readonly vectors: readonly Vector[];
  readonly rows: number;
  /** How often the rows are given out. */
  readonly passes: number;
}

const BATCH_ROWS = 2048;

/** @param projection physical columns in the order wanted */
export function memorySource(table: MemoryTable, projection: readonly number[]): Source {
  const chosen = projection.map((column) => table.vectors[column] as Vector);
  const batches: Batch[] = [];
  for (let start = 0; start < table.rows; start += BATCH_ROWS) {
    const end = Math.min(table.rows, start + BATCH_ROWS);
    batches.push(
      new Batch(
        chosen.map((vector) => slice(vector, start, end)),
        end - start,
      ),
    );
  }
  return {
    bounded: true,
    splits: async () => [{ id: 'memory' }],
    open: async () => reader(batches, table.passes),
  };
}

function reader(batches: readonly Batch[], passes: number): SplitReader {
  const total = batches.length * passes;
  let next = 0;
  return {
    next(): ReadResult {
      if (next === total) return { kind: 'end' };
      return { kind: 'batch', batch: batches[next++ % batches.length] as Batch };
    },
    position: () => next,
    close: () => {},
  };
}

/** Rows `start` to `end` − 1 over the same memory. */
function slice(vector: Vector, start: number, end: number): Vector {
  const nulls = vector.nulls?.subarray(start, end) ?? null;
  switch (vector.lane) {
    case 'f64':
      return { ...vector, nulls, values: vector.values.subarray(start, end) };
    case 'i32':
      return { ...vector, nulls, values: vector.values.subarray(start, end) };
    case 'time':
      return {
        ...vector,
        nulls,
        values: vector.values.subarray(start, end),
        nanos: vector.nanos?.subarray(start, end) ?? null,
      };
    case 'bytes':
      return {
        ...vector,
        nulls,
        starts: vector.starts.subarray(start, end),
        ends: vector.ends.subarray(start, end),
      };
    default:
      throw new Error(`No benchmark table has a ${vector.lane} column`);
  }
}

/** `count` integers below `below`, by a fixed sequence. */
export function numbers(count: number, below: number, seed: number): Float64Array {
  const values = new Float64Array(count);
  let state = seed >>> 0;
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    values[i] = Math.floor((state / 4294967296) * below);
  }
  return values;
}

/** Strings by row, one behind the other. */
export function texts(count: number, text: (row: number) => string): Vector {
  const all: Buffer[] = [];
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  let end = 0;
  for (let i = 0; i < count; i++) {
    const bytes = Buffer.from(text(i));
    all.push(bytes);
    starts[i] = end;
    end += bytes.length;
    ends[i] = end;
  }
  return { lane: 'bytes', data: new Uint8Array(Buffer.concat(all)), starts, ends, nulls: null };
}
