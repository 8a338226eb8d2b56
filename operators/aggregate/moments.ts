/**
 * STDDEV and VARIANCE are no aggregates of their own: as Flink plans them, each is an expression
 * over `$WELFORD_M2$1` and COUNT. So a row goes out whenever one of those two changed, and calls
 * over the same argument share them. The result has the type that AVG has, cast from DOUBLE.
 */
import { BIGINT, DOUBLE, type LogicalType } from '../../state/column/logical-type.js';
import { bindCall } from '../expr/bind.js';
import { castTo } from '../expr/cast.js';
import type { Expr } from '../expr/expression.js';
import { bigintLiteral, intLiteral, literal, nullLiteral } from '../expr/literal.js';
import {
  type AggregateSite,
  type BoundAggregate,
  bindAggregate,
  refusedCall,
} from './bind-aggregate.js';
import { isNumeric } from './functions/arithmetic.js';
import { averageType } from './functions/avg.js';

export interface Moment {
  readonly isRoot: boolean;
  /** Divides by the number of values less one. */
  readonly isSample: boolean;
}

const moments: ReadonlyMap<string, Moment> = new Map([
  ['STDDEV_POP', { isRoot: true, isSample: false }],
  ['STDDEV_SAMP', { isRoot: true, isSample: true }],
  ['STDDEV', { isRoot: true, isSample: true }],
  ['VAR_POP', { isRoot: false, isSample: false }],
  ['VAR_SAMP', { isRoot: false, isSample: true }],
  ['VARIANCE', { isRoot: false, isSample: true }],
]);

export interface BoundMoment {
  readonly squares: BoundAggregate;
  readonly count: BoundAggregate;
  /** The result over the values of the two. */
  value(squares: Expr, count: Expr): Expr;
}

export function isMoment(name: string): boolean {
  return momentOf(name) !== undefined;
}

export function momentOf(name: string): Moment | undefined {
  return moments.get(name.toUpperCase());
}

/** @throws BIND_TYPE the argument is not one number */
export function bindMoment(name: string, args: readonly Expr[], site: AggregateSite): BoundMoment {
  const own = name.toUpperCase();
  const [arg] = args;
  if (arg === undefined || args.length > 1 || !isNumeric(arg.type)) {
    throw refusedCall({ name: own, signature: `${own}(<numeric>)` }, args, site);
  }
  const { isRoot, isSample } = momentOf(own) as Moment;
  const squares = bindAggregate('$WELFORD_M2$1', args, site);
  const type = { ...averageType(arg.type), nullable: squares.type.nullable };
  const value = (sum: Expr, count: Expr): Expr => {
    const mean = call('/', sum, isSample ? lessOne(count) : count);
    const moment = castTo(isRoot ? rootOf(mean) : mean, type);
    return isSample ? orDefault(moment, type, count) : { ...moment, type };
  };
  return { squares, count: bindAggregate('COUNT', args, site), value };
}

const NUMBER: LogicalType = { ...DOUBLE, nullable: false };

export function rootOf(variance: Expr): Expr {
  return call('POWER', variance, literal(0.5, NUMBER));
}

/**
 * The sample of one value is NULL, yet Flink's type is that of the argument: where that forbids
 * NULL, its code has another value in the place.
 */
export function orDefault(moment: Expr, type: LogicalType, count: Expr): Expr {
  if (type.nullable || type.root === 'DECIMAL') return { ...moment, type };
  const absent = castTo(intLiteral(-1), moment.type);
  return { ...call('CASE', call('=', count, bigintLiteral(1n)), absent, moment), type };
}

/** One value has no sample variance. */
export function lessOne(count: Expr): Expr {
  const one = bigintLiteral(1n);
  return call('CASE', call('=', count, one), nullLiteral(BIGINT), call('-', count, one));
}

function call(name: string, ...args: readonly Expr[]): Expr {
  return bindCall(name, args, undefined, undefined);
}
