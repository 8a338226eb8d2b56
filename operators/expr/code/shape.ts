/**
 * The shape of an input vector: what a kernel is compiled for. Two batches whose columns have equal
 * shapes run the same kernel. A column that once had nulls, or nanoseconds, is taken to have them
 * from then on, so that kernels do not multiply.
 */
import type { Lane, Vector } from '../../../state/column/vector.js';

export interface Shape {
  readonly lane: Lane;
  readonly nullable: boolean;
  readonly nanos: boolean;
  readonly children: readonly Shape[];
}

/** A vector as code: an expression that gives it, evaluated once a batch. */
export interface VectorRef {
  readonly path: string;
  readonly shape: Shape;
}

export function shapeOf(vector: Vector, before?: Shape): Shape {
  const nullable = vector.nulls !== null || (before?.nullable ?? false);
  const had = (vector.lane === 'time' && vector.nanos !== null) || (before?.nanos ?? false);
  const nanos = vector.lane === 'time' && had;
  const known = before?.lane === vector.lane ? before.children : [];
  const children = childrenOf(vector).map((child, i) => shapeOf(child, known[i]));
  return { lane: vector.lane, nullable, nanos, children };
}

/** Whether a vector without children is of the shape, or of one with fewer nulls or nanoseconds. */
export function fitsFlat(vector: Vector, shape: Shape): boolean {
  return (
    vector.lane === shape.lane &&
    shape.children.length === 0 &&
    (vector.nulls === null || shape.nullable) &&
    (vector.lane !== 'time' || vector.nanos === null || shape.nanos)
  );
}

export function childrenOf(vector: Vector): readonly Vector[] {
  switch (vector.lane) {
    case 'list':
      return [vector.child];
    case 'map':
      return [vector.keys, vector.values];
    case 'row':
      return vector.children;
    default:
      return [];
  }
}

const CHILD_PATHS: Readonly<Record<string, readonly string[]>> = {
  list: ['.child'],
  map: ['.keys', '.values'],
};

/** Child `index` of a nested vector. */
export function childRef(ref: VectorRef, index: number): VectorRef {
  const path = CHILD_PATHS[ref.shape.lane]?.[index] ?? `.children[${index}]`;
  return { path: ref.path + path, shape: ref.shape.children[index] as Shape };
}

export function shapeKey(shape: Shape): string {
  const flags = `${shape.nullable ? '?' : ''}${shape.nanos ? 'n' : ''}`;
  const children = shape.children.map(shapeKey).join(',');
  return `${shape.lane}${flags}${children === '' ? '' : `(${children})`}`;
}

let zeros = new Uint8Array(4096);

/** The vector's null bytes; zeros for a vector that has none this time. */
export function nullsOf(vector: Vector, rows: number): Uint8Array {
  if (vector.nulls !== null) return vector.nulls;
  const length = Math.max(rows, 'starts' in vector ? vector.starts.length : 0, lengthOf(vector));
  if (zeros.length < length) zeros = new Uint8Array(length * 2);
  return zeros;
}

function lengthOf(vector: Vector): number {
  return 'values' in vector && vector.lane !== 'map' ? vector.values.length : 0;
}

let zeroNanos = new Int32Array(4096);

export function nanosOf(vector: Vector): Int32Array {
  if (vector.lane !== 'time') return zeroNanos;
  if (vector.nanos !== null) return vector.nanos;
  if (zeroNanos.length < vector.values.length) zeroNanos = new Int32Array(vector.values.length * 2);
  return zeroNanos;
}
