/** State on S3 with little memory and a small file cache, over several servers. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  findWeed,
  makeBucket,
  SEAWEEDFS_HINT,
  startSeaweedFS,
} from '../../state/contract/seaweedfs.js';
import type { Server } from '../assembly.js';
import { checkpoint, json, Place, submit } from './test-place.js';

const KEYS = 4000;

/** A row of each key, in the order of `step`. */
function rows(second: number, step: number): string[] {
  const time = `2001-01-01 00:00:0${second}`;
  return Array.from({ length: KEYS }, (_, i) => `k${(i * step) % KEYS},${second},${time}`);
}

async function counts({ url }: Server, job: string): Promise<Record<string, number>> {
  const found = (await json(`${url}/jobs/${job}`)) as never as {
    'state-backend': Record<string, number>;
  };
  return found['state-backend'];
}

const weed = findWeed();
if (weed === undefined) {
  process.stderr.write(`${SEAWEEDFS_HINT}\n`);
} else {
  const root = mkdtempSync(join(tmpdir(), 'millrace-far-'));
  const s3 = await startSeaweedFS(weed);
  after(async () => {
    await s3.stop();
    rmSync(root, { recursive: true, force: true });
  });
  await makeBucket(s3, 'state');
  const { endpoint = '', keys } = s3.settings;
  const far = {
    'execution.checkpointing.interval': '1 h',
    'state.backend.type': 'forst',
    's3.endpoint': endpoint,
    's3.path.style.access': 'true',
    's3.access-key': keys?.access ?? '',
    's3.secret-key': keys?.secret ?? '',
    'taskmanager.memory.managed.size': '256 kb',
    'state.backend.forst.cache.size-based-limit': '64 kb',
    'state.backend.forst.cache.dir': join(root, 'cache'),
    'state.backend.forst.writebuffer.size': '25 kb',
  };

  const run = async (name: string, more: Readonly<Record<string, string>>): Promise<void> => {
    const place = new Place(root, name);
    const settings = { ...far, ...more };
    const total = { hits: 0, misses: 0, evictions: 0 };
    let server = await place.start(settings);
    const job = await submit(server, place);
    for (const [i, step] of [1, 7, 11].entries()) {
      place.feed(...rows(i + 1, step));
      await checkpoint(server, job, KEYS);
      const { cacheHits, cacheMisses, cacheEvictions } = await counts(server, job);
      total.hits += cacheHits ?? 0;
      total.misses += cacheMisses ?? 0;
      total.evictions += cacheEvictions ?? 0;
      await server.close();
      server = await place.start(settings);
    }
    place.feed('last,1,2001-01-01 00:00:11');
    await checkpoint(server, job, 1);
    const day = '"2001-01-01 00:00:00"';
    const expected = Array.from({ length: KEYS }, (_, i) => `k${i},${day},6`).sort();
    assert.deepEqual(place.rows(), expected);
    await fetch(`${server.url}/jobs/${job}`, { method: 'PATCH' });
    await server.close();
    const seen = Object.entries(total).filter(([, count]) => count > 0);
    assert.equal(seen.length, 3, JSON.stringify(total));
  };

  test('state on S3 outlives many servers behind a small cache', () =>
    run('checkpoint-dir', { 'execution.checkpointing.dir': 's3://state/checkpoints' }));

  test('so does state in a folder of its own on S3, copied by S3 itself', () =>
    run('own-dir', {
      'execution.checkpointing.dir': 's3://state/checkpoints',
      'state.backend.forst.primary-dir': 's3://state/primary',
    }));
}
