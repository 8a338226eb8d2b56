/**
 * NOT as Calcite writes it: `NOT a < b` is `a >= b`, and of AND and OR each operand is negated.
 * Only NaN, of which both may be false, tells this from the negated value.
 */
import { NEGATED } from '../comparisons.js';
import type { CallExpr, Expr } from '../expression.js';
import { type CallSite, call, siteOf } from '../function.js';
import * as family from '../types/family.js';

const OPPOSITE: Readonly<Record<string, string>> = { ...NEGATED, AND: 'OR', OR: 'AND' };

export function negation(expr: Expr, site: CallSite): CallExpr {
  if (expr.kind === 'call' && ordersDoubles(expr)) {
    const name = OPPOSITE[expr.name] as string;
    const connects = name === 'AND' || name === 'OR';
    const args = connects ? expr.args.map((arg) => negation(arg, site)) : expr.args;
    return { ...expr, name, args };
  }
  return call(siteOf(site, 'NOT'), [expr], expr.type);
}

function ordersDoubles(expr: Expr): boolean {
  if (expr.kind !== 'call' || OPPOSITE[expr.name] === undefined) return false;
  if (expr.name === 'AND' || expr.name === 'OR') return expr.args.some(ordersDoubles);
  return expr.args.some(({ type }) => family.isApproximate(type));
}
