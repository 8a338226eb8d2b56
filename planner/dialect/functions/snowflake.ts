/** Functions of Snowflake. */
import type { Expression } from '../../parser/ast/expression.js';
import type { TimeUnit } from '../../parser/ast/literal.js';
import { binary, call, wholeNumber } from '../build.js';
import type { Call, Rules } from '../call.js';
import {
  addUnit,
  array,
  bordersBetween,
  castTo,
  countIf,
  decode,
  extractUnit,
  ifNotNull,
  listAggregate,
  niladic,
  orElse,
  refused,
  splitPart,
  truncateUnitFirst,
} from './build-rules.js';

const units: readonly TimeUnit[] = [
  'YEAR',
  'QUARTER',
  'MONTH',
  'DAY',
  'HOUR',
  'MINUTE',
  'SECOND',
  'DOY',
  'EPOCH',
];

function divideOrZero(c: Call): Expression {
  const left = c.value();
  const right = c.value();
  const zero = wholeNumber(0, c.at);
  return c.make('IF', [binary('=', right, zero), zero, binary('/', left, right)]);
}

function contains(c: Call): Expression {
  const found = call('INSTR', c.values(), c.at);
  return binary('>', found, wholeNumber(0, c.at));
}

const WHOLE = 'It matches the whole text; Flink has REGEXP, which looks for a part.';

export const snowflake: Rules = {
  iff: 'IF',
  nvl: 'COALESCE',
  nvl2: ifNotNull,
  zeroifnull: orElse('COALESCE', 0),
  nullifzero: orElse('NULLIF', 0),
  decode,
  len: 'CHAR_LENGTH',
  length: 'CHAR_LENGTH',
  substr: 'SUBSTRING',
  charindex: 'LOCATE',
  contains,
  split_part: splitPart,
  square: (c) => c.make('POWER', [c.value(), wholeNumber(2, c.at)]),
  pow: 'POWER',
  trunc: 'TRUNCATE',
  div0: divideOrZero,
  array_construct: array,
  array_size: 'CARDINALITY',
  uuid_string: 'UUID',
  any_value: 'FIRST_VALUE',
  count_if: countIf,
  listagg: listAggregate(''),
  variance: 'VAR_SAMP',
  stddev: 'STDDEV_SAMP',
  regexp_like: refused(WHOLE),
  rlike: refused(WHOLE),
  current_timestamp: niladic('CURRENT_TIMESTAMP'),
  current_date: niladic('CURRENT_DATE'),
  current_time: niladic('LOCALTIME'),
  getdate: niladic('CURRENT_TIMESTAMP'),
  date_trunc: truncateUnitFirst,
  dateadd: addUnit,
  timeadd: addUnit,
  timestampadd: addUnit,
  datediff: bordersBetween,
  timediff: bordersBetween,
  timestampdiff: bordersBetween,
  date_part: extractUnit(units, ['DOW']),
  extract: extractUnit(units, ['DOW']),
  day: 'DAYOFMONTH',
  dayofweek: (c) => binary('-', call('DAYOFWEEK', [c.value()], c.at), wholeNumber(1, c.at)),
  to_char: castTo('STRING'),
  to_varchar: castTo('STRING'),
  to_date: castTo('DATE'),
  date: castTo('DATE'),
  to_boolean: castTo('BOOLEAN'),
  to_double: castTo('DOUBLE'),
  to_timestamp: refused('Flink has TO_TIMESTAMP and TO_TIMESTAMP_LTZ.'),
};
