import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Level } from 'level';
import { Configuration } from '../../conf/configuration.js';
import { rows, run } from '../fixture.js';
import { PlannerSession } from '../session.js';
import { Catalogs } from './catalogs.js';
import { LevelCatalogStore } from './level-store.js';

const root = mkdtempSync(join(tmpdir(), 'millrace-level-store-'));
after(() => rmSync(root, { recursive: true, force: true }));

function sessionOf(store: LevelCatalogStore): PlannerSession {
  return new PlannerSession(new Catalogs(store), new Configuration());
}

const TABLE = `CREATE TABLE t (
  id BIGINT NOT NULL COMMENT 'key', name STRING, r ROW<a INT, b ARRAY<STRING NOT NULL>>,
  seen TIMESTAMP_LTZ(3) METADATA FROM 'timestamp' VIRTUAL, twice AS id * 2, now AS PROCTIME(),
  ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND, PRIMARY KEY (id) NOT ENFORCED
) COMMENT 'all' DISTRIBUTED BY HASH(id) INTO 4 BUCKETS PARTITIONED BY (name)
WITH ('connector' = 'print', 'password' = 'hush')`.replaceAll(' now ', ' `now` ');

const SOURCE = `CREATE TABLE s (a INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)
  WITH ('connector' = 'filesystem', 'path' = '/data', 'format' = 'json')`;

test('what statements made is there again, the secrets of options included', async () => {
  const folder = join(root, 'again');
  const first = await LevelCatalogStore.open(folder);
  const session = sessionOf(first);
  const catalog = "CREATE CATALOG shop COMMENT 'ours' WITH ('type' = 'millrace')";
  run(`${catalog}; USE CATALOG shop; CREATE DATABASE d COMMENT 'x' WITH ('k' = 'v')`, session);
  run(`${TABLE}; ALTER TABLE t ADD PARTITION (name = 'n')`, session);
  run(SOURCE, session);
  run('CREATE VIEW v AS SELECT *, a + 1 AS more FROM s', session);
  run("CREATE CATALOG memory WITH ('type' = 'generic_in_memory')", session);
  const asked = ['SHOW CREATE TABLE t', 'DESCRIBE t', 'SHOW CREATE VIEW v', 'DESCRIBE v'];
  const shown = asked.map((sql) => rows(sql, session));
  first.contents('shop').setFunction('d', 'f', { file: '/f.mjs', export: 'f' });
  await first.settled();
  await first.close();

  const second = await LevelCatalogStore.open(folder);
  const again = sessionOf(second);
  assert.deepEqual(rows('SHOW CATALOGS', again), [['default_catalog'], ['memory'], ['shop']]);
  run('USE CATALOG shop', again);
  assert.deepEqual(rows('SHOW DATABASES', again), [['d'], ['default']]);
  assert.deepEqual(rows('SHOW USER FUNCTIONS', again), []);
  const f = again.catalog.findFunction({ catalog: 'shop', database: 'd', name: 'F' });
  assert.deepEqual(f, { file: '/f.mjs', export: 'f' });
  assert.deepEqual(
    asked.map((sql) => rows(sql, again)),
    shown,
  );
  assert.deepEqual(rows('SHOW PARTITIONS t', again), [['name=n']]);
  const found = again.catalog.find(again.catalog.qualify(['t']))?.object;
  assert.equal(found?.kind === 'table' ? found.options.password : null, 'hush');
  run('DROP VIEW v; ALTER TABLE t RENAME TO u; USE default_catalog.default_database', again);
  run('DROP DATABASE shop.d; DROP CATALOG memory', again);
  await second.settled();
  await second.close();

  const third = await LevelCatalogStore.open(folder);
  const last = sessionOf(third);
  assert.deepEqual(rows('SHOW TABLES FROM shop.`default`', last), [['s'], ['u']]);
  assert.deepEqual(rows('SHOW DATABASES FROM shop', last), [['default']]);
  run('DROP CATALOG shop', last);
  await third.settled();
  await third.close();
  const fourth = await LevelCatalogStore.open(folder);
  assert.deepEqual([...fourth.names()], []);
  await fourth.close();
});

test('sessions share what is in the store, and not what is in catalogs in memory', async () => {
  const store = await LevelCatalogStore.open(join(root, 'shared'));
  const [one, two] = [sessionOf(store), sessionOf(store)];
  run("CREATE CATALOG kept WITH ('type' = 'millrace', 'default-database' = 'd')", one);
  run("CREATE CATALOG own WITH ('type' = 'generic_in_memory')", one);
  run('CREATE TABLE kept.d.t (a INT); CREATE TABLE own.`default`.t (a INT)', one);
  assert.deepEqual(rows('SHOW TABLES FROM kept.d', two), [['t']]);
  assert.deepEqual(rows('SHOW TABLES FROM own.`default`', two), []);
  assert.deepEqual(rows('SHOW TABLES FROM own.`default`', one), [['t']]);
  await store.settled();
  await store.close();
});

test('a second process has no place in the folder', async () => {
  const folder = join(root, 'locked');
  const store = await LevelCatalogStore.open(folder);
  run("CREATE CATALOG c WITH ('type' = 'millrace')", sessionOf(store));
  await store.settled();
  await assert.rejects(LevelCatalogStore.open(folder), {
    code: 'CATALOG_STORE_LOCKED',
    hint: /'millrace.catalog-store.path'/,
  });
  await store.close();
});

test('what cannot be written is taken back, for all who changed something', async () => {
  const folder = join(root, 'file');
  const store = await LevelCatalogStore.open(folder);
  writeFileSync(folder, 'no folder');
  const [one, two] = [sessionOf(store), sessionOf(store)];
  run("CREATE CATALOG c WITH ('type' = 'millrace')", one);
  const first = store.settled();
  run("CREATE CATALOG d WITH ('type' = 'millrace')", two);
  const second = store.settled();
  await assert.rejects(first, { code: 'CATALOG_STORE_BROKEN', message: /cannot be opened/ });
  await assert.rejects(second, { code: 'CATALOG_STORE_BROKEN' });
  assert.deepEqual(rows('SHOW CATALOGS', one), [['default_catalog']]);
  await store.settled();
});

test('a record that nobody wrote stops the start', async () => {
  const folder = join(root, 'damaged');
  const level = new Level(folder);
  await level.put(JSON.stringify(['object', 'c', 'd', 't']), '{"kind":"view","query":"SELEC"}');
  await level.close();
  await assert.rejects(LevelCatalogStore.open(folder), {
    code: 'CATALOG_STORE_BROKEN',
    message: /holds a record that cannot be read/,
  });
});

/** Makes tables t0, t1, … and says the number of each once it is durable. */
const WRITER = `
  const [module, folder] = process.argv.slice(1);
  const { LevelCatalogStore } = await import(module);
  const store = await LevelCatalogStore.open(folder);
  store.set('c', { options: { type: 'millrace' }, comment: null });
  const catalog = store.contents('c');
  catalog.setDatabase('d', { comment: null, options: {} });
  for (let i = 0; ; i++) {
    const query = { text: 'SELECT 1 AS a' };
    const view = { kind: 'view', columns: [], query, catalog: 'c', database: 'd', comment: null };
    catalog.setObject('d', 't' + i, view);
    await store.settled();
    console.log(i);
  }
`;

test('a process that is killed loses nothing that it answered', async () => {
  const folder = join(root, 'killed');
  const module = fileURLToPath(new URL('./level-store.js', import.meta.url));
  const args = ['--input-type=module', '-e', WRITER, '--', module, folder];
  const writer = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let answered = -1;
  for await (const line of createInterface({ input: writer.stdout })) {
    answered = Number(line);
    if (answered === 20) writer.kill('SIGKILL');
  }
  const store = await LevelCatalogStore.open(folder);
  const objects = store.contents('c').databases.get('d')?.objects;
  assert.ok(answered >= 20);
  for (let i = 0; i <= answered; i++) assert.equal(objects?.get(`t${i}`)?.kind, 'view');
  await store.close();
});
