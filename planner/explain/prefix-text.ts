/** Expressions in the prefix form of Calcite's plans: `>($0, 10)`. */
import { aggregateName, describeExpr } from '../../operators/expr/describe.js';
import type { AggregateCall, Expr } from '../../operators/expr/expression.js';

export function prefixText(expr: Expr): string {
  return describeExpr(expr, [], 'prefix');
}

/** `COUNT(DISTINCT $1) FILTER $2`. */
export function aggregatePrefixText(call: AggregateCall): string {
  const args = call.args.map((arg) => `$${arg}`).join(', ');
  const text = `${aggregateName(call)}(${call.distinct ? 'DISTINCT ' : ''}${args})`;
  return call.filter === null ? text : `${text} FILTER $${call.filter}`;
}
