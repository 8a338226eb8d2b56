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
   };
   export const later = { arguments: [], returns: 'INT', eval: async () => 1 };
   export const endless = { arguments: ['INT'], returns: 'INT', eval: (n) => { for (;;); } };
   export const words = {
     arguments: ['STRING'], rows: 'ROW<word STRING, size INT>',
     *eval(text) {
       for (const word of (text ?? '').split(' ').filter(Boolean)) yield [word, word.length];
     },
   };
   export const upTo = {
     arguments: ['INT'], rows: 'INT', eval: (n) => Array.from({ length: n }, (_, i) => i + 1),
   };
   export const forever = { arguments: [], rows: 'INT', *eval() { for (;;) yield 1; } };
   export const narrow = { arguments: [], rows: 'ROW<a INT, b INT>', eval: () => [[1]] };
   export const joined = {
     arguments: ['STRING', 'STRING'], returns: 'STRING',
     createAccumulator: () => ({ words: [] }),
     accumulate(acc, word, separator) { acc.words.push(word); acc.separator = separator; },
     retract(acc, word) { acc.words.splice(acc.words.indexOf(word), 1); },
     getValue: (acc) => acc.words.join(acc.separator),
   };
   export const most = {
     arguments: ['INT'], returns: 'INT',
     createAccumulator: () => null,
     accumulate: (acc, n) => (acc === null || n > acc ? n : acc),
     getValue: (acc) => acc,
   };
   export const stubborn = {
     arguments: ['INT'], returns: 'INT',
     createAccumulator: () => 0, accumulate: () => { throw new Error('no'); }, getValue: () => 0,
   };`,
);
const names =
  'twice half greet even wrong fails later endless words upTo forever narrow joined most stubborn';

/** What the server answers to SQL in a session that has all functions. */
async function withServer(
  work: (ask: (sql: string) => Promise<string>) => Promise<void>,
): Promise<void> {
  const server = await startServer(
    Configuration.of({
      'sql-gateway.endpoint.rest.port': '0',
      'millrace.workers': '1',
      'millrace.functions.allowed-paths': root,
      'table.catalog-store.kind': 'generic_in_memory',
    }),
  );
  const create = names
    .split(' ')
    .map(
      (name) => `CREATE FUNCTION ${name} AS '${name}' LANGUAGE JAVASCRIPT USING FILE '${file}';\n`,
    );
  try {
    await work(async (sql) => {
      const body = create.join('') + sql;
      return (await fetch(`${server.url}/sql`, { method: 'POST', body })).text();
    });
  } finally {
    await server.close();
  }
}

test('functions get values and nulls, give values and nulls, and fail by place', async () => {
  const rows = "(VALUES (1, 'a', 9007199254740993), (2, CAST(NULL AS STRING), NULL)) AS t(n, s, b)";
  await withServer(async (ask) => {
    const read = await ask(`SELECT twice(b) AS b, greet(s, n) AS s, half(n) AS h FROM ${rows}`);
    const expected = '{"b":18014398509481986,"s":"a1","h":0.5}\n{"b":null,"s":"nobody","h":1.0}\n';
    assert.equal(read, expected);
    assert.equal(await ask(`SELECT n FROM ${rows} WHERE even(n)`), '{"n":2}\n');
    assert.match(await ask('SELECT wrong(1)'), /'wrong' gave number 1.5, which is no INTEGER/);
    assert.match(await ask('SELECT fails(1)'), /DATA_EXPRESSION.*Function 'fails' failed: no/);
    assert.match(await ask('SELECT later()'), /'later' gave a promise/);
    const endless = `SET 'millrace.functions.timeout' = '50 ms'; SELECT endless(n) FROM ${rows}`;
    const stopped = /column \d+: Function 'endless' did not end within 50 ms .*the row is \(1\)/;
    assert.match(await ask(endless), stopped);
  });
});

test('table functions make rows of each row', async () => {
  const rows = "(VALUES (1, 'to be or'), (2, ''), (3, CAST(NULL AS STRING))) AS t(n, s)";
  await withServer(async (ask) => {
    const inner = await ask(`SELECT n, word, size FROM ${rows}, LATERAL TABLE(words(s))`);
    const three = ['to', 'be', 'or'].map((word) => `{"n":1,"word":"${word}","size":2}\n`);
    assert.equal(inner, three.join(''));
    const left = `SELECT n, w FROM ${rows} LEFT JOIN LATERAL TABLE(words(s)) AS l(w, z) ON TRUE`;
    const kept = '{"n":1,"w":"to"}\n{"n":1,"w":"be"}\n{"n":1,"w":"or"}\n';
    assert.equal(await ask(left), `${kept}{"n":2,"w":null}\n{"n":3,"w":null}\n`);
    const alone = await ask('SELECT SUM(`i`) AS total FROM TABLE(upTo(4)) AS u(i)');
    assert.match(alone, /"total":10/);
    const computed = `SELECT n, i FROM ${rows}, LATERAL TABLE(upTo(n - 1)) AS u(i) WHERE i > 1`;
    assert.equal(await ask(computed), '{"n":3,"i":2}\n');
    const ends = "SET 'millrace.functions.timeout' = '50 ms'; SELECT * FROM TABLE(forever())";
    assert.match(await ask(ends), /'forever' did not end within 50 ms/);
    assert.match(
      await ask('SELECT * FROM TABLE(narrow())'),
      /'narrow' gave an array of 1 as a row/,
    );
    assert.match(
      await ask(`SELECT words(s) AS w FROM ${rows}`),
      /'words' gives tables; it stands in FROM/,
    );
  });
});

test('aggregates keep an accumulator a group and take values back', async () => {
  const rows = "(VALUES (1, 'a'), (2, 'b'), (1, 'c')) AS t(n, s)";
  const view = `CREATE TEMPORARY VIEW counts AS SELECT n, COUNT(*) AS c FROM ${rows} GROUP BY n;\n`;
  await withServer(async (ask) => {
    const last = async (sql: string): Promise<string> =>
      (await ask(sql)).trim().split('\n').slice(-2).join(' ');
    assert.match(
      await last(`SELECT n, joined(s, '-') AS s FROM ${rows} GROUP BY n`),
      /"n":1,"s":"a".*"n":1,"s":"a-c"/,
    );
    const text = "joined(CAST(n AS STRING) || ':' || CAST(c AS STRING), ' ') AS s";
    assert.match(await last(`${view}SELECT ${text} FROM counts`), /"s":"2:1 1:2"/);
    const refused = await ask(`${view}SELECT most(CAST(c AS INT)) FROM counts`);
    assert.match(refused, /FUNCTION_INVALID.*column 8: The rows of 'most' may be taken back/);
    assert.match(await last(`SELECT most(n) AS m FROM ${rows}`), /"m":2/);
    const failed = await ask(`SELECT stubborn(n) AS m FROM ${rows}`);
    assert.match(failed, /column 8: Function 'stubborn' failed: no; the row is \(1\)/);
  });
});
