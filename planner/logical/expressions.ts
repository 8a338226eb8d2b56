/** Questions about bound expressions, and rewritings of them, that rules share. */
import { volatility } from '../../operators/expr/bind.js';
import type { CallExpr, ColumnExpr, Expr } from '../../operators/expr/expression.js';
import { mapColumns } from '../../operators/expr/walk.js';
import { BOOLEAN, type LogicalType } from '../../state/column/logical-type.js';
import type { Project } from './project.js';

export function column(index: number, type: LogicalType): ColumnExpr {
  return { kind: 'column', index, type };
}

/** The expression with every column moved to `places[index]`. */
export function moveColumns(expr: Expr, places: ReadonlyMap<number, number>): Expr {
  return mapColumns(expr, (index) => places.get(index) as number);
}

export function shiftColumns(expr: Expr, by: number): Expr {
  return by === 0 ? expr : mapColumns(expr, (index) => index + by);
}

/** The same expression over the projection's input. */
export function inline(expr: Expr, projection: Pick<Project, 'expressions'>): Expr {
  return mapColumns(expr, (index) => projection.expressions[index] as Expr);
}

/** The parts of a condition that must all be true. */
export function conjuncts(expr: Expr | null): Expr[] {
  if (expr === null) return [];
  if (expr.kind === 'call' && expr.name === 'AND') return expr.args.flatMap(conjuncts);
  return isTrue(expr) ? [] : [expr];
}

/** The condition that all parts are true; null when there is none. */
export function conjunction(parts: readonly Expr[]): Expr | null {
  const [first, ...rest] = parts;
  if (first === undefined) return null;
  if (rest.length === 0) return first;
  const nullable = parts.some((part) => part.type.nullable);
  const type = { ...BOOLEAN, nullable } as LogicalType;
  return { kind: 'call', name: 'AND', args: parts, type } satisfies CallExpr;
}

export function isTrue(expr: Expr): boolean {
  return expr.kind === 'literal' && expr.value === true;
}

/** True where the expression may be evaluated elsewhere in the plan, or twice. */
export function isMovable(expr: Expr): boolean {
  return volatility(expr) !== 'row';
}

const digests = new WeakMap<Expr, string>();
const typeDigests = new WeakMap<LogicalType, string>();

/**
 * Text that is equal for equal expressions; places in the SQL text do not count. Kept for each
 * expression and type, since rules ask for the same ones again and again.
 */
export function exprDigest(expr: Expr): string {
  if (expr.kind === 'column') return `$${expr.index}`;
  let digest = digests.get(expr);
  if (digest === undefined) {
    digest = `${ownDigest(expr)}:${typeDigest(expr.type)}`;
    digests.set(expr, digest);
  }
  return digest;
}

function ownDigest(expr: Exclude<Expr, ColumnExpr>): string {
  if (expr.kind === 'literal') return JSON.stringify(expr.value, plain);
  const option = expr.option === undefined ? '' : `;${JSON.stringify(expr.option)}`;
  return `${expr.name}(${expr.args.map(exprDigest).join(',')}${option})`;
}

function typeDigest(type: LogicalType): string {
  let digest = typeDigests.get(type);
  if (digest === undefined) {
    digest = JSON.stringify(type);
    typeDigests.set(type, digest);
  }
  return digest;
}

/** For `JSON.stringify`: text for the values that JSON has no form for. */
export function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  const odd = typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0));
  return odd ? `number ${Object.is(value, -0) ? '-0' : value}` : value;
}
