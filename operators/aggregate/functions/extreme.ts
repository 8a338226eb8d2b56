/**
 * MIN and MAX of numbers, strings (by unsigned bytes), booleans, dates, times and timestamps. Over
 * an insert-only input the state is the extreme itself; over a retracting one it is every value
 * with its count, in order (`counted-extreme.ts`). NaN is never less or greater, as in Java: the
 * first stays. Binary values and intervals have no order here, as in Flink.
 */
import { type LogicalType, withNullable } from '../../../state/column/logical-type.js';
import { CountedExtreme } from './counted-extreme.js';
import type { AggregateFunction } from './function.js';
import { type Rule, singleValue } from './single-value.js';

const comparable = new Set<LogicalType['root']>([
  'BOOLEAN',
  'TINYINT',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'FLOAT',
  'DOUBLE',
  'DECIMAL',
  'CHAR',
  'VARCHAR',
  'DATE',
  'TIME_WITHOUT_TIME_ZONE',
  'TIMESTAMP_WITHOUT_TIME_ZONE',
  'TIMESTAMP_WITH_LOCAL_TIME_ZONE',
]);

function extreme(rule: Rule): AggregateFunction {
  return {
    name: rule.name,
    signature: `${rule.name}(<number, string, boolean, date or time>)`,
    nulls: 'group',
    bind: (argTypes) => {
      const [type] = argTypes;
      if (type === undefined || argTypes.length > 1 || !comparable.has(type.root)) return null;
      return { type: withNullable(type, true), argTypes };
    },
    accumulator: ({ type }, retracting) =>
      retracting ? new CountedExtreme(type, rule.name === 'MAX') : singleValue(rule, type),
  };
}

export const min = extreme({ name: 'MIN', better: '<' });
export const max = extreme({ name: 'MAX', better: '>' });
