import type { Column } from '../../operators/core/spec.js';
import type { LogicalNode } from './node.js';

/** All rows of all inputs, which have the same types (UNION without ALL is an aggregate above). */
export interface Union {
  readonly kind: 'union';
  readonly inputs: readonly LogicalNode[];
  readonly output: readonly Column[];
}

export function union(inputs: readonly LogicalNode[], output: readonly Column[]): Union {
  return { kind: 'union', inputs, output };
}
