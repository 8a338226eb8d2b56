/** Each way in which a statement does not bind: code, line, column, what is said. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describe, MillraceError } from '../../conf/errors/error.js';
import { run } from '../fixture.js';

/** Statement, code, column of the caret in line 1, part of the message with its hint. */
const cases: readonly (readonly [sql: string, code: string, column: number, text: string])[] = [
  ['SELECT id FROM evens', 'BIND_UNKNOWN_TABLE', 16, "Did you mean 'events'?"],
  ['SELECT id FROM x.events', 'BIND_UNKNOWN_TABLE', 16, "no database 'x' in catalog"],
  ['SELECT id FROM x.y.events', 'BIND_UNKNOWN_TABLE', 16, "There is no catalog 'x'"],
  ['SELECT idd FROM events', 'BIND_UNKNOWN_COLUMN', 8, "Did you mean 'id'?"],
  ['SELECT e.nam FROM events AS e', 'BIND_UNKNOWN_COLUMN', 10, "'nam' not found in table 'e'"],
  ['SELECT ev.id FROM events AS e', 'BIND_UNKNOWN_COLUMN', 8, "no table or column 'ev'"],
  ['SELECT x.* FROM events AS e', 'BIND_UNKNOWN_TABLE', 8, "Table 'x' is not in FROM"],
  ['SELECT id FROM users AS a, users AS b', 'BIND_AMBIGUOUS_COLUMN', 8, "'id' is ambiguous"],
  ['SELECT 1 FROM users, users', 'BIND_AMBIGUOUS_COLUMN', 22, 'Give it an alias.'],
  ['SELECT COUNTT(id) FROM users', 'BIND_UNKNOWN_FUNCTION', 8, "no function 'COUNTT'"],
  ['SELECT id + nick FROM users', 'BIND_TYPE', 8, "'+' does not take (BIGINT NOT NULL, STRING)"],
  ['SELECT id FROM users WHERE id', 'BIND_TYPE', 28, 'WHERE clause must be a condition'],
  ["SELECT CAST(DATE '2020-01-01' AS INT)", 'BIND_TYPE', 8, 'from DATE to INT is not allowed'],
  ['SELECT CAST(1 AS DECIMAL(39, 0))', 'BIND_TYPE', 18, 'between 1 and 38'],
  ["SELECT DATE '2020-02-30'", 'PARSE_LITERAL', 8, 'is no DATE'],
  ["SELECT INTERVAL '123' DAY", 'BIND_TYPE', 8, 'exceeds precision of DAY(2) field'],
  ['SELECT id, COUNT(*) FROM users GROUP BY age', 'BIND_INVALID', 8, "'id' is not being grouped"],
  ['SELECT * FROM users GROUP BY id', 'BIND_INVALID', 8, 'is not being grouped'],
  ['SELECT id FROM users WHERE COUNT(*) > 1', 'BIND_INVALID', 28, 'illegal in WHERE clause'],
  ['SELECT 1 FROM users GROUP BY MAX(id)', 'BIND_INVALID', 30, 'illegal in GROUP BY clause'],
  ['SELECT MAX(COUNT(*)) FROM users', 'BIND_INVALID', 12, 'cannot be nested'],
  ['SELECT ROW_NUMBER() FROM users', 'BIND_INVALID', 8, 'OVER clause is necessary'],
  ['SELECT UPPER(*) FROM users', 'BIND_INVALID', 14, 'Only COUNT takes *'],
  ['SELECT UPPER(nick) OVER () FROM users', 'BIND_INVALID', 8, 'no aggregate function'],
  ['SELECT id FROM users ORDER BY 2 LIMIT 1', 'BIND_INVALID', 31, 'Ordinal 2'],
  ['SELECT DISTINCT id FROM users ORDER BY age LIMIT 1', 'BIND_INVALID', 1, 'DISTINCT'],
  ['SELECT id FROM users LIMIT -1', 'BIND_INVALID', 28, 'LIMIT takes a number from 0 on'],
  ['SELECT id FROM users UNION ALL SELECT id, age FROM users', 'BIND_TYPE', 32, 'mismatch'],
  ['SELECT ts FROM events UNION ALL SELECT id FROM users', 'BIND_TYPE', 33, 'no common type'],
  ["VALUES (1), (DATE '2020-01-01')", 'BIND_TYPE', 14, 'no common type'],
  ['VALUES (1), (1, 2)', 'BIND_INVALID', 13, 'Row 2 has 2 values'],
  ['SELECT a.x FROM (SELECT id FROM users) AS a (y, z)', 'BIND_INVALID', 40, 'names 2'],
  ['SELECT *', 'BIND_INVALID', 8, 'SELECT * needs a FROM'],
  ['SELECT id FROM users /*+ FOO(a) */', 'BIND_INVALID', 26, "Hint 'FOO' is unknown"],
  ['SELECT id FROM users /*+ BRODCAST(a) */', 'BIND_INVALID', 26, "Did you mean 'BROADCAST'?"],
  ['SELECT CAST(id AS INTT) FROM users', 'BIND_TYPE', 19, "Did you mean 'INT'?"],
  ['SELECT 1 FROM TABLE(TUMBEL(TABLE users))', 'BIND_UNKNOWN_FUNCTION', 21, "mean 'TUMBLE'?"],
  ['SELECT 1 FROM TABLE(SESSION(TABLE users))', 'BIND_TYPE', 21, 'SESSION lacks TIMECOL'],
  ["SELECT 1 FROM users /*+ OPTIONS('pth'='x') */", 'TABLE_OPTION', 15, "Did you mean 'path'?"],
  ['SELECT 1 FROM printed', 'TABLE_OPTION', 15, "'print' cannot be read"],
  ['INSERT INTO file SELECT id FROM users', 'BIND_TYPE', 13, 'Different number of columns.'],
  ['INSERT INTO printed SELECT nick, id FROM users', 'BIND_TYPE', 13, "sink column 'id' at"],
  ['INSERT INTO printed (id, ab) SELECT 1, 2', 'BIND_UNKNOWN_COLUMN', 26, 'Columns: id, name.'],
  ['INSERT INTO printed (id, id) SELECT 1, 2', 'BIND_INVALID', 26, 'more than once'],
  ['INSERT INTO file (id) SELECT 1', 'BIND_TYPE', 13, 'does not allow NULLs'],
  ["INSERT INTO file PARTITION (d='x') SELECT 1, 'a'", 'BIND_UNKNOWN_COLUMN', 29, 'no partition'],
  [
    "SELECT * FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(id), INTERVAL '1' HOUR))",
    'BIND_TYPE',
    53,
    "Time attributes here: 'ts'.",
  ],
  [
    'SELECT * FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(ts), 5))',
    'BIND_TYPE',
    58,
    'SIZE of TUMBLE must be a constant INTERVAL',
  ],
  [
    "SELECT * FROM TABLE(HOP(TABLE events, DESCRIPTOR(ts), INTERVAL '1' HOUR))",
    'BIND_TYPE',
    21,
    'HOP lacks SIZE; it is HOP(DATA, TIMECOL, SLIDE, SIZE [, OFFSET])',
  ],
  [
    "SELECT 1 FROM TABLE(CUMULATE(TABLE events, DESCRIPTOR(ts), INTERVAL '2' DAY," +
      " INTERVAL '3' DAY))",
    'BIND_INVALID',
    21,
    'integral multiple of step',
  ],
  ['SELECT id FROM users ORDER BY id', 'PLAN_UNSUPPORTED', 1, 'Sort on a non-time-attribute field'],
  ['SELECT 1 FROM users WHERE id IN (SELECT id, age FROM users)', 'BIND_TYPE', 27, '2 columns'],
  ['SELECT 1 FROM users WHERE id > (SELECT 1, 2)', 'BIND_TYPE', 32, 'a query of 2 columns'],
  ['SELECT 1 FROM users WHERE age > ALL (SELECT 1, 2)', 'BIND_TYPE', 27, 'a query of 2 columns'],
  ['SELECT MAX((SELECT 1)) OVER () FROM users', 'PLAN_UNSUPPORTED', 12, 'of this clause'],
  [
    'SELECT 1 FROM users a JOIN UNNEST(ARRAY[1]) AS b ON (SELECT TRUE)',
    'PLAN_UNSUPPORTED',
    53,
    'of this clause',
  ],
  [
    'SELECT (SELECT MAX(id) FROM events AS e WHERE e.id < u.id) FROM users AS u',
    'PLAN_UNSUPPORTED',
    8,
    'unexpected correlate variable $cor0 in the plan',
  ],
  ['SELECT id FROM users OFFSET 3', 'PLAN_UNSUPPORTED', 1, 'FETCH is missing'],
  ['SELECT SUM(id) OVER (ORDER BY age DESC) FROM users', 'PLAN_UNSUPPORTED', 1, 'in ASCENDING'],
  [
    'INSERT INTO file SELECT COUNT(*), nick FROM users GROUP BY nick',
    'PLAN_CHANGELOG',
    1,
    "Table sink 'default_catalog.default_database.file' doesn't support consuming update changes " +
      'which is produced by node GroupAggregate(groupBy=[nick], select=[nick, COUNT(*) AS EXPR$0])',
  ],
];

for (const [sql, code, column, text] of cases) {
  test(`${code}: ${sql}`, () => {
    const error = failure(sql);
    const said = describe(error);
    assert.deepEqual([error.code, error.place?.line, error.place?.column], [code, 1, column], said);
    assert.ok(said.includes(text), said);
  });
}

function failure(sql: string): MillraceError {
  try {
    run(sql);
  } catch (error) {
    if (error instanceof MillraceError) return error;
    throw error;
  }
  throw new Error(`No error: ${sql}`);
}

test('an error shows its line with a caret below', () => {
  const error = failure('SELECT id,\n  nmae\nFROM events');
  assert.equal(
    describe(error),
    "[BIND_UNKNOWN_COLUMN] line 2, column 3: Column 'nmae' not found in any table\n" +
      "    nmae\n    ^^^^\nHint: Did you mean 'name'?",
  );
});
