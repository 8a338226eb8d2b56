/** Constant folding through the compiler, so that a folded value is what a row would have got. */
import { MillraceError } from '../../conf/errors/error.js';
import { DOUBLE, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import { scalarAt } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import { isDeterministic, mayRunLong } from './bind.js';
import { ZoneNeeded } from './code/generator.js';
import { compileEvaluator } from './compile.js';
import type { CallExpr, Expr, LiteralExpr } from './expression.js';
import { known } from './known.js';
import { nullLiteral } from './literal.js';
import { decimalText } from './runtime/decimal.js';
import { NO_DAY, SHOWN_NO_DAY } from './runtime/time-functions.js';
import * as family from './types/family.js';
import { withArgs } from './walk.js';

/**
 * Replaces deterministic calls over literals by their value. A call that fails stays, so that the
 * failure comes at run time, with its place, and only if a row gets there. So does one that may
 * take long, such as a regular expression: whoever plans waits, and everybody with him. Calls that
 * depend on the session time zone are folded only when one is given. Bytes of a text that are no
 * UTF-8 become U+FFFD, as in Flink's literals.
 */
export function foldConstants(expr: Expr, timeZone?: string): Expr {
  return fold(expr, timeZone, true);
}

/** @param casts whether a cast of it is one that Flink knows of, not part of an operation */
function fold(expr: Expr, timeZone: string | undefined, casts: boolean): Expr {
  if (expr.kind !== 'call') return expr;
  if (isConstant(expr)) {
    const folded = constant(expr, timeZone, casts);
    if (folded !== undefined) return folded.kind === 'literal' ? rounded(folded) : expr;
  }
  return known(withArgs(expr, (arg) => fold(arg, timeZone, convertsFirst(expr))));
}

function constant(expr: CallExpr, timeZone: string | undefined, casts: boolean): Expr | undefined {
  if (expr.name === 'CAST' && !casts && expr.span === undefined) {
    // The operand is the constant; the operation converts it, as it does values.
    const operand = withArgs(expr, (arg) => fold(arg, timeZone, false));
    return evaluate(operand, timeZone, (value) => value);
  }
  const simple = simplified(expr, timeZone, casts);
  return simple.kind === 'call' ? evaluate(simple, timeZone) : simple;
}

/** Whether values become of one type before the call, and are not converted by it. */
function convertsFirst({ name, option }: CallExpr): boolean {
  return CONVERTING.has(name) && option === undefined;
}

/** IF is a CASE with an option, and converts what it gives. */
const CONVERTING = new Set([
  ...['=', '<>', 'IN', 'CASE', 'COALESCE', 'ARRAY', 'MAP'],
  ...['ARRAY_APPEND', 'ARRAY_PREPEND', 'ARRAY_REMOVE', 'ARRAY_POSITION', 'ARRAY_CONTAINS'],
]);

/**
 * The casts of literals to FLOAT and DOUBLE that are written down, each by itself: they keep what
 * Flink keeps of them, a decimal number. So a DECIMAL becomes a double in one step, where values
 * take two; and a FLOAT has digits that no float has, until it is used.
 */
function simplified(expr: Expr, timeZone: string | undefined, casts: boolean): Expr {
  if (expr.kind !== 'call') return expr;
  const call = withArgs(expr, (arg) => simplified(arg, timeZone, convertsFirst(expr)));
  const [arg] = call.args;
  if (call.name !== 'CAST' || arg?.kind !== 'literal' || arg.value === null) return call;
  if (!casts && call.span === undefined) return call;
  if (!family.isNumeric(call.type)) return call;
  const value = numberOf(arg);
  if (value !== undefined && family.isApproximate(call.type)) {
    return { kind: 'literal', value, type: call.type };
  }
  return (arg.type.root === 'FLOAT' && exactly(call, arg)) || (evaluate(call, timeZone) ?? call);
}

/** A FLOAT literal as an INT or DECIMAL that holds its decimal number. */
function exactly(call: CallExpr, arg: LiteralExpr): Expr | undefined {
  if (!family.isExact(call.type)) return undefined;
  const double = { ...arg, type: withNullable(DOUBLE, false) };
  const result = evaluate({ ...call, args: [double] }, undefined);
  return result?.kind === 'literal' && numberOf(result) === arg.value ? result : undefined;
}

function numberOf({ value, type }: LiteralExpr): number | undefined {
  if (!family.isNumeric(type)) return undefined;
  return type.root === 'DECIMAL'
    ? Number(decimalText(value as bigint, type.scale))
    : Number(value as number | bigint);
}

function roundedWithin(expr: Expr): Expr {
  if (expr.kind === 'call') return withArgs(expr, roundedWithin);
  return expr.kind === 'literal' ? rounded(expr) : expr;
}

function rounded(expr: LiteralExpr): LiteralExpr {
  const { value, type } = expr;
  return type.root === 'FLOAT' && value !== null
    ? { ...expr, value: Math.fround(value as number) }
    : expr;
}

/**
 * As a literal has it: a decimal number, which has no −0, of seven digits for a FLOAT; a TIME or
 * timestamp of so many digits.
 */
function written(value: Scalar, type: LogicalType): Scalar {
  if (value === 0) return 0;
  if (typeof value === 'bigint' && family.isTimestamp(type)) {
    const unit = 10n ** BigInt(9 - type.precision);
    return value - (((value % unit) + unit) % unit);
  }
  if (typeof value !== 'number') return value;
  if (type.root === 'FLOAT') return Number(value.toPrecision(7));
  if (type.root === 'DATE' && value === NO_DAY) return SHOWN_NO_DAY;
  if (type.root !== 'TIME_WITHOUT_TIME_ZONE') return value;
  const unit = 10 ** Math.max(0, 3 - type.precision);
  return Math.floor(value / unit) * unit;
}

function isConstant(expr: CallExpr): boolean {
  return !hasColumn(expr) && isDeterministic(expr) && !mayRunLong(expr);
}

function hasColumn(expr: Expr): boolean {
  if (expr.kind === 'call') return expr.args.some(hasColumn);
  return expr.kind === 'column';
}

/** A literal; the call itself where the session time zone is needed; undefined where it fails. */
function evaluate(
  expr: CallExpr,
  timeZone: string | undefined,
  form: (value: Scalar, type: LogicalType) => Scalar = written,
): Expr | undefined {
  try {
    const value = form(constantOf(expr, timeZone), expr.type);
    return { kind: 'literal', value, type: expr.type };
  } catch (error) {
    if (error instanceof ZoneNeeded) return isReadable(expr) ? expr : nullLiteral(expr.type);
    if (error instanceof MillraceError && error.code === 'DATA_EXPRESSION') return undefined;
    throw error;
  }
}

function constantOf(expr: CallExpr, timeZone: string | undefined): Scalar {
  const expressions = [withArgs(expr, roundedWithin)];
  const run = compileEvaluator({ inputs: [], expressions, timeZone });
  const [vector] = run(new Batch([], 1));
  return scalarAt(vector as Vector, 0, expr.type);
}

/** Whether a text may be a timestamp of the local zone, in whatever zone that is. */
function isReadable(expr: CallExpr): boolean {
  return expr.name !== 'TRY_CAST' || constantOf(expr, 'UTC') !== null;
}
