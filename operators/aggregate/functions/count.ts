/** COUNT(*) and COUNT(x): BIGINT, never null. */
import { BIGINT, withNullable } from '../../../state/column/logical-type.js';
import { emitValue, LoopAccumulator } from '../loop-accumulator.js';
import type { AggregateFunction } from './function.js';

const type = withNullable(BIGINT, false);

const fragments = {
  name: 'count',
  read: '',
  add: 'c0[s]++;',
  subtract: 'c0[s]--;',
  merge: 'c0[s] += v[r];',
  reset: 'c0[s] = 0;',
  emit: emitValue('', 'c0[s]', false),
};

export const count: AggregateFunction = {
  name: 'COUNT',
  signature: 'COUNT(*), COUNT(<any>)',
  nulls: 'never',
  bind: (argTypes) => (argTypes.length <= 1 ? { type, argTypes } : null),
  accumulator: () =>
    new LoopAccumulator({
      state: [type],
      type,
      isNullable: false,
      nullFlags: [],
      wideLane: null,
      fragments: () => fragments,
    }),
};
