/** Comparisons by name, and what their sides or their answer turned round make of them. */

export type Comparison = '=' | '<' | '<=' | '>' | '>=';

/** The same comparison with its sides exchanged. */
export const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  '=': '=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** What is true where the order of two values is not; not so of NaN. */
export const NEGATED: Readonly<Record<string, Comparison>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

export function isComparison(name: string): name is Comparison {
  return Object.hasOwn(MIRRORED, name);
}
