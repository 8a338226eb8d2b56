import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Configuration } from '../../conf/configuration.js';
import { rows, run } from '../fixture.js';
import { PlannerSession } from '../session.js';
import { Catalogs } from './catalogs.js';
import { openCatalogStores } from './open-store.js';

const root = mkdtempSync(join(tmpdir(), 'millrace-file-store-'));
after(() => rmSync(root, { recursive: true, force: true }));

async function sessionOf(settings: Record<string, string>): Promise<PlannerSession> {
  const stores = await openCatalogStores(Configuration.of(settings));
  return new PlannerSession(new Catalogs(stores.forSession()), new Configuration());
}

test('a catalog is a YAML file of its options', async () => {
  const folder = join(root, 'a');
  const settings = {
    'table.catalog-store.kind': 'file',
    'table.catalog-store.file.path': `file://${folder}`,
  };
  const session = await sessionOf(settings);
  run("CREATE CATALOG c WITH ('type' = 'generic_in_memory', 'default-database' = 'd')", session);
  run("CREATE CATALOG gone WITH ('type' = 'generic_in_memory'); DROP CATALOG gone", session);
  assert.deepEqual(readdirSync(folder), ['c.yaml']);
  const text = readFileSync(join(folder, 'c.yaml'), 'utf8');
  assert.equal(text, 'type: generic_in_memory\ndefault-database: d\n');
  writeFileSync(join(folder, 'other.yaml'), '"type": "generic_in_memory"\n');
  const again = await sessionOf(settings);
  assert.deepEqual(rows('SHOW CATALOGS', again), [['c'], ['default_catalog'], ['other']]);
  assert.deepEqual(rows('SHOW DATABASES FROM c', again), [['d']]);
  assert.throws(() => run("CREATE CATALOG `../x` WITH ('type'='generic_in_memory')", again), {
    code: 'CATALOG_INVALID',
  });
  assert.throws(() => run("CREATE CATALOG x WITH ('type'='millrace')", again), {
    code: 'CATALOG_INVALID',
    hint: /table.catalog-store.kind/,
  });
  writeFileSync(join(folder, 'bad.yaml'), '- a list');
  await assert.rejects(sessionOf(settings), { code: 'CATALOG_STORE_BROKEN' });
});

test('the kind file needs its folder', async () => {
  await assert.rejects(sessionOf({ 'table.catalog-store.kind': 'file' }), {
    code: 'CONFIG_VALUE',
    message: /'table.catalog-store.file.path' is not set/,
  });
});

test('a store in memory belongs to one session', async () => {
  const stores = await openCatalogStores(
    Configuration.of({ 'table.catalog-store.kind': 'generic_in_memory' }),
  );
  const open = (): PlannerSession =>
    new PlannerSession(new Catalogs(stores.forSession()), new Configuration());
  const [one, two] = [open(), open()];
  run("CREATE CATALOG c WITH ('type' = 'generic_in_memory')", one);
  assert.deepEqual(rows('SHOW CATALOGS', one), [['c'], ['default_catalog']]);
  assert.deepEqual(rows('SHOW CATALOGS', two), [['default_catalog']]);
});
