/** Functions of BigQuery. */
import type { Expression } from '../../parser/ast/expression.js';
import { binary, call, cast, wholeNumber } from '../build.js';
import type { Call, Rules } from '../call.js';
import {
  appending,
  countIf,
  formatted,
  listAggregate,
  logBaseLast,
  niladic,
  plusInterval,
  refused,
  truncateUnitLast,
  unitsBetweenLast,
} from './build-rules.js';

/** The first group where the pattern has one, else the whole match. */
function extractMatch(c: Call): Expression {
  const text = c.value();
  const pattern = c.value();
  if (pattern.kind !== 'string') return c.refuse('REGEXP_EXTRACT without a plain pattern');
  const hasGroup = /(?:^|[^\\])(?:\\\\)*\((?!\?)/.test(pattern.value);
  return c.make('REGEXP_EXTRACT', [text, pattern, wholeNumber(hasGroup ? 1 : 0, c.at)]);
}

function safeDivide(c: Call): Expression {
  const left = c.value();
  const zero = wholeNumber(0, c.at);
  return binary('/', left, call('NULLIF', [c.value(), zero], c.at));
}

/** Months and longer units: borders; days: both are the same. */
function dateDifference(c: Call): Expression {
  const to = c.value();
  const from = c.value();
  const unit = c.unitOf(['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR']);
  if (unit.unit === 'DAY') return c.make('TIMESTAMPDIFF', [unit, from, to]);
  const floor = (value: Expression): Expression => call('FLOOR', [value, unit], c.at);
  return c.make('TIMESTAMPDIFF', [unit, floor(from), floor(to)]);
}

const DIGEST = 'It gives bytes; Flink gives the hexadecimal text.';

export const bigquery: Rules = {
  length: 'CHAR_LENGTH',
  char_length: 'CHAR_LENGTH',
  substr: 'SUBSTRING',
  strpos: 'INSTR',
  starts_with: 'STARTSWITH',
  ends_with: 'ENDSWITH',
  regexp_contains: 'REGEXP',
  regexp_extract: extractMatch,
  array_length: 'CARDINALITY',
  array_to_string: 'ARRAY_JOIN',
  generate_uuid: 'UUID',
  to_json_string: 'JSON_STRING',
  pow: 'POWER',
  trunc: 'TRUNCATE',
  log: logBaseLast,
  stddev: 'STDDEV_SAMP',
  variance: 'VAR_SAMP',
  any_value: 'FIRST_VALUE',
  countif: countIf,
  string_agg: listAggregate(),
  safe_divide: safeDivide,
  div: (c) => cast(binary('/', c.value(), c.value()), 'BIGINT'),
  md5: refused(DIGEST),
  sha1: refused(DIGEST),
  sha256: refused(DIGEST),
  sha512: refused(DIGEST),
  current_timestamp: niladic('CURRENT_TIMESTAMP'),
  current_date: niladic('CURRENT_DATE'),
  current_datetime: niladic('LOCALTIMESTAMP'),
  current_time: niladic('LOCALTIME'),
  date_trunc: truncateUnitLast,
  timestamp_trunc: truncateUnitLast,
  datetime_trunc: truncateUnitLast,
  date_add: plusInterval('+'),
  datetime_add: plusInterval('+'),
  timestamp_add: plusInterval('+'),
  date_sub: plusInterval('-'),
  datetime_sub: plusInterval('-'),
  timestamp_sub: plusInterval('-'),
  date_diff: dateDifference,
  timestamp_diff: unitsBetweenLast,
  datetime_diff: dateDifference,
  format_date: formatted('DATE_FORMAT', 'c', true),
  format_datetime: formatted('DATE_FORMAT', 'c', true),
  format_timestamp: formatted('DATE_FORMAT', 'c', true),
  parse_date: formatted('TO_DATE', 'c', true),
  parse_datetime: formatted('TO_TIMESTAMP', 'c', true),
  timestamp_seconds: appending('TO_TIMESTAMP_LTZ', 0),
  timestamp_millis: appending('TO_TIMESTAMP_LTZ', 3),
};
