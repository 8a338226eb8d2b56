/**
 * SUM and its sister $SUM0, which is 0 instead of null over nothing. Types as in Flink: the sum of
 * an integer type is of that type and wraps around, of DECIMAL(p, s) it is DECIMAL(38, s), which is
 * null when it overflows and starts again with the next value.
 */
import {
  BIGINT,
  decimal,
  type LogicalType,
  withNullable,
} from '../../../state/column/logical-type.js';
import type { AggregateCall } from '../../expr/expression.js';
import { emitValue, LoopAccumulator, readValue } from '../loop-accumulator.js';
import type { Fragments } from '../loop-code.js';
import { type Arithmetic, addition, arithmeticOf, isNumeric } from './arithmetic.js';
import type { Accumulator, AggregateFunction } from './function.js';

const COUNT_TYPE = withNullable(BIGINT, false);

/** Flink's `findSumAggType`. */
export function sumType(type: LogicalType): LogicalType {
  return type.root === 'DECIMAL' ? decimal(38, type.scale) : withNullable(type, true);
}

function bindSum(argTypes: readonly LogicalType[], isNullable: boolean) {
  const [type] = argTypes;
  if (type === undefined || argTypes.length > 1 || !isNumeric(type)) return null;
  return { type: withNullable(sumType(type), isNullable), argTypes };
}

/**
 * Without retraction a null flag says that nothing was added; with it, a count of values does, for
 * the last value may be taken back.
 */
function sumAccumulator(call: AggregateCall, retracting: boolean, isZero: boolean): Accumulator {
  const arithmetic = arithmeticOf(call.type);
  return new LoopAccumulator({
    state: retracting ? [call.type, COUNT_TYPE] : [call.type],
    type: call.type,
    isNullable: !isZero,
    nullFlags: [0],
    wideLane: arithmetic.wideLane,
    fragments: (argument, _, isWide) => ({
      ...sumFragments(arithmetic, retracting, isZero, isWide),
      read: readValue(argument, isWide),
    }),
  });
}

function sumFragments(
  arithmetic: Arithmetic,
  retracting: boolean,
  isZero: boolean,
  isWide: boolean,
): Fragments {
  const zero = isWide ? '0n' : '0';
  const counted = retracting ? 'n0[s] === 1 || c1[s] === 0' : 'n0[s] === 1';
  const value = isZero ? `(${counted} ? ${zero} : c0[s])` : 'c0[s]';
  const mode = `${arithmetic.name}${retracting ? ' retract' : ''}${isZero ? ' zero' : ''}`;
  return {
    name: `sum ${mode}${isWide ? ' wide' : ''}`,
    read: '',
    add: `${addition(arithmetic, '+', isWide)}${retracting ? ' c1[s]++;' : ''}`,
    subtract: `${addition(arithmetic, '-', isWide)} ${retracting ? 'c1[s]--;' : ''}`,
    merge: `${addition(arithmetic, '+', isWide)}${retracting ? ' c1[s] += d1[r];' : ''}`,
    reset: `c0[s] = ${zero}; n0[s] = 1;${retracting ? ' c1[s] = 0;' : ''}`,
    emit: emitValue(isZero ? '' : counted, value, isWide),
  };
}

export const sum: AggregateFunction = {
  name: 'SUM',
  signature: 'SUM(<numeric>)',
  nulls: 'group',
  bind: (argTypes) => bindSum(argTypes, true),
  accumulator: (call, retracting) => sumAccumulator(call, retracting, false),
};

export const sum0: AggregateFunction = {
  name: '$SUM0',
  signature: '$SUM0(<numeric>)',
  nulls: 'never',
  bind: (argTypes) => bindSum(argTypes, false),
  accumulator: (call, retracting) => sumAccumulator(call, retracting, true),
};
