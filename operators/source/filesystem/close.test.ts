import assert from 'node:assert/strict';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ManualClock } from '../../../conf/clock.js';
import { INT } from '../../../state/column/logical-type.js';
import { VectorPool } from '../../../state/column/vector-pool.js';
import type { Split } from '../../core/source.js';
import { createSource } from '../connectors.js';
import { sourceSpec } from '../contract/source-contract.js';
import { temporaryFiles } from '../contract/temporary.js';

const DESCRIPTORS = '/proc/self/fd';

/** Descriptors of this process that are open on the path, where the system tells them (Linux). */
function openOn(path: string): string[] {
  if (!existsSync(DESCRIPTORS)) return [];
  return readdirSync(DESCRIPTORS).filter((descriptor) => {
    const link = join(DESCRIPTORS, descriptor);
    return existsSync(link) && readlinkSync(link) === path;
  });
}

test('a reader that is closed while it opens its file lets go of it', async () => {
  const path = join(temporaryFiles({ 'x.csv': '1\n2\n' }), 'x.csv');
  const options = { connector: 'filesystem', path, format: 'csv' };
  const source = createSource(sourceSpec(options, [{ name: 'a', type: INT }]));
  const [split] = (await source.splits(1)) as [Split];
  const vectors = new VectorPool(true);
  const context = {
    clock: new ManualClock(),
    batchRows: 10,
    timeZone: 'UTC',
    vectors,
    wake: () => {},
  };
  const reader = await source.open(split, context);
  const reading = Promise.allSettled([reader.next()]);
  await reader.close();
  await reading;
  assert.deepEqual(openOn(path), []);
});
