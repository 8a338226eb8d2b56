/**
 * Order and equality of two values of one type, whatever their lanes. These are the general ways,
 * for cold code and nested types; hot loops bind a generated comparison (`row-comparison.ts`),
 * which agrees with them.
 *
 * Strings go by unsigned bytes, doubles as numbers with −0 = 0 and NaN equal to itself and above
 * all else, times by milliseconds then nanoseconds, rows and arrays from left to right, false
 * before true. Maps are equal when they hold the same entries in any order; their order is
 * arbitrary but total.
 */
import type {
  BytesVector,
  ListVector,
  MapVector,
  RowVector,
  TimeVector,
  Vector,
} from './vector.js';

function isNull(vector: Vector, row: number): boolean {
  return vector.nulls !== null && vector.nulls[row] === 1;
}

/** True when both values are equal or both null. */
export function equalAt(a: Vector, i: number, b: Vector, j: number): boolean {
  if (a.lane === 'map' && !isNull(a, i) && !isNull(b, j)) return equalMaps(a, i, b as MapVector, j);
  return compareAt(a, i, b, j) === 0;
}

/** −1, 0 or 1; null comes before every value. */
export function compareAt(a: Vector, i: number, b: Vector, j: number): number {
  const [aNull, bNull] = [isNull(a, i), isNull(b, j)];
  if (aNull || bNull) return Number(bNull) - Number(aNull);
  switch (a.lane) {
    case 'time':
      return compareTimes(a, i, b as TimeVector, j);
    case 'bytes': {
      const other = b as BytesVector;
      return compareBytes(
        a.data,
        a.starts[i] as number,
        a.ends[i] as number,
        other.data,
        other.starts[j] as number,
        other.ends[j] as number,
      );
    }
    case 'list':
      return compareRanges(a, i, b as ListVector, j, (p, q) =>
        compareAt(a.child, p, (b as ListVector).child, q),
      );
    case 'map':
      return compareRanges(a, i, b as MapVector, j, (p, q) => compareEntries(a, p, b, q));
    case 'row':
      return compareChildren(a, i, b as RowVector, j);
    default:
      return compareNumbers(a.values[i] as number, (b as typeof a).values[j] as number);
  }
}

/** Numbers and bigints mix: their order is exact in JavaScript. */
export function compareNumbers(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1;
  if (a > b) return 1;
  // biome-ignore lint/suspicious/noDoubleEquals: a number equals the same bigint only so
  if (a == b) return 0;
  return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
}

/**
 * −1, 0 or 1 in unsigned byte order; a text that another one begins with comes first. Short ones
 * compare in a loop several times faster than in native code.
 */
export function compareBytes(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): number {
  const shift = bStart - aStart;
  const end = Math.min(aEnd, bEnd - shift);
  for (let i = aStart; i < end; i++) {
    const order = (a[i] as number) - (b[i + shift] as number);
    if (order !== 0) return order < 0 ? -1 : 1;
  }
  return Math.sign(aEnd - aStart - (bEnd - bStart));
}

export function equalBytes(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): boolean {
  const length = aEnd - aStart;
  if (length !== bEnd - bStart) return false;
  for (let k = 0; k < length; k++) if (a[aStart + k] !== b[bStart + k]) return false;
  return true;
}

function compareTimes(a: TimeVector, i: number, b: TimeVector, j: number): number {
  const byMillisecond = compareNumbers(a.values[i] as number, b.values[j] as number);
  if (byMillisecond !== 0) return byMillisecond;
  const aNano = a.nanos === null ? 0 : (a.nanos[i] as number);
  const bNano = b.nanos === null ? 0 : (b.nanos[j] as number);
  return compareNumbers(aNano, bNano);
}

function compareChildren(a: RowVector, i: number, b: RowVector, j: number): number {
  for (let c = 0; c < a.children.length; c++) {
    const order = compareAt(a.children[c] as Vector, i, b.children[c] as Vector, j);
    if (order !== 0) return order;
  }
  return 0;
}

function compareRanges(
  a: ListVector | MapVector,
  i: number,
  b: ListVector | MapVector,
  j: number,
  compare: (p: number, q: number) => number,
): number {
  let p = a.starts[i] as number;
  let q = b.starts[j] as number;
  const [aEnd, bEnd] = [a.ends[i] as number, b.ends[j] as number];
  for (; p < aEnd && q < bEnd; p++, q++) {
    const order = compare(p, q);
    if (order !== 0) return order;
  }
  return compareNumbers(aEnd - p, bEnd - q);
}

function compareEntries(a: MapVector, p: number, b: Vector, q: number): number {
  const other = b as MapVector;
  const byKey = compareAt(a.keys, p, other.keys, q);
  return byKey !== 0 ? byKey : compareAt(a.values, p, other.values, q);
}

function equalMaps(a: MapVector, i: number, b: MapVector, j: number): boolean {
  const [aStart, aEnd] = [a.starts[i] as number, a.ends[i] as number];
  const [bStart, bEnd] = [b.starts[j] as number, b.ends[j] as number];
  if (aEnd - aStart !== bEnd - bStart) return false;
  for (let p = aStart; p < aEnd; p++) {
    let found = false;
    for (let q = bStart; q < bEnd && !found; q++) {
      found = equalAt(a.keys, p, b.keys, q) && equalAt(a.values, p, b.values, q);
    }
    if (!found) return false;
  }
  return true;
}
