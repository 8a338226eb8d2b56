/** Walking and rewriting bound trees. Sharing is kept: an unchanged subtree is the same object. */
import type { CallExpr, Expr } from './expression.js';

/** The expression with every call rebuilt by `rewrite`, children first. */
export function rewriteCalls(expr: Expr, rewrite: (call: CallExpr) => Expr): Expr {
  if (expr.kind !== 'call') return expr;
  return rewrite(withArgs(expr, (arg) => rewriteCalls(arg, rewrite)));
}

export function withArgs(call: CallExpr, change: (arg: Expr) => Expr): CallExpr {
  let changed = false;
  const args = call.args.map((arg) => {
    const next = change(arg);
    if (next !== arg) changed = true;
    return next;
  });
  return changed ? { ...call, args } : call;
}

/** Positions of the input columns that the expression reads. */
export function inputColumns(expr: Expr, into: Set<number> = new Set()): Set<number> {
  if (expr.kind === 'column') into.add(expr.index);
  if (expr.kind === 'call') for (const arg of expr.args) inputColumns(arg, into);
  return into;
}

/** Replaces column positions: a new position, or an expression in the column's place. */
export function mapColumns(expr: Expr, map: (index: number) => number | Expr): Expr {
  if (expr.kind === 'literal') return expr;
  if (expr.kind === 'column') {
    const to = map(expr.index);
    if (typeof to !== 'number') return to;
    return to === expr.index ? expr : { ...expr, index: to };
  }
  return withArgs(expr, (arg) => mapColumns(arg, map));
}

/** Calls in the tree, counted with repetition. */
export function countCalls(expr: Expr): number {
  if (expr.kind !== 'call') return 0;
  return expr.args.reduce((sum, arg) => sum + countCalls(arg), 1);
}

/** Equal for equal expressions; places do not count. */
export function exprDigest(expr: Expr): string {
  return JSON.stringify(expr, (key, value: unknown) => {
    if (key === 'span') return undefined;
    if (typeof value === 'bigint') return `${value}n`;
    return Object.is(value, -0) ? '-0' : value;
  });
}

/** Written alike; places do not count. */
export function sameExpr(a: Expr, b: Expr): boolean {
  if (a.kind === 'column' && b.kind === 'column') return a.index === b.index;
  if (a.kind === 'literal' && b.kind === 'literal') return a.value === b.value;
  if (a.kind !== 'call' || b.kind !== 'call' || a.name !== b.name) return false;
  if (a.option !== b.option || a.args.length !== b.args.length) return false;
  return a.args.every((arg, i) => sameExpr(arg, b.args[i] as Expr));
}
