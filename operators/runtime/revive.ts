/** Gives plain data that crossed to another thread its classes back: maps inside of literals. */
import { ScalarMap } from '../../state/column/scalar.js';

export function revive<T>(data: T): T {
  return reviveValue(data) as T;
}

function reviveValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reviveValue);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const fields = Object.entries(value).map(([key, field]) => [key, reviveValue(field)] as const);
  const [first, second] = fields;
  if (first?.[0] === 'entries' && second === undefined) {
    return new ScalarMap(first[1] as ScalarMap['entries']);
  }
  return Object.fromEntries(fields);
}
