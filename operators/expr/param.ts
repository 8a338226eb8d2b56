/**
 * What a function's parameter takes: a check of one argument that may wrap it in a cast. A NULL
 * literal fits every parameter and takes its type.
 */
import {
  BIGINT,
  BOOLEAN,
  BYTES,
  DOUBLE,
  INT,
  type LogicalType,
  STRING,
} from '../../state/column/logical-type.js';
import { castTo } from './cast.js';
import type { Expr } from './expression.js';
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
