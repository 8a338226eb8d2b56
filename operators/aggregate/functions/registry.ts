/** All aggregate functions by their names; names are upper case. */
import { avg } from './avg.js';
import { count } from './count.js';
import { max, min } from './extreme.js';
import type { AggregateFunction } from './function.js';
import { sum, sum0 } from './sum.js';

export const aggregateFunctions: ReadonlyMap<string, AggregateFunction> = new Map(
  [count, sum, sum0, min, max, avg].map((row) => [row.name, row]),
);
