/** All scalar functions and operators, by name. Names are matched without regard to case. */
import type { ScalarFunction } from './function.js';
import { arithmeticOperators } from './functions/arithmetic.js';
import { comparisonFunctions } from './functions/comparison.js';
import { conditionalFunctions } from './functions/conditional.js';
import { conversionFunctions } from './functions/conversion.js';
import { logicalFunctions } from './functions/logical.js';

const topics: readonly (readonly ScalarFunction[])[] = [
  comparisonFunctions,
  logicalFunctions,
  arithmeticOperators,
  conditionalFunctions,
  conversionFunctions,
];

const byName = new Map<string, ScalarFunction>();
for (const entry of topics.flat()) {
  for (const name of entry.names) byName.set(name, entry);
}

export function findFunction(name: string): ScalarFunction | undefined {
  return byName.get(name.toUpperCase());
}

export function registeredNames(): IterableIterator<string> {
  return byName.keys();
}
