/**
 * Expressions that read no column are evaluated while planning; conditions that are always true go.
 */
import type { Expr } from '../../operators/expr/expression.js';
import { foldConstants } from '../../operators/expr/fold.js';
import { conjunction, conjuncts } from '../logical/expressions.js';
import type { LogicalNode } from '../logical/node.js';
import { values } from '../logical/values.js';

export function foldNode(node: LogicalNode): LogicalNode {
  switch (node.kind) {
    case 'project': {
      const expressions = node.expressions.map(fold);
      const same = expressions.every((e, i) => e === node.expressions[i]);
      return same ? node : { ...node, expressions };
    }
    case 'filter': {
      const condition = foldCondition(node.condition);
      if (condition === null) return node.input;
      if (conjuncts(condition).some(isNeverTrue)) return values(node.output, []);
      return condition === node.condition ? node : { ...node, condition };
    }
    case 'join':
    case 'correlate': {
      if (node.condition === null) return node;
      return { ...node, condition: foldCondition(node.condition) };
    }
    case 'watermark':
      return { ...node, expression: fold(node.expression) };
    default:
      return node;
  }
}

/** The folded condition; null when it is always true. */
function foldCondition(condition: Expr): Expr | null {
  return conjunction(conjuncts(condition).map(fold).flatMap(conjuncts));
}

function isNeverTrue(expr: Expr): boolean {
  return expr.kind === 'literal' && expr.value !== true;
}

/** The type stays exactly what the plan was made with. */
function fold(expr: Expr): Expr {
  const folded = foldConstants(expr);
  return folded === expr ? expr : { ...folded, type: expr.type };
}
