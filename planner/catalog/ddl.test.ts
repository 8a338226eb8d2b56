/** DDL and what SHOW and DESCRIBE say of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describe, MillraceError } from '../../conf/errors/error.js';
import { rows, run, testSession } from '../fixture.js';

const OK = [['OK']];

function fails(sql: string, code: string, text: string, session = testSession()): void {
  assert.throws(
    () => run(sql, session),
    (error: unknown) => {
      assert.ok(error instanceof MillraceError);
      assert.equal(error.code, code, describe(error));
      assert.ok(describe(error).includes(text), describe(error));
      return true;
    },
  );
}

test('CREATE TABLE in all parts, described and shown again', () => {
  const session = testSession();
  const sql = `CREATE TABLE full_table (
    id BIGINT COMMENT 'the key',
    price DECIMAL(10, 2) NOT NULL,
    seen TIMESTAMP_LTZ(3) METADATA FROM 'timestamp' VIRTUAL,
    twice AS price * 2,
    at TIMESTAMP(3),
    WATERMARK FOR at AS at - INTERVAL '5' SECOND,
    CONSTRAINT k PRIMARY KEY (id) NOT ENFORCED
  ) COMMENT 'it''s all' DISTRIBUTED BY HASH(id) INTO 4 BUCKETS PARTITIONED BY (price)
  WITH ('connector' = 'print', 'password' = 'hush')`.replaceAll(' at ', ' ts ');
  run(sql, session);
  assert.deepEqual(rows('DESCRIBE full_table', session), [
    ['id', 'BIGINT', false, 'PRI(id)', null, null, 'the key'],
    ['price', 'DECIMAL(10, 2)', false, null, null, null, null],
    ['seen', 'TIMESTAMP_LTZ(3)', true, null, "METADATA FROM 'timestamp' VIRTUAL", null, null],
    ['twice', 'DECIMAL(21, 2)', false, null, 'AS `price` * 2', null, null],
    ['ts', 'TIMESTAMP(3) *ROWTIME*', true, null, null, "`ts` - INTERVAL '5' SECOND", null],
  ]);
  const [[shown]] = rows('SHOW CREATE TABLE full_table', session) as [[string]];
  assert.equal(
    shown,
    `CREATE TABLE \`default_catalog\`.\`default_database\`.\`full_table\` (
  \`id\` BIGINT NOT NULL COMMENT 'the key',
  \`price\` DECIMAL(10, 2) NOT NULL,
  \`seen\` TIMESTAMP(3) WITH LOCAL TIME ZONE METADATA FROM 'timestamp' VIRTUAL,
  \`twice\` AS \`price\` * 2,
  \`ts\` TIMESTAMP(3),
  WATERMARK FOR \`ts\` AS \`ts\` - INTERVAL '5' SECOND,
  CONSTRAINT \`k\` PRIMARY KEY (\`id\`) NOT ENFORCED
)
COMMENT 'it''s all'
DISTRIBUTED BY HASH(\`id\`) INTO 4 BUCKETS
PARTITIONED BY (\`price\`)
WITH (
  'connector' = 'print',
  'password' = '******'
)
`,
  );
  run('DROP TABLE full_table', session);
  run(shown, session);
  assert.deepEqual(rows('SHOW CREATE TABLE full_table', session), [[shown]]);
});

test('CREATE TABLE refuses', () => {
  fails('CREATE TABLE users (a INT)', 'CATALOG_EXISTS', 'Add IF NOT EXISTS.');
  assert.deepEqual(rows('CREATE TABLE IF NOT EXISTS users (a INT)'), OK);
  fails('CREATE TABLE t (a INT, a INT)', 'CATALOG_INVALID', "named 'a' already exists");
  fails('CREATE TABLE t (a INT, PRIMARY KEY (a))', 'CATALOG_INVALID', 'Write NOT ENFORCED.');
  fails('CREATE TABLE t (a INT, PRIMARY KEY (b) NOT ENFORCED)', 'CATALOG_INVALID', "column 'b'");
  fails('CREATE TABLE t (a INT, WATERMARK FOR a AS a)', 'CATALOG_INVALID', 'is INT');
  fails('CREATE TABLE t (a TIMESTAMP(6), WATERMARK FOR a AS a)', 'CATALOG_INVALID', 'TIMESTAMP(6)');
  fails('CREATE TABLE t (a INT, b AS c)', 'BIND_UNKNOWN_COLUMN', "'c'");
  fails('CREATE TABLE t (a INT, b AS a + 1, c AS b)', 'BIND_UNKNOWN_COLUMN', "'b'");
  fails('CREATE TABLE t (a INT) PARTITIONED BY (b)', 'CATALOG_INVALID', "no column 'b'");
  fails('CREATE TABLE x.t (a INT)', 'CATALOG_MISSING', 'Database x does not exist');
  fails('CREATE TABLE t AS SELECT 1', 'TABLE_OPTION', 'declares no connector');
});

test('LIKE takes over, leaves out, lets the new one win', () => {
  const session = testSession();
  const names = (sql: string): unknown[] => {
    run(`DROP TABLE IF EXISTS made; ${sql}`, session);
    return rows('DESCRIBE made', session).map(([name]) => name);
  };
  const all = ['id', 'name', 'amount', 'price', 'ts', 'doubled'];
  assert.deepEqual(names("CREATE TABLE made WITH ('path' = '/x') LIKE events"), all);
  assert.deepEqual(names('CREATE TABLE made (more INT) LIKE events (EXCLUDING ALL)'), [
    ...all.slice(0, 5),
    'more',
  ]);
  const again = "WITH ('path' = '/x') LIKE events (INCLUDING OPTIONS)";
  fails(`CREATE TABLE made2 ${again}`, 'CATALOG_INVALID', 'already exists an option', session);
  fails('CREATE TABLE made2 (id INT) LIKE events', 'CATALOG_INVALID', 'already exists', session);
});

test('ALTER TABLE', () => {
  const session = testSession();
  run('ALTER TABLE users ADD (born DATE AFTER id, older AS age + 1)', session);
  run('ALTER TABLE users MODIFY nick VARCHAR(5)', session);
  run('ALTER TABLE users RENAME born TO birth', session);
  const shape = (): unknown[] => rows('DESCRIBE users', session).map((row) => row.slice(0, 2));
  assert.deepEqual(shape(), [
    ['id', 'BIGINT'],
    ['birth', 'DATE'],
    ['nick', 'VARCHAR(5)'],
    ['age', 'INT'],
    ['older', 'INT'],
  ]);
  run('ALTER TABLE users DROP (birth, older); ALTER TABLE users DROP PRIMARY KEY', session);
  run("ALTER TABLE users SET ('format' = 'json'); ALTER TABLE users RESET ('path')", session);
  run('ALTER TABLE users RENAME TO people', session);
  const [[shown]] = rows('SHOW CREATE TABLE people', session) as [[string]];
  assert.ok(
    shown.endsWith("WITH (\n  'connector' = 'filesystem',\n  'format' = 'json'\n)\n"),
    shown,
  );
  fails("ALTER TABLE people RESET ('connector')", 'CATALOG_INVALID', "'connector'", session);
  fails('ALTER TABLE events DROP ts', 'CATALOG_INVALID', 'used by the watermark', session);
  fails('ALTER TABLE nobody DROP ts', 'BIND_UNKNOWN_TABLE', 'nobody', session);
  assert.deepEqual(rows('ALTER TABLE IF EXISTS nobody DROP ts', session), OK);
});

test('views: made, altered, shown, dropped', () => {
  const session = testSession();
  run('CREATE VIEW v (a, b) AS SELECT id, nick FROM users', session);
  assert.deepEqual(rows('DESCRIBE v', session), [
    ['a', 'BIGINT', false, null, null, null],
    ['b', 'STRING', true, null, null, null],
  ]);
  assert.deepEqual(rows('SHOW CREATE VIEW v', session), [
    [
      'CREATE VIEW `default_catalog`.`default_database`.`v` (\n  `a`,\n  `b`\n)\n' +
        'AS SELECT `users`.`id`, `users`.`nick`\n' +
        'FROM `default_catalog`.`default_database`.`users` AS `users`\n',
    ],
  ]);
  run('ALTER VIEW v AS SELECT age FROM users; ALTER VIEW v RENAME TO vv', session);
  assert.deepEqual(rows('SHOW VIEWS', session), [['vv']]);
  fails('DROP TABLE vv', 'CATALOG_MISSING', 'use DROP VIEW', session);
  fails('CREATE VIEW x AS SELECT nope FROM users', 'BIND_UNKNOWN_COLUMN', 'nope', session);
  fails('CREATE VIEW x (a) AS SELECT id, age FROM users', 'CATALOG_INVALID', 'Def fields', session);
  run('DROP VIEW vv; DROP VIEW IF EXISTS vv', session);
  assert.deepEqual(rows('SHOW VIEWS', session), []);
});

test('temporary objects hide permanent ones', () => {
  const session = testSession();
  run("CREATE TEMPORARY TABLE users (x INT) WITH ('connector' = 'print')", session);
  assert.deepEqual(
    rows('DESCRIBE users', session).map(([name]) => name),
    ['x'],
  );
  fails('DROP TABLE users', 'CATALOG_INVALID', 'Use DROP TEMPORARY TABLE.', session);
  run('DROP TEMPORARY TABLE users', session);
  assert.equal(rows('DESCRIBE users', session).length, 3);
});

test('catalogs and databases', () => {
  const session = testSession();
  run("CREATE CATALOG c COMMENT 'mine' WITH ('type' = 'generic_in_memory')", session);
  assert.deepEqual(rows('SHOW CATALOGS', session), [['c'], ['default_catalog']]);
  run("USE CATALOG c; CREATE DATABASE d COMMENT 'x'; USE d", session);
  assert.deepEqual(rows('SHOW CURRENT CATALOG', session), [['c']]);
  assert.deepEqual(rows('SHOW CURRENT DATABASE', session), [['d']]);
  assert.deepEqual(rows("SHOW DATABASES LIKE 'd_f%'", session), [['default']]);
  run('CREATE TABLE t (a INT)', session);
  assert.deepEqual(rows('SHOW TABLES FROM c.d', session), [['t']]);
  fails('DROP DATABASE d', 'CATALOG_INVALID', 'currently in use', session);
  run('USE `default`', session);
  fails('DROP DATABASE d', 'CATALOG_INVALID', 'is not empty', session);
  run('DROP DATABASE d CASCADE', session);
  fails('DROP CATALOG c', 'CATALOG_INVALID', 'currently in use', session);
  fails('USE nowhere', 'CATALOG_MISSING', 'Database nowhere does not exist', session);
  assert.deepEqual(rows('DESCRIBE CATALOG c', session), [
    ['name', 'c'],
    ['type', 'generic_in_memory'],
    ['comment', 'mine'],
  ]);
});

test('modules', () => {
  const session = testSession();
  assert.deepEqual(rows('SHOW FULL MODULES', session), [['core', true]]);
  fails('LOAD MODULE core', 'CATALOG_EXISTS', 'already exists', session);
  run('UNLOAD MODULE core', session);
  assert.deepEqual(rows('SHOW FUNCTIONS', session), []);
  run('LOAD MODULE core', session);
  assert.ok(rows("SHOW FUNCTIONS LIKE 'upp%'", session).some(([name]) => name === 'upper'));
});

test('SHOW COLUMNS filters', () => {
  assert.deepEqual(
    rows("SHOW COLUMNS FROM users NOT LIKE 'n%'").map(([name]) => name),
    ['id', 'age'],
  );
});

test('what is not run is refused by name', () => {
  fails("CREATE FUNCTION f AS 'x.Y'", 'PLAN_UNSUPPORTED', 'Functions in JAVA are not run');
  fails("ADD JAR 'x.jar'", 'PLAN_UNSUPPORTED', 'ADD and REMOVE JAR');
  fails("EXECUTE PLAN 'x.json'", 'PLAN_UNSUPPORTED', 'EXECUTE PLAN');
  fails('SHOW PROCEDURES', 'PLAN_UNSUPPORTED', 'SHOW PROCEDURES');
});
