import type { Column } from '../../operators/core/spec.js';
import type { Expr } from '../../operators/expr/expression.js';
import type { LogicalNode } from './node.js';

/** Keeps the rows for which the condition is true. */
export interface Filter {
  readonly kind: 'filter';
  readonly input: LogicalNode;
  readonly condition: Expr;
  readonly output: readonly Column[];
}

export function filter(input: LogicalNode, condition: Expr): Filter {
  return { kind: 'filter', input, condition, output: input.output };
}
