/** All aggregate functions by their names; names are upper case. */
import { avg } from './avg.js';
import { bitmapAggregates } from './bitmap-aggregates.js';
import { count } from './count.js';
import { collect, percentile } from './counted-aggregates.js';
import { max, min } from './extreme.js';
import { firstValue, lastValue, singleRow } from './first-last.js';
import type { AggregateFunction } from './function.js';
import { javascriptAggregate } from './javascript-aggregate.js';
import { jsonArrayAgg, jsonObjectAgg } from './json-aggregates.js';
import { lag } from './lag.js';
import { arrayAgg, listagg } from './list-aggregates.js';
import { sum, sum0 } from './sum.js';
import { welford } from './welford.js';

const rows: readonly AggregateFunction[] = [
  count,
  sum,
  sum0,
  min,
  max,
  avg,
  welford,
  firstValue,
  lastValue,
  singleRow,
  listagg,
  arrayAgg,
  collect,
  percentile,
  jsonArrayAgg,
  jsonObjectAgg,
  javascriptAggregate,
  ...bitmapAggregates,
];

export const aggregateFunctions: ReadonlyMap<string, AggregateFunction> = new Map(
  rows.map((row) => [row.name, row]),
);

/** Functions of OVER alone. */
export const overFunctions: ReadonlyMap<string, AggregateFunction> = new Map([
  ['LAG', lag],
  ['ROW_NUMBER', { ...count, name: 'ROW_NUMBER' }],
  // As in Flink's streams, both count the rows up to the last of a time.
  ['RANK', { ...count, name: 'RANK' }],
  ['DENSE_RANK', { ...count, name: 'DENSE_RANK' }],
]);
