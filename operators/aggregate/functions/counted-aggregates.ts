/** COLLECT and PERCENTILE: values and how often each is there. */
import { DOUBLE, type LogicalType } from '../../../state/column/logical-type.js';
import { castTo } from '../../expr/cast.js';
import type { Expr } from '../../expr/expression.js';
import { foldConstants } from '../../expr/fold.js';
import { multisetOf, percentilesOf } from '../kept/count-forms.js';
import { CountedValues } from '../kept/counted-values.js';
import { KeptAccumulator } from '../kept/kept-accumulator.js';
import { isNumeric } from './arithmetic.js';
import type { AggregateFunction } from './function.js';

/** Nulls are left out; over nothing it is an empty MULTISET. */
export const collect: AggregateFunction = {
  name: 'COLLECT',
  signature: 'COLLECT(<any>)',
  nulls: 'never',
  bind: (argTypes) => {
    const [element] = argTypes;
    if (element === undefined || argTypes.length > 1 || element.root === 'NULL') return null;
    return { type: { root: 'MULTISET', element, nullable: false }, argTypes };
  },
  accumulator: ({ argTypes: [element], type }) => {
    const own = element ?? type;
    return new KeptAccumulator(new CountedValues(own, multisetOf(own), true));
  },
};

const integers = new Set<LogicalType['root']>(['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT']);
const DOUBLES: LogicalType = { root: 'ARRAY', element: DOUBLE, nullable: true };

/** The constant percentages, separated by blanks; undefined when they are none, or out of range. */
function percentagesOf(arg: Expr, type: LogicalType): string | undefined {
  const number = type.root === 'ARRAY' ? type.element : type;
  if (!isNumeric(number)) return undefined;
  const target = type.root === 'ARRAY' ? DOUBLES : DOUBLE;
  const constant = foldConstants(castTo(arg, target));
  if (constant.kind !== 'literal') return undefined;
  const values = Array.isArray(constant.value) ? constant.value : [constant.value];
  const inRange = values.every((each) => typeof each === 'number' && each >= 0 && each <= 1);
  return inRange && values.length > 0 ? values.join(' ') : undefined;
}

/**
 * Exact percentiles, interpolated; the third argument says how often its row's value counts.
 * Doubles, whatever the type of the values.
 */
export const percentile: AggregateFunction = {
  name: 'PERCENTILE',
  signature: 'PERCENTILE(<numeric>, <literal in [0, 1] or an array of such> [, <integer>])',
  nulls: 'always',
  bind: (argTypes, args) => {
    const [value, percentage, frequency] = argTypes;
    if (value === undefined || percentage === undefined || argTypes.length > 3) return null;
    if (!isNumeric(value) || (frequency !== undefined && !integers.has(frequency.root)))
      return null;
    const percentages = percentagesOf(args[1] as Expr, percentage);
    if (percentages === undefined) return null;
    const many = percentage.root === 'ARRAY';
    return {
      type: many ? DOUBLES : DOUBLE,
      argTypes: frequency === undefined ? [DOUBLE, null] : [DOUBLE, null, frequency],
      option: { percentages, many },
    };
  },
  accumulator: ({ type, option }) => {
    const { percentages } = option as { readonly percentages: string };
    const numbers = percentages.split(' ').map(Number);
    const form = percentilesOf(numbers, type.root === 'ARRAY');
    return new KeptAccumulator(new CountedValues(DOUBLE, form, false));
  },
};
