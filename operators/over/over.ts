/** Which operator serves an OVER: rows as they come, or rows that wait for their time. */
import type { Operator } from '../core/operator.js';
import { OverArrivals } from './over-arrivals.js';
import type { OverSpec } from './over-spec.js';
import { OverTimes } from './over-times.js';

export function createOver(spec: OverSpec): Operator {
  const { time, frame } = spec;
  // On processing time rows of one instant are told apart by RANGE alone, and not without a bound.
  const asTheyCome = time === null && (frame.unit === 'rows' || frame.preceding === null);
  return asTheyCome ? new OverArrivals(spec) : new OverTimes(spec);
}
