import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Configuration } from '../../conf/configuration.js';
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
