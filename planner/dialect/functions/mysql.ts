/** Functions of MySQL and MariaDB. */
import type { Expression } from '../../parser/ast/expression.js';
import { binary, call, string, wholeNumber } from '../build.js';
import type { Call, Rules } from '../call.js';
import {
  addUnit,
  castTo,
  daysBetween,
  formatted,
  listAggregate,
  niladic,
  plusInterval,
  refused,
  unitsBetween,
} from './build-rules.js';

const LOCAL_NOW = niladic('LOCALTIMESTAMP');

function isNull(c: Call): Expression {
  const operand = c.value();
  const { start, end } = operand;
  return { kind: 'is', operand, negated: false, test: 'NULL', start, end };
}

/** A time, where Flink's FROM_UNIXTIME gives a text. */
function fromUnixTime(c: Call): Expression {
  if (c.count !== 1) return c.refuse('FROM_UNIXTIME with a format');
  return c.make('TO_TIMESTAMP', [call('FROM_UNIXTIME', [c.value()], c.at)]);
}

function unixTimestamp(c: Call): Expression {
  if (c.count > 0) return c.refuse('UNIX_TIMESTAMP of a time', 'Flink takes a text.');
  return c.make('UNIX_TIMESTAMP', []);
}

function spaces(c: Call): Expression {
  return c.make('REPEAT', [string(' ', c.at), c.value()]);
}

/** From Monday, which is 0. */
function weekday(c: Call): Expression {
  const day = call('DAYOFWEEK', [c.value()], c.at);
  return binary('%', binary('+', day, wholeNumber(5, c.at)), wholeNumber(7, c.at));
}

/** `CONVERT(x, type)`. */
function convertTo(c: Call): Expression {
  const operand = c.value();
  const type = c.type();
  return { kind: 'cast', tries: false, operand, type, start: c.at.start, end: type.end };
}

export const mysql: Rules = {
  substr: 'SUBSTRING',
  mid: 'SUBSTRING',
  ucase: 'UPPER',
  lcase: 'LOWER',
  pow: 'POWER',
  sha: 'SHA1',
  day: 'DAYOFMONTH',
  date: castTo('DATE'),
  std: 'STDDEV_POP',
  stddev: 'STDDEV_POP',
  variance: 'VAR_POP',
  regexp_like: 'REGEXP',
  length: refused('It counts bytes; Flink has CHAR_LENGTH, which counts characters.'),
  now: LOCAL_NOW,
  sysdate: LOCAL_NOW,
  current_timestamp: LOCAL_NOW,
  localtimestamp: LOCAL_NOW,
  localtime: LOCAL_NOW,
  curdate: niladic('CURRENT_DATE'),
  current_date: niladic('CURRENT_DATE'),
  curtime: niladic('LOCALTIME'),
  current_time: niladic('LOCALTIME'),
  group_concat: listAggregate(),
  date_format: formatted('DATE_FORMAT', 'mysql'),
  str_to_date: formatted('TO_TIMESTAMP', 'mysql'),
  date_add: plusInterval('+'),
  adddate: plusInterval('+'),
  date_sub: plusInterval('-'),
  subdate: plusInterval('-'),
  datediff: daysBetween,
  timestampdiff: unitsBetween,
  timestampadd: addUnit,
  from_unixtime: fromUnixTime,
  unix_timestamp: unixTimestamp,
  isnull: isNull,
  space: spaces,
  convert: convertTo,
  weekday,
};
