/** Order of boxed values of one type: nested values, and whatever else is boxed. */
import { type Scalar, ScalarMap } from '../../../state/column/scalar.js';

/** Negative, 0 or positive; null comes first, strings go by UTF-8 bytes. */
export function compareScalars(a: Scalar, b: Scalar): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b as string));
  if (a instanceof Uint8Array) return Buffer.compare(a, b as Uint8Array);
  if (a instanceof ScalarMap) return compareMaps(a, b as ScalarMap);
  if (typeof a === 'object') return compareLists(a, b as readonly Scalar[]);
  if (a === b) return 0;
  return a < (b as typeof a) ? -1 : 1;
}

function compareLists(a: readonly Scalar[], b: readonly Scalar[]): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const order = compareScalars(a[i] as Scalar, b[i] as Scalar);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Equal when they hold the same entries, in any order. */
function compareMaps(a: ScalarMap, b: ScalarMap): number {
  const sorted = (map: ScalarMap): Scalar[] =>
    [...map.entries].sort((x, y) => compareScalars(x[0], y[0])).flat();
  return compareLists(sorted(a), sorted(b));
}

export function equalScalars(a: Scalar, b: Scalar): boolean {
  return compareScalars(a, b) === 0;
}

/** Java's `Double.compare`: −0 comes before 0, NaN is equal to itself and behind all else. */
export function compareDoubles(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b) return a === 0 ? Number(Object.is(b, -0)) - Number(Object.is(a, -0)) : 0;
  return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
}
