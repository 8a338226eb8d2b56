import type { Column } from '../../operators/core/spec.js';
import type { Expr } from '../../operators/expr/expression.js';
import type { LogicalNode } from './node.js';

/**
 * What a table brings as upserts by its primary key, or with changes that may come twice, as full
 * changes, each once. Without `always` it is left out where nobody needs to know what was there.
 */
export interface Normalize {
  readonly kind: 'normalize';
  readonly input: LogicalNode;
  readonly key: readonly number[];
  /** Rows that fail it are as if they were not. */
  readonly condition: Expr | null;
  readonly always: boolean;
  readonly output: readonly Column[];
}

export function normalize(input: LogicalNode, key: readonly number[], always: boolean): Normalize {
  return { kind: 'normalize', input, key, condition: null, always, output: input.output };
}
