/** What the binder asks about aggregates: whether a name is one, and how a call is typed. */
import { MillraceError } from '../../conf/errors/error.js';
import { didYouMean } from '../../conf/nearest.js';
import { type LogicalType, withNullable } from '../../state/column/logical-type.js';
import { bareText } from '../../state/column/type-text.js';
import { castTo, placeOf } from '../expr/cast.js';
import type { AggregateCall, Expr, Span } from '../expr/expression.js';
import { holdsNull } from '../expr/types/family.js';
import type { AggregateFunction, ResultNulls } from './functions/function.js';
import { aggregateFunctions } from './functions/registry.js';

/** A typed call: the arguments are cast to what the function takes. */
export interface BoundAggregate {
  readonly name: string;
  readonly args: readonly Expr[];
  readonly type: LogicalType;
  readonly option?: AggregateCall['option'];
  readonly span?: Span;
}

export interface AggregateSite {
  readonly distinct: boolean;
  /** There may be no row to aggregate: there are no keys, or there is a filter. */
  readonly mayBeEmpty?: boolean;
  /** What stands behind the arguments: RESPECT or IGNORE (NULLS), NULL or ABSENT (ON NULL). */
  readonly option?: AggregateCall['option'];
  readonly span?: Span;
}

/** Flink runs it in batch mode alone. */
const BATCH_ONLY = 'APPROX_COUNT_DISTINCT';

export function isAggregate(name: string): boolean {
  const own = name.toUpperCase();
  return aggregateFunctions.has(own) || own === BATCH_ONLY;
}

/**
 * @param args none for COUNT(*)
 * @throws BIND_UNKNOWN_FUNCTION no aggregate of that name
 * @throws BIND_TYPE the arguments do not fit, or DISTINCT has nothing to tell apart
 * @throws PLAN_UNSUPPORTED an aggregate of batch mode
 */
export function bindAggregate(
  name: string,
  args: readonly Expr[],
  site: AggregateSite,
): BoundAggregate {
  const found = functionOf(name, site);
  const argTypes = args.map((arg) => arg.type);
  const types = found.bind(argTypes, args, site.option);
  const cannotTell = site.distinct && (args.length === 0 || argTypes.some(isIndistinct));
  if (types === null || cannotTell) throw refusedCall(found, args, site);
  const nullable = isNullable(found.nulls, argTypes, site.mayBeEmpty ?? false);
  return {
    name: found.name,
    args: args.flatMap((arg, i) => {
      const type = types.argTypes[i] ?? null;
      return type === null ? [] : [castTo(arg, type)];
    }),
    type: withNullable(types.type, nullable),
    ...(types.option === undefined ? {} : { option: types.option }),
    ...(site.span === undefined ? {} : { span: site.span }),
  };
}

function functionOf(name: string, site: AggregateSite): AggregateFunction {
  const own = name.toUpperCase();
  const found = aggregateFunctions.get(own);
  if (found !== undefined) return found;
  if (own === BATCH_ONLY) {
    const hint = 'COUNT(DISTINCT …) counts exactly.';
    const reason = `${own} is not supported in streaming mode`;
    throw new MillraceError('PLAN_UNSUPPORTED', reason, { ...at(site), hint });
  }
  const hint = didYouMean(own, [...aggregateFunctions.keys()]);
  const detail = hint === undefined ? at(site) : { ...at(site), hint };
  throw new MillraceError('BIND_UNKNOWN_FUNCTION', `No aggregate is named ${name}`, detail);
}

/** What is thrown for a call whose arguments do not fit. */
export function refusedCall(
  { name, signature }: Pick<AggregateFunction, 'name' | 'signature'>,
  args: readonly Expr[],
  site: AggregateSite,
): MillraceError {
  const given = args.map((arg) => bareText(arg.type)).join(', ');
  const call = `${name}(${site.distinct ? 'DISTINCT ' : ''}${given})`;
  return new MillraceError('BIND_TYPE', `${call} is not defined; it takes ${signature}`, at(site));
}

function at(site: AggregateSite): { place?: ReturnType<typeof placeOf> } {
  return site.span === undefined ? {} : { place: placeOf(site.span) };
}

/** Flink's DISTINCT does not take these. */
const INDISTINCT = new Set(['MAP', 'MULTISET', 'ROW', 'STRUCTURED_TYPE', 'BINARY', 'VARBINARY']);

function isIndistinct({ root }: LogicalType): boolean {
  return INDISTINCT.has(root);
}

function isNullable(
  nulls: ResultNulls,
  argTypes: readonly LogicalType[],
  mayBeEmpty: boolean,
): boolean {
  if (nulls === 'never' || nulls === 'always') return nulls === 'always';
  if (nulls === 'content') return argTypes.some(holdsNull);
  return argTypes.some((type) => type.nullable) || (nulls === 'group' && mayBeEmpty);
}
