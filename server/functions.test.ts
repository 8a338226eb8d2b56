/** User-defined functions, called in the threads that run tasks. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Configuration } from '../conf/configuration.js';
import { startServer } from './server.js';

const root = mkdtempSync(join(tmpdir(), 'millrace-functions-'));
after(() => rmSync(root, { recursive: true, force: true }));
const file = join(root, 'functions.mjs');
writeFileSync(
  file,
  `export const twice = { arguments: ['BIGINT'], returns: 'BIGINT', eval: (n) => n && n * 2n };
   export const half = { arguments: ['DOUBLE'], returns: 'DOUBLE', eval: (x) => x / 2 };
   export const greet = {
     arguments: ['STRING', 'INT'], returns: 'STRING', eval: (s, n) => s === null ? 'nobody' : s + n,
   };
   export const even = { arguments: ['INT'], returns: 'BOOLEAN', eval: (n) => n % 2 === 0 };
   export const wrong = { arguments: ['INT'], returns: 'INT', eval: (n) => n + 0.5 };
   export const fails = {
     arguments: ['INT'], returns: 'INT', eval: () => { throw new Error('no'); },
   };`,
);

test('functions get values and nulls, give values and nulls, and fail by place', async () => {
  const server = await startServer(
    Configuration.of({
      'sql-gateway.endpoint.rest.port': '0',
      'millrace.workers': '1',
      'millrace.functions.allowed-paths': root,
      'table.catalog-store.kind': 'generic_in_memory',
    }),
  );
  const create = ['twice', 'half', 'greet', 'even', 'wrong', 'fails'].map(
    (name) => `CREATE FUNCTION ${name} AS '${name}' LANGUAGE JAVASCRIPT USING FILE '${file}';\n`,
  );
  const ask = async (sql: string): Promise<string> => {
    const body = create.join('') + sql;
    return (await fetch(`${server.url}/sql`, { method: 'POST', body })).text();
  };
  const rows = "(VALUES (1, 'a', 9007199254740993), (2, CAST(NULL AS STRING), NULL)) AS t(n, s, b)";
  const read = await ask(`SELECT twice(b) AS b, greet(s, n) AS s, half(n) AS h FROM ${rows}`);
  assert.equal(read, '{"b":18014398509481986,"s":"a1","h":0.5}\n{"b":null,"s":"nobody","h":1.0}\n');
  assert.equal(await ask(`SELECT n FROM ${rows} WHERE even(n)`), '{"n":2}\n');
  assert.match(await ask('SELECT wrong(1)'), /'wrong' gave number 1.5, which is no INTEGER/);
  assert.match(await ask('SELECT fails(1)'), /DATA_EXPRESSION.*Function 'fails' failed: no/);
  await server.close();
});
