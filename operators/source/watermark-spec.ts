import type { Expr } from '../expr/expression.js';

/**
 * Assigns watermarks: a mark behind each row that raises the maximum of `expression` (on-event),
 * one stream a split. NULL raises nothing. A split idle for `idleTimeoutMs` no longer holds others
 * back.
 */
export interface WatermarkSpec {
  readonly kind: 'watermark';
  readonly rowtime: number;
  /** TIMESTAMP(3) or TIMESTAMP_LTZ(3) over the input columns. */
  readonly expression: Expr;
  /** `table.exec.source.idle-timeout`; 0 = never. */
  readonly idleTimeoutMs: number;
}
