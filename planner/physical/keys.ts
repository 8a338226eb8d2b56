/** Unique keys as they go through operators. */
import type { Expr } from '../../operators/expr/expression.js';
import type { Key } from './node.js';

export function isWithin(key: Key, columns: Iterable<number>): boolean {
  const set = new Set(columns);
  return key.every((column) => set.has(column));
}

/** The keys all of whose columns are projected as they are, at their new places. */
export function throughProjection(keys: readonly Key[], expressions: readonly Expr[]): Key[] {
  const places = new Map<number, number>();
  for (const [i, e] of expressions.entries()) {
    if (e.kind === 'column' && !places.has(e.index)) places.set(e.index, i);
  }
  return keys
    .filter((key) => key.every((c) => places.has(c)))
    .map((key) => ascending(key.map((c) => places.get(c) as number)));
}

/** Upsert keys behind a hash exchange: only those that hold its keys keep each row in one task. */
export function throughHash(keys: readonly Key[], hash: readonly number[]): Key[] {
  return keys.filter((key) => isWithin(hash, key));
}

/** Without repetitions and without keys that hold another one. */
export function minimal(keys: readonly Key[]): Key[] {
  const distinct = [...new Map(keys.map((key) => [key.join(), key])).values()];
  return distinct.filter((key) => !distinct.some((other) => other !== key && isWithin(other, key)));
}

export function ascending(columns: Iterable<number>): Key {
  return [...new Set(columns)].sort((a, b) => a - b);
}

/** The key with the fewest columns; the first of them. */
export function shortest(keys: readonly Key[]): Key | null {
  let best: Key | null = null;
  for (const key of keys) if (best === null || key.length < best.length) best = key;
  return best;
}
