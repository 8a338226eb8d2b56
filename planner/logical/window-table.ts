/** The windowing table functions: rows with the window that they are in. */
import type { Column } from '../../operators/core/spec.js';
import type { WindowSpec } from '../../operators/window/window-spec.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import { attributeOf, withoutAttribute } from './column-type.js';
import type { LogicalNode } from './node.js';

/**
 * A windowing table function: the input's columns, then window_start, window_end, window_time. A
 * rowtime column is an ordinary column above; window_time takes its place as time attribute.
 */
export interface WindowTable {
  readonly kind: 'window-table';
  readonly input: LogicalNode;
  readonly time: number;
  readonly window: WindowSpec;
  /** Columns whose values have sessions of their own. */
  readonly partition: readonly number[];
  readonly output: readonly Column[];
}

export function windowTable(
  input: LogicalNode,
  time: number,
  window: WindowSpec,
  partition: readonly number[] = [],
): WindowTable {
  const timeType = (input.output[time] as Column).type;
  const edge: LogicalType = {
    root: 'TIMESTAMP_WITHOUT_TIME_ZONE',
    precision: 3,
    nullable: false,
  };
  const output = [
    ...input.output.map((column, i) =>
      i === time && attributeOf(timeType) === 'ROWTIME'
        ? { ...column, type: withoutAttribute(column.type) }
        : column,
    ),
    { name: 'window_start', type: edge },
    { name: 'window_end', type: edge },
    { name: 'window_time', type: { ...timeType, nullable: false } as LogicalType },
  ];
  return { kind: 'window-table', input, time, window, partition, output };
}
