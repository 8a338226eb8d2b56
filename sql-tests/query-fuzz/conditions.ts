/** Conditions and values over the fields of a relation. */
import type { Choices } from './choices.js';
import type { Field } from './relation.js';
import { constant, NUMBERS } from './values.js';

/** @param of a prefix for the fields, such as `l.` */
export function condition(fields: readonly Field[], choices: Choices, of = ''): string {
  const one = comparison(fields, choices, of);
  if (!choices.chance(25)) return one;
  return `(${one} ${choices.pick(['AND', 'OR'])} ${comparison(fields, choices, of)})`;
}

function comparison(fields: readonly Field[], choices: Choices, of: string): string {
  const { name, kind } = choices.pick(fields);
  const field = `${of}${name}`;
  switch (choices.below(5)) {
    case 1:
      return `${field} IS ${choices.pick(['NOT NULL', 'NULL'])}`;
    case 2:
      return `${field} IN (${constant(kind, choices)}, ${constant(kind, choices)})`;
    case 3:
      return `${field} <> ${constant(kind, choices)}`;
    case 4:
      return `NOT (${field} = ${constant(kind, choices)})`;
    default:
      return `${field} ${choices.pick(['>=', '<', '=', '<='])} ${constant(kind, choices)}`;
  }
}

/** A field, or something made of it; its kind is the field's. */
export function value({ name, kind }: Field, choices: Choices): string {
  if (kind === 'ARRAY' || !choices.chance(50)) return name;
  if (choices.chance(30)) return `COALESCE(${name}, ${constant(kind, choices)})`;
  if (choices.chance(30)) {
    const [found, given] = [constant(kind, choices), constant(kind, choices)];
    return `CASE WHEN ${name} = ${found} THEN ${given} ELSE ${name} END`;
  }
  if (kind === 'STRING') return choices.pick([`UPPER(${name})`, `CONCAT(${name}, 'x')`]);
  if (NUMBERS.has(kind) && kind !== 'DECIMAL') return `CAST(${name} + 1 AS ${kind})`;
  return name;
}
