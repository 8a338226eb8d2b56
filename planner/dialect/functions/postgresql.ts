/** Functions of PostgreSQL and its kin. */
import type { Expression } from '../../parser/ast/expression.js';
import type { TimeUnit } from '../../parser/ast/literal.js';
import type { Rules } from '../call.js';
import {
  addUnit,
  bordersBetween,
  concatSkippingNulls,
  decimalLog,
  decode,
  extractUnit,
  ifNotNull,
  lengthWithoutBlanks,
  listAggregate,
  niladic,
  refused,
  splitPart,
  truncateUnitFirst,
} from './build-rules.js';

const units: readonly TimeUnit[] = [
  'YEAR',
  'QUARTER',
  'MONTH',
  'WEEK',
  'DAY',
  'HOUR',
  'MINUTE',
  'SECOND',
  'DOY',
  'ISODOW',
  'ISOYEAR',
  'EPOCH',
  'DECADE',
  'CENTURY',
  'MILLENNIUM',
];

const NULLS = 'Flink gives NULL where any argument is null; write CASE.';
const FORMAT = 'Flink has DATE_FORMAT with the letters of Java.';

/** Only with the flag `g` are all matches replaced, as Flink does. */
function replaceAll(
  c: Parameters<Extract<Rules[string], (...args: never) => unknown>>[0],
): Expression {
  const args = [c.value(), c.value(), c.value()];
  const flag = c.count === 4 ? c.value() : undefined;
  if (flag?.kind !== 'string' || flag.value !== 'g') {
    return c.refuse("REGEXP_REPLACE without the flag 'g'", 'Flink replaces all matches.');
  }
  return c.make('REGEXP_REPLACE', args);
}

export const postgresql: Rules = {
  substr: 'SUBSTRING',
  length: 'CHAR_LENGTH',
  strpos: 'INSTR',
  now: 'NOW',
  random: 'RAND',
  trunc: 'TRUNCATE',
  log: decimalLog,
  concat: concatSkippingNulls,
  greatest: refused(NULLS),
  least: refused(NULLS),
  string_agg: listAggregate(),
  date_trunc: truncateUnitFirst,
  date_part: extractUnit(units, ['DOW']),
  extract: extractUnit(units, ['DOW']),
  split_part: splitPart,
  regexp_replace: replaceAll,
  array_length: refused('Flink has CARDINALITY(array).'),
  to_char: refused(FORMAT),
  to_date: refused('Flink has TO_DATE with the letters of Java.'),
  to_timestamp: refused('Flink has TO_TIMESTAMP and TO_TIMESTAMP_LTZ.'),
  encode: refused(),
  decode: refused(),
};

export const redshift: Rules = {
  ...postgresql,
  concat: 'CONCAT',
  nvl: 'COALESCE',
  nvl2: ifNotNull,
  decode,
  len: lengthWithoutBlanks,
  charindex: 'LOCATE',
  getdate: niladic('LOCALTIMESTAMP'),
  sysdate: niladic('LOCALTIMESTAMP'),
  dateadd: addUnit,
  datediff: bordersBetween,
  listagg: listAggregate(''),
};
