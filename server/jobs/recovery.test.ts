/** Jobs over several servers: closed and started again, savepoints, checkpoints of another job. */
import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Configuration } from '../../conf/configuration.js';
import type { Server } from '../assembly.js';
import { startServer } from '../server.js';

const root = mkdtempSync(join(tmpdir(), 'millrace-recovery-'));
after(() => rmSync(root, { recursive: true, force: true }));

/** A place with input and output of its own. */
class Place {
  readonly folder: string;
  #files = 0;

  constructor(name: string) {
    this.folder = join(root, name);
    mkdirSync(join(this.folder, 'in'), { recursive: true });
  }

  start(settings: Readonly<Record<string, string>> = {}): Promise<Server> {
    return startServer(
      Configuration.of({
        'sql-gateway.endpoint.rest.port': '0',
        'millrace.workers': '2',
        'table.catalog-store.kind': 'generic_in_memory',
        'millrace.job-store.path': join(this.folder, 'jobs'),
        'execution.checkpointing.interval': '50 ms',
        'execution.checkpointing.dir': join(this.folder, 'checkpoints'),
        'execution.checkpointing.savepoint-dir': join(this.folder, 'savepoints'),
        ...settings,
      }),
    );
  }

  feed(...rows: readonly string[]): void {
    const name = `${String(this.#files++).padStart(3, '0')}.csv`;
    writeFileSync(join(this.folder, name), `${rows.join('\n')}\n`);
    // Whole when it is seen.
    renameSync(join(this.folder, name), join(this.folder, 'in', name));
  }

  /** Counts rows of windows: state, timers and an append-only sink. */
  get sql(): string {
    return `CREATE TABLE events (k STRING, n BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH (
        'connector' = 'filesystem', 'path' = '${this.folder}/in', 'format' = 'csv',
        'source.monitor-interval' = '20 ms');
      CREATE TABLE sums (k STRING, w TIMESTAMP(3), total BIGINT) WITH (
        'connector' = 'filesystem', 'path' = '${this.folder}/out', 'format' = 'csv');
      INSERT INTO sums SELECT k, window_start, SUM(n)
        FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end`;
  }

  /** The rows of all visible files, sorted. */
  rows(): string[] {
    const names = readdirSync(join(this.folder, 'out')).filter((name) => !name.startsWith('.'));
    const texts = names.map((name) => readFileSync(join(this.folder, 'out', name), 'utf8'));
    return texts.flatMap((text) => text.split('\n').filter((line) => line !== '')).sort();
  }
}

async function post(url: string, body: string): Promise<string> {
  const response = await fetch(url, { method: 'POST', body });
  const text = await response.text();
  assert.ok(response.ok, text);
  return text;
}

async function json(url: string): Promise<Record<string, never>> {
  return (await fetch(url)).json() as Promise<Record<string, never>>;
}

/** Starts the job of the place. @returns its id */
async function submit({ url }: Server, place: Place, settings = ''): Promise<string> {
  await post(`${url}/sql?detach=true`, `${settings}${place.sql}`);
  const { jobs } = (await json(`${url}/jobs`)) as unknown as { jobs: { id: string }[] };
  return jobs.at(-1)?.id as string;
}

/** Takes a checkpoint that holds all rows read so far. */
async function checkpoint({ url }: Server, job: string, rows: number): Promise<void> {
  for (;;) {
    const { progress, error } = (await json(`${url}/jobs/${job}`)) as unknown as {
      progress: { rows: number };
      error?: string;
    };
    assert.equal(error, undefined);
    if (progress.rows >= rows) break;
    await new Promise(setImmediate);
  }
  await post(`${url}/jobs/${job}/checkpoints`, '');
}

/** Waits for the end of a job. @returns it */
async function ended({ url }: Server, job: string): Promise<Record<string, string>> {
  for (;;) {
    const found = (await json(`${url}/jobs/${job}`)) as never as Record<string, string>;
    if (Number(found['end-time']) >= 0) return found;
    await new Promise(setImmediate);
  }
}

test('a job goes on with the next server, and each row counts once', async () => {
  const place = new Place('resume');
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
  const place = new Place('files');
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
  const place = new Place('memory');
  const settings = { 'execution.checkpointing.storage': 'jobmanager' };
  const first = await place.start(settings);
  // What another server left behind: this one gives its jobs up when it is closed.
  const job = await submit(first, place);
  const { StoredJobs } = await import('./stored-jobs.js');
  const spec = { name: 'lost', nodes: [], parallelism: 1, maxParallelism: 128 };
  await first.close();
  const stored = new StoredJobs(join(place.folder, 'jobs'), new Configuration());
  const options = { 'execution.checkpointing.interval': '1 s' };
  stored.put({ id: job, spec: { ...spec, options }, engine: '0', startedAt: 0 });
  await stored.settled();
  await stored.close();
  const second = await place.start(settings);
  const found = (await json(`${second.url}/jobs/${job}`)) as never as Record<string, string>;
  assert.equal(found.state, 'FAILED');
  assert.match(found.error ?? '', /^\[CHECKPOINT_MISSING\] There is no durable checkpoint/);
  await second.close();
});

test('STOP JOB WITH SAVEPOINT; another job goes on from it at another parallelism', async () => {
  const place = new Place('savepoint');
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
  const place = new Place('drain');
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
  const place = new Place('locked');
  const first = await place.start();
  await submit(first, place);
  await assert.rejects(place.start(), { code: 'JOB_STORE' });
  await first.close();
});
