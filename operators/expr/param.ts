/**
 * What a function's parameter takes: a check of one argument that may wrap it in a cast. A NULL
 * literal fits every parameter and takes its type.
 */
import {
  BIGINT,
  BOOLEAN,
  BYTES,
  DOUBLE,
  type ElementType,
  INT,
  type LogicalType,
  STRING,
  withNullable,
} from '../../state/column/logical-type.js';
import { castTo } from './cast.js';
import type { Expr } from './expression.js';
import { supportsImplicitCast } from './types/cast-rules.js';
import * as family from './types/family.js';

/** The argument as it will be handed over, or undefined when it does not fit. */
export type Param = (arg: Expr) => Expr | undefined;

/** Arguments of these families are handed over as the one type. */
function takes(type: LogicalType, fits: (type: LogicalType) => boolean): Param {
  return (arg) => {
    if (arg.type.root === 'NULL') return castTo(arg, type);
    if (!fits(arg.type)) return undefined;
    return castTo(arg, { ...type, nullable: arg.type.nullable });
  };
}

/** Arguments of these families are handed over as they are; NULL becomes `whenNull`. */
function keeps(whenNull: LogicalType, fits: (type: LogicalType) => boolean): Param {
  return (arg) => {
    if (arg.type.root === 'NULL') return castTo(arg, whenNull);
    return fits(arg.type) ? arg : undefined;
  };
}

/** CHAR or VARCHAR, as it is. */
export const TEXT = keeps(STRING, family.isCharacter);
export const BINARY = keeps(BYTES, family.isBinary);
export const TEXT_OR_BINARY = keeps(
  STRING,
  (type) => family.isCharacter(type) || family.isBinary(type),
);
export const FLAG = keeps(BOOLEAN, (type) => type.root === 'BOOLEAN');
export const INTEGER = takes(INT, family.isInteger);
export const LONG = takes(BIGINT, family.isInteger);
export const REAL = takes(DOUBLE, family.isNumeric);
export const NUMERIC = keeps(INT, family.isNumeric);

/**
 * A value as an element of an array of the type. What is converted may become NULL, so where
 * elements may be, it is nullable.
 */
export function asElement(item: Expr, { element }: ElementType): Expr | undefined {
  if (!supportsImplicitCast(item.type, element)) return undefined;
  const cast = castTo(item, withNullable(element, item.type.nullable));
  const isSame = [family.isCharacter, family.isBinary, family.isNested].some((is) => is(element));
  if (cast === item || isSame || !element.nullable) return cast;
  return { ...cast, type: element };
}

/** Arguments checked one by one; the last parameter repeats when `repeat` is set. */
export function fit(
  args: readonly Expr[],
  params: readonly Param[],
  minimum = params.length,
  repeat = false,
): Expr[] | undefined {
  if (args.length < minimum) return undefined;
  if (args.length > params.length && !repeat) return undefined;
  const fitted: Expr[] = [];
  for (const [i, arg] of args.entries()) {
    const param = params[Math.min(i, params.length - 1)] as Param;
    const taken = param(arg);
    if (taken === undefined) return undefined;
    fitted.push(taken);
  }
  return fitted;
}
