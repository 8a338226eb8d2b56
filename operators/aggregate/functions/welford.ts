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

/** Digits of a DECIMAL that Flink holds as a long. */
const COMPACT = 18;

/** The greatest power of ten that a double holds exactly. */
const EXACT_SCALE = 22;

/** The row's value as a double; as in Flink a DECIMAL in two steps up to 18 digits, else in one. */
function readDouble(argument: Vector | null, type: LogicalType): string {
  if (argument === null) return '';
  const { scale, precision } = type.root === 'DECIMAL' ? type : { scale: 0, precision: 0 };
  const isNarrow = argument.lane !== 'i64' && argument.lane !== 'big';
  const value = isNarrow ? 'v[r]' : 'Number(v[r])';
  if (scale === 0) return `const x = ${value};`;
  const divides = precision <= COMPACT || (isNarrow && scale <= EXACT_SCALE);
  if (divides) return `const x = ${value} / 1e${scale};`;
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

/** Chan's, as Flink merges. */
const merge = `const n = d2[r];
  if (n > 0) {
    const d = v[r] - c0[s], m = c2[s], all = m + n;
    if (m <= 0) { c0[s] = v[r]; c1[s] = d1[r]; }
    else {
      c0[s] += d * n / all;
      c1[s] += d1[r] + d * d * m * n / all;
    }
    c2[s] = all;
  }`;

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
          merge,
          reset: 'c0[s] = 0; c1[s] = 0; c2[s] = 0;',
          emit: emitValue('c2[s] <= 0 || c1[s] < 0', 'c1[s]', false),
        };
      },
    }),
};
