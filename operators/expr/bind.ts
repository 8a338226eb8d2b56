/**
 * Binding of scalar calls: the planner hands over a name and bound arguments and gets a bound call,
 * with Flink's result type and nullability and with every conversion as a CAST in the tree.
 *
 * Beside it: `cast.ts` (`bindCast`), `literal.ts` (literals), `types/common-type.ts`
 * (`commonType`), `walk.ts` (`inputColumns`, `mapColumns`), `describe.ts` (`describeExpr`),
 * `fold.ts` (`foldConstants`).
 */
import { MillraceError } from '../../conf/errors/error.js';
import { didYouMean } from '../../conf/nearest.js';
import { typeText } from '../../state/column/type-text.js';
import { placeOf } from './cast.js';
import type { CallExpr, Expr, Span } from './expression.js';
import { isFlinkFunction } from './flink-functions.js';
import type { CallSite, ScalarFunction, Volatility } from './function.js';
import { findFunction, registeredNames } from './registry.js';

/**
 * The call of a function or operator (names as in `CallExpr`; spellings of NOT such as `NOT IN` and
 * `NOT LIKE` give NOT of the plain operator).
 *
 * @throws BIND_UNKNOWN_FUNCTION no function of that name, or one that the engine does not run yet
 * @throws BIND_TYPE the arguments fit no signature
 */
export function bindCall(
  name: string,
  args: readonly Expr[],
  option?: CallExpr['option'],
  span?: Span,
): Expr {
  const found = findFunction(name);
  if (found === undefined) throw unknown(name, span);
  const site: CallSite = { name: found.names[0] as string, option, span };
  const bound = found.bind(args, site);
  if (bound === undefined) throw misfit(found, name, args, span);
  return bound;
}

/** Names of all scalar functions and operators that the engine runs, sorted. */
export function functionNames(): string[] {
  return [...registeredNames()].sort();
}

export function isFunction(name: string): boolean {
  return findFunction(name) !== undefined;
}

/** The most volatile call of the tree; undefined when the value depends on the columns alone. */
export function volatility(expr: Expr): Volatility | undefined {
  if (expr.kind !== 'call') return undefined;
  let most = findFunction(expr.name)?.volatility;
  for (const arg of expr.args) {
    const own = volatility(arg);
    if (own === 'row' || most === undefined) most = own ?? most;
  }
  return most;
}

/** True when the same input always gives the same value. */
export function isDeterministic(expr: Expr): boolean {
  return volatility(expr) === undefined;
}

/** The first call whose value depends on more than the columns. */
export function nonDeterministicCall(expr: Expr): string | undefined {
  if (expr.kind !== 'call') return undefined;
  if (findFunction(expr.name)?.volatility !== undefined) return expr.name;
  for (const arg of expr.args) {
    const found = nonDeterministicCall(arg);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** True when a call in it may take any time. */
export function mayRunLong(expr: Expr): boolean {
  if (expr.kind !== 'call') return false;
  return findFunction(expr.name)?.mayRunLong === true || expr.args.some(mayRunLong);
}

function unknown(name: string, span: Span | undefined): MillraceError {
  const place = span === undefined ? {} : { place: placeOf(span) };
  const upper = name.toUpperCase();
  if (isFlinkFunction(upper)) {
    return new MillraceError(
      'BIND_UNKNOWN_FUNCTION',
      upper.startsWith('MATCH_')
        ? `${upper} is a function of MATCH_RECOGNIZE alone`
        : `${upper} is a function of Flink that Millrace does not run yet`,
      place,
    );
  }
  const hint = didYouMean(name, functionNames());
  return new MillraceError('BIND_UNKNOWN_FUNCTION', `There is no function '${name}'`, {
    ...place,
    ...(hint === undefined ? {} : { hint }),
  });
}

function misfit(
  found: ScalarFunction,
  name: string,
  args: readonly Expr[],
  span: Span | undefined,
): MillraceError {
  const types = args.map((arg) => typeText(arg.type)).join(', ');
  const allowed = found.signatures.join(' or ');
  const reason = `'${name.toUpperCase()}' does not take (${types}); it is ${allowed}`;
  return new MillraceError('BIND_TYPE', reason, span === undefined ? {} : { place: placeOf(span) });
}
