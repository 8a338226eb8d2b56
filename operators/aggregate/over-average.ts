/**
 * AVG of whole numbers OVER rows, as Flink plans it: a sum that wraps around at the range of the
 * argument's type, divided by the count. (AVG of a group adds up in 64 bits.)
 */
import { bindCall } from '../expr/bind.js';
import { castTo } from '../expr/cast.js';
import type { Expr } from '../expr/expression.js';
import { intLiteral, nullLiteral } from '../expr/literal.js';
import { isInteger } from '../expr/types/family.js';
import { type BoundAggregate, bindAggregate } from './bind-aggregate.js';

export interface BoundAverage {
  readonly sum: BoundAggregate;
  readonly count: BoundAggregate;
  /** The average over the values of the two. */
  value(sum: Expr, count: Expr): Expr;
}

/** Null where the call is another one. @param bound of a call that is not DISTINCT */
export function overAverage({ name, args, type, span }: BoundAggregate): BoundAverage | null {
  const [arg] = args;
  if (name !== 'AVG' || arg === undefined || !isInteger(arg.type)) return null;
  const site = { distinct: false, ...(span === undefined ? {} : { span }) };
  return {
    sum: bindAggregate('$SUM0', args, site),
    count: bindAggregate('COUNT', args, site),
    value: (sum, count) => {
      const isSome = bindCall('>', [count, intLiteral(0)]);
      const some = bindCall('CASE', [isSome, sum, nullLiteral(sum.type)]);
      return castTo(bindCall('/', [some, count]), type);
    },
  };
}
