/** All scalar functions and operators, by name. Names are matched without regard to case. */
import type { ScalarFunction } from './function.js';
import { arithmeticOperators } from './functions/arithmetic.js';
import { arrayFunctions } from './functions/array.js';
import { bitmapFunctions } from './functions/bitmap.js';
import { collectionFunctions } from './functions/collection.js';
import { comparisonFunctions } from './functions/comparison.js';
import { conditionalFunctions } from './functions/conditional.js';
import { conversionFunctions } from './functions/conversion.js';
import { currentTimeFunctions } from './functions/current-time.js';
import { datePartFunctions } from './functions/date-part.js';
import { hashCodeFunctions } from './functions/hash-code.js';
import { javascriptFunctions } from './functions/javascript.js';
import { jsonFunctions } from './functions/json.js';
import { jsonConstructors } from './functions/json-constructor.js';
import { likeFunctions } from './functions/like.js';
import { logicalFunctions } from './functions/logical.js';
import { mathFunctions } from './functions/math.js';
import { objectFunctions } from './functions/object.js';
import { overlapsFunctions } from './functions/overlaps.js';
import { regexpFunctions } from './functions/regexp.js';
import { roundingFunctions } from './functions/rounding.js';
import { stringFunctions } from './functions/string.js';
import { temporalFunctions } from './functions/temporal.js';
import { textFunctions } from './functions/text.js';
import { textFormFunctions } from './functions/text-form.js';
import { variantFunctions } from './functions/variant.js';

const topics: readonly (readonly ScalarFunction[])[] = [
  comparisonFunctions,
  logicalFunctions,
  arithmeticOperators,
  conditionalFunctions,
  conversionFunctions,
  mathFunctions,
  roundingFunctions,
  stringFunctions,
  likeFunctions,
  textFunctions,
  textFormFunctions,
  regexpFunctions,
  datePartFunctions,
  temporalFunctions,
  currentTimeFunctions,
  collectionFunctions,
  arrayFunctions,
  jsonFunctions,
  jsonConstructors,
  javascriptFunctions,
  variantFunctions,
  bitmapFunctions,
  objectFunctions,
  overlapsFunctions,
  hashCodeFunctions,
];

const byName = new Map<string, ScalarFunction>();
for (const entry of topics.flat()) {
  for (const name of entry.names) byName.set(name.toUpperCase(), entry);
}

export function findFunction(name: string): ScalarFunction | undefined {
  return byName.get(name.toUpperCase());
}

export function registeredNames(): IterableIterator<string> {
  return byName.keys();
}
