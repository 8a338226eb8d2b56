import type { Column } from '../../operators/core/spec.js';
import type { SortKey } from '../../operators/rank/rank-spec.js';
import type { LogicalNode } from './node.js';

/** ORDER BY, OFFSET, LIMIT; at least one of them. */
export interface Sort {
  readonly kind: 'sort';
  readonly input: LogicalNode;
  readonly order: readonly SortKey[];
  readonly offset: number;
  readonly fetch: number | null;
  readonly output: readonly Column[];
  /** By which rows are replaced by ones that are no worse, and none goes. */
  readonly updateKey?: readonly number[];
}

export function sort(
  input: LogicalNode,
  order: readonly SortKey[],
  offset: number,
  fetch: number | null,
): Sort {
  return { kind: 'sort', input, order, offset, fetch, output: input.output };
}
