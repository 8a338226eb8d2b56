import type { ExpandSet } from '../../operators/calc/expand-spec.js';
import type { Column } from '../../operators/core/spec.js';
import { BIGINT, withNullable } from '../../state/column/logical-type.js';
import type { LogicalNode } from './node.js';

/** Each row once for each grouping set: the input's columns, then the id of the set. */
export interface Expand {
  readonly kind: 'expand';
  readonly input: LogicalNode;
  readonly sets: readonly ExpandSet[];
  readonly output: readonly Column[];
}

export function expand(input: LogicalNode, sets: readonly ExpandSet[]): Expand {
  const columns = input.output.map((column, c) => {
    const isNull = sets.some(({ nulls }) => nulls.includes(c));
    return isNull ? { ...column, type: withNullable(column.type, true) } : column;
  });
  const output = [...columns, { name: '$e', type: withNullable(BIGINT, false) }];
  return { kind: 'expand', input, sets, output };
}
