/**
 * AVG of whole numbers, STDDEV and VARIANCE OVER rows, as Flink plans them: expressions over sums
 * and counts. A sum has the type of the result, so it wraps around at that type's range, as do
 * squares; a whole number is divided toward zero. (AVG of a group adds up in 64 bits, and its
 * STDDEV is Welford's.)
 */
import { withNullable } from '../../state/column/logical-type.js';
import { bindCall } from '../expr/bind.js';
import { castTo } from '../expr/cast.js';
import type { Expr } from '../expr/expression.js';
import { bigintLiteral, nullLiteral } from '../expr/literal.js';
import { isInteger } from '../expr/types/family.js';
import {
  type AggregateSite,
  type BoundAggregate,
  bindAggregate,
  refusedCall,
} from './bind-aggregate.js';
import { isNumeric } from './functions/arithmetic.js';
import { averageType } from './functions/avg.js';
import { lessOne, momentOf, orDefault, rootOf } from './moments.js';

/** A call that is an expression over other calls. */
export interface OverExpression {
  readonly calls: readonly BoundAggregate[];
  /** @param values of the calls */
  value(values: readonly Expr[]): Expr;
}

/** @throws BIND_TYPE the argument is not one number */
export function bindOverMoment(
  name: string,
  args: readonly Expr[],
  site: AggregateSite,
): BoundAggregate {
  const own = name.toUpperCase();
  const [arg] = args;
  if (arg === undefined || args.length > 1 || !isNumeric(arg.type)) {
    throw refusedCall({ name: own, signature: `${own}(<numeric>)` }, args, site);
  }
  const type = withNullable(averageType(arg.type), arg.type.nullable);
  return { name: own, args, type, ...(site.span === undefined ? {} : { span: site.span }) };
}

/** Null where the call stands for itself. */
export function overExpression(bound: BoundAggregate, distinct: boolean): OverExpression | null {
  const [arg] = bound.args;
  if (arg === undefined) return null;
  const site = { distinct, ...(bound.span === undefined ? {} : { span: bound.span }) };
  if (momentOf(bound.name) !== undefined) return moment(bound, arg, site);
  return bound.name === 'AVG' && isInteger(arg.type) && !distinct
    ? average(bound, arg, site)
    : null;
}

function average({ type }: BoundAggregate, arg: Expr, site: AggregateSite): OverExpression {
  return {
    calls: summed(arg, site),
    value: ([sum, count]) => castTo(call('/', someSum(sum, count), count), type),
  };
}

function moment({ name, type }: BoundAggregate, arg: Expr, site: AggregateSite): OverExpression {
  const { isRoot, isSample } = momentOf(name) as NonNullable<ReturnType<typeof momentOf>>;
  const nullable = withNullable(type, true);
  const value = castTo(arg, withNullable(type, arg.type.nullable));
  return {
    calls: [...summed(call('*', value, value), site), ...summed(value, site)],
    value: ([squares, squareCount, values, count]) => {
      const sum = someSum(values, count);
      const size = castTo(count as Expr, withNullable(type, false));
      const mean = call('/', call('*', sum, sum), size);
      const spread = call('-', someSum(squares, squareCount), mean);
      const variance = castTo(
        call('/', spread, isSample ? lessOne(count as Expr) : size),
        nullable,
      );
      const result = isRoot ? castTo(rootOf(variance), nullable) : variance;
      return isSample ? orDefault(result, type, count as Expr) : { ...result, type };
    },
  };
}

/** The sum, which is 0 of nothing, and the count. */
function summed(arg: Expr, site: AggregateSite): readonly BoundAggregate[] {
  return [bindAggregate('$SUM0', [arg], site), bindAggregate('COUNT', [arg], site)];
}

/** NULL where nothing was added. */
function someSum(sum: Expr | undefined, count: Expr | undefined): Expr {
  const isSome = call('>', count, bigintLiteral(0n));
  return call('CASE', isSome, sum, nullLiteral((sum as Expr).type));
}

function call(name: string, ...args: readonly (Expr | undefined)[]): Expr {
  return bindCall(name, args as readonly Expr[]);
}
