/** Constant folding through the compiler, so that a folded value is what a row would have got. */
import { MillraceError } from '../../conf/errors/error.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import { scalarAt } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import { isDeterministic, mayRunLong } from './bind.js';
import { ZoneNeeded } from './code/generator.js';
import { compileEvaluator } from './compile.js';
import type { CallExpr, Expr } from './expression.js';
import { isNullLiteral } from './literal.js';
import { decimalText } from './runtime/decimal.js';
import * as family from './types/family.js';
import { sameExpr, withArgs } from './walk.js';

/**
 * Replaces deterministic calls over literals by their value. A call that fails stays, so that the
 * failure comes at run time, with its place, and only if a row gets there. So does one that may
 * take long, such as a regular expression: whoever plans waits, and everybody with him. Calls that
 * depend on the session time zone are folded only when one is given. Bytes that are no UTF-8 have
 * no literal.
 */
export function foldConstants(expr: Expr, timeZone?: string): Expr {
  return fold(expr, timeZone, true);
}

/** @param alone the value is cast where it stands, not by an operation that it is part of */
function fold(expr: Expr, timeZone: string | undefined, alone: boolean): Expr {
  if (expr.kind !== 'call') return expr;
  if (isConstant(expr)) {
    const folded = (alone ? doubled(expr) : undefined) ?? evaluate(expr, timeZone);
    if (folded !== undefined) return folded;
  }
  const chooses = expr.name === 'CASE' && expr.option === undefined;
  const folded = withArgs(expr, (arg) => fold(arg, timeZone, chooses));
  if (isNull(folded)) return { kind: 'literal', value: null, type: folded.type };
  return onlyResult(folded) ?? folded;
}

/** What all branches of a CASE give: its conditions are not evaluated. IF evaluates its own. */
function onlyResult(expr: Expr): Expr | undefined {
  if (expr.kind !== 'call' || expr.name !== 'CASE' || expr.option !== undefined) return undefined;
  const last = expr.args.length - 1;
  const [first, ...rest] = expr.args.filter((_, i) => i % 2 === 1 || i === last);
  if (first === undefined || !isDeterministic(first)) return undefined;
  return rest.every((other) => sameExpr(first, other)) ? { ...first, type: expr.type } : undefined;
}

/** A DECIMAL literal cast to a double, in one step; values take two, which may round twice. */
function doubled(expr: CallExpr): Expr | undefined {
  const [arg] = expr.args;
  if (expr.name !== 'CAST' || arg?.kind !== 'literal' || arg.value === null) return undefined;
  if (!family.isApproximate(expr.type) || !family.isDecimal(arg.type)) return undefined;
  const double = Number(decimalText(arg.value as bigint, arg.type.scale));
  const value = expr.type.root === 'FLOAT' ? Math.fround(double) : double;
  return { kind: 'literal', value, type: expr.type };
}

/** As a literal has it: a decimal number, which has no −0; a TIME of so many digits. */
function written(value: Scalar, type: LogicalType): Scalar {
  if (value === 0) return 0;
  if (type.root !== 'TIME_WITHOUT_TIME_ZONE' || typeof value !== 'number') return value;
  const unit = 10 ** Math.max(0, 3 - type.precision);
  return Math.floor(value / unit) * unit;
}

/** NULL with one operand: then the others are not evaluated, and do not fail. */
const STRICT = new Set(['+', '-', '*', '/', '%', '=', '<>', '<', '<=', '>', '>=']);

function isNull(expr: Expr): boolean {
  if (expr.kind !== 'call') return false;
  const [first] = expr.args;
  if (expr.name === 'IN') return first !== undefined && isNullLiteral(first);
  return STRICT.has(expr.name) && expr.args.some(isNullLiteral);
}

function isConstant(expr: CallExpr): boolean {
  return !hasColumn(expr) && isDeterministic(expr) && !mayRunLong(expr);
}

function hasColumn(expr: Expr): boolean {
  if (expr.kind === 'call') return expr.args.some(hasColumn);
  return expr.kind === 'column';
}

function evaluate(expr: CallExpr, timeZone: string | undefined): Expr | undefined {
  try {
    const run = compileEvaluator({ inputs: [], expressions: [expr], timeZone });
    const [vector] = run(new Batch([], 1));
    const value = scalarAt(vector as Vector, 0, expr.type);
    if (typeof value === 'string' && value.includes('\ufffd')) return undefined;
    return { kind: 'literal', value: written(value, expr.type), type: expr.type };
  } catch (error) {
    if (error instanceof ZoneNeeded) return undefined;
    if (error instanceof MillraceError && error.code === 'DATA_EXPRESSION') return undefined;
    throw error;
  }
}
