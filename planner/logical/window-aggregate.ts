import type { Column } from '../../operators/core/spec.js';
import type { AggregateCall } from '../../operators/expr/expression.js';
import type { WindowProperty, WindowSource } from '../../operators/window/window-aggregate-spec.js';
import type { LogicalNode } from './node.js';

/** GROUP BY with the columns of a window: the keys, the aggregates, the window's columns. */
export interface WindowAggregate {
  readonly kind: 'window-aggregate';
  readonly input: LogicalNode;
  /** Keys besides the window. */
  readonly keys: readonly number[];
  readonly calls: readonly AggregateCall[];
  readonly window: WindowSource;
  readonly properties: readonly WindowProperty[];
  readonly output: readonly Column[];
}
