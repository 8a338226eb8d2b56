import assert from 'node:assert/strict';
import test from 'node:test';
import { Configuration } from '../../conf/configuration.js';
import { spentBytes } from './thread-memory.js';

const MB = 1 << 20;

test('a thread may spend a quarter of its tables, 16 to 256 MB', () => {
  const spent = (managed: string, workers: string): number => {
    const settings = { 'taskmanager.memory.managed.size': managed, 'millrace.workers': workers };
    return spentBytes(Configuration.of(settings));
  };
  // Tables have 7/16 of a worker's managed memory.
  assert.equal(spent('1 gb', '1'), 112 * MB);
  assert.equal(spent('1 gb', '2'), 56 * MB);
  assert.deepEqual([spent('64 kb', '1'), spent('256 mb', '1')], [16 * MB, 28 * MB]);
  assert.deepEqual([spent('9 gb', '2'), spent('9 gb', '1')], [256 * MB, 256 * MB]);
});
