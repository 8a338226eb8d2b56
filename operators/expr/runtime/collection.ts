/** Functions over boxed collections. */
import { type Scalar, ScalarMap } from '../../../state/column/scalar.js';
import { fail, type Site } from './failure.js';
import { bucket, textHash } from './hash-code.js';
import { equalScalars } from './scalar-order.js';

/** From keys and values in turn; of equal keys the last one counts. */
export function makeMap(items: readonly Scalar[]): ScalarMap {
  const entries: [Scalar, Scalar][] = [];
  for (let i = 0; i < items.length; i += 2) {
    const [key, value] = [items[i] as Scalar, items[i + 1] as Scalar];
    const known = entries.find(([other]) => equalScalars(other, key));
    if (known === undefined) entries.push([key, value]);
    else known[1] = value;
  }
  return new ScalarMap(entries);
}

/** A map of texts in the order of a Java HashMap that was made for so many entries. */
export function hashed({ entries }: ScalarMap, expected: number): ScalarMap {
  const size = 2 ** Math.ceil(Math.log2(expected <= 2 ? expected + 1 : Math.ceil(expected / 0.75)));
  const places = new Map(entries.map((each) => [each, bucket(textHash(String(each[0])), size)]));
  const place = (each: (typeof entries)[number]): number => places.get(each) as number;
  return new ScalarMap([...entries].sort((a, b) => place(a) - place(b)));
}

/** Element `index`, from 1. */
export function elementAt(items: readonly Scalar[], index: number): Scalar {
  return items[index - 1] ?? null;
}

export function valueAt(map: ScalarMap, key: Scalar): Scalar {
  return map.entries.find(([other]) => equalScalars(other, key))?.[1] ?? null;
}

export function sizeOf(collection: readonly Scalar[] | ScalarMap | null): number {
  if (collection === null) return 0;
  return collection instanceof ScalarMap ? collection.entries.length : collection.length;
}

/** The one element of an array; an empty one gives null, a longer one fails. */
export function onlyElement(items: readonly Scalar[], site: Site): Scalar {
  if (items.length > 1) fail(site, `ELEMENT takes an array of one element, found ${items.length}`);
  return items[0] ?? null;
}

export function containsItem(items: readonly Scalar[], item: Scalar): boolean {
  return items.some((other) => equalScalars(other, item));
}
