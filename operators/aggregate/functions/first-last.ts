/**
 * FIRST_VALUE and LAST_VALUE by arrival, nulls left out. Over a retracting input all values are
 * kept in order, of equal ones the earliest is taken back.
 */
import { type LogicalType, withNullable } from '../../../state/column/logical-type.js';
import { storageOf } from '../../../state/column/storage.js';
import { KeptAccumulator } from '../kept/kept-accumulator.js';
import { firstOf, lastOf } from '../kept/list-forms.js';
import { ValueList } from '../kept/value-list.js';
import type { Accumulator, AggregateFunction } from './function.js';
import { type Rule, singleValue } from './single-value.js';

const nested = new Set(['list', 'map', 'row']);

function accumulatorOf(rule: Rule, type: LogicalType, retracting: boolean): Accumulator {
  if (!retracting && !nested.has(storageOf(type))) return singleValue(rule, type);
  const [form, end] =
    rule.name === 'FIRST_VALUE' ? ([firstOf, 'first'] as const) : ([lastOf, 'last'] as const);
  return new KeptAccumulator(new ValueList(type, form, retracting ? 'all' : end));
}

function endValue(rule: Rule): AggregateFunction {
  return {
    name: rule.name,
    signature: `${rule.name}(<any>)`,
    nulls: 'group',
    bind: (argTypes) => {
      const [type] = argTypes;
      if (type === undefined || argTypes.length > 1 || type.root === 'NULL') return null;
      return { type: withNullable(type, true), argTypes };
    },
    accumulator: ({ type }, retracting) => accumulatorOf(rule, type, retracting),
  };
}

export const firstValue = endValue({ name: 'FIRST_VALUE', better: '<' });
export const lastValue = endValue({ name: 'LAST_VALUE', better: '>' });

/** The value of the one row there is, which may be null; a second row fails the job. */
export const singleRow: AggregateFunction = {
  name: 'SINGLE_VALUE',
  signature: 'SINGLE_VALUE(<any>)',
  nulls: 'group',
  bind: (argTypes) => {
    const [type] = argTypes;
    if (type === undefined || argTypes.length > 1 || type.root === 'NULL') return null;
    return { type: withNullable(type, true), argTypes };
  },
  accumulator: ({ type }) => new KeptAccumulator(new ValueList(type, firstOf, 'only'), true),
};
