/** Jobs over several servers: closed and started again, savepoints, checkpoints of another job. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Configuration } from '../../conf/configuration.js';
import { checkpoint, ended, json, Place, post, submit } from './test-place.js';

const root = mkdtempSync(join(tmpdir(), 'millrace-recovery-'));
after(() => rmSync(root, { recursive: true, force: true }));

test('a job goes on with the next server, and each row counts once', async () => {
  const place = new Place(root, 'resume');
  place.feed('a,1,2001-01-01 00:00:01', 'b,2,2001-01-01 00:00:02');
  const first = await place.start();
  const job = await submit(first, place);
  await checkpoint(first, job, 2);
  await first.close();
  const second = await place.start();
  place.feed('a,4,2001-01-01 00:00:03', 'a,8,2001-01-01 00:00:11');
  await checkpoint(second, job, 2);
  assert.deepEqual(place.rows(), ['a,"2001-01-01 00:00:00",5', 'b,"2001-01-01 00:00:00",2']);
  const { counts } = (await json(`${second.url}/jobs/${job}/checkpoints`)) as never as {
    counts: { restored: number };
  };
  assert.equal(counts.restored, 1);
  await fetch(`${second.url}/jobs/${job}`, { method: 'PATCH' });
  await second.close();
  const third = await place.start();
  assert.deepEqual(await json(`${third.url}/jobs`), { jobs: [] });
  await third.close();
});

test('state in files outlives many servers: what is still read is never deleted', async () => {
  const place = new Place(root, 'files');
  const settings = { 'state.backend.type': 'forst' };
  place.feed('a,1,2001-01-01 00:00:01', 'b,2,2001-01-01 00:00:02');
  const first = await place.start(settings);
  const job = await submit(first, place);
  await checkpoint(first, job, 2);
  await first.close();
  for (let life = 0; life < 3; life++) {
    const server = await place.start(settings);
    for (let i = 0; i < 3; i++) {
      place.feed(`c,1,2001-01-01 00:00:0${3 + i}`);
      await checkpoint(server, job, i + 1);
    }
    await server.close();
  }
  const last = await place.start(settings);
  place.feed('d,1,2001-01-01 00:00:11');
  await checkpoint(last, job, 1);
  const day = '"2001-01-01 00:00:00"';
  assert.deepEqual(place.rows(), [`a,${day},1`, `b,${day},2`, `c,${day},9`]);
  await fetch(`${last.url}/jobs/${job}`, { method: 'PATCH' });
  await last.close();
});

test('a job whose checkpoints died with the server fails, and is not begun anew', async () => {
  const place = new Place(root, 'memory');
  const settings = { 'execution.checkpointing.storage': 'jobmanager' };
  const first = await place.start(settings);
  // What another server left behind: this one gives its jobs up when it is closed.
  const job = await submit(first, place);
  const { StoredJobs } = await import('./stored-jobs.js');
  const spec = { name: 'lost', nodes: [], parallelism: 1, maxParallelism: 128 };
  await first.close();
  const stored = new StoredJobs(join(place.folder, 'jobs'), new Configuration());
  const options = { 'execution.checkpointing.interval': '1 s' };
  stored.put({
    id: job,
    spec: { ...spec, options },
    engine: '0',
    startedAt: 0,
    reached: { stands: false },
  });
  await stored.settled();
  await stored.close();
  const second = await place.start(settings);
  const found = (await json(`${second.url}/jobs/${job}`)) as never as Record<string, string>;
  assert.equal(found.state, 'FAILED');
  assert.match(found.error ?? '', /^\[CHECKPOINT_MISSING\] There is no durable checkpoint/);
  await second.close();
});

test('STOP JOB WITH SAVEPOINT; another job goes on from it at another parallelism', async () => {
  const place = new Place(root, 'savepoint');
  place.feed('a,1,2001-01-01 00:00:01', 'b,2,2001-01-01 00:00:02');
  const server = await place.start();
  const job = await submit(server, place);
  await checkpoint(server, job, 2);
  const stopped = await post(`${server.url}/sql`, `STOP JOB '${job}' WITH SAVEPOINT`);
  const path = (JSON.parse(stopped) as { 'savepoint path': string })['savepoint path'];
  assert.ok(
    path.startsWith(`file://${place.folder}/savepoints/savepoint-${job.slice(0, 6)}-`),
    path,
  );
  assert.equal((await json(`${server.url}/jobs/${job}`)).state, 'FINISHED');
  const from = `SET 'execution.state-recovery.path' = '${path}';`;
  const settings = `${from} SET 'parallelism.default' = '4';`;
  const next = await submit(server, place, settings);
  place.feed('a,4,2001-01-01 00:00:03', 'c,8,2001-01-01 00:00:11');
  await checkpoint(server, next, 2);
  assert.deepEqual(place.rows(), ['a,"2001-01-01 00:00:00",5', 'b,"2001-01-01 00:00:00",2']);
  const unclaimed = `${from}
    CREATE TABLE hole (k STRING) WITH ('connector' = 'blackhole');
    CREATE TABLE gen (k STRING) WITH ('connector' = 'datagen');
    INSERT INTO hole SELECT k FROM gen`;
  await post(`${server.url}/sql?detach=true`, unclaimed);
  const { jobs } = (await json(`${server.url}/jobs`)) as never as { jobs: { id: string }[] };
  const failed = await ended(server, jobs.at(-1)?.id as string);
  assert.match(failed.error ?? '', /^\[CHECKPOINT_UNCLAIMED\] .* holds state that no operator/);
  await server.close();
});

test('a savepoint over HTTP, with drain: what is open is finished first', async () => {
  const place = new Place(root, 'drain');
  place.feed('a,1,2001-01-01 00:00:01');
  const server = await place.start();
  const job = await submit(server, place);
  await checkpoint(server, job, 1);
  const asked = await post(`${server.url}/jobs/${job}/stop`, '{"drain": true}');
  const { 'request-id': request } = JSON.parse(asked) as { 'request-id': string };
  await ended(server, job);
  const { status, operation } = (await json(
    `${server.url}/jobs/${job}/savepoints/${request}`,
  )) as never as { status: { id: string }; operation: { location: string } };
  assert.equal(status.id, 'COMPLETED');
  assert.match(operation.location, /savepoints\/savepoint-/);
  assert.deepEqual(place.rows(), ['a,"2001-01-01 00:00:00",1']);
  await server.close();
});

test('two servers do not share a store of jobs', async () => {
  const place = new Place(root, 'locked');
  const first = await place.start();
  await submit(first, place);
  await assert.rejects(place.start(), { code: 'JOB_STORE' });
  await first.close();
});
