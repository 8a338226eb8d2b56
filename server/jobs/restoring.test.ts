/** What a job may begin with: savepoints and checkpoints, claimed or not, whole or not. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Server } from '../assembly.js';
import { checkpoint, ended, json, Place, post, submit } from './test-place.js';

const root = mkdtempSync(join(tmpdir(), 'millrace-restoring-'));
after(() => rmSync(root, { recursive: true, force: true }));

const DAY = '"2001-01-01 00:00:00"';

/** Files below a folder, sorted. */
function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

async function stop({ url }: Server, job: string): Promise<string> {
  const stopped = await post(`${url}/sql`, `STOP JOB '${job}' WITH SAVEPOINT`);
  return (JSON.parse(stopped) as { 'savepoint path': string })['savepoint path'];
}

async function cancel({ url }: Server, job: string): Promise<void> {
  await fetch(`${url}/jobs/${job}`, { method: 'PATCH' });
}

for (const backend of ['forst', 'rocksdb', 'hashmap']) {
  test(`${backend}: NO_CLAIM leaves a savepoint alone; CLAIM takes it, and it goes`, async () => {
    const place = new Place(root, `claims-${backend}`);
    const settings = { 'state.backend.type': backend };
    const server = await place.start(settings);
    place.feed('a,1,2001-01-01 00:00:01', 'b,2,2001-01-01 00:00:02');
    const first = await submit(server, place);
    await checkpoint(server, first, 2);
    const path = await stop(server, first);
    const folder = path.replace('file://', '');
    const before = filesOf(folder);
    assert.ok(before.length > 1, 'A savepoint has metadata and state');
    const from = `SET 'execution.state-recovery.path' = '${path}';`;
    const second = await submit(server, place, from);
    place.feed('a,4,2001-01-01 00:00:03');
    await checkpoint(server, second, 1);
    await checkpoint(server, second, 1);
    assert.deepEqual(filesOf(folder), before);
    await cancel(server, second);
    await ended(server, second);
    const claim = `${from} SET 'execution.state-recovery.claim-mode' = 'CLAIM';`;
    const third = await submit(server, place, claim);
    place.feed('a,8,2001-01-01 00:00:04', 'c,16,2001-01-01 00:00:11');
    // What the second job read is read again.
    await checkpoint(server, third, 3);
    assert.deepEqual(filesOf(folder), []);
    await server.close();
    const next = await place.start(settings);
    place.feed('d,32,2001-01-01 00:00:21');
    await checkpoint(next, third, 1);
    assert.deepEqual(place.rows(), [`a,${DAY},13`, `b,${DAY},2`, 'c,"2001-01-01 00:00:10",16']);
    await cancel(next, third);
    await next.close();
  });
}

test('a checkpoint of which files are missing or cut is refused by their names', async () => {
  const place = new Place(root, 'not-whole');
  const server = await place.start();
  place.feed('a,1,2001-01-01 00:00:01');
  const job = await submit(server, place);
  await checkpoint(server, job, 1);
  const path = await stop(server, job);
  const from = `SET 'execution.state-recovery.path' = '${path}';
    SET 'restart-strategy.type' = 'none';`;
  const state = filesOf(join(path.replace('file://', ''), 'state'))[0] as string;
  const refused = async (): Promise<string> =>
    (await ended(server, await submit(server, place, from))).error ?? '';
  truncateSync(state, 10);
  assert.match(await refused(), /^\[STATE_CORRUPT\] .*The file has 10 bytes; \d+ are expected/s);
  rmSync(state);
  const missing = await refused();
  assert.match(missing, /^\[CHECKPOINT_MISSING\] .*of 1 files of state 1 are missing/s);
  assert.ok(missing.includes(state), missing);
  rmSync(join(path.replace('file://', ''), '_metadata'));
  assert.match(await refused(), /^\[CHECKPOINT_MISSING\] .*its metadata file is missing/s);
  await server.close();
});

test('a changed query keeps the state of what did not change, and says what went', async () => {
  const place = new Place(root, 'changed');
  const server = await place.start();
  place.feed('a,1,2001-01-01 00:00:01', 'b,2,2001-01-01 00:00:02');
  const tables = place.sql.slice(0, place.sql.indexOf('INSERT INTO'));
  const sums = place.sql.slice(place.sql.indexOf('INSERT INTO'));
  const counts = `INSERT INTO counts SELECT k, COUNT(*) FROM events GROUP BY k`;
  const both = `${tables}
    CREATE TABLE counts (k STRING, n BIGINT) WITH ('connector' = 'blackhole');
    EXECUTE STATEMENT SET BEGIN ${sums}; ${counts}; END`;
  const job = await submit(server, place, '', both);
  await checkpoint(server, job, 2);
  const path = await stop(server, job);
  const from = `SET 'execution.state-recovery.path' = '${path}';
    SET 'restart-strategy.type' = 'none';`;
  const refused = await ended(server, await submit(server, place, from));
  assert.match(refused.error ?? '', /^\[CHECKPOINT_UNCLAIMED\]/);
  const ignoring = `${from} SET 'execution.state-recovery.ignore-unclaimed-state' = 'true';`;
  const next = await submit(server, place, ignoring);
  place.feed('a,4,2001-01-01 00:00:03', 'c,8,2001-01-01 00:00:11');
  await checkpoint(server, next, 2);
  assert.deepEqual(place.rows(), [`a,${DAY},5`, `b,${DAY},2`]);
  const { 'restored-operators': matched } = (await json(
    `${server.url}/jobs/${next}/checkpoints`,
  )) as never as { 'restored-operators': Record<'kept' | 'added' | 'dropped', string[]> };
  const kinds = (ids: readonly string[]): string[] => ids.map((id) => id.replace(/-.*/, '')).sort();
  assert.deepEqual(kinds(matched.kept), ['source', 'window']);
  assert.deepEqual(kinds(matched.added), []);
  assert.deepEqual(kinds(matched.dropped), ['group']);
  await server.close();
});

/** Counts rows by key under a time to live, row by row. @returns how to go on from the savepoint */
async function count(
  server: Server,
  place: Place,
  from: string,
  ttl: string,
  ...rows: readonly string[]
): Promise<string> {
  const sql = `CREATE TABLE events (k STRING, n BIGINT) WITH ('connector' = 'filesystem',
      'path' = '${place.folder}/in', 'format' = 'csv', 'source.monitor-interval' = '20 ms');
    CREATE TABLE counts (k STRING, n BIGINT) WITH ('connector' = 'filesystem',
      'path' = '${place.folder}/out', 'format' = 'debezium-json');
    INSERT INTO counts SELECT k, COUNT(*) FROM events GROUP BY k`;
  const settings = `${from} SET 'table.exec.state.ttl' = '${ttl}';`;
  const job = await submit(server, place, settings, sql);
  for (const [i, row] of rows.entries()) {
    place.feed(row);
    await checkpoint(server, job, i + 1);
  }
  return `SET 'execution.state-recovery.path' = '${await stop(server, job)}';`;
}

/** The counts that were said, sorted. */
function countsOf(place: Place): number[] {
  const counts = place.rows().filter((row) => row.includes('"op":"c"'));
  return counts.map((row) => (JSON.parse(row) as { after: { n: number } }).after.n).sort();
}

for (const backend of ['forst', 'rocksdb', 'hashmap']) {
  test(`${backend}: a time to live may go between a savepoint and the next job`, async () => {
    const place = new Place(root, `ttl-${backend}`);
    const server = await place.start({ 'state.backend.type': backend });
    const first = await count(server, place, '', '1 d', 'a,1');
    const second = await count(server, place, first, '0 ms', 'a,1');
    await count(server, place, second, '1 d', 'a,1');
    assert.deepEqual(countsOf(place), [1, 2, 3]);
    await server.close();
  });

  test(`${backend}: a time to live may come, and counts from the restore`, async () => {
    const place = new Place(root, `ttl-comes-${backend}`);
    const server = await place.start({ 'state.backend.type': backend });
    const lasting = await count(server, place, '', '0 ms', 'a,1');
    const mortal = await count(server, place, lasting, '1 d', 'a,1');
    const again = await count(server, place, mortal, '0 ms', 'a,1');
    await count(server, place, again, '1 d', 'a,1');
    assert.deepEqual(countsOf(place), [1, 2, 3, 4]);
    const other = new Place(root, `ttl-is-over-${backend}`);
    const timeless = await count(server, other, '', '0 ms', 'a,1');
    // Another key comes first: the restore is more than a millisecond ago when `a` comes.
    await count(server, other, timeless, '1 ms', 'b,1', 'a,1');
    assert.deepEqual(countsOf(other), [1, 1, 1]);
    await server.close();
  });
}
