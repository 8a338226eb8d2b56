import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describe, MillraceError } from '../../conf/errors/error.js';
import {
  parseExpression,
  parseScript,
  parseScriptAll,
  parseStatement,
  parseType,
} from './parse.js';
import { print } from './print.js';
import { shape } from './shape.js';

function failure(run: () => unknown): MillraceError {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof MillraceError, String(error));
    return error;
  }
  assert.fail('must fail');
}

/** `CODE line:column reason`, and the hint. */
function told({ code, place, reason, hint }: MillraceError): string[] {
  const head = `${code} ${place?.line}:${place?.column} ${reason}`;
  return hint === undefined ? [head] : [head, hint];
}

test('statements of a script are separated by semicolons', () => {
  const script = parseScript(';; SELECT 1; -- one\nUSE d;;\n\nEND');
  assert.deepEqual(script.map(print), ['SELECT 1', 'USE d', 'END']);
  assert.deepEqual(
    script.map(({ start, end }) => [start, end]),
    [
      [3, 11],
      [20, 25],
      [29, 32],
    ],
  );
  assert.deepEqual(parseScript(' -- nothing\n;'), []);
});

test('BEGIN STATEMENT SET and END are statements; EXECUTE STATEMENT SET is one', () => {
  const kinds = (sql: string) => parseScript(sql).map(({ kind }) => kind);
  assert.deepEqual(kinds('BEGIN STATEMENT SET; INSERT INTO a SELECT 1; END;'), [
    'beginStatementSet',
    'insert',
    'endStatementSet',
  ]);
  assert.deepEqual(kinds('EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1; END; SELECT 1'), [
    'execute',
    'query',
  ]);
});

test('parseScript throws the first error, with the file', () => {
  const error = failure(() => parseScript('SELECT 1;\nSELCT 2; FOO', { file: 'a.sql' }));
  assert.equal(error.place?.file, 'a.sql');
  assert.deepEqual(told(error).slice(1), ["Did you mean 'SELECT'?"]);
  assert.equal(error.place?.line, 2);
});

test('parseScriptAll goes on behind the semicolon after an error', () => {
  const { statements, errors } = parseScriptAll(
    'SELECT 1; SELECT FROM t; SELECT 2;\nSELECT # 3; CREATE TABL t (a INT); SELECT 4; SELECT (',
  );
  assert.deepEqual(statements.map(print), ['SELECT 1', 'SELECT 2', 'SELECT 4']);
  assert.deepEqual(
    errors.map((error) => `${error.code} ${error.place?.line}:${error.place?.column}`),
    ['PARSE_SYNTAX 1:18', 'PARSE_SYNTAX 2:8', 'PARSE_SYNTAX 2:20', 'PARSE_UNFINISHED 2:54'],
  );
});

test('parseStatement takes exactly one statement', () => {
  assert.equal(print(parseStatement(' SELECT 1 ;; ')), 'SELECT 1');
  assert.deepEqual(told(failure(() => parseStatement('SELECT 1; SELECT 2'))), [
    'PARSE_SYNTAX 1:11 Encountered "SELECT", a reserved word; expected ";"',
  ]);
  assert.equal(failure(() => parseStatement('')).code, 'PARSE_UNFINISHED');
});

test('parseExpression and parseType take one and nothing else', () => {
  assert.equal(shape(parseExpression('a + 1')), 'binary{operator: +, left: a, right: 1}');
  assert.equal(shape(parseType('INT NOT NULL')), 'simpleType{name: INT, notNull}');
  assert.equal(failure(() => parseExpression('a b')).place?.column, 3);
  assert.equal(failure(() => parseType('INT,')).place?.column, 4);
});

test('an error shows the line and a caret below the finding', () => {
  const error = failure(() => parseStatement('SELECT a\nFROM t\nWHRE a = 1 AND b'));
  assert.equal(
    describe(error),
    [
      '[PARSE_SYNTAX] line 3, column 6: Encountered "a"; expected one of CROSS, EXCEPT, FETCH, ' +
        'FULL, GROUP, HAVING, INNER, INTERSECT, JOIN, LEFT, LIMIT, MATCH_RECOGNIZE, …',
      '  WHRE a = 1 AND b',
      '       ^',
      "Hint: Did you mean 'WHERE' instead of 'WHRE'?",
    ].join('\n'),
  );
});

test('unfinished statements say so in the words of Flink', () => {
  const unfinished = [
    'SELECT',
    'SELECT a FROM',
    'SELECT (a',
    "SELECT 'a",
    'SELECT `a',
    'SELECT /* a',
    'CREATE TABLE t (a INT,',
    'INSERT INTO t',
    'EXECUTE STATEMENT SET BEGIN INSERT INTO t SELECT 1;',
    'SELECT CASE WHEN a THEN b',
    '',
  ];
  for (const sql of unfinished) {
    const error = failure(() => parseStatement(sql));
    assert.equal(error.code, 'PARSE_UNFINISHED', sql);
    assert.match(error.reason, /Encountered "<EOF>"/, sql);
  }
});

test('long chains parse in a loop; too deep ones are refused', () => {
  for (const operator of [' AND ', ' OR ', ' || ']) {
    const node = parseExpression(Array.from({ length: 10_000 }, (_, i) => `a${i}`).join(operator));
    assert.ok(node.kind === 'chain');
    assert.equal(node.operands.length, 10_000);
    assert.equal(print(parseExpression(print(node))), print(node));
  }
  const query = parseStatement(
    Array.from({ length: 10_000 }, () => 'SELECT 1').join(' UNION ALL '),
  );
  assert.ok(query.kind === 'query' && query.body.kind === 'setOperation');
  assert.equal(query.body.operands.length, 10_000);
  assert.equal(parseExpression(`a IN (${'1, '.repeat(20_000)}1)`).kind, 'inList');
  assert.equal(parseExpression(Array(500).fill('a').join(' + ')).kind, 'binary');
  const tooLarge = [
    '('.repeat(5000),
    `${'('.repeat(300)}a${')'.repeat(300)}`,
    Array(2000).fill('a').join(' + '),
    `a${'[1]'.repeat(2000)}`,
    'NOT '.repeat(3000),
    '- '.repeat(3000),
    'CASE WHEN '.repeat(3000),
    'f('.repeat(3000),
    `(SELECT ${'(SELECT '.repeat(3000)}`,
    `CAST(a AS ${'ARRAY<'.repeat(3000)}`,
    `CAST(a AS ${'ROW<x '.repeat(3000)}`,
    `CAST(a AS INT${' ARRAY'.repeat(3000)})`,
  ];
  for (const sql of tooLarge) {
    const error = failure(() => parseExpression(sql));
    assert.equal(error.code, 'PARSE_TOO_LARGE', sql.slice(0, 20));
    assert.equal(error.place?.line, 1);
  }
  const joins = `SELECT * FROM a${' JOIN b ON TRUE'.repeat(2000)}`;
  assert.equal(failure(() => parseStatement(joins)).code, 'PARSE_TOO_LARGE');
  const pattern = `SELECT * FROM t MATCH_RECOGNIZE (PATTERN (${'('.repeat(2000)}`;
  assert.equal(failure(() => parseStatement(pattern)).code, 'PARSE_TOO_LARGE');
  assert.equal(failure(() => parseStatement(' '.repeat((1 << 24) + 1))).code, 'PARSE_TOO_LARGE');
});
