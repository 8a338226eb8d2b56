/**
 * Event-time temporal joins: which time of the left row the right side is asked for, as a part of
 * the join's condition, so that rules move its columns with the others; as in Flink's plans.
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { Column } from '../../operators/core/spec.js';
import type { ColumnExpr, Expr } from '../../operators/expr/expression.js';
import { BOOLEAN, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import { typeText } from '../../state/column/type-text.js';
import { attributeOf } from './column-type.js';
import { column, conjunction, conjuncts } from './expressions.js';
import type { Join } from './join.js';

const CONDITION = '__TEMPORAL_JOIN_CONDITION';

/** What Flink says of a time that is none of the left side. */
export const NOT_LEFT_TIME =
  "Temporal table join currently only supports 'FOR SYSTEM_TIME AS OF' left table's time " +
  'attribute field';

export interface Temporal {
  /** Columns of the left and the right side. */
  readonly leftTime: number;
  readonly rightTime: number;
  readonly rest: Expr | null;
}

/**
 * The part of the condition that says as of when. It counts columns of the left side, then those of
 * the right one.
 * @throws PLAN_UNSUPPORTED where the right side has no rowtime, or one of another type
 */
export function temporalCondition(
  time: ColumnExpr,
  left: readonly Column[],
  right: readonly Column[],
): Expr {
  const versioned = right.findIndex(({ type }) => attributeOf(type) === 'ROWTIME');
  const { type } = right[versioned] ?? {};
  if (type === undefined) throw noVersionTime();
  refuseOtherType(time.type, type);
  const args = [time, column(left.length + versioned, type)];
  return { kind: 'call', name: CONDITION, args, type: withNullable(BOOLEAN, false) };
}

export function temporalOf({ left, condition }: Pick<Join, 'left' | 'condition'>): Temporal {
  const width = left.output.length;
  const rest: Expr[] = [];
  let times: readonly ColumnExpr[] = [];
  for (const part of conjuncts(condition)) {
    if (part.kind === 'call' && part.name === CONDITION) times = part.args as ColumnExpr[];
    else rest.push(part);
  }
  const [own, versioned] = times as [ColumnExpr, ColumnExpr];
  return {
    leftTime: own.index,
    rightTime: versioned.index - width,
    rest: conjunction(rest),
  };
}

/** @throws PLAN_UNSUPPORTED where the join no longer has a time of each side */
export function checkTimes({ left, right, condition }: Join): void {
  const { leftTime, rightTime } = temporalOf({ left, condition });
  if (attributeOf((left.output[leftTime] as Column).type) !== 'ROWTIME') {
    throw new MillraceError('PLAN_UNSUPPORTED', NOT_LEFT_TIME);
  }
  if (attributeOf((right.output[rightTime] as Column).type) !== 'ROWTIME') {
    throw noVersionTime();
  }
}

function noVersionTime(): MillraceError {
  const reason =
    'Event-Time Temporal Table Join requires both primary key and row time attribute in ' +
    'versioned table, but no row time attribute can be found.';
  return new MillraceError('PLAN_UNSUPPORTED', reason);
}

function refuseOtherType(left: LogicalType, right: LogicalType): void {
  if (left.root === right.root) return;
  const reason =
    'Event-Time Temporal Table Join requires same rowtime type in left table and versioned ' +
    `table, but the rowtime types are ${typeText(left)} and ${typeText(right)}.`;
  throw new MillraceError('PLAN_UNSUPPORTED', reason);
}
