import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Configuration } from '../../conf/configuration.js';
import type { MillraceError } from '../../conf/errors/error.js';
import { StoredJobs } from './stored-jobs.js';

test('secrets of a job are not stored; the next server gives its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stored-jobs-'));
  const options = { 's3.secret-key': 'first', 's3.endpoint': 'http://one' };
  const spec = { name: 'j', nodes: [], parallelism: 1, maxParallelism: 128, options };
  const first = new StoredJobs(folder, new Configuration());
  first.put({ id: '1', spec, engine: '0', startedAt: 0, reached: { stands: false } });
  await first.settled();
  assert.deepEqual((await first.list())[0]?.spec.options, { 's3.endpoint': 'http://one' });
  await first.close();
  const second = new StoredJobs(folder, Configuration.of({ 's3.secret-key': 'second' }));
  assert.deepEqual((await second.list())[0]?.spec.options, {
    's3.endpoint': 'http://one',
    's3.secret-key': 'second',
  });
  await second.close();
  await rm(folder, { recursive: true });
});

const JOBS = ['1', '2', '3'];

/** A closed store of three jobs, and the file of `level` that holds them. */
async function stored(): Promise<{ folder: string; log: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'stored-jobs-'));
  const jobs = new StoredJobs(folder, new Configuration());
  const spec = { name: 'j', nodes: [], parallelism: 1, maxParallelism: 128, options: {} };
  for (const id of [...JOBS, '4']) {
    jobs.put({ id, spec, engine: '0', startedAt: Number(id), reached: { stands: false } });
  }
  jobs.delete('4');
  await jobs.settled();
  await jobs.close();
  const name = (await readdir(folder)).find((one) => one.endsWith('.log'));
  return { folder, log: join(folder, name ?? '') };
}

async function listed(folder: string): Promise<string[]> {
  const jobs = new StoredJobs(folder, new Configuration());
  try {
    return (await jobs.list()).map(({ id }) => id);
  } finally {
    await jobs.close();
  }
}

const HARMS: [string, (log: string, folder: string) => Promise<void>, RegExp][] = [
  ['cut', async (log) => truncate(log, (await stat(log)).size >> 1), /It has lost .*3$/],
  ['of garbage', async (log) => writeFile(log, 'x'.repeat(5000)), /It has lost 1, 2, 3$/],
  ['gone', async (log) => rm(log), /It has lost 1, 2, 3$/],
  [
    'whole, and its manifest is not',
    async (_, folder) => {
      const name = (await readdir(folder)).find((one) => one.startsWith('MANIFEST'));
      await writeFile(join(folder, name ?? ''), 'garbage garbage');
    },
    /Corruption: /,
  ],
  [
    'whole, and the list of jobs is not',
    async (_, folder) => writeFile(join(folder, 'index.json'), '["1", "2'),
    /Its file index\.json is no list of jobs$/,
  ],
];

for (const [name, harm, reason] of HARMS) {
  test(`a store whose log is ${name}: no job is lost without a word`, async () => {
    const { folder, log } = await stored();
    await harm(log, folder);
    for (let i = 0; i < 2; i++) {
      await assert.rejects(listed(folder), (error: MillraceError) => {
        assert.equal(error.code, 'JOB_STORE');
        assert.match(error.reason, reason);
        assert.match(error.hint ?? '', /^Put a copy of the folder back\./);
        return true;
      });
    }
    await rm(folder, { recursive: true });
  });
}

test('a store that nobody touched has its jobs', async () => {
  const { folder } = await stored();
  assert.deepEqual(await listed(folder), JOBS);
  assert.deepEqual(await listed(folder), JOBS);
  await rm(folder, { recursive: true });
});

test('a store without a list of jobs is one of an earlier version', async () => {
  const { folder } = await stored();
  await rm(join(folder, 'index.json'));
  assert.deepEqual(await listed(folder), JOBS);
  await rm(folder, { recursive: true });
});
