/**
 * CAST and TRY_CAST, as they stand in a bound tree; `bindCast` makes them. Evaluation is chosen by
 * the target: `cast-number.ts`, `cast-text.ts`, `cast-time.ts`, `cast-nested.ts`.
 */
import { STRING } from '../../../state/column/logical-type.js';
import { typeText } from '../../../state/column/type-text.js';
import type { Generator } from '../code/generator.js';
import type { Value } from '../code/value.js';
import type { CallExpr, Expr } from '../expression.js';
import type { ScalarFunction } from '../function.js';
import { stringLiteral } from '../literal.js';
import * as family from '../types/family.js';
import { toNested } from './cast-nested.js';
import { toBoolean, toNumber } from './cast-number.js';
import { toBinary, toCharacter } from './cast-text.js';
import { toDatetime, toInterval } from './cast-time.js';

function conversion(name: 'CAST' | 'TRY_CAST'): ScalarFunction {
  return {
    names: [name],
    signatures: [`${name}(value AS type)`],
    bind: () => undefined,
    emit: emitCast,
  };
}

function emitCast(gen: Generator, expr: CallExpr): Value {
  const value = gen.emit(expr.args[0] as Expr);
  const { type } = expr;
  if (value.nul === 'true') return gen.nothing(type);
  if (type.root === 'BOOLEAN') return toBoolean(gen, expr, value);
  if (family.isNumeric(type)) return toNumber(gen, expr, value);
  if (family.isCharacter(type)) return toCharacter(gen, expr, value);
  if (family.isBinary(type)) return toBinary(gen, expr, value);
  if (family.isDatetime(type)) return toDatetime(gen, expr, value);
  if (family.isInterval(type)) return toInterval(gen, expr, value);
  return toNested(gen, expr, value);
}

/** The type's name is known when the call is bound. */
const typeOf: ScalarFunction = {
  names: ['TYPEOF'],
  signatures: ['TYPEOF(input [, forceSerializable BOOLEAN])'],
  bind([arg]) {
    return arg && { ...stringLiteral(typeText(arg.type)), type: STRING };
  },
};

export const conversionFunctions: readonly ScalarFunction[] = [
  conversion('CAST'),
  conversion('TRY_CAST'),
  typeOf,
];
