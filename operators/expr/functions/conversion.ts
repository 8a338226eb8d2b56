/** CAST and TRY_CAST, as they stand in a bound tree; `bindCast` makes them. */
import type { ScalarFunction } from '../function.js';

function conversion(name: 'CAST' | 'TRY_CAST'): ScalarFunction {
  return {
    names: [name],
    signatures: [`${name}(value AS type)`],
    bind: () => undefined,
  };
}

export const conversionFunctions: readonly ScalarFunction[] = [
  conversion('CAST'),
  conversion('TRY_CAST'),
];
