/**
 * `$WELFORD_M2$1`: the sum of squared distances from the mean, which STDDEV and VARIANCE divide.
 * The updates are Welford's, forward and back, step by step as in Flink, so that doubles agree to
 * the last digit; NULL over nothing, and where rounding has brought it below 0. State: the mean,
 * the sum, the count.
 */
import {
  BIGINT,
  DOUBLE,
  type LogicalType,
  withNullable,
} from '../../../state/column/logical-type.js';
import type { Vector } from '../../../state/column/vector.js';
import { emitValue, LoopAccumulator } from '../loop-accumulator.js';
import { isNumeric } from './arithmetic.js';
import type { AggregateFunction } from './function.js';

const NUMBER = withNullable(DOUBLE, false);
const COUNT_TYPE = withNullable(BIGINT, false);

/** The greatest power of ten that a double holds exactly. */
const EXACT_SCALE = 22;

/** The row's value as a double, a DECIMAL rounded once. */
function readDouble(argument: Vector | null, type: LogicalType): string {
  if (argument === null) return '';
  const scale = type.root === 'DECIMAL' ? type.scale : 0;
  const isNarrow = argument.lane !== 'i64' && argument.lane !== 'big';
  if (scale === 0) return isNarrow ? 'const x = v[r];' : 'const x = Number(v[r]);';
  if (isNarrow && scale <= EXACT_SCALE) return `const x = v[r] / 1e${scale};`;
  return `const x = Number(v[r] + 'e-${scale}');`;
}

const add = `c2[s]++;
  if (c2[s] > 0) {
    const d = x - c0[s];
    c0[s] += d / c2[s];
    c1[s] += d * (x - c0[s]);
  }`;

const subtract = `c2[s]--;
  if (c2[s] > 0) {
    const d = x - c0[s];
    c0[s] -= d / c2[s];
    c1[s] -= (x - c0[s]) * d;
  } else if (c2[s] === 0) { c0[s] = 0; c1[s] = 0; }`;

export const welford: AggregateFunction = {
  name: '$WELFORD_M2$1',
  signature: '$WELFORD_M2$1(<numeric>)',
  nulls: 'group',
  bind: (argTypes) => {
    const [type] = argTypes;
    if (type === undefined || argTypes.length > 1 || !isNumeric(type)) return null;
    return { type: DOUBLE, argTypes };
  },
  accumulator: ({ argTypes: [type], type: result }) =>
    new LoopAccumulator({
      state: [NUMBER, NUMBER, COUNT_TYPE],
      type: result,
      isNullable: true,
      nullFlags: [],
      wideLane: null,
      fragments: (argument) => {
        const read = readDouble(argument, type ?? result);
        return {
          name: `welford ${read}`,
          read,
          add,
          subtract,
          reset: 'c0[s] = 0; c1[s] = 0; c2[s] = 0;',
          emit: emitValue('c2[s] <= 0 || c1[s] < 0', 'c1[s]', false),
        };
      },
    }),
};
