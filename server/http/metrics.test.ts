import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TestServer } from './test-server.js';

let server: TestServer;
before(async () => {
  server = await TestServer.start({
    'state.backend.type': 'rocksdb',
    'taskmanager.memory.managed.size': '1 mb',
  });
});
after(() => server.close());

const ROWS = 5000;

/** Ids of the only job and of the vertex with this operator. */
async function vertexOf(operator: string): Promise<{ job: string; vertex: string }> {
  const list = await (await fetch(`${server.url}/jobs`)).json();
  const [{ id: job }] = (list as { jobs: [{ id: string }] }).jobs;
  const detail = await (await fetch(`${server.url}/jobs/${job}`)).json();
  const { vertices } = detail as { vertices: { id: string; name: string }[] };
  const vertex = vertices.find(({ name }) => name.startsWith(operator));
  assert.ok(vertex !== undefined, `A vertex is a ${operator}`);
  return { job, vertex: vertex.id };
}

const STATE = [
  'numInFlightRecords',
  'stateHits',
  'stateMisses',
  'stateBlockHits',
  'stateNearReads',
  'stateFarReads',
  'stateWaitTimeMs',
  'stateMemoryBytes',
];

const COUNTS = ['numRecordsIn', 'numRecordsOut', 'numLateRecordsDropped', 'currentOutputWatermark'];

test('metrics of a vertex, task by task and over all', async () => {
  const { text } = await server.sql(`CREATE TABLE ticks (k INT) WITH (
      'connector' = 'datagen', 'number-of-rows' = '${ROWS}', 'fields.k.min' = '1',
      'fields.k.max' = '50');
    CREATE TABLE nothing (k INT, n BIGINT) WITH ('connector' = 'blackhole');
    INSERT INTO nothing SELECT k, COUNT(*) FROM ticks GROUP BY k;`);
  assert.equal(text, '{"job id":"<job>"}\n');
  const { job, vertex } = await vertexOf('GroupAggregate');
  const path = `/jobs/${job}/vertices/${vertex}`;
  const names = [...COUNTS, ...STATE];
  assert.deepEqual((await server.call('GET', `${path}/metrics`)).body, [
    ...names.map((name) => ({ id: `0.${name}` })),
  ]);
  const one = await server.call('GET', `${path}/metrics?get=0.numRecordsIn,0.none`);
  assert.deepEqual(one.body, [{ id: '0.numRecordsIn', value: String(ROWS) }]);
  const all = await server.call('GET', `${path}/subtasks/metrics?get=numRecordsIn`);
  const sum = { min: ROWS, max: ROWS, avg: ROWS, sum: ROWS };
  assert.deepEqual(all.body, [{ id: 'numRecordsIn', ...sum }]);
  const listed = await server.call('GET', `${path}/subtasks/metrics`);
  assert.deepEqual(
    listed.body,
    names.map((id) => ({ id })),
  );
});

test('the job sums up how its operators read their state', async () => {
  const { job, vertex } = await vertexOf('GroupAggregate');
  const { body } = await server.call('GET', `/jobs/${job}`);
  const { vertices } = body as { vertices: { metrics: Record<string, number> }[] };
  const stateful = vertices.filter(({ metrics }) => 'stateHits' in metrics);
  assert.equal(stateful.length, 1, 'Nodes without state say nothing of it');
  const { stateHits, stateMisses, numInFlightRecords } = stateful[0]?.metrics ?? {};
  assert.ok((stateHits ?? 0) + (stateMisses ?? 0) >= ROWS, 'Each row names a key');
  assert.equal(numInFlightRecords, 0);
  const missing = await server.call('GET', `/jobs/${job}/vertices/none/metrics`);
  assert.deepEqual(missing, {
    status: 404,
    body: { errors: ["[JOB_MISSING] Job <job> has no vertex 'none'"] },
  });
  assert.notEqual(vertex, 'none');
});

test('GET /memory: managed memory, and what workers hold of it', async () => {
  const { status, body } = await server.call('GET', '/memory');
  const { managedBytes, operators } = body as { managedBytes: number; operators: unknown[] };
  assert.deepEqual([status, managedBytes, operators], [200, 1024 * 1024, []]);
});
