import type { Column } from '../../operators/core/spec.js';
import type { Expr } from '../../operators/expr/expression.js';
import type { LogicalNode } from './node.js';

/** Computes columns from the input's. */
export interface Project {
  readonly kind: 'project';
  readonly input: LogicalNode;
  readonly expressions: readonly Expr[];
  readonly output: readonly Column[];
}

export function project(
  input: LogicalNode,
  expressions: readonly Expr[],
  names: readonly string[],
): Project {
  const output = expressions.map((e, i) => ({ name: names[i] as string, type: e.type }));
  return { kind: 'project', input, expressions, output };
}

/** The columns of `input` at these places, under their own names. */
export function pick(input: LogicalNode, columns: readonly number[]): Project {
  const chosen = columns.map((i) => input.output[i] as Column);
  return {
    kind: 'project',
    input,
    expressions: columns.map((index, i) => ({
      kind: 'column',
      index,
      type: (chosen[i] as Column).type,
    })),
    output: chosen,
  };
}
