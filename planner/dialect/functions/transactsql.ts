/** Functions of Transact-SQL. */
import type { Expression } from '../../parser/ast/expression.js';
import type { TimeUnit } from '../../parser/ast/literal.js';
import { string, wholeNumber } from '../build.js';
import type { Call, Rules } from '../call.js';
import {
  addUnit,
  bordersBetween,
  concatSkippingNulls,
  extractUnit,
  lengthWithoutBlanks,
  listAggregate,
  logBaseLast,
  niladic,
  refused,
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
];

const NULLS = 'Flink gives NULL where any argument is null; write CASE.';

function square(c: Call): Expression {
  return c.make('POWER', [c.value(), wholeNumber(2, c.at)]);
}

function spaces(c: Call): Expression {
  return c.make('REPEAT', [string(' ', c.at), c.value()]);
}

/** `CONVERT(type, x)`; a style is a third argument. */
function convert(tries: boolean) {
  return (c: Call): Expression => {
    const type = c.type();
    const operand = c.value();
    return { kind: 'cast', tries, operand, type, start: c.at.start, end: operand.end };
  };
}

export const transactsql: Rules = {
  len: lengthWithoutBlanks,
  convert: convert(false),
  try_convert: convert(true),
  isnull: 'COALESCE',
  iif: 'IF',
  charindex: 'LOCATE',
  replicate: 'REPEAT',
  newid: 'UUID',
  day: 'DAYOFMONTH',
  stdev: 'STDDEV_SAMP',
  stdevp: 'STDDEV_POP',
  var: 'VAR_SAMP',
  varp: 'VAR_POP',
  count_big: 'COUNT',
  log: logBaseLast,
  square,
  space: spaces,
  concat: concatSkippingNulls,
  greatest: refused(NULLS),
  least: refused(NULLS),
  string_agg: listAggregate(),
  getdate: niladic('LOCALTIMESTAMP'),
  sysdatetime: niladic('LOCALTIMESTAMP'),
  current_timestamp: niladic('LOCALTIMESTAMP'),
  dateadd: addUnit,
  datediff: bordersBetween,
  datetrunc: truncateUnitFirst,
  datepart: extractUnit(units),
};
