/** Windows of OVER and of the WINDOW clause. */
import type { Expression } from './expression.js';
import type { Identifier, Span } from './node.js';
import type { OrderItem } from './query.js';

export interface FrameBound extends Span {
  readonly kind: 'frameBound';
  readonly bound:
    | 'UNBOUNDED PRECEDING'
    | 'PRECEDING'
    | 'CURRENT ROW'
    | 'FOLLOWING'
    | 'UNBOUNDED FOLLOWING';
  /** The distance of PRECEDING and FOLLOWING. */
  readonly offset: Expression | undefined;
}

export interface Frame extends Span {
  readonly kind: 'frame';
  readonly unit: 'ROWS' | 'RANGE';
  readonly from: FrameBound;
  /** Absent without BETWEEN: up to the current row. */
  readonly to: FrameBound | undefined;
}

/** `([base] [PARTITION BY …] [ORDER BY …] [frame])`. */
export interface WindowSpecification extends Span {
  readonly kind: 'window';
  readonly base: Identifier | undefined;
  readonly partitionBy: readonly Expression[];
  readonly orderBy: readonly OrderItem[];
  readonly frame: Frame | undefined;
}

/** `name AS (…)` of the WINDOW clause. */
export interface NamedWindow extends Span {
  readonly kind: 'namedWindow';
  readonly name: Identifier;
  readonly window: WindowSpecification;
}
