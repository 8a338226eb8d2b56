import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { TestServer } from './test-server.js';

let server: TestServer;
before(async () => {
  server = await TestServer.start();
});
after(() => server.close());

const INT = { type: 'INTEGER', nullable: false };
const TEXT = { type: 'VARCHAR', nullable: true, length: 2147483647 };

/** The page once it is ready. */
async function page(path: string): Promise<unknown> {
  for (;;) {
    const { body } = await server.call('GET', path);
    if ((body as { resultType?: string }).resultType !== 'NOT_READY') return body;
  }
}

test('what the server is and which versions it speaks', async () => {
  for (const version of ['', '/v1', '/v2', '/v3', '/v4']) {
    assert.deepEqual(await server.call('GET', `${version}/api_versions`), {
      status: 200,
      body: { versions: ['V1', 'V2', 'V3', 'V4'] },
    });
    assert.deepEqual(await server.call('GET', `${version}/info`), {
      status: 200,
      body: { productName: 'Millrace', version: '0.1.0' },
    });
  }
});

test('the life of a session', async () => {
  const session = await server.openSession({ 'parallelism.default': '2', mine: 'x' });
  const path = `/v4/sessions/${session}`;
  assert.deepEqual(await server.call('GET', path), {
    status: 200,
    body: {
      properties: {
        'millrace.workers': '1',
        mine: 'x',
        'parallelism.default': '2',
        'sql-gateway.endpoint.rest.port': '0',
        'table.local-time-zone': 'UTC',
      },
    },
  });
  assert.deepEqual(await server.call('POST', `${path}/heartbeat`, {}), { status: 200, body: {} });
  assert.deepEqual(await server.call('DELETE', path), { status: 200, body: { status: 'CLOSED' } });
  assert.deepEqual(await server.call('GET', path), {
    status: 404,
    body: { errors: ["[SESSION_MISSING] Session '<session>' does not exist."] },
  });
});

test('a session is not opened with a value that an option does not allow', async () => {
  const { status, body } = await server.call('POST', '/sessions', {
    properties: { 'parallelism.default': 'many' },
  });
  assert.equal(status, 400);
  assert.match(JSON.stringify(body), /\[CONFIG_VALUE\] 'parallelism.default' is 'many'/);
});

test('a query page by page: the rows, the same page again, the end', async () => {
  const session = await server.openSession();
  const operation = await server.submit(session, 'SELECT 1 AS a');
  const path = (version: string, token: number) => `${version}${operation}/result/${token}`;
  const results = (data: unknown[]) => ({
    columns: [{ name: 'a', logicalType: INT, comment: null }],
    rowFormat: 'JSON',
    data,
  });
  const head = { isQueryResult: true, jobID: '<job>', resultKind: 'SUCCESS_WITH_CONTENT' };
  const row = { kind: 'INSERT', fields: [1] };
  let token = 0;
  let first: unknown;
  for (; ; token++) {
    first = await page(path('/v4', token));
    if ((first as { results: { data: unknown[] } }).results.data.length > 0) break;
  }
  const next = `/v4/sessions/<session>/operations/<operation>/result/${token + 1}?rowFormat=JSON`;
  const payload = { resultType: 'PAYLOAD', ...head, results: results([row]), nextResultUri: next };
  assert.deepEqual(first, payload);
  assert.deepEqual(await page(path('/v4', token)), payload);
  const end = { resultType: 'EOS', ...head, results: results([]) };
  assert.deepEqual(await page(path('/v4', token + 1)), end);
  assert.deepEqual(await page(path('/v4', token + 1)), end);
  assert.deepEqual(await server.call('GET', path('/v4', token + 7)), {
    status: 400,
    body: {
      errors: [
        `[OPERATION_STATE] Expecting token to be ${token + 1} or ${token}, but found ${token + 7}.`,
      ],
    },
  });
  const status = await server.call('GET', `${operation}/status`);
  assert.deepEqual(status.body, { status: 'FINISHED' });
  const closed = await server.call('DELETE', `${operation}/close`);
  assert.deepEqual(closed.body, { status: 'CLOSED' });
  assert.deepEqual(await server.call('GET', `${operation}/status`), {
    status: 404,
    body: {
      errors: [
        '[OPERATION_MISSING] Can not find the submitted operation in the ' +
          'OperationManager with the <operation>.',
      ],
    },
  });
});

test('what a SET, an INSERT and SHOW JOBS answer', async () => {
  const session = await server.openSession();
  const set = await server.submit(session, "SET 'parallelism.default' = '1'");
  const text = (name: string) => ({ name, logicalType: TEXT, comment: null });
  assert.deepEqual(await page(`/v4${set}/result/0?rowFormat=PLAIN_TEXT`), {
    resultType: 'PAYLOAD',
    isQueryResult: false,
    resultKind: 'SUCCESS',
    results: {
      columns: [text('result')],
      rowFormat: 'PLAIN_TEXT',
      data: [{ kind: 'INSERT', fields: ['OK'] }],
    },
    nextResultUri: '/v4/sessions/<session>/operations/<operation>/result/1?rowFormat=PLAIN_TEXT',
  });
  const table = "CREATE TABLE sink (a INT) WITH ('connector' = 'blackhole')";
  await server.rows(await server.submit(session, table));
  const insert = await server.submit(session, 'INSERT INTO sink VALUES (1), (2)', {
    executionConfig: { 'table.dml-sync': 'true', 'pipeline.name': 'two rows' },
  });
  assert.deepEqual(await page(`/v1${insert}/result/0`), {
    resultType: 'PAYLOAD',
    isQueryResult: false,
    jobID: '<job>',
    resultKind: 'SUCCESS_WITH_CONTENT',
    results: {
      columns: [text('job id')],
      rowFormat: 'JSON',
      data: [{ kind: 'INSERT', fields: ['<job>'] }],
    },
    nextResultUri: '/v1/sessions/<session>/operations/<operation>/result/1',
  });
  const jobs = await server.rows(await server.submit(session, 'SHOW JOBS'));
  const names = jobs.map((row) => (row as { fields: unknown[] }).fields[1]);
  assert.ok(names.includes('two rows'));
});

test('an error of a statement shows when its result is fetched', async () => {
  const session = await server.openSession();
  const operation = await server.submit(session, 'SELECT *\nFROM nowhere');
  assert.deepEqual(await page(`${operation}/result/0`), {
    errors: [
      '[BIND_UNKNOWN_TABLE] line 2, column 6: There is no table or view ' +
        "'default_catalog.default_database.nowhere'\n  FROM nowhere\n       ^^^^^^^",
    ],
  });
  const status = await server.call('GET', `${operation}/status`);
  assert.deepEqual(status.body, { status: 'ERROR' });
});

test('an unfinished statement says so in the words that clients look for', async () => {
  const session = await server.openSession();
  const operation = await server.submit(session, 'SELECT 1 +');
  const { errors } = (await page(`${operation}/result/0`)) as { errors: string[] };
  assert.match(errors.join(), /\[PARSE_UNFINISHED\].*Encountered "<EOF>"/);
});

test('a query that runs on is cancelled', async () => {
  const session = await server.openSession();
  const table = "CREATE TABLE ticks (a INT) WITH ('connector' = 'datagen')";
  await server.rows(await server.submit(session, table));
  const operation = await server.submit(session, 'SELECT a FROM ticks');
  await page(`${operation}/result/0`);
  const cancelled = await server.call('POST', `${operation}/cancel`);
  assert.deepEqual(cancelled, { status: 200, body: { status: 'CANCELED' } });
  const { status, body } = await server.call('GET', `${operation}/result/1`);
  assert.equal(status, 400);
  assert.match(JSON.stringify(body), /\[OPERATION_STATE\] Can not fetch results/);
});

test('configure-session takes what sets a session up, and nothing else', async () => {
  const session = await server.openSession();
  const path = `/v2/sessions/${session}/configure-session`;
  const ok = await server.call('POST', path, { statement: 'CREATE DATABASE configured' });
  assert.deepEqual(ok, { status: 200, body: {} });
  const used = await server.call('POST', path, { statement: 'USE configured' });
  assert.deepEqual(used, { status: 200, body: {} });
  const current = await server.rows(await server.submit(session, 'SHOW CURRENT DATABASE'));
  assert.deepEqual(current, [{ kind: 'INSERT', fields: ['configured'] }]);
  assert.deepEqual(await server.call('POST', path, { statement: 'SELECT 1' }), {
    status: 400,
    body: {
      errors: [
        '[HTTP_BAD_REQUEST] This statement cannot set up a session\n' +
          'Hint: Submit it to /statements. Here stand SET, RESET, USE, and CREATE, ALTER or DROP.',
      ],
    },
  });
});

test('requests that do not fit are answered in one shape', async () => {
  const session = await server.openSession();
  const cases: [
    method: string,
    path: string,
    body: string | undefined,
    status: number,
    error: string,
  ][] = [
    ['GET', '/nothing/here', undefined, 404, '[HTTP_NOT_FOUND] Not found: /nothing/here'],
    [
      'PUT',
      '/v1/info',
      undefined,
      405,
      '[HTTP_METHOD] PUT is not allowed for /v1/info; allowed is GET',
    ],
    ['POST', '/sessions', '[]', 400, '[HTTP_BAD_REQUEST] The body is no JSON object'],
    [
      'POST',
      '/sessions',
      '{"sesionName":"a"}',
      400,
      "[HTTP_BAD_REQUEST] The body has the field 'sesionName'; " +
        "allowed is sessionName, properties\nHint: Did you mean 'sessionName'?",
    ],
    [
      'POST',
      '/sql?detatch',
      'SELECT 1',
      400,
      "[HTTP_BAD_REQUEST] The query has 'detatch'; allowed is detach\nHint: Did you mean 'detach'?",
    ],
    [
      'POST',
      '/sessions',
      '{"properties":{"a":1}}',
      400,
      "[HTTP_BAD_REQUEST] 'a' of 'properties' is 1; allowed is a string",
    ],
    [
      'POST',
      '/sessions',
      `{"properties":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
      400,
      "[HTTP_BAD_REQUEST] 'a' of 'properties' is an array; allowed is a string",
    ],
    [
      'POST',
      `/sessions/${session}/statements`,
      `{"statement":"SELECT 1","executionTimeout":"${'5'.repeat(1000)}"}`,
      400,
      `[HTTP_BAD_REQUEST] 'executionTimeout' is "${'5'.repeat(100)}…"; allowed is a number`,
    ],
    [
      'POST',
      `/sessions/${session}/statements`,
      '{}',
      400,
      "[HTTP_BAD_REQUEST] The body has no 'statement'",
    ],
    [
      'POST',
      `/sessions/${session}/statements`,
      '{"statement":"SELECT 1","executionTimeout":5}',
      400,
      '[HTTP_BAD_REQUEST] executionTimeout is 5; allowed is 0\n' +
        "Hint: SQL Gateway doesn't support timeout mechanism now.",
    ],
    [
      'GET',
      `/sessions/${session}/operations/x/status`,
      undefined,
      404,
      '[OPERATION_MISSING] Can not find the submitted operation in the OperationManager with the ' +
        'x.',
    ],
    [
      'POST',
      `/sessions/${session}/scripts`,
      '{}',
      400,
      '[PLAN_UNSUPPORTED] Scripts are not deployed to a cluster here\n' +
        'Hint: POST the script to /sql.',
    ],
    [
      'POST',
      `/v3/sessions/${session}/materialized-tables/t/refresh`,
      '{}',
      400,
      '[PLAN_UNSUPPORTED] Materialized tables are not supported',
    ],
    ['GET', '/jobs/0123', undefined, 404, "[JOB_MISSING] There is no job '0123'"],
  ];
  for (const [method, path, body, status, error] of cases) {
    const reply = await server.call(method, path, body);
    assert.deepEqual(reply, { status, body: { errors: [error] } }, `${method} ${path}`);
  }
  const malformed = await server.call('POST', '/sessions', '{');
  assert.equal(malformed.status, 400);
  assert.match(JSON.stringify(malformed.body), /\[HTTP_BAD_REQUEST\] The body is no JSON: /);
});

test('a path that is none, and bytes that are no HTTP', async () => {
  assert.deepEqual(await server.call('GET', '/%ZZ'), {
    status: 400,
    body: { errors: ["[HTTP_BAD_REQUEST] '/%ZZ' is not a valid url component"] },
  });
  const send = async (bytes: string): Promise<string> => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.end(bytes);
    return text(socket);
  };
  const body = '{"errors":["[HTTP_BAD_REQUEST] The request is no HTTP"]}';
  assert.equal(
    await send('GARBAGE\r\n\r\n'),
    'HTTP/1.1 400 Bad Request\r\nconnection: close\r\n' +
      'content-type: application/json; charset=utf-8\r\n' +
      `content-length: ${body.length}\r\n\r\n${body}`,
  );
  const large = await send(`GET /info HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`);
  const hostless = await send('GET /info HTTP/1.1\r\nconnection: close\r\n\r\n');
  assert.match(hostless, /^HTTP\/1\.1 400 .*\[HTTP_BAD_REQUEST\] The request has no Host header/s);
  const expects = 'GET /info HTTP/1.1\r\nhost: x\r\nexpect: more\r\nconnection: close\r\n\r\n';
  assert.match(await send(expects), /^HTTP\/1\.1 200 .*"productName":"Millrace"/s);
  assert.match(large, /^HTTP\/1\.1 431 .*\[HTTP_BAD_REQUEST\] The head of the request is/s);
});

test('what there is to say of a SET or RESET is in the head of its result', async () => {
  const session = await server.openSession();
  const post = { method: 'POST', body: JSON.stringify({ statement: "RESET 'fooo'" }) };
  const submitted = await fetch(`${server.url}/v4/sessions/${session}/statements`, post);
  const { operationHandle } = (await submitted.json()) as { operationHandle: string };
  const uri = `/v4/sessions/${session}/operations/${operationHandle}/result/0`;
  let warning: string | null = null;
  for (let ready = false; !ready; ) {
    const reply = await fetch(server.url + uri);
    const { resultType } = (await reply.json()) as { resultType: string };
    ready = resultType !== 'NOT_READY';
    warning = reply.headers.get('warning');
  }
  const said = '199 millrace "\'fooo\' is unknown to Millrace and to Flink."';
  assert.equal(warning, said);
  const other = await server.openSession();
  const configured = await fetch(`${server.url}/v4/sessions/${other}/configure-session`, post);
  assert.equal(configured.headers.get('warning'), said);
});

test('a body beyond the limit is refused', async () => {
  const small = await TestServer.start({ 'millrace.http.max-body-size': '1 kb' });
  const reply = await small.call('POST', '/sql', `SELECT '${'x'.repeat(2000)}'`);
  assert.deepEqual(reply, {
    status: 413,
    body: {
      errors: [
        '[HTTP_TOO_LARGE] The body of the request is too large; it may have 1 kb\n' +
          "Hint: Raise 'millrace.http.max-body-size'.",
      ],
    },
  });
  await small.close();
});

test('as many sessions as are allowed', async () => {
  const small = await TestServer.start({ 'sql-gateway.session.max-num': '1' });
  await small.openSession();
  assert.deepEqual(await small.call('POST', '/sessions', {}), {
    status: 503,
    body: { errors: ['[SESSION_LIMIT] 1 sessions are open already'] },
  });
  await small.close();
});

test('an address that is taken stops the start', async () => {
  const port = new URL(server.url).port;
  await assert.rejects(TestServer.start({ 'sql-gateway.endpoint.rest.port': port }), {
    code: 'SERVER_ADDRESS',
    reason: `Cannot listen on 127.0.0.1:${port}: it is in use`,
  });
});

test('words that may go on', async () => {
  const session = await server.openSession();
  await server.rows(
    await server.submit(session, "CREATE TABLE words (a INT) WITH ('connector' = 'blackhole')"),
  );
  const complete = async (statement: string): Promise<unknown> => {
    const { port } = new URL(server.url);
    const path = `/v2/sessions/${session}/complete-statement`;
    return new Promise((resolve) => {
      const request = httpRequest({ port, host: '127.0.0.1', path, method: 'GET' }, (reply) => {
        let text = '';
        reply.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        reply.on('end', () => resolve(JSON.parse(text)));
      });
      const body = JSON.stringify({ statement, position: statement.length });
      request.setHeader('content-length', body.length);
      request.end(body);
    });
  };
  assert.deepEqual(await complete('SELECT * FRO'), { candidates: ['FROM'] });
  const key = 'parallelism.default';
  assert.deepEqual(await complete("SET 'parallel"), { candidates: [key] });
  assert.deepEqual(await complete(`RESET '${key}`), { candidates: [key] });
  assert.deepEqual(await complete("SET 'none"), { candidates: [] });
  const table = 'default_catalog.default_database.words';
  assert.deepEqual(await complete('SELECT * FROM wo'), { candidates: [table] });
});
