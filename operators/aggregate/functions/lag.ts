/**
 * LAG: the value of the row so many rows before the last, nulls among them; NULL while there are
 * not so many. A function of OVER alone, so the binder does not find it among the aggregates.
 */
import { withNullable } from '../../../state/column/logical-type.js';
import { KeptAccumulator } from '../kept/kept-accumulator.js';
import { LastValues } from '../kept/last-values.js';
import type { AggregateFunction } from './function.js';

export const lag: AggregateFunction = {
  name: 'LAG',
  signature: 'LAG(<any>, <integer>)',
  nulls: 'always',
  bind: ([type]) =>
    type === undefined ? null : { type: withNullable(type, true), argTypes: [type] },
  accumulator: ({ type, option }) => {
    return new KeptAccumulator(new LastValues(type, (option as number) + 1), true);
  },
};
