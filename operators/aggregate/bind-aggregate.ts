/** What the binder asks about aggregates: whether a name is one, and how a call is typed. */
import { MillraceError } from '../../conf/errors/error.js';
import { didYouMean } from '../../conf/nearest.js';
import { type LogicalType, withNullable } from '../../state/column/logical-type.js';
import { castTo, placeOf } from '../expr/cast.js';
import type { CallExpr, Expr, Span } from '../expr/expression.js';
import { bareText } from '../expr/types/type-text.js';
import { aggregateFunctions } from './functions/registry.js';

/** A typed call: the arguments are cast to what the function takes. */
export interface BoundAggregate {
  readonly name: string;
  readonly args: readonly Expr[];
  /**
   * Nullable where an argument is; a group that may be empty or filtered is the caller's matter.
   */
  readonly type: LogicalType;
  readonly option?: CallExpr['option'];
}

export interface AggregateSite {
  readonly distinct: boolean;
  readonly span?: Span;
}

export function isAggregate(name: string): boolean {
  return aggregateFunctions.has(name.toUpperCase());
}

/**
 * @param args none for COUNT(*)
 * @throws BIND_UNKNOWN_FUNCTION no aggregate of that name
 * @throws BIND_TYPE the arguments do not fit, or DISTINCT has nothing to tell apart
 */
export function bindAggregate(
  name: string,
  args: readonly Expr[],
  site: AggregateSite,
): BoundAggregate {
  const place = site.span === undefined ? {} : { place: placeOf(site.span) };
  const found = aggregateFunctions.get(name.toUpperCase());
  if (found === undefined) {
    const hint = didYouMean(name.toUpperCase(), [...aggregateFunctions.keys()]);
    const detail = hint === undefined ? place : { ...place, hint };
    throw new MillraceError('BIND_UNKNOWN_FUNCTION', `No aggregate is named ${name}`, detail);
  }
  const argTypes = args.map((arg) => arg.type);
  const types = found.bind(argTypes);
  if (types === null || (site.distinct && args.length === 0)) {
    const given = argTypes.map(bareText).join(', ');
    const call = `${found.name}(${site.distinct ? 'DISTINCT ' : ''}${given})`;
    const reason = `${call} is not defined; it takes ${found.signature}`;
    throw new MillraceError('BIND_TYPE', reason, place);
  }
  const isNullable = types.type.nullable && argTypes.some((type) => type.nullable);
  return {
    name: found.name,
    args: args.map((arg, i) => castTo(arg, types.argTypes[i] as LogicalType)),
    type: withNullable(types.type, isNullable),
  };
}
