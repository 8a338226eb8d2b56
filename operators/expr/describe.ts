/**
 * A bound expression as text, in the style of Flink's plans: `infix` as in the execution plan
 * (`((a + 1) > b)`), `prefix` as in the optimized and logical plan (`>(+(a, 1), b)`).
 */

import { bareText } from '../../state/column/type-text.js';
import type { AggregateCall, CallExpr, Expr, LiteralExpr } from './expression.js';
import { literalText } from './literal-text.js';

export type DescribeStyle = 'infix' | 'prefix';

/** @param columnNames by column position; pass `['$0', …]` for the logical plan's references */
export function describeExpr(
  expr: Expr,
  columnNames: readonly string[],
  style: DescribeStyle = 'infix',
): string {
  switch (expr.kind) {
    case 'column':
      return columnNames[expr.index] ?? `$${expr.index}`;
    case 'literal':
      return describeLiteral(expr);
    case 'call':
      return describeCall(expr, (arg) => describeExpr(arg, columnNames, style), style);
  }
}

function describeLiteral(expr: LiteralExpr): string {
  if (expr.value === null) return `null:${bareText(expr.type)}`;
  return literalText(expr.value, expr.type);
}

/** The name of an aggregate; a user's has that of its export. */
export function aggregateName({ name, option }: AggregateCall): string {
  return typeof option === 'object' && 'export' in option ? String(option.export) : name;
}

const INFIX = new Set(
  '+ - * / % = <> < <= > >= AND OR ||'
    .split(' ')
    .concat('IS DISTINCT FROM', 'IS NOT DISTINCT FROM'),
);
const POSTFIX = /^IS (NOT )?(NULL|TRUE|FALSE|UNKNOWN)$/;

function describeCall(expr: CallExpr, of: (arg: Expr) => string, style: DescribeStyle): string {
  const args = expr.args.map(of);
  const { name, option } = expr;
  if (name === 'CAST' || name === 'TRY_CAST') {
    return `${name}(${args[0]} AS ${bareText(expr.type)})`;
  }
  if (name === '.field') {
    const type = expr.args[0]?.type;
    const fields = type !== undefined && 'fields' in type ? type.fields : [];
    return `${args[0]}.${fields[Number(option)]?.name ?? option}`;
  }
  if (name === 'NEGATE') return `-(${args[0]})`;
  if (style === 'infix') {
    if (INFIX.has(name)) return `(${args.join(` ${name} `)})`;
    if (POSTFIX.test(name)) return `${args[0]} ${name}`;
    if (name === 'IN') return `${args[0]} IN (${args.slice(1).join(', ')})`;
  }
  const extra = typeof option === 'string' || typeof option === 'number' ? [`FLAG(${option})`] : [];
  const shown = name === 'FLOOR' || name === 'CEIL' ? [...args, ...extra] : [...extra, ...args];
  const own = typeof option === 'object' && 'export' in option ? String(option.export) : name;
  return `${own}(${shown.join(', ')})`;
}
