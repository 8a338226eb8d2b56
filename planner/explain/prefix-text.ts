/** Expressions in the prefix form of Calcite's plans: `>($0, 10)`, `CAST($1):BIGINT`. */
import { describeExpr } from '../../operators/expr/describe.js';
import type { AggregateCall, Expr } from '../../operators/expr/expression.js';
import { typeText } from '../../operators/expr/types/type-text.js';

export function prefixText(expr: Expr): string {
  switch (expr.kind) {
    case 'column':
      return `$${expr.index}`;
    case 'literal':
      return describeExpr(expr, []);
    case 'call': {
      const args = expr.args.map(prefixText).join(', ');
      const cast = expr.name === 'CAST' || expr.name === 'TRY_CAST';
      return `${expr.name}(${args})${cast ? `:${typeText(expr.type)}` : ''}`;
    }
  }
}

/** `COUNT(DISTINCT $1) FILTER $2`. */
export function aggregatePrefixText(call: AggregateCall): string {
  const args = call.args.map((arg) => `$${arg}`).join(', ');
  const text = `${call.name}(${call.distinct ? 'DISTINCT ' : ''}${args})`;
  return call.filter === null ? text : `${text} FILTER $${call.filter}`;
}
