/** CASE in both forms, as one call: when, then, …, else. */
import type { Expr } from '../../operators/expr/expression.js';
import { nullLiteral } from '../../operators/expr/literal.js';
import type { CaseExpression } from '../parser/ast/expression.js';
import type { ExpressionBinder } from './expression.js';

export function bindCase(node: CaseExpression, binder: ExpressionBinder): Expr {
  const operand = node.operand === undefined ? undefined : binder.bind(node.operand);
  const args: Expr[] = [];
  for (const branch of node.branches) {
    const conditions = branch.when.map((when) => {
      const bound = binder.bind(when);
      return operand === undefined ? bound : binder.made('=', [operand, bound], when);
    });
    const [first] = conditions;
    args.push(conditions.length === 1 && first ? first : binder.made('OR', conditions, branch));
    args.push(binder.bind(branch.then));
  }
  args.push(node.otherwise === undefined ? nullLiteral() : binder.bind(node.otherwise));
  return binder.made('CASE', args, node);
}
