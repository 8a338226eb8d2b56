/**
 * Joining the heads of several vectors of one type into one. Wide integers go to the widest lane
 * among the parts; bytes that lie in one buffer stay a view of it, else the bytes in use are
 * copied.
 */
import { assert } from '../../conf/errors/error.js';
import type {
  BytesVector,
  ListVector,
  MapVector,
  RowVector,
  TimeVector,
  Vector,
} from './vector.js';
import { type WideVector, widen, widerLane } from './wide.js';

export interface Part {
  readonly vector: Vector;
  /** Rows 0 to count − 1 are taken. */
  readonly count: number;
}

export function concat(parts: readonly Part[]): Vector {
  const first = parts[0];
  assert(first !== undefined, 'Vectors to join are at least one');
  if (parts.length === 1) return first.vector;
  const total = parts.reduce((sum, part) => sum + part.count, 0);
  const nulls = concatNulls(parts, total);
  const lane = first.vector.lane;
  if (lane === 'u8') return { lane, values: fill(new Uint8Array(total), parts), nulls };
  if (lane === 'i32') return { lane, values: fill(new Int32Array(total), parts), nulls };
  if (lane === 'f32') return { lane, values: fill(new Float32Array(total), parts), nulls };
  if (lane === 'time') return concatTime(parts, total, nulls);
  if (lane === 'bytes') return concatBytes(parts, total, nulls);
  if (lane === 'list' || lane === 'map') return concatRanges(parts, total, nulls);
  if (lane === 'row') return concatRows(parts, nulls);
  return concatWide(parts, total, nulls);
}

interface NumberArray {
  set(values: ArrayLike<number>, offset: number): void;
}

function fill<T extends NumberArray>(out: T, parts: readonly Part[]): T {
  let at = 0;
  for (const { vector, count } of parts) {
    const { values } = vector as { values: Float64Array };
    out.set(values.subarray(0, count), at);
    at += count;
  }
  return out;
}

function concatNulls(parts: readonly Part[], total: number): Uint8Array | null {
  if (parts.every((part) => part.vector.nulls === null)) return null;
  const out = new Uint8Array(total);
  let at = 0;
  for (const { vector, count } of parts) {
    if (vector.nulls !== null) out.set(vector.nulls.subarray(0, count), at);
    at += count;
  }
  return out;
}

function concatWide(parts: readonly Part[], total: number, nulls: Uint8Array | null): Vector {
  const wide = parts.map((part) => part.vector as WideVector);
  const lane = wide.map((vector) => vector.lane).reduce(widerLane);
  if (lane === 'f64') return { lane, values: fill(new Float64Array(total), parts), nulls };
  const widened = wide.map((vector, i) => widen(vector, lane, (parts[i] as Part).count));
  if (lane === 'big') {
    const values = widened.flatMap((vector, i) =>
      (vector.values as bigint[]).slice(0, (parts[i] as Part).count),
    );
    return { lane, values, nulls };
  }
  const values = new BigInt64Array(total);
  let at = 0;
  widened.forEach((vector, i) => {
    const { count } = parts[i] as Part;
    values.set((vector.values as BigInt64Array).subarray(0, count), at);
    at += count;
  });
  return { lane, values, nulls };
}

function concatTime(parts: readonly Part[], total: number, nulls: Uint8Array | null): Vector {
  const values = fill(new Float64Array(total), parts);
  if (parts.every((part) => (part.vector as TimeVector).nanos === null)) {
    return { lane: 'time', values, nanos: null, nulls };
  }
  const nanos = new Int32Array(total);
  let at = 0;
  for (const { vector, count } of parts) {
    const some = (vector as TimeVector).nanos;
    if (some !== null) nanos.set(some.subarray(0, count), at);
    at += count;
  }
  return { lane: 'time', values, nanos, nulls };
}

function concatBytes(parts: readonly Part[], total: number, nulls: Uint8Array | null): Vector {
  const vectors = parts.map((part) => part.vector as BytesVector);
  const shared = (vectors[0] as BytesVector).data;
  const isView = vectors.every((vector) => vector.data === shared);
  const starts = new Int32Array(total);
  const ends = new Int32Array(total);
  let size = 0;
  let row = 0;
  vectors.forEach((vector, i) => {
    for (let j = 0; j < (parts[i] as Part).count; j++, row++) {
      const [start, end] = [vector.starts[j] as number, vector.ends[j] as number];
      starts[row] = isView ? start : size;
      size += end - start;
      ends[row] = isView ? end : size;
    }
  });
  if (isView) return { lane: 'bytes', data: shared, starts, ends, nulls };
  return { lane: 'bytes', data: copiedBytes(parts, size), starts, ends, nulls };
}

function copiedBytes(parts: readonly Part[], size: number): Uint8Array {
  const data = new Uint8Array(size);
  let at = 0;
  for (const { vector, count } of parts) {
    const { data: source, starts, ends } = vector as BytesVector;
    for (let j = 0; j < count; j++) {
      const end = ends[j] as number;
      for (let k = starts[j] as number; k < end; k++) data[at++] = source[k] as number;
    }
  }
  return data;
}

/** Children are joined whole up to the greatest position in use; ranges are shifted. */
function concatRanges(parts: readonly Part[], total: number, nulls: Uint8Array | null): Vector {
  const starts = new Int32Array(total);
  const ends = new Int32Array(total);
  const used: number[] = [];
  let base = 0;
  let row = 0;
  for (const { vector, count } of parts) {
    const ranges = vector as ListVector | MapVector;
    let greatest = 0;
    for (let j = 0; j < count; j++, row++) {
      const end = ranges.ends[j] as number;
      starts[row] = base + (ranges.starts[j] as number);
      ends[row] = base + end;
      if (end > greatest) greatest = end;
    }
    used.push(greatest);
    base += greatest;
  }
  const join = (child: (vector: Vector) => Vector) =>
    concat(parts.map(({ vector }, i) => ({ vector: child(vector), count: used[i] as number })));
  if ((parts[0] as Part).vector.lane === 'list') {
    return { lane: 'list', starts, ends, child: join((v) => (v as ListVector).child), nulls };
  }
  const keys = join((v) => (v as MapVector).keys);
  const values = join((v) => (v as MapVector).values);
  return { lane: 'map', starts, ends, keys, values, nulls };
}

function concatRows(parts: readonly Part[], nulls: Uint8Array | null): Vector {
  const children = ((parts[0] as Part).vector as RowVector).children.map((_, c) =>
    concat(
      parts.map(({ vector, count }) => ({
        vector: (vector as RowVector).children[c] as Vector,
        count,
      })),
    ),
  );
  return { lane: 'row', children, nulls };
}
