import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Configuration } from '../../conf/configuration.js';
import { SQL_DIALECT } from '../../conf/options/table.js';
import type { Query } from '../parser/ast/query.js';
import { print } from '../parser/print.js';
import { readScript, readScriptAll, readStatement } from './read.js';

function inDialect(dialect: string): Configuration {
  return Configuration.of({ [SQL_DIALECT.key]: dialect });
}

test('a SET of the dialect holds from the next statement on', () => {
  const script = [
    'SELECT `a`;',
    "SET 'table.sql-dialect' = 'PostgreSQL'; SELECT \"b;\"::int -- not the end; ",
    ";SET 'table.sql-dialect' = 'mysql';",
    'SELECT "c;"; # the end of a line; ',
    'RESET;',
    'SELECT `d`',
  ].join('\n');
  const statements = readScript(script, new Configuration());
  assert.deepEqual(statements.map(print), [
    'SELECT `a`',
    "SET 'table.sql-dialect' = 'PostgreSQL'",
    'SELECT CAST(`b;` AS INT)',
    "SET 'table.sql-dialect' = 'mysql'",
    "SELECT 'c;'",
    'RESET',
    'SELECT `d`',
  ]);
  const texts = statements.map(({ start, end }) => script.slice(start, end));
  assert.equal(texts[2], 'SELECT "b;"::int');
  assert.equal(texts[4], 'SELECT "c;"');
  assert.equal(texts[6], 'SELECT `d`');
});

test('RESET comes back to what the session began with', () => {
  const statements = readScript(
    "SELECT a::int; SET 'table.sql-dialect' = 'default'; SELECT `a`; RESET; SELECT b::int",
    inDialect('postgresql'),
  );
  assert.equal(print(statements[4] as Query), 'SELECT CAST(b AS INT)');
});

test('other statements stay in the dialect of Flink', () => {
  const texts = [
    "CREATE TABLE t (`a` INT) WITH ('connector' = 'print')",
    'SHOW TABLES',
    'BEGIN STATEMENT SET',
    'END',
    'EXPLAIN CHANGELOG_MODE SELECT CAST(a AS INT) FROM t',
  ];
  const [, , , , explain] = texts;
  for (const text of texts) assert.equal(print(readStatement(text, inDialect('mysql'))), text);
  const own = readStatement('EXPLAIN CHANGELOG_MODE SELECT a::int FROM t', inDialect('trino'));
  assert.equal(print(own), explain);
});

test('all errors of a script, each at its place', () => {
  const script = "SELECT a FROM;\nSELECT 1;\n  SELECT a & b FROM t;\nSELECT 'x";
  const { statements, errors } = readScriptAll(script, inDialect('sqlite'), { file: 'a.sql' });
  assert.deepEqual(statements.map(print), ['SELECT 1']);
  const places = errors.map(({ code, place }) => [code, place?.file, place?.line, place?.column]);
  assert.deepEqual(places, [
    ['PARSE_UNFINISHED', 'a.sql', 1, 14],
    ['PLAN_UNSUPPORTED', 'a.sql', 3, 14],
    ['PARSE_UNFINISHED', 'a.sql', 4, 8],
  ]);
});

test('nodes carry the places of the text as it was written', () => {
  const sql = "SELECT /* c */ 'a''b', t.\"col\", f(x) + 1.50\nFROM t WHERE y = 'z'";
  const { body } = readStatement(sql, inDialect('postgresql')) as Query;
  assert.equal(body.kind, 'select');
  if (body.kind !== 'select') return;
  const texts = body.items.map(({ start, end }) => sql.slice(start, end));
  assert.deepEqual(texts, ["'a''b'", 't."col"', 'f(x) + 1.50']);
  assert.equal(sql.slice(body.where?.start, body.where?.end), "y = 'z'");
});

test('no text of the user is taken for a mark', () => {
  const sql = `SELECT q_0_, qq_0_, "x", 'q_1_', 700000001, 1.5 FROM q_`;
  const found = print(readStatement(sql, inDialect('postgresql')));
  assert.equal(found, "SELECT q_0_, qq_0_, `x`, 'q_1_', 700000001, 1.5 FROM q_");
});

test('a text of one statement holds no second one', () => {
  const mysql = inDialect('mysql');
  assert.equal(print(readStatement(' ; SELECT 1 ; ; # end', mysql)), 'SELECT 1');
  assert.throws(() => readStatement('SELECT 1; SELECT 2', mysql), {
    code: 'PARSE_SYNTAX',
    place: { line: 1, column: 11, start: 10, end: 16, sourceLine: 'SELECT 1; SELECT 2' },
  });
  assert.throws(() => readStatement(' ', mysql), { code: 'PARSE_UNFINISHED' });
});
