/** Servers, one after another and side by side, over one catalog store. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Configuration } from '../conf/configuration.js';
import type { Server } from './assembly.js';
import { startServer } from './server.js';

const root = mkdtempSync(join(tmpdir(), 'millrace-catalog-store-'));
after(() => rmSync(root, { recursive: true, force: true }));

function start(): Promise<Server> {
  return startServer(
    Configuration.of({
      'sql-gateway.endpoint.rest.port': '0',
      'millrace.workers': '1',
      'millrace.catalog-store.path': join(root, 'catalog'),
    }),
  );
}

async function ask({ url }: Server, sql: string): Promise<string> {
  const response = await fetch(`${url}/sql`, { method: 'POST', body: sql });
  return response.text();
}

test('a table made in one server is read in the next', async () => {
  const first = await start();
  const made = await ask(
    first,
    `CREATE CATALOG shop WITH ('type' = 'millrace');
     CREATE TABLE shop.\`default\`.numbers (n INT)
     WITH ('connector' = 'filesystem', 'path' = '${root}/numbers', 'format' = 'json');
     INSERT INTO shop.\`default\`.numbers VALUES (1), (2)`,
  );
  assert.doesNotMatch(made, /error/i);
  await assert.rejects(start(), { code: 'CATALOG_STORE_LOCKED' });
  await first.close();
  const second = await start();
  const read = await ask(second, 'SELECT n FROM shop.`default`.numbers');
  assert.equal(read, '{"n":1}\n{"n":2}\n');
  await second.close();
});
