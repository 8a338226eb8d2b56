import assert from 'node:assert/strict';
import test from 'node:test';
import { defaultMaxParallelism, keyGroupOf, keyGroupsOfTask, taskOf } from './key-group.js';

test('each key group belongs to the task whose range holds it', () => {
  for (const [max, parallelism] of [
    [128, 3],
    [128, 128],
    [7, 2],
  ] as const) {
    for (let task = 0; task < parallelism; task++) {
      const { first, last } = keyGroupsOfTask(task, max, parallelism);
      for (let group = first; group <= last; group++) {
        assert.equal(taskOf(group, max, parallelism), task);
      }
    }
    assert.equal(keyGroupsOfTask(0, max, parallelism).first, 0);
    assert.equal(keyGroupsOfTask(parallelism - 1, max, parallelism).last, max - 1);
  }
});

test('key groups spread evenly', () => {
  const counts = new Int32Array(128);
  for (let hash = 0; hash < 128_000; hash++) {
    const group = keyGroupOf(hash, 128);
    counts[group] = (counts[group] as number) + 1;
  }
  assert.ok(Math.min(...counts) > 850 && Math.max(...counts) < 1150);
});

test('the default of max parallelism', () => {
  assert.deepEqual([1, 4, 86, 200, 30_000].map(defaultMaxParallelism), [128, 128, 256, 512, 32768]);
});
