import type { Column } from '../../operators/core/spec.js';
import type { AggregateCall } from '../../operators/expr/expression.js';
import { withoutAttribute } from './column-type.js';
import type { LogicalNode } from './node.js';
import type { TtlHint } from './ttl-hint.js';
import { holdsWindow, windowColumns } from './window-columns.js';

/**
 * GROUP BY: the keys, then the aggregates. DISTINCT is one without aggregates. Time attributes end
 * here, but for the window_time of a GROUP BY window.
 */
export interface Aggregate {
  readonly kind: 'aggregate';
  readonly input: LogicalNode;
  readonly keys: readonly number[];
  readonly calls: readonly AggregateCall[];
  readonly output: readonly Column[];
  /** What a hint says of its state. */
  readonly ttl?: readonly TtlHint[];
}

/** @param names of the aggregates */
export function aggregate(
  input: LogicalNode,
  keys: readonly number[],
  calls: readonly AggregateCall[],
  names: readonly string[],
): Aggregate {
  const window = windowColumns(input);
  const byWindow = window !== null && holdsWindow(keys, window);
  const output = [
    ...keys.map((key) => {
      const column = input.output[key] as Column;
      if (byWindow && window.time.has(key)) return column;
      return { name: column.name, type: withoutAttribute(column.type) };
    }),
    ...calls.map((call, i) => ({ name: names[i] as string, type: call.type })),
  ];
  return { kind: 'aggregate', input, keys, calls, output };
}
