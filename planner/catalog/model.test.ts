import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Configuration } from '../../conf/configuration.js';
import { rows, run } from '../fixture.js';
import { PlannerSession } from '../session.js';
import { Catalogs } from './catalogs.js';

test('SHOW CREATE gives a statement that makes the same again, of every kind of object', () => {
  const made = [
    `CREATE TABLE t (a INT NOT NULL COMMENT 'it''s', b AS a + 1, ts TIMESTAMP(3),
       k STRING METADATA FROM 'key' VIRTUAL, r ROW<x INT, \`y z\` ARRAY<DECIMAL(5, 2)> NOT NULL>,
       WATERMARK FOR ts AS ts - INTERVAL '5' SECOND, PRIMARY KEY (a) NOT ENFORCED)
     COMMENT 'a table' DISTRIBUTED BY HASH (a) INTO 3 BUCKETS
     WITH ('connector' = 'feed', 'note' = 'a''b')`,
    `CREATE TABLE p (a INT, d STRING) PARTITIONED BY (d)
     WITH ('connector' = 'filesystem', 'path' = '/tmp/p', 'format' = 'csv')`,
    "CREATE VIEW v (n, m) COMMENT 'a view' AS SELECT a, d FROM p WHERE a > 1 OR d IN ('x', 'y')",
    "CREATE MODEL m INPUT (a INT, s STRING COMMENT 'x') OUTPUT (c DOUBLE) WITH ('task' = 'x')",
    "CREATE TEMPORARY MODEL tm INPUT (a INT) OUTPUT (c DOUBLE) COMMENT 'q' WITH ('task' = 'x')",
    'CREATE TEMPORARY VIEW tv AS SELECT UPPER(d) AS k FROM p',
    "CREATE CATALOG c COMMENT 'other' WITH ('type' = 'generic_in_memory')",
  ];
  const shown = ['TABLE t', 'TABLE p', 'VIEW v', 'MODEL m', 'MODEL tm', 'VIEW tv', 'CATALOG c'];
  const session = (): PlannerSession => new PlannerSession(new Catalogs(), new Configuration());
  const first = session();
  for (const sql of made) run(sql, first);
  const texts = shown.map((name) => String(rows(`SHOW CREATE ${name}`, first)[0]?.[0]));
  const second = session();
  for (const sql of texts) run(sql, second);
  const again = shown.map((name) => String(rows(`SHOW CREATE ${name}`, second)[0]?.[0]));
  assert.deepEqual(again, texts);
  for (const name of ['t', 'p', 'v', 'MODEL m', 'MODEL tm', 'tv']) {
    assert.deepEqual(rows(`DESCRIBE ${name}`, second), rows(`DESCRIBE ${name}`, first));
  }
});

test('secrets in the options of a model are not shown', () => {
  const session = new PlannerSession(new Catalogs(), new Configuration());
  run(
    "CREATE MODEL m INPUT (a INT) OUTPUT (b INT) WITH ('apiKey' = 'x1y2', 'task' = 't')",
    session,
  );
  const [[text]] = rows('SHOW CREATE MODEL m', session) as [[string]];
  assert.match(text, /'apiKey' = '\*\*\*\*\*\*'/);
  assert.doesNotMatch(text, /x1y2/);
});

test('models are found by their full name, and a temporary one hides another', () => {
  const session = new PlannerSession(new Catalogs(), new Configuration());
  run("CREATE MODEL m INPUT (a INT) OUTPUT (b INT) WITH ('task' = 't')", session);
  run("CREATE TEMPORARY MODEL m INPUT (x INT) OUTPUT (y INT) WITH ('task' = 't')", session);
  assert.deepEqual(rows('DESCRIBE MODEL m', session)[0], ['x', 'INT', true, true]);
  run('DROP TEMPORARY MODEL m', session);
  const full = 'default_catalog.default_database.m';
  assert.deepEqual(rows(`DESCRIBE MODEL ${full}`, session)[0], ['a', 'INT', true, true]);
  run(`ALTER MODEL ${full} RENAME TO n`, session);
  assert.deepEqual(rows('SHOW MODELS', session), [['n']]);
  assert.throws(() => run("ALTER MODEL m SET ('a' = 'b')", session), { code: 'CATALOG_MISSING' });
  run("ALTER MODEL IF EXISTS m SET ('a' = 'b')", session);
  run('DROP DATABASE IF EXISTS other; DROP MODEL n', session);
});
