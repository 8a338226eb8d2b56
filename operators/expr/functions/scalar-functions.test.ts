import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BIGINT,
  BYTES,
  DATE,
  DOUBLE,
  decimal,
  FLOAT,
  INT,
  type LogicalType,
  SMALLINT,
  STRING,
  TINYINT,
  timestamp,
  timestampLtz,
} from '../../../state/column/logical-type.js';
import { bindCast } from '../cast.js';
import type { Expr } from '../expression.js';
import { numberLiteral } from '../literal.js';
import { as, fn, fnWith, lit, result } from '../test-evaluate.js';

type Case = readonly [expr: Expr, expected: string | null];

function check(topic: string, cases: readonly Case[]): void {
  test(topic, () => {
    for (const [i, [expr, expected]] of cases.entries()) {
      assert.equal(result(expr), expected, `${topic}, case ${i}: ${JSON.stringify(expr, show)}`);
    }
  });
}

function show(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

const num = numberLiteral;
const cast = (value: Parameters<typeof lit>[0], type: LogicalType): Expr =>
  bindCast(lit(value), type, 'CAST');
const tryCast = (value: Parameters<typeof lit>[0], type: LogicalType): Expr =>
  bindCast(lit(value), type, 'TRY_CAST');
const ts = (text: string, precision = 3): Expr => as(text, timestamp(precision));
const ltz = (text: string): Expr => as(text, timestampLtz(3));
const day = (text: string): Expr => as(text, DATE);
const TIME3: LogicalType = { root: 'TIME_WITHOUT_TIME_ZONE', precision: 3, nullable: true };
const char = (length: number): LogicalType => ({ root: 'CHAR', length, nullable: true });
const varchar = (length: number): LogicalType => ({ root: 'VARCHAR', length, nullable: true });

check('integer arithmetic', [
  [fn('+', 2147483647, 1), '-2147483648'],
  [fn('*', 65536, 65536), '0'],
  [fn('-', as(-128, TINYINT), as(1, TINYINT)), '127'],
  [fn('+', as(32767, SMALLINT), as(1, TINYINT)), '-32768'],
  [fn('/', 7, 2), '3'],
  [fn('/', -7, 2), '-3'],
  [fn('%', -7, 2), '-1'],
  [fn('%', 7, -2), '1'],
  [fn('/', -2147483648, -1), '-2147483648'],
  [fn('+', 9223372036854775807n, 1n), '-9223372036854775808'],
  [fn('*', 4294967296n, 4294967296n), '0'],
  [fn('*', 3037000500n, 3037000500n), '-9223372036709301616'],
  [fn('/', -9223372036854775807n, 2n), '-4611686018427387903'],
  [fn('%', -10n, 5n), '0'],
  [fn('*', 0n, -5n), '0'],
  [fn('-', fn('-', -9223372036854775807n, 1n)), '-9223372036854775808'],
]);

check('decimal arithmetic', [
  [fn('+', num('1.10'), num('2.205')), '3.305'],
  [fn('-', num('1.1'), 5), '-3.9'],
  [fn('*', num('1.5'), num('0.25')), '0.375'],
  [fn('/', num('1.0'), 3), '0.333333333333'],
  [fn('%', num('7.5'), num('2.0')), '1.5'],
  [fn('/', num('10.00'), num('-4.0')), '-2.500000'],
  [
    fn('*', as('99999999999999.99', decimal(16, 2)), as('99999999999999.99', decimal(16, 2))),
    '9999999999999998000000000000.0001',
  ],
  [fn('+', as('99999999999999999999999999999999999999', decimal(38, 0)), 1), null],
  [fn('/', as('1', decimal(38, 0)), as('3', decimal(38, 0))), '0.333333'],
  [fn('ROUND', num('2.345'), 2), '2.35'],
  [fn('ROUND', num('-2.345'), 2), '-2.35'],
  [fn('ROUND', num('155.5'), -1), '160'],
  [fn('ROUND', 155, -1), '160'],
  [fn('TRUNCATE', num('2.349'), 2), '2.34'],
  [fn('FLOOR', num('-2.5')), '-3'],
  [fn('CEIL', num('-2.5')), '-2'],
  [fn('CEIL', num('9.01')), '10'],
  [fn('ABS', num('-2.5')), '2.5'],
  [fn('SIGN', num('-2.5')), '-1.0'],
]);

check('double arithmetic', [
  [fn('+', 0.1, 0.2), '0.30000000000000004'],
  [fn('/', 1.5, 0), 'Infinity'],
  [fn('*', -0.5, 0), '-0.0'],
  [fn('+', as(0.1, FLOAT), as(0.2, FLOAT)), '0.3'],
  [fn('*', as(16777217, FLOAT), 1), '1.6777216E7'],
  [fn('ROUND', 2.345, 2), '2.35'],
  [fn('ROUND', 1.005, 2), '1.01'],
  [fn('TRUNCATE', -2.349, 2), '-2.34'],
  [fn('TRUNCATE', 2.349, -2147483648), '0.0'],
  [fn('TRUNCATE', 2.349, 2147483647), '2.349'],
  [fn('ROUND', 2.349, -2147483648), '0.0'],
  [fn('ROUND', 2.349, 2147483647), '2.349'],
  [fn('ROUND', 155, -2147483648), '0'],
  [fn('POWER', 2, 10), '1024.0'],
  [fn('SQRT', 2), '1.4142135623730951'],
  [fn('LOG', 2, 8), '3.0'],
  [fn('LN', 1), '0.0'],
  [fn('PI'), '3.141592653589793'],
  [fn('DEGREES', fn('PI')), '180.0'],
  [fn('FLOOR', -1.5), '-2.0'],
  [fn('SIGN', -0.5), '-1.0'],
]);

check('comparison', [
  [fn('=', 1, num('1.0')), 'TRUE'],
  [fn('<', num('1.05'), num('1.1')), 'TRUE'],
  [fn('>', as('99999999999999999999999999999999999999', decimal(38, 0)), num('0.5')), 'TRUE'],
  [fn('=', 'a', 'a '), 'FALSE'],
  [fn('<', 'Z', 'a'), 'TRUE'],
  [fn('<', '\u{ff5e}', '\u{1f600}'), 'TRUE'],
  [fn('<', 'a', 'ab'), 'TRUE'],
  [fn('=', null, 1), null],
  [fn('IS DISTINCT FROM', null, 1), 'TRUE'],
  [fn('IS NOT DISTINCT FROM', null, null), 'TRUE'],
  [fn('BETWEEN', 2, 1, 3), 'TRUE'],
  [fn('NOT BETWEEN', 2, 1, 3), 'FALSE'],
  [fnWith('SYMMETRIC', 'BETWEEN', 2, 3, 1), 'TRUE'],
  [fn('IN', 2, 1, 2, 3), 'TRUE'],
  [fn('IN', 4, 1, 2, 3, null), null],
  [fn('IN', 4, 1, 2, 3, 5, 6, 7), 'FALSE'],
  [fn('IN', 'f', 'a', 'b', 'c', 'd', 'e', 'f'), 'TRUE'],
  [fn('NOT IN', 'x', 'a', 'b', 'c', 'd', 'e', null), null],
  [fn('=', ts('2024-01-01 00:00:00'), '2024-01-01 00:00:00'), 'TRUE'],
  [fn('<', ts('2024-01-01 00:00:00.000000001', 9), ts('2024-01-01 00:00:00.000000002', 9)), 'TRUE'],
  [fn('=', fn('ROW', 1, 'a'), fn('ROW', 1, 'a')), 'TRUE'],
  [fn('>', 9007199254740993n, 9007199254740992n), 'TRUE'],
]);

check('logic', [
  [fn('AND', true, null), null],
  [fn('AND', false, null), 'FALSE'],
  [fn('AND', null, false), 'FALSE'],
  [fn('OR', null, true), 'TRUE'],
  [fn('OR', false, null), null],
  [fn('NOT', null), null],
  [fn('NOT', true), 'FALSE'],
  [fn('IS TRUE', null), 'FALSE'],
  [fn('IS NOT TRUE', null), 'TRUE'],
  [fn('IS UNKNOWN', null), 'TRUE'],
  [fn('IS NOT FALSE', false), 'FALSE'],
  [fn('IS NULL', null), 'TRUE'],
  [fn('IS NOT NULL', 1), 'TRUE'],
]);

check('conditional', [
  [fn('CASE', true, 1, 2), '1'],
  [fn('CASE', null, 1, 2), '2'],
  [fn('CASE', false, 'a', true, 'bbb', 'c'), 'bbb'],
  [fn('CASE', false, 'a'), null],
  [fn('COALESCE', null, null, 3), '3'],
  [fn('COALESCE', null, 'x', 'yy'), 'x'],
  [fn('IF', true, 'a', 'b'), 'a'],
  [fn('IFNULL', null, 5), '5'],
  [fn('NULLIF', 1, 1), null],
  [fn('NULLIF', 1, 2), '1'],
  [fn('GREATEST', 1, 5, 3), '5'],
  [fn('LEAST', 'b', 'a', 'c'), 'a'],
]);

check('casts to numbers', [
  [cast(300, TINYINT), '44'],
  [cast(9007199254740993n, INT), '1'],
  [cast(1e10, BIGINT), '10000000000'],
  [cast(-1.9, INT), '-1'],
  [cast(1e300, BIGINT), '9223372036854775807'],
  [cast(' 42.9 ', INT), '42'],
  [cast('9223372036854775807', BIGINT), '9223372036854775807'],
  [cast('1e3', DOUBLE), '1000.0'],
  [cast('12.345', decimal(5, 2)), '12.35'],
  [tryCast('1234.5', decimal(5, 2)), null],
  [cast(num('99.95'), decimal(3, 1)), null],
  [cast(num('99.94'), decimal(3, 1)), '99.9'],
  [cast(1.005, decimal(10, 2)), '1.01'],
  [cast(2.5, decimal(10, 0)), '3'],
  [cast(true, decimal(3, 1)), '1.0'],
  [cast(true, INT), '1'],
  [cast(0, { root: 'BOOLEAN', nullable: true }), 'FALSE'],
  [cast('yes', { root: 'BOOLEAN', nullable: true }), 'TRUE'],
  [cast(num('1.9'), INT), '1'],
  [cast(num('0.1'), DOUBLE), '0.1'],
  [cast(16777217, FLOAT), '1.6777216E7'],
  [tryCast('x', INT), null],
  [tryCast('300', TINYINT), null],
  [tryCast('1.5xy', decimal(3, 1)), null],
  [tryCast('1.5x', decimal(3, 1)), '1.5'],
  [tryCast('1.5x', decimal(19, 1)), null],
  [tryCast('NaN', DOUBLE), 'NaN'],
]);

check('casts to text', [
  [cast(1.5, STRING), '1.5'],
  [cast(1e10, DOUBLE), '1.0E10'],
  [cast(-2147483648, STRING), '-2147483648'],
  [cast(9007199254740993n, STRING), '9007199254740993'],
  [cast(num('1.50'), STRING), '1.50'],
  [cast(true, STRING), 'TRUE'],
  [cast('abc', char(5)), 'abc  '],
  [cast('abcdef', char(3)), 'abc'],
  [cast('äöü', varchar(2)), 'äö'],
  [cast(12345, varchar(3)), '123'],
  [cast(day('2024-02-29'), STRING), '2024-02-29'],
  [cast(as('10:20:30.100', TIME3), STRING), '10:20:30.1'],
  [cast(ts('2024-02-29 10:20:30.5'), STRING), '2024-02-29 10:20:30.500'],
  [cast(ltz('2024-07-01 12:00:00'), STRING), '2024-07-01 12:00:00.000'],
  [cast(fn('ARRAY', 1, null), STRING), '[1, NULL]'],
  [cast(fn('ROW', 1, 'x'), STRING), '(1, x)'],
  [cast(fn('MAP', 'a', 1), STRING), '{a=1}'],
  [cast(cast('hé', BYTES), STRING), 'hé'],
]);

check('casts of times', [
  [cast('2024-02-29', DATE), '2024-02-29'],
  [tryCast('2023-02-29', DATE), null],
  [cast('2024-2-9 10:00:00', DATE), '2024-02-09'],
  [cast('2024-02-29 1:2:3.123456789', timestamp(6)), '2024-02-29 01:02:03.123456'],
  [cast('2024-02-29', timestamp(0)), '2024-02-29 00:00:00'],
  [tryCast('2024-02-29T10:00:00', timestamp(3)), null],
  [cast(ts('1969-12-31 23:59:59.999'), DATE), '1970-01-01'],
  [cast(ts('2024-02-29 10:20:30.567'), TIME3), '10:20:30.567'],
  [cast(day('2024-02-29'), timestamp(3)), '2024-02-29 00:00:00.000'],
  [cast(ltz('2024-07-01 12:00:00'), timestamp(3)), '2024-07-01 12:00:00.000'],
  [cast(ts('2024-03-31 02:30:00'), timestampLtz(3)), '2024-03-31 03:30:00.000'],
]);

const DAY_INTERVAL: LogicalType = {
  root: 'INTERVAL_DAY_TIME',
  resolution: 'DAY',
  precision: 2,
  fractionalPrecision: 3,
  nullable: true,
};

check('intervals', [
  [cast(5, DAY_INTERVAL), '+5 00:00:00.000'],
  [fn('*', cast(2n, DAY_INTERVAL), 3), '+6 00:00:00.000'],
  [fn('+', day('2024-01-31'), cast(1, DAY_INTERVAL)), '2024-02-01'],
  [fn('-', ts('2024-01-01 00:00:00'), cast(1, DAY_INTERVAL)), '2023-12-31 00:00:00.000'],
  [fn('-', ts('2024-01-02 00:00:00'), ts('2024-01-01 12:00:00')), '+0 12:00:00.000'],
  [fn('-', as('10:00:00', TIME3), fn('*', cast(3, DAY_INTERVAL), 7)), '10:00:00.0'],
  [fn('-', cast(1, DAY_INTERVAL)), '-1 00:00:00.000'],
]);

check('strings', [
  [fn('||', 'ab', 'çd'), 'abçd'],
  [fn('CONCAT', 'a', 'b', 'c'), 'abc'],
  [fn('CONCAT', 'a', null), null],
  [fn('CONCAT_WS', '-', 'a', null, 'b'), 'a-b'],
  [fn('CHAR_LENGTH', 'añ😀'), '3'],
  [fn('UPPER', 'straße'), 'STRASSE'],
  [fn('LOWER', 'ABC'), 'abc'],
  [fn('SUBSTRING', 'hello', 2, 3), 'ell'],
  [fn('SUBSTRING', 'hello', -3), 'llo'],
  [fn('SUBSTRING', 'hello', 0, 2), 'he'],
  [fn('SUBSTRING', 'hello', -9, 2), ''],
  [fn('SUBSTRING', 'añ😀b', 3, 1), '😀'],
  [fn('TRIM', '  x '), 'x'],
  [fnWith('LEADING', 'TRIM', 'x', 'xxaxx'), 'axx'],
  [fnWith('BOTH', 'TRIM', 'xy', 'xyaxy'), 'a'],
  [fn('RTRIM', 'abcc', 'c'), 'ab'],
  [fn('POSITION', 'l', 'hello'), '3'],
  [fn('LOCATE', 'l', 'hello', 4), '4'],
  [fn('INSTR', 'hello', 'z'), '0'],
  [fn('REPLACE', 'aXbX', 'X', '$1'), 'a$1b$1'],
  [fn('REVERSE', 'ab😀'), '😀ba'],
  [fn('REPEAT', 'ab', 2), 'abab'],
  [fn('LPAD', 'hi', 5, 'xy'), 'xyxhi'],
  [fn('LPAD', 'hi', 1, 'x'), 'h'],
  [fn('RPAD', 'hi', 5, ''), null],
  [fn('LEFT', 'hello', 2), 'he'],
  [fn('RIGHT', 'hello', 2), 'lo'],
  [fn('LEFT', 'hello', -1), ''],
  [fn('INITCAP', 'hello wORLD'), 'Hello World'],
  [fn('SPLIT_INDEX', 'a,b,,c', ',', 2), ''],
  [fn('SPLIT_INDEX', 'a,b', ',', 5), null],
  [fn('ASCII', 'a'), '97'],
  [fn('ASCII', ''), '0'],
  [fn('CHR', 97), 'a'],
  [fn('MD5', 'a'), '0cc175b9c0f1b6a831c399e269772661'],
  [fn('SHA2', 'a', 256), 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb'],
  [fn('HEX', 255), 'FF'],
  [fn('OVERLAY', 'abcdef', 'XY', 2, 3), 'aXYef'],
  [fn('TRANSLATE', 'hello', 'el', 'ip'), 'hippo'],
  [fn('STARTSWITH', 'hello', 'he'), 'TRUE'],
  [fn('ELT', 2, 'a', 'b'), 'b'],
  [fn('TO_BASE64', 'hi'), 'aGk='],
]);

check('patterns', [
  [fn('LIKE', 'hello', 'he%'), 'TRUE'],
  [fn('LIKE', 'hello', '%lo'), 'TRUE'],
  [fn('LIKE', 'hello', '%ell%'), 'TRUE'],
  [fn('LIKE', 'hello', 'hello'), 'TRUE'],
  [fn('LIKE', 'hello', 'h_llo'), 'TRUE'],
  [fn('LIKE', 'h😀llo', 'h_llo'), 'TRUE'],
  [fn('LIKE', 'hello', 'h%l%o'), 'TRUE'],
  [fn('LIKE', 'hello', 'h%x%o'), 'FALSE'],
  [fn('LIKE', 'aba', 'ab%ba'), 'FALSE'],
  [fn('LIKE', '50%', '50!%', '!'), 'TRUE'],
  [fn('NOT LIKE', 'a', 'b'), 'TRUE'],
  [fn('LIKE', 'a', null), null],
  [fn('REGEXP', 'foo123', '\\d+$'), 'TRUE'],
  [fn('REGEXP_EXTRACT', 'foothebar', 'foo(.*?)(bar)', 2), 'bar'],
  [fn('REGEXP_EXTRACT', 'x', 'y'), null],
  [fn('REGEXP_REPLACE', 'foobar', 'oo|ar', ''), 'fb'],
  [fn('REGEXP_REPLACE', 'john smith', '(\\w+) (\\w+)', '$2 $1'), '$2 $1'],
  [fn('REGEXP_COUNT', 'aXbX', 'X'), '2'],
  [fn('SIMILAR TO', 'abc', '(a|b)%'), 'TRUE'],
  [fn('SIMILAR TO', 'a\nc', 'a%'), 'TRUE'],
  [fn('SIMILAR TO', 'a\nc', 'a_c'), 'FALSE'],
  [fn('SIMILAR TO', 'abc', 'a.c'), 'TRUE'],
  [fn('SIMILAR TO', 'a$\\', '_$\\'), 'TRUE'],
  [fn('SIMILAR TO', 'b7', '[[:ALPHA:]-]([:digit:]|[0-9])'), 'TRUE'],
  [fn('SIMILAR TO', 'a|b', 'a!|b', '!'), 'TRUE'],
  [fn('SIMILAR TO', null, '('), null],
]);

test('a pattern that is none fails the row, as in Flink', () => {
  for (const [name, pattern, escapeChar, reason] of [
    ['SIMILAR TO', '(', undefined, "Invalid regular expression '('"],
    ['SIMILAR TO', 'a]', undefined, "Invalid regular expression 'a]'"],
    ['NOT SIMILAR TO', '[a', undefined, "Invalid regular expression '[a'"],
    ['SIMILAR TO', '[a(]', undefined, "Invalid regular expression '[a(]'"],
    ['SIMILAR TO', '[[:none:]]', undefined, "Invalid regular expression '[[:none:]]'"],
    ['SIMILAR TO', 'a!b', '!', "Invalid escape sequence '!b' in the pattern 'a!b'"],
    ['SIMILAR TO', 'a', '!!', "The escape of SIMILAR TO must be one character, found '!!'"],
    ['LIKE', 'a!b', '!', "Invalid escape sequence '!b' in the pattern 'a!b'"],
    ['LIKE', 'a', '', "The escape of LIKE must be one character, found ''"],
  ] as const) {
    const args = escapeChar === undefined ? [pattern] : [pattern, escapeChar];
    assert.throws(() => result(fn(name, 'abc', ...args)), {
      code: 'DATA_EXPRESSION',
      reason,
    });
  }
});

check('dates and times', [
  [fnWith('YEAR', 'EXTRACT', day('2024-02-29')), '2024'],
  [fnWith('WEEK', 'EXTRACT', day('2021-01-03')), '53'],
  [fnWith('DOW', 'EXTRACT', day('2024-02-25')), '1'],
  [fnWith('HOUR', 'EXTRACT', ts('1969-12-31 23:59:59')), '0'],
  [fnWith('SECOND', 'EXTRACT', ts('2024-01-01 00:00:59.9')), '59'],
  [fnWith('HOUR', 'EXTRACT', ltz('2024-07-01 12:00:00')), '12'],
  [fnWith('EPOCH', 'EXTRACT', ts('1970-01-02 00:00:00')), '86400'],
  [fn('QUARTER', day('2024-05-01')), '2'],
  [fn('DAYOFYEAR', day('2024-12-31')), '366'],
  [fnWith('MONTH', 'FLOOR', ts('2024-02-29 10:00:00')), '2024-02-01 00:00:00.000'],
  [fnWith('HOUR', 'CEIL', ts('2024-02-29 10:00:01')), '2024-02-29 11:00:00.000'],
  [fnWith('YEAR', 'CEIL', day('2024-02-29')), '2025-01-01'],
  [fnWith('WEEK', 'FLOOR', day('2024-02-29')), '2024-02-25'],
  [fnWith('DAY', 'FLOOR', ltz('2024-07-01 01:00:00')), '2024-07-01 00:00:00.000'],
  [fnWith('MONTH', 'TIMESTAMPADD', 1, day('2024-01-31')), '2024-02-29'],
  [fnWith('HOUR', 'TIMESTAMPADD', -1, ts('2024-01-01 00:30:00')), '2023-12-31 23:30:00.000'],
  [fnWith('DAY', 'TIMESTAMPDIFF', ts('2024-01-01 12:00:00'), ts('2024-01-03 11:59:59')), '1'],
  [fnWith('MONTH', 'TIMESTAMPDIFF', day('2024-01-31'), day('2024-02-29')), '1'],
  [fnWith('YEAR', 'TIMESTAMPDIFF', day('2024-02-29'), day('2023-03-01')), '0'],
  [
    fn('DATE_FORMAT', ts('2024-02-09 15:04:05.678'), 'yyyy/MM/dd hh:mm:ss.SSS a'),
    '2024/02/09 03:04:05.678 PM',
  ],
  [fn('DATE_FORMAT', '2024-02-09 15:04:05', 'EEE, d MMM'), 'Fri, 9 Feb'],
  [fn('TO_TIMESTAMP', '2024-02-09 15:04:05'), '2024-02-09 15:04:05.000'],
  [fn('TO_TIMESTAMP', '09.02.2024 15h', "dd.MM.yyyy HH'h'"), '2024-02-09 15:00:00.000'],
  [fn('TO_TIMESTAMP', 'nonsense'), null],
  [fn('TO_DATE', '20240209', 'yyyyMMdd'), '2024-02-09'],
  [fn('TO_TIMESTAMP_LTZ', 1719828000000n, 3), '2024-07-01 12:00:00.000'],
  [fn('TO_TIMESTAMP_LTZ', 1719828000, 0), '2024-07-01 12:00:00.000'],
  [fn('UNIX_TIMESTAMP', '2024-07-01 12:00:00'), '1719828000'],
  [fn('FROM_UNIXTIME', 1719828000), '2024-07-01 12:00:00'],
  [fn('CONVERT_TZ', '1970-01-01 00:00:00', 'UTC', 'America/Los_Angeles'), '1969-12-31 16:00:00'],
  [fn('CURRENT_DATE'), '2024-07-01'],
  [fn('CURRENT_TIME'), '14:30:15'],
  [fn('LOCALTIMESTAMP'), '2024-07-01 14:30:15.250'],
  [fn('NOW'), '2024-07-01 14:30:15.250'],
]);

check('arrays', [
  [fn('ARRAY_APPEND', fn('ARRAY', 1, 2), null), '[1, 2, NULL]'],
  [fn('ARRAY_PREPEND', fn('ARRAY', 1, 2), 3), '[3, 1, 2]'],
  [fn('ARRAY_APPEND', fn('ARRAY', 1n, 2n), 3), '[1, 2, 3]'],
  [fn('ARRAY_REMOVE', fn('ARRAY', num('1.5')), num('2.25')), '[1.5]'],
  [fn('ARRAY_REMOVE', fn('ARRAY', 1, 2, 1), 1), '[2]'],
  [fn('ARRAY_POSITION', fn('ARRAY', 'a', 'b'), 'b'), '2'],
  [fn('ARRAY_POSITION', fn('ARRAY', 'a', 'b'), null), null],
  [fn('ARRAY_DISTINCT', fn('ARRAY', 1, null, 1, null)), '[1, NULL]'],
  [fn('ARRAY_REVERSE', fn('ARRAY', 1, 2)), '[2, 1]'],
  [fn('ARRAY_CONCAT', fn('ARRAY', 1), fn('ARRAY', 2n)), '[1, 2]'],
  [fn('ARRAY_UNION', fn('ARRAY', 1, 2), fn('ARRAY', 2, 3)), '[1, 2, 3]'],
  [fn('ARRAY_EXCEPT', fn('ARRAY', 1, 2), fn('ARRAY', 2, 3)), '[1]'],
  [fn('ARRAY_INTERSECT', fn('ARRAY', 1, 2), fn('ARRAY', 2, 3)), '[2]'],
  [fn('ARRAY_MAX', fn('ARRAY', 1, 3, null)), '3'],
  [fn('ARRAY_MIN', fn('ARRAY', 'b', 'a')), 'a'],
  [fn('ARRAY_SLICE', fn('ARRAY', 'a', 'b', 'c', 'd', 'e'), -2, -1), '[d, e]'],
  [fn('ARRAY_SLICE', fn('ARRAY', 1, 2, 3), 2), '[2, 3]'],
  [fn('ARRAY_SORT', fn('ARRAY', 1, null, 3), false), '[3, 1, NULL]'],
  [fn('ARRAY_JOIN', fn('ARRAY', 'a', null, 'b'), '-'), 'a-b'],
  [fn('ARRAY_JOIN', fn('ARRAY', 'a', null, 'b'), '-', '?'), 'a-?-b'],
  [fn('MAP_KEYS', fn('MAP', 'k', 7)), '[k]'],
  [fn('MAP_VALUES', fn('MAP', 'k', 7)), '[7]'],
  [fn('MAP_ENTRIES', fn('MAP', 'k', 7)), '[(k, 7)]'],
  [fn('MAP_FROM_ARRAYS', fn('ARRAY', 1), fn('ARRAY', 'x')), '{1=x}'],
  [fn('MAP_UNION', fn('MAP', 'k', 7), fn('MAP', 'k', 8)), '{k=8}'],
  [fn('SPLIT', 'a;b;', ';'), '[a, b, ]'],
  [fn('STR_TO_MAP', 'a=1,b=2'), '{a=1, b=2}'],
]);

check('what Flink does at the edges', [
  [fn('TO_TIMESTAMP', '2024-02-30 00:00:00'), '2024-02-29 00:00:00.000'],
  [fn('TO_TIMESTAMP_LTZ', 1719828000.5, 0), '2024-07-01 12:00:00.500'],
  [fn('TO_TIMESTAMP_LTZ', 1719828000123456n, 6), '2024-07-01 12:00:00.123456'],
  [fn('TO_TIMESTAMP_LTZ', 253402300800000n, 3), null],
  [fn('CONVERT_TZ', '2024-07-01 12:00:00', 'Europe/Berlin', 'bad/zone'), '2024-07-01 10:00:00'],
  [fn('DATE_FORMAT', ts('2024-02-09 15:04:05'), 'EEEE MMMM QQQ'), 'Friday February Q1'],
  [fn('DATE_FORMAT', ts('2024-02-09 15:04:05'), 'D w e'), '40 6 6'],
  [fn('DATE_FORMAT', ts('2024-12-30 15:04:05'), 'w'), '1'],
  [fn('UNHEX', '4D7'), "x'00d7'"],
  [fn('SUBSTRING', 'hello', 2, -1), null],
  [tryCast(' 2024-02-29 10:00:00', timestamp(3)), null],
  [cast('1:2:3.4567', TIME3), '01:02:03.457'],
  [fn('TYPEOF', num('1.5')), 'DECIMAL(2, 1) NOT NULL'],
]);

check('collections', [
  [fn('ARRAY', 1, 2, null), '[1, 2, NULL]'],
  [fn('ITEM', fn('ARRAY', 'a', 'b'), 2), 'b'],
  [fn('ITEM', fn('ARRAY', 'a', 'b'), 3), null],
  [fn('ITEM', fn('MAP', 'k', 7), 'k'), '7'],
  [fn('ITEM', fn('MAP', 'k', 7), 'z'), null],
  [fn('CARDINALITY', fn('ARRAY', 1, 2)), '2'],
  [fn('ELEMENT', fn('ARRAY', 5n)), '5'],
  [fn('ARRAY_CONTAINS', fn('ARRAY', 1, 2), 2), 'TRUE'],
  [fn('ARRAY_CONTAINS', fn('ARRAY', 1, 2), null), 'FALSE'],
  [fnWith('EXPR$1', '.field', fn('ROW', 1, ts('2024-01-01 00:00:00'))), '2024-01-01 00:00:00.000'],
]);
