import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceProgress, type TaskReach } from './source-progress.js';

function reach(assigned: number, isReading: boolean, watermark: number): TaskReach {
  return { assigned, isReading, watermarks: { n: watermark } };
}

test('a task without rows follows the least of those that read', () => {
  const progress = new SourceProgress(3);
  progress.dealt(0, 1);
  progress.dealt(1, 1);
  assert.equal(progress.reached(0, reach(1, true, 50)), null);
  assert.equal(progress.reached(1, reach(1, true, 40)), null);
  const follow = { tasks: [2], watermarks: { n: 40 } };
  assert.deepEqual(progress.reached(2, reach(0, false, 0)), follow);
  assert.equal(progress.reached(2, reach(0, false, 40)), null);
});

test('nobody follows while a task has yet to hear of its split', () => {
  const progress = new SourceProgress(2);
  progress.dealt(0, 1);
  progress.reached(0, reach(1, false, 10));
  assert.equal(progress.reached(1, reach(0, false, 10)), null);
  progress.dealt(0, 1);
  progress.dealt(1, 1);
  assert.equal(progress.reached(1, reach(1, true, 90)), null);
  assert.equal(progress.reached(1, reach(1, false, 90)), null);
  assert.equal(progress.reached(0, reach(2, true, 10)), null);
  const follow = { tasks: [1], watermarks: { n: 95 } };
  assert.deepEqual(progress.reached(0, reach(2, true, 95)), follow);
});

test('when all is read, all come to where the furthest is', () => {
  const progress = new SourceProgress(2);
  progress.dealt(0, 1);
  progress.dealt(1, 1);
  progress.reached(0, reach(1, false, 70));
  const follow = { tasks: [0, 1], watermarks: { n: 70 } };
  assert.deepEqual(progress.reached(1, reach(1, false, 30)), follow);
});
