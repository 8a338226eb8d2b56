import type { Column } from '../../operators/core/spec.js';
import type { Expr } from '../../operators/expr/expression.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { LogicalNode } from './node.js';

/**
 * Makes a column the rowtime attribute, with watermarks computed from the row. Whatever precision
 * the table declares, the attribute is one of milliseconds, as in Flink.
 */
export interface Watermark {
  readonly kind: 'watermark';
  readonly input: LogicalNode;
  readonly rowtime: number;
  readonly expression: Expr;
  /** The table's own `scan.watermark.idle-timeout`, ms; null = the job's. */
  readonly idleTimeoutMs: number | null;
  readonly output: readonly Column[];
}

export function watermark(
  input: LogicalNode,
  rowtime: number,
  expression: Expr,
  idleTimeoutMs: number | null,
): Watermark {
  const output = input.output.map((column, i) =>
    i === rowtime
      ? { ...column, type: { ...column.type, precision: 3, attribute: 'ROWTIME' } as LogicalType }
      : column,
  );
  return { kind: 'watermark', input, rowtime, expression, idleTimeoutMs, output };
}
