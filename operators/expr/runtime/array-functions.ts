/** Functions over boxed arrays and maps; equality is that of `IS NOT DISTINCT FROM`. */

import { type Scalar, ScalarMap } from '../../../state/column/scalar.js';
import { hashed, makeMap } from './collection.js';
import { fail, type Site } from './failure.js';
import { javaRegex } from './java-regex.js';
import { compareScalars, equalScalars } from './scalar-order.js';

type Items = readonly Scalar[];

export function append(items: Items, item: Scalar): Items {
  return [...items, item];
}

export function prepend(items: Items, item: Scalar): Items {
  return [item, ...items];
}

export function remove(items: Items, item: Scalar): Items {
  return items.filter((other) => !equalScalars(other, item));
}

/** From 1; 0 when it is not there. */
export function positionOf(items: Items, item: Scalar): number {
  return items.findIndex((other) => equalScalars(other, item)) + 1;
}

export function distinct(items: Items): Items {
  const kept: Scalar[] = [];
  for (const item of items) if (!has(kept, item)) kept.push(item);
  return kept;
}

function has(items: Items, item: Scalar): boolean {
  return items.some((other) => equalScalars(other, item));
}

export function reversed(items: Items): Items {
  return [...items].reverse();
}

export function concatenated(...arrays: Items[]): Items {
  return arrays.flat() as Items;
}

export function unionOf(a: Items, b: Items): Items {
  return distinct([...a, ...b]);
}

/** Elements of the first that are not in the second, without duplicates. */
export function exceptOf(a: Items, b: Items): Items {
  return distinct(a.filter((item) => !has(b, item)));
}

export function intersectionOf(a: Items, b: Items): Items {
  return distinct(a.filter((item) => has(b, item)));
}

export function greatestOf(items: Items): Scalar {
  return extreme(items, 1);
}

export function leastOf(items: Items): Scalar {
  return extreme(items, -1);
}

/** Nulls do not count. */
function extreme(items: Items, sign: number): Scalar {
  let best: Scalar = null;
  for (const item of items) {
    if (item === null) continue;
    if (best === null || compareScalars(item, best) * sign > 0) best = item;
  }
  return best;
}

/**
 * From `start` to `end`, both included. Places count from 1, those below 0 from the end; those
 * before the first are the first.
 */
export function slice(items: Items, start: number, end = items.length): Items {
  const place = (at: number): number => (at < 0 ? items.length + at + 1 : at);
  const [from, to] = [Math.max(place(start), 1), place(end) || 1];
  return from > to ? [] : items.slice(from - 1, to);
}

export function sorted(items: Items, ascending = true, nullFirst = ascending): Items {
  const nulls = items.filter((item) => item === null);
  const rest = items.filter((item) => item !== null).sort(compareScalars);
  if (!ascending) rest.reverse();
  return nullFirst ? [...nulls, ...rest] : [...rest, ...nulls];
}

/** Nulls are left out unless they are replaced. */
export function joined(items: Items, delimiter: string, replacement: string | null = null): string {
  return items
    .map((item) => item ?? replacement)
    .filter((item) => item !== null)
    .join(delimiter);
}

export function keysOf(map: ScalarMap): Items {
  return map.entries.map(([key]) => key);
}

export function valuesOf(map: ScalarMap): Items {
  return map.entries.map(([, value]) => value);
}

export function entriesOf(map: ScalarMap): Items {
  return map.entries.map(([key, value]) => [key, value]);
}

/** Null when there are not as many keys as values. */
export function mapFromArrays(keys: Items, values: Items, site: Site): ScalarMap {
  if (keys.length !== values.length) {
    const sizes = `${keys.length} and ${values.length}`;
    fail(site, `MAP_FROM_ARRAYS takes arrays of equal sizes, found ${sizes}`);
  }
  return makeMap(keys.flatMap((key, i) => [key, values[i] as Scalar]));
}

/** The entries of the last map come first. */
export function mapUnion(...maps: ScalarMap[]): ScalarMap {
  const entries: [Scalar, Scalar][] = [];
  for (const map of maps.reverse()) {
    for (const [key, value] of map.entries) {
      if (!entries.some(([known]) => equalScalars(known, key))) entries.push([key, value]);
    }
  }
  return new ScalarMap(entries);
}

/** Without a delimiter, the UTF-16 units. */
export function splitText(text: string, delimiter: string): Items {
  return text === '' ? [] : text.split(delimiter);
}

/** The delimiters are regular expressions. */
export function textToMap(text: string, pairs = ',', keyValue = '='): ScalarMap {
  if (text === '') return new ScalarMap([]);
  const found = javaRegex(pairs).split(text);
  while (found.at(-1) === '') found.pop();
  const items = found.flatMap((pair): Scalar[] => {
    const [key = '', value] = javaRegex(keyValue).splitOnce(pair);
    return [key, value ?? null];
  });
  return hashed(makeMap(items), found.length);
}
