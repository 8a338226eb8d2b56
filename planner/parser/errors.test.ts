/** Statements that must fail: code, line, column, message and hint. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MillraceError } from '../../conf/errors/error.js';
import { parseStatement } from './parse.js';

type Row = readonly [sql: string, expected: string, hint?: string];

function outcome(sql: string): [told: string, hint: string | undefined] {
  try {
    parseStatement(sql);
  } catch (error) {
    assert.ok(error instanceof MillraceError, String(error));
    const { line, column } = error.place ?? {};
    return [`${error.code} ${line}:${column} ${error.reason}`, error.hint];
  }
  return ['parses', undefined];
}

function check(rows: readonly Row[]): void {
  for (const [sql, expected, hint] of rows) assert.deepEqual(outcome(sql), [expected, hint], sql);
}

test('literals', () => {
  check([
    [
      "SELECT DATE '2001-1'",
      "PARSE_LITERAL 1:13 Malformed DATE literal '2001-1': its form is 'yyyy-MM-dd'",
    ],
    [
      "SELECT TIME 'noon'",
      "PARSE_LITERAL 1:13 Malformed TIME literal 'noon': its form is 'HH:mm:ss[.fraction]'",
    ],
    [
      "SELECT TIMESTAMP '2001-01-01T00:00:00'",
      "PARSE_LITERAL 1:18 Malformed TIMESTAMP literal '2001-01-01T00:00:00': its form is " +
        "'yyyy-MM-dd HH:mm:ss[.fraction]'",
    ],
    [
      "SELECT INTERVAL 'x' DAY",
      "PARSE_LITERAL 1:17 Malformed INTERVAL literal 'x': its form is 'n'",
    ],
    [
      "SELECT INTERVAL '1' YEAR TO MONTH",
      "PARSE_LITERAL 1:17 Malformed INTERVAL literal '1': its form is 'years-months'",
    ],
    [
      "SELECT INTERVAL '1:2' DAY TO SECOND",
      "PARSE_LITERAL 1:17 Malformed INTERVAL literal '1:2': its form is " +
        "'day hour:minute:second[.fraction]'",
    ],
    ["SELECT X'0'", "PARSE_LITERAL 1:8 X'…' needs an even number of hexadecimal digits"],
    ["SELECT X'0g'", "PARSE_LITERAL 1:8 X'…' holds hexadecimal digits only"],
    ["SELECT U&'\\00'", 'PARSE_LITERAL 1:8 A Unicode escape needs 4 hexadecimal digits'],
    [
      "SELECT U&'x' UESCAPE '1'",
      'PARSE_LITERAL 1:22 UESCAPE takes one character that is no hexadecimal digit',
    ],
    ["SELECT _klingon'x'", "PARSE_LITERAL 1:8 The character set 'klingon' is not known"],
    ["SELECT 'a' 'b'", 'PARSE_SYNTAX 1:12 A string may be continued on the next line only'],
    [
      'SELECT CAST(a AS CHAR(1.5))',
      'PARSE_LITERAL 1:23 A whole number below 2147483648 must stand here',
    ],
    [
      'SELECT CAST(a AS CHAR(99999999999))',
      'PARSE_LITERAL 1:23 A whole number below 2147483648 must stand here',
    ],
  ]);
});

test('characters', () => {
  check([
    [
      'SELECT "a"',
      'PARSE_SYNTAX 1:8 Double quotes have no meaning in this dialect',
      "Names are quoted with backquotes, strings with apostrophes: `name`, 'string'.",
    ],
    ['SELECT a # b', 'PARSE_SYNTAX 1:10 This character has no meaning in SQL'],
    ['SELECT ``', 'PARSE_SYNTAX 1:8 A quoted name is empty'],
    ['SELECT ?', 'PARSE_SYNTAX 1:8 Parameters (?) are not supported: write the value itself'],
  ]);
});

test('misspelt keywords', () => {
  check([
    [
      'SELECT a FRM t',
      'PARSE_SYNTAX 1:14 Encountered "t"; expected one of EXCEPT, FETCH, FROM, GROUP, HAVING, ' +
        'INTERSECT, LIMIT, MINUS, OFFSET, ORDER, QUALIFY, UNION, …',
      "Did you mean 'FROM' instead of 'FRM'?",
    ],
    [
      'CREATE TABEL t (a INT)',
      'PARSE_SYNTAX 1:8 Encountered "TABEL"; expected one of CATALOG, CONNECTION, DATABASE, ' +
        'FUNCTION, MATERIALIZED, MODEL, OR, TABLE, TEMPORARY, VIEW',
      "Did you mean 'TABLE'?",
    ],
    [
      'SHOW TABELS',
      'PARSE_SYNTAX 1:6 Encountered "TABELS"; expected one of CATALOGS, COLUMNS, CONNECTIONS, ' +
        'CREATE, CURRENT, DATABASES, FULL, FUNCTIONS, JARS, JOBS, MATERIALIZED, MODELS, …',
      "Did you mean 'TABLES'?",
    ],
    [
      "SELECT INTERVAL '1' MINTE",
      'PARSE_SYNTAX 1:21 Encountered "MINTE"; expected a time unit',
      "Did you mean 'MINUTE'?",
    ],
    [
      'CREATE TABLE t (a VARCAHR(3))',
      'PARSE_SYNTAX 1:26 Encountered "("; expected one of ARRAY, COMMENT, CONSTRAINT, METADATA, ' +
        'MULTISET, NOT, NULL, PRIMARY, UNIQUE, ")", ",", "."',
      "Did you mean 'VARCHAR' instead of 'VARCAHR'?",
    ],
    [
      'INSERT INTO t SELECT 1 ON CONFLICT DO NOTHIN',
      'PARSE_SYNTAX 1:39 Encountered "NOTHIN"; expected one of DEDUPLICATE, ERROR, NOTHING',
      "Did you mean 'NOTHING'?",
    ],
    [
      'SELECT a FROM t GRUOP BY a',
      'PARSE_SYNTAX 1:23 Encountered "BY", a reserved word; expected one of CROSS, EXCEPT, ' +
        'FETCH, FULL, GROUP, HAVING, INNER, INTERSECT, JOIN, LEFT, LIMIT, MATCH_RECOGNIZE, …',
      "Did you mean 'GROUP' instead of 'GRUOP'?",
    ],
  ]);
});

test('reserved words as names', () => {
  check([
    [
      'SELECT value FROM t',
      'PARSE_SYNTAX 1:8 Encountered "value", a reserved word; expected one of a name, ' +
        'an expression, ALL, DISTINCT, "*", "/*+"',
      'To use it as a name, quote it: `value`.',
    ],
    [
      'CREATE TABLE t (offset INT)',
      'PARSE_SYNTAX 1:17 Encountered "offset", a reserved word; expected one of a name, ' +
        'CONSTRAINT, PRIMARY, UNIQUE, WATERMARK',
      'To use it as a name, quote it: `offset`.',
    ],
    [
      'SELECT * FROM TABLE(TUMBLE(DATA => TABLE t, OFFSET => 1))',
      'PARSE_SYNTAX 1:45 Encountered "OFFSET", a reserved word; expected a name',
      'To use it as a name, quote it: `OFFSET`.',
    ],
  ]);
});

test('clauses that do not fit', () => {
  check([
    ['SELECT a,', 'PARSE_UNFINISHED 1:10 Encountered "<EOF>"; expected one of an expression, "*"'],
    [
      'SELECT a FROM (b',
      'PARSE_UNFINISHED 1:17 Encountered "<EOF>"; expected one of a name, AS, ' +
        'CROSS, FOR, FULL, INNER, JOIN, LEFT, MATCH_RECOGNIZE, NATURAL, RIGHT, ")", …',
    ],
    [
      'SELECT * FROM a JOIN b WHERE x',
      'PARSE_SYNTAX 1:24 Encountered "WHERE", a reserved word; expected one of a name, AS, FOR, ' +
        'MATCH_RECOGNIZE, ON, USING, ".", "/*+"',
    ],
    [
      "CREATE SYSTEM FUNCTION f AS 'x'",
      'PARSE_SYNTAX 1:8 CREATE SYSTEM FUNCTION is not part of the dialect',
      'System objects are temporary: CREATE TEMPORARY SYSTEM FUNCTION …',
    ],
    [
      'EXPLAIN CREATE VIEW v AS SELECT 1',
      'PARSE_SYNTAX 1:9 EXPLAIN takes a query, an INSERT, a statement set or CREATE TABLE … AS',
    ],
    [
      'SELECT 1 FROM t MATCH_RECOGNIZE (PATTERN (a{3,2}) DEFINE a AS TRUE)',
      'PARSE_SYNTAX 1:45 The pattern repeats at least 3, at most 2 times',
    ],
    [
      'SELECT a IS 1',
      'PARSE_SYNTAX 1:13 Encountered "1"; expected one of DISTINCT, FALSE, JSON, ' +
        'NULL, TRUE, UNKNOWN',
    ],
    [
      "CREATE TABLE t (a INT) WITH ('a' 'b')",
      'PARSE_SYNTAX 1:34 Encountered "\'b\'"; expected "="',
    ],
    ['SELECT MAP[1]', 'PARSE_SYNTAX 1:13 Encountered "]"; expected one of an operator, ","'],
    [
      'DROP TEMPORARY CATALOG c',
      'PARSE_SYNTAX 1:16 Encountered "CATALOG"; expected one of ' +
        'CONNECTION, FUNCTION, MODEL, SYSTEM, TABLE, VIEW',
    ],
    [
      'SELECT *\nFROM t\nWHERE a = = 1',
      'PARSE_SYNTAX 3:11 Encountered "="; expected an expression',
    ],
  ]);
});
