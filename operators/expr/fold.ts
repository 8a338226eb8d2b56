/** Constant folding through the compiler, so that a folded value is what a row would have got. */
import { MillraceError } from '../../conf/errors/error.js';
import { scalarAt } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import { isDeterministic, mayRunLong } from './bind.js';
import { ZoneNeeded } from './code/generator.js';
import { compileEvaluator } from './compile.js';
import type { CallExpr, Expr } from './expression.js';
import { withArgs } from './walk.js';

/**
 * Replaces deterministic calls over literals by their value. A call that fails stays, so that the
 * failure comes at run time, with its place, and only if a row gets there. So does one that may
 * take long, such as a regular expression: whoever plans waits, and everybody with him. Calls that
 * depend on the session time zone are folded only when one is given.
 */
export function foldConstants(expr: Expr, timeZone?: string): Expr {
  if (expr.kind !== 'call') return expr;
  if (isConstant(expr)) {
    const folded = evaluate(expr, timeZone);
    if (folded !== undefined) return folded;
  }
  return withArgs(expr, (arg) => foldConstants(arg, timeZone));
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
    return { kind: 'literal', value: scalarAt(vector as Vector, 0, expr.type), type: expr.type };
  } catch (error) {
    if (error instanceof ZoneNeeded) return undefined;
    if (error instanceof MillraceError && error.code === 'DATA_EXPRESSION') return undefined;
    throw error;
  }
}
