import type { Column } from '../../operators/core/spec.js';
import type { AggregateCall } from '../../operators/expr/expression.js';
import type { SortKey } from '../../operators/rank/rank-spec.js';
import type { LogicalNode } from './node.js';

/** One bound of an OVER frame; `offset` rows or milliseconds. */
export interface FrameBound {
  readonly kind: 'unbounded-preceding' | 'preceding' | 'current-row';
  readonly offset: number;
}

export interface Frame {
  readonly unit: 'ROWS' | 'RANGE';
  readonly from: FrameBound;
}

/** Functions over a window of the rows before each row: the input's columns, then the results. */
export interface Over {
  readonly kind: 'over';
  readonly input: LogicalNode;
  readonly partition: readonly number[];
  readonly order: readonly SortKey[];
  readonly frame: Frame;
  readonly calls: readonly AggregateCall[];
  readonly output: readonly Column[];
}

export function over(
  input: LogicalNode,
  shape: Pick<Over, 'partition' | 'order' | 'frame'>,
  calls: readonly AggregateCall[],
  names: readonly string[],
): Over {
  const results = calls.map((call, i) => ({ name: names[i] as string, type: call.type }));
  const { partition, order, frame } = shape;
  const output = [...input.output, ...results];
  return { kind: 'over', input, partition, order, frame, calls, output };
}
