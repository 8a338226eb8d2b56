import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestServer } from '../http/test-server.js';
import { liveMemory, memoryText } from './live-memory.js';

const MB = 1024 * 1024;

test('shares of each worker, then the tables of each operator', () => {
  const text = memoryText({
    managedBytes: 64 * MB,
    process: { rss: 200 * MB },
    workers: [
      {
        worker: 0,
        tables: { bytes: 3 * MB, limitBytes: 28 * MB },
        blocks: { bytes: 1024, limitBytes: 28 * MB },
        inFlight: { bytes: 0, limitBytes: 8 * MB },
      },
    ],
    operators: [
      {
        job: '5f1c',
        jobName: 'hourly',
        vertex: '5b0e',
        name: 'GroupAggregate(groupBy=[origin])',
        tableBytes: 3 * MB,
        inFlightRecords: 4096,
      },
    ],
  });
  assert.equal(
    text,
    `managed memory 64.0 MB, process 200.0 MB
worker 0
  tables 3.0 MB of 28.0 MB
  blocks of files 1.0 kB of 28.0 MB
  batches in flight 0 B of 8.0 MB
5f1c hourly: GroupAggregate(groupBy=[origin])
  tables 3.0 MB, 4096 rows in flight`,
  );
});

test('of a server that runs; none answers elsewhere', async () => {
  const server = await TestServer.start({ 'taskmanager.memory.managed.size': '64 mb' });
  assert.match(await liveMemory(server.url), /^managed memory 64\.0 MB, process \d+\.\d MB/);
  await assert.rejects(liveMemory(`${server.url}/jobs`), { code: 'SERVER_ADDRESS' });
  await server.close();
  await assert.rejects(liveMemory(server.url), { code: 'SERVER_ADDRESS' });
});
