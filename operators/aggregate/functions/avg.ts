/**
 * AVG, typed as in Flink: of an integer type it is that type, divided toward zero over a BIGINT
 * sum; of FLOAT and DOUBLE over a DOUBLE sum; of DECIMAL(p, s) it is DECIMAL(38, max(6, s)),
 * rounded half up over a DECIMAL(38, s) sum.
 */
import {
  BIGINT,
  DOUBLE,
  decimal,
  type LogicalType,
  withNullable,
} from '../../../state/column/logical-type.js';
import type { AggregateCall } from '../../expr/expression.js';
import { emitValue, LoopAccumulator, readValue } from '../loop-accumulator.js';
import { type Arithmetic, addition, arithmeticOf, DECIMAL_LIMIT, isNumeric } from './arithmetic.js';
import type { Accumulator, AggregateFunction } from './function.js';

const COUNT_TYPE = withNullable(BIGINT, false);

/** Also that of STDDEV and VARIANCE. */
export function averageType(type: LogicalType): LogicalType {
  if (type.root === 'DECIMAL') return decimal(38, Math.max(6, type.scale));
  return withNullable(type, true);
}

function sumType(type: LogicalType): LogicalType {
  if (type.root === 'DECIMAL') return decimal(38, type.scale);
  return type.root === 'FLOAT' || type.root === 'DOUBLE' ? DOUBLE : BIGINT;
}

/** The factor between the unscaled sum and the unscaled average. */
function scaleFactor(argument: LogicalType, result: LogicalType): bigint {
  if (argument.root !== 'DECIMAL' || result.root !== 'DECIMAL') return 1n;
  return 10n ** BigInt(result.scale - argument.scale);
}

function averageAccumulator(call: AggregateCall): Accumulator {
  const [argType] = call.argTypes as readonly [LogicalType];
  const summed = sumType(argType);
  const factor = scaleFactor(argType, call.type);
  // A narrow sum times the factor stays a safe integer, and so does every average of it.
  const limit = Number(BigInt(Number.MAX_SAFE_INTEGER) / factor);
  const base = arithmeticOf(summed);
  const arithmetic: Arithmetic = base.wideLane === null ? base : { ...base, limit };
  return new LoopAccumulator({
    state: [summed, COUNT_TYPE],
    type: call.type,
    isNullable: true,
    nullFlags: [0],
    wideLane: arithmetic.wideLane,
    fragments: (argument, _, isWide) => ({
      name: `avg ${call.type.root} ${arithmetic.name} ${factor}${isWide ? ' wide' : ''}`,
      read: readValue(argument, isWide),
      add: `${addition(arithmetic, '+', isWide)} c1[s]++;`,
      subtract: `${addition(arithmetic, '-', isWide)} c1[s]--;`,
      merge: `${addition(arithmetic, '+', isWide)} c1[s] += d1[r];`,
      reset: `c0[s] = ${isWide ? '0n' : '0'}; n0[s] = 1; c1[s] = 0;`,
      emit: averageCode(call.type, factor, isWide),
    }),
  });
}

const EMPTY = 'n0[s] === 1 || c1[s] === 0';

function averageCode(type: LogicalType, factor: bigint, isWide: boolean): string {
  if (type.root === 'FLOAT' || type.root === 'DOUBLE') {
    return emitValue(EMPTY, 'c0[s] / c1[s]', false);
  }
  if (type.root === 'DECIMAL') {
    return isWide ? wideDecimalCode(factor) : narrowDecimalCode(factor);
  }
  if (type.root === 'BIGINT') {
    const value = isWide ? 'c0[s] / BigInt(c1[s])' : 'Math.trunc(c0[s] / c1[s]) + 0';
    return emitValue(EMPTY, value, isWide);
  }
  const narrowed = isWide ? 'Number(c0[s] / BigInt(c1[s]))' : 'Math.trunc(c0[s] / c1[s])';
  return emitValue(EMPTY, narrowed, false);
}

/** Half up by the remainder, so that no rounding of doubles is involved. */
function narrowDecimalCode(factor: bigint): string {
  const value = `const p = c0[s] * ${factor}, q = Math.trunc(p / c1[s]), d = p - q * c1[s];`;
  // Of a group that lost more values than it had the count is below 0.
  const away = 'p < 0 === c1[s] < 0 ? 1 : -1';
  const rounded = `o[at] = q + (2 * Math.abs(d) < Math.abs(c1[s]) ? 0 : ${away});`;
  return `if (${EMPTY}) { on[at] = 1; o[at] = 0; } else { ${value} on[at] = 0; ${rounded} }`;
}

function wideDecimalCode(factor: bigint): string {
  const value = `const q = average(c0[s] * ${factor}n, BigInt(c1[s]));`;
  const fits = `q < ${DECIMAL_LIMIT}n && q > -${DECIMAL_LIMIT}n`;
  const set = `if (${fits}) { on[at] = 0; o[at] = q; } else { on[at] = 1; o[at] = 0n; }`;
  return `if (${EMPTY}) { on[at] = 1; o[at] = 0n; } else { ${value} ${set} }`;
}

export const avg: AggregateFunction = {
  name: 'AVG',
  signature: 'AVG(<numeric>)',
  nulls: 'group',
  bind: (argTypes) => {
    const [type] = argTypes;
    if (type === undefined || argTypes.length > 1 || !isNumeric(type)) return null;
    return { type: averageType(type), argTypes };
  },
  accumulator: averageAccumulator,
};
