/** Functions of the dialects that share most of theirs with another. */
import type { Rules } from '../call.js';
import {
  addTo,
  addUnit,
  appending,
  array,
  castTo,
  countIf,
  daysBetween,
  decimalLog,
  decode,
  formatted,
  ifNotNull,
  listAggregate,
  niladic,
  refused,
  truncateUnitFirst,
  unitsBetween,
} from './build-rules.js';

/** Trino, and Athena on top of it. */
export const trino: Rules = {
  length: 'CHAR_LENGTH',
  substr: 'SUBSTRING',
  strpos: 'INSTR',
  pow: 'POWER',
  random: 'RAND',
  regexp_like: 'REGEXP',
  approx_distinct: 'APPROX_COUNT_DISTINCT',
  arbitrary: 'FIRST_VALUE',
  any_value: 'FIRST_VALUE',
  count_if: countIf,
  stddev: 'STDDEV_SAMP',
  variance: 'VAR_SAMP',
  now: niladic('CURRENT_TIMESTAMP'),
  date_trunc: truncateUnitFirst,
  date_add: addUnit,
  date_diff: unitsBetween,
  date_format: formatted('DATE_FORMAT', 'mysql'),
  date_parse: formatted('TO_TIMESTAMP', 'mysql'),
  from_unixtime: appending('TO_TIMESTAMP_LTZ', 0),
};

export const sqlite: Rules = {
  length: 'CHAR_LENGTH',
  substr: 'SUBSTRING',
  iif: 'IF',
  log: decimalLog,
  group_concat: listAggregate(),
  string_agg: listAggregate(),
  strftime: formatted('DATE_FORMAT', 'c', true),
  random: refused('Flink has RAND_INTEGER(n).'),
};

export const db2: Rules = {
  length: 'CHAR_LENGTH',
  substr: 'SUBSTRING',
  posstr: 'INSTR',
  nvl: 'COALESCE',
  value: 'COALESCE',
  nvl2: ifNotNull,
  decode,
  listagg: listAggregate(''),
  day: 'DAYOFMONTH',
  dayofweek: 'DAYOFWEEK',
};

export const hive: Rules = {
  length: 'CHAR_LENGTH',
  substr: 'SUBSTRING',
  nvl: 'COALESCE',
  size: 'CARDINALITY',
  array,
  pow: 'POWER',
  collect_list: 'ARRAY_AGG',
  day: 'DAYOFMONTH',
  stddev: 'STDDEV_POP',
  variance: 'VAR_POP',
  current_timestamp: niladic('LOCALTIMESTAMP'),
  current_date: niladic('CURRENT_DATE'),
  datediff: daysBetween,
  date_add: addTo('DAY', '+'),
  date_sub: addTo('DAY', '-'),
  add_months: addTo('MONTH', '+'),
  to_date: castTo('DATE'),
  split: refused("It splits by a pattern; Flink's SPLIT by a text."),
};
