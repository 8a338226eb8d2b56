import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { tableFromIPC } from 'apache-arrow';
import { TestServer } from './test-server.js';

let server: TestServer;
let folder: string;
before(async () => {
  server = await TestServer.start();
  folder = mkdtempSync(join(tmpdir(), 'millrace-sql-'));
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const ROWS = "VALUES (1, 'a', 1.50), (2, 'b \"c\"', NULL)";
const QUERY = `SELECT * FROM (${ROWS}) AS t (n, word, price)`;

test('rows as newline-delimited JSON, which is what curl gets', async () => {
  const text = '{"n":1,"word":"a","price":1.5}\n{"n":2,"word":"b \\"c\\"","price":null}\n';
  assert.deepEqual(await server.sql(QUERY), { status: 200, text });
  assert.deepEqual(await server.sql(QUERY, 'application/x-ndjson'), { status: 200, text });
});

test('op comes first where rows can change', async () => {
  const query = `SELECT word, COUNT(*) AS n FROM (${ROWS}, (3, 'a', 0)) AS t (n, word, price)
    GROUP BY word`;
  const { text } = await server.sql(query);
  const rows = text.trim().split('\n');
  assert.deepEqual(rows.sort(), [
    '{"op":"+I","word":"a","n":1}',
    '{"op":"+I","word":"b \\"c\\"","n":1}',
    '{"op":"+U","word":"a","n":2}',
    '{"op":"-U","word":"a","n":1}',
  ]);
  const csv = await server.sql(query, 'text/csv');
  assert.equal(csv.text.split('\r\n')[0], 'op,word,n');
  const named = `SELECT op, COUNT(*) AS op0 FROM (VALUES ('a')) AS t (op) GROUP BY op`;
  assert.equal((await server.sql(named)).text, '{"op":"+I","op0":"a","op00":1}\n');
  assert.equal((await server.sql(named, 'text/csv')).text.split('\r\n')[0], 'op,op0,op00');
});

test('rows as CSV', async () => {
  assert.deepEqual(await server.sql(QUERY, 'text/csv'), {
    status: 200,
    text: 'n,word,price\r\n1,a,1.50\r\n2,"b ""c""",\r\n',
  });
});

test('an instant is in UTC as JSON, in the zone of the session as CSV', async () => {
  const script =
    "SET 'table.local-time-zone' = 'America/New_York'; SELECT TO_TIMESTAMP_LTZ(0, 3) AS t";
  assert.equal((await server.sql(script)).text, '{"t":"1970-01-01T00:00:00Z"}\n');
  const csv = await server.sql(script, 'text/csv');
  assert.equal(csv.text, 't\r\n1969-12-31 19:00:00.000\r\n');
});

test('rows as an Arrow stream', async () => {
  const query = `SELECT n, word, price, CAST(n AS BIGINT) * 4611686018427387904 AS wide,
    TIMESTAMP '2001-02-03 04:05:06.789' AS ts, DATE '2001-02-03' AS d, n > 1 AS more,
    ARRAY[n, NULL] AS list, ROW(n, word) AS pair, MAP[word, n] AS lookup
    FROM (${ROWS}) AS t (n, word, price)`;
  const response = await fetch(`${server.url}/sql`, {
    method: 'POST',
    body: query,
    headers: { accept: 'application/vnd.apache.arrow.stream' },
  });
  assert.equal(response.headers.get('content-type'), 'application/vnd.apache.arrow.stream');
  const table = tableFromIPC(new Uint8Array(await response.arrayBuffer()));
  assert.deepEqual(
    table.schema.fields.map(({ name, type }) => `${name} ${type}`),
    [
      'n Int32',
      'word Utf8',
      'price Decimal[3e+2]',
      'wide Int64',
      'ts Timestamp<MILLISECOND>',
      'd Date32<DAY>',
      'more Bool',
      'list List<Int32>',
      'pair Struct<{EXPR$0:Int32, EXPR$1:Utf8}>',
      'lookup Map<{key:Utf8, value:Int32}>',
    ],
  );
  const first = table.get(0)?.toJSON() as Record<string, unknown>;
  assert.deepEqual(
    [first.n, first.word, first.wide, first.ts, first.more, [...(first.list as Iterable<unknown>)]],
    [1, 'a', 4611686018427387904n, Date.UTC(2001, 1, 3, 4, 5, 6, 789), false, [1, null]],
  );
  assert.equal(table.get(1)?.price, null);
});

test('a script as events', async () => {
  const script = `SET 'pipeline.name' = 'demo';
    CREATE TABLE nowhere (n INT) WITH ('connector' = 'blackhole');
    INSERT INTO nowhere VALUES (1), (2);
    SELECT 7 AS seven`;
  const { text } = await server.sql(script, 'text/event-stream');
  const events = text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => {
      const [name, data] = event.split('\n');
      return [name?.slice('event: '.length), JSON.parse(data?.slice('data: '.length) ?? '')];
    });
  const varchar = { type: 'VARCHAR', nullable: true, length: 2147483647 };
  const ok = (statement: number) => [
    ['columns', { statement, changes: false, columns: [{ name: 'result', logicalType: varchar }] }],
    ['rows', { statement, rows: [{ result: 'OK' }] }],
    ['done', { statement }],
  ];
  const job = { jobID: '<job>' };
  const jobId = { name: 'job id', logicalType: varchar };
  const seven = { name: 'seven', logicalType: { type: 'INTEGER', nullable: false } };
  const table = "CREATE TABLE nowhere (n INT) WITH ('connector' = 'blackhole')";
  const shown = events.map(([name, data]) => {
    if (name !== 'progress') return [name, data];
    const { rowsPerSecond, ...rest } = data;
    assert.ok(rowsPerSecond > 0);
    return [name, rest];
  });
  const progress = (statement: number, rows: number) => [
    'progress',
    { statement, ...job, rows, lateRows: 0, share: 1 },
  ];
  const done = (statement: number) => ['done', { statement, ...job, status: 'FINISHED' }];
  assert.deepEqual(shown, [
    ['statement', { statement: 1, sql: "SET 'pipeline.name' = 'demo'" }],
    ...ok(1),
    ['statement', { statement: 2, sql: table }],
    ...ok(2),
    ['statement', { statement: 3, sql: 'INSERT INTO nowhere VALUES (1), (2)' }],
    ['columns', { statement: 3, ...job, changes: false, columns: [jobId] }],
    progress(3, 2),
    ['rows', { statement: 3, rows: [{ 'job id': '<job>' }] }],
    done(3),
    ['statement', { statement: 4, sql: 'SELECT 7 AS seven' }],
    ['columns', { statement: 4, ...job, changes: false, columns: [seven] }],
    ['rows', { statement: 4, rows: [{ seven: 7 }] }],
    progress(4, 1),
    done(4),
  ]);
});

test('an INSERT is awaited: its file is there, and the next statement reads it', async () => {
  const path = join(folder, 'words');
  const script = `CREATE TABLE words (word STRING, n INT)
      WITH ('connector' = 'filesystem', 'path' = '${path}', 'format' = 'csv');
    INSERT INTO words VALUES ('a', 1), ('b', 2);
    SELECT n, word FROM words;`;
  const { text } = await server.sql(script);
  assert.deepEqual(text, '{"n":1,"word":"a"}\n{"n":2,"word":"b"}\n');
  const [file = ''] = readdirSync(path);
  assert.equal(readFileSync(join(path, file), 'utf8'), 'a,1\nb,2\n');
});

test('with detach an INSERT that never ends does not hold the script', async () => {
  const script = `CREATE TABLE ticks (n INT) WITH ('connector' = 'datagen');
    CREATE TABLE nothing (n INT) WITH ('connector' = 'blackhole');
    INSERT INTO nothing SELECT n FROM ticks;`;
  const { status, text } = await server.sql(script, '*/*', '?detach');
  assert.deepEqual([status, text], [200, '{"job id":"<job>"}\n']);
  const running = async (): Promise<{ id: string }[]> => {
    const response = await fetch(`${server.url}/jobs`);
    const { jobs } = (await response.json()) as { jobs: { id: string; status: string }[] };
    return jobs.filter(({ status }) => ['CREATED', 'RUNNING', 'CANCELLING'].includes(status));
  };
  const [job] = await running();
  assert.ok(job !== undefined);
  assert.deepEqual(await server.call('PATCH', `/jobs/${job.id}`), { status: 202, body: {} });
  while ((await running()).length > 0);
  const detail = await server.call('GET', `/jobs/${job.id}`);
  assert.equal((detail.body as { state: string }).state, 'CANCELED');
});

test('a client that goes away cancels its query', async () => {
  const script = `CREATE TABLE ticks (n INT) WITH ('connector' = 'datagen');
    SELECT n FROM ticks;`;
  const gone = new AbortController();
  const response = await fetch(`${server.url}/sql`, {
    method: 'POST',
    body: script,
    signal: gone.signal,
  });
  assert.equal(response.status, 200);
  const status = async (): Promise<string | undefined> => {
    const { body } = await server.call('GET', '/jobs');
    return (body as { jobs: { status: string }[] }).jobs.at(-1)?.status;
  };
  assert.equal(await status(), 'RUNNING');
  gone.abort();
  while ((await status()) !== 'CANCELED');
});

test('a query that somebody else cancels does not look whole', async () => {
  const script = `CREATE TABLE ticks (n INT) WITH ('connector' = 'datagen');
    SELECT n FROM ticks;`;
  const response = await fetch(`${server.url}/sql`, { method: 'POST', body: script });
  const { body } = await server.call('GET', '/jobs');
  assert.equal((body as { jobs: { status: string }[] }).jobs.at(-1)?.status, 'RUNNING');
  const jobs = (await (await fetch(`${server.url}/jobs`)).json()) as { jobs: { id: string }[] };
  await server.call('PATCH', `/jobs/${jobs.jobs.at(-1)?.id}`);
  let text = '';
  await assert.rejects(async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk as Uint8Array);
  });
  const last = server.portable(text).trimEnd().split('\n').at(-1);
  assert.equal(last, '{"errors":["[JOB_CANCELED] Job <job> was cancelled"]}');
});

test('a client that does not read holds its query, and memory does not grow', async () => {
  const script = `CREATE TABLE ticks (n INT, filler STRING) WITH ('connector' = 'datagen');
    SELECT n, filler FROM ticks;`;
  const gone = new AbortController();
  const { signal } = gone;
  const response = await fetch(`${server.url}/sql`, { method: 'POST', body: script, signal });
  assert.equal(response.status, 200);
  const look = async (): Promise<{ rows: number; ms: number }> => {
    const { body } = await server.call('GET', '/jobs');
    const { jobs } = body as { jobs: { progress: { rows: number }; duration: number }[] };
    return { rows: jobs.at(-1)?.progress.rows ?? 0, ms: jobs.at(-1)?.duration ?? 0 };
  };
  // At rest: the counters, which come five times a second, have not moved for a while.
  let rest = await look();
  for (let now = rest; rest.rows === 0 || now.ms - rest.ms < 700; now = await look()) {
    if (now.rows !== rest.rows) rest = now;
  }
  const { rows } = rest;
  assert.ok(rows < 100_000, `${rows} rows were read for nobody`);
  gone.abort();
});

test('what fails behind the first row says why in CSV, and does not look whole', async () => {
  const rows = Array.from({ length: 5000 }, (_, i) => `(${i})`).join();
  const { body } = await fetch(`${server.url}/sql`, {
    method: 'POST',
    headers: { accept: 'text/csv' },
    body: `SELECT 1 / (4500 - n) AS x FROM (VALUES ${rows}) AS t (n)`,
  });
  let text = '';
  const reading = async (): Promise<void> => {
    for await (const part of body ?? []) text += Buffer.from(part as Uint8Array).toString();
  };
  await assert.rejects(reading());
  assert.match(text, /^x\r\n0\r\n.*\[DATA_EXPRESSION\] .*Division by zero/is);
});

test('what fails before the first row is an ordinary error', async () => {
  assert.deepEqual(await server.sql(''), {
    status: 400,
    text: '{"errors":["[HTTP_BAD_REQUEST] The script holds no statement"]}',
  });
  const syntax = await server.sql('SELECT 1;\nSELEC 2', 'text/event-stream');
  assert.equal(syntax.status, 400);
  assert.match(syntax.text, /^\{"errors":\["\[PARSE_SYNTAX\] line 2, column 1: /);
  const accept = await server.sql('SELECT 1', 'image/png');
  assert.deepEqual(accept, {
    status: 400,
    text: JSON.stringify({
      errors: [
        "[HTTP_BAD_REQUEST] Accept is 'image/png'; there are application/x-ndjson, text/csv, " +
          'application/vnd.apache.arrow.stream and text/event-stream',
      ],
    }),
  });
  const file = `CREATE TABLE gone (a INT)
      WITH ('connector' = 'filesystem', 'path' = '${folder}/missing.csv', 'format' = 'csv');
    SELECT * FROM gone`;
  const missing = await server.sql(file, 'text/csv');
  assert.equal(missing.status, 503);
  assert.match(missing.text, /\[DATA_FILE\]/);
});

test('the error of a statement is the last event', async () => {
  const { status, text } = await server.sql('SET; SELECT a; SELECT 1', 'text/event-stream');
  assert.equal(status, 200);
  const last = text.trim().split('\n\n').at(-1) ?? '';
  assert.match(last, /^event: error\ndata: \{"statement":2,"code":"BIND_UNKNOWN_COLUMN"/);
});

test('what there is to say of a setting is an event, or in the head of the rows', async () => {
  const script = "SET 'parallelism.defalt' = '2'; SET 'parallelism.defalt' = '3'; SELECT 1 AS n";
  const said =
    "'parallelism.defalt' is unknown to Millrace and to Flink. Did you mean 'parallelism.default'?";
  const { text } = await server.sql(script, 'text/event-stream');
  const notice = { statement: 1, key: 'parallelism.defalt', kind: 'unknown', text: said };
  const notices = text.split('\n\n').filter((event) => event.startsWith('event: notice'));
  assert.deepEqual(notices, [`event: notice\ndata: ${JSON.stringify(notice)}`]);
  const rows = await fetch(`${server.url}/sql`, { method: 'POST', body: script });
  assert.equal(rows.headers.get('warning'), `199 millrace "${said}"`);
  assert.equal(await rows.text(), '{"n":1}\n');
  const long = "SET 'k\u00e4\"y' = '1'; ".replace('k', 'k'.repeat(9000));
  const cut = await fetch(`${server.url}/sql`, { method: 'POST', body: `${long}SELECT 1 AS n` });
  assert.equal(cut.headers.get('warning'), null);
  assert.equal(await cut.text(), '{"n":1}\n');
});

test('a body that is no text, or is packed, is refused', async () => {
  const send = async (body: Uint8Array, headers = {}): Promise<unknown> => {
    const response = await fetch(`${server.url}/sql`, { method: 'POST', body, headers });
    return [response.status, await response.json()];
  };
  assert.deepEqual(await send(Buffer.from("SELECT '\xff'", 'latin1')), [
    400,
    { errors: ['[HTTP_BAD_REQUEST] The body is no UTF-8'] },
  ]);
  assert.deepEqual(await send(Buffer.from('SELECT 1'), { 'content-encoding': 'gzip' }), [
    400,
    { errors: ["[HTTP_BAD_REQUEST] The body has the encoding 'gzip'"] },
  ]);
});

test('a number of a million digits is refused at once, in a short message', async () => {
  const { status, text } = await server.sql(`SELECT ${'1'.repeat(1_000_000)}`);
  assert.equal(status, 400);
  assert.match(text, /1 needs 1000000 digits; a DECIMAL holds at most 38/);
  assert.ok(text.length < 5000);
});

test('a union of a thousand queries', async () => {
  const branch = (_: unknown, i: number): string => `SELECT * FROM (VALUES (${i})) AS t (n)`;
  const branches = Array.from({ length: 1000 }, branch);
  const { text } = await server.sql(branches.join(' UNION ALL '));
  const found = text
    .trim()
    .split('\n')
    .map((line) => Number(JSON.parse(line).n));
  assert.deepEqual(
    found.sort((a, b) => a - b),
    branches.map((_, i) => i),
  );
});
