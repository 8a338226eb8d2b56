import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Partials, UNBEGUN } from './partials.js';
import { StartQueue } from './start-queue.js';

function queueOf(starts: readonly number[]): { queue: StartQueue; partials: Partials } {
  const partials = new Partials(1);
  const queue = new StartQueue(partials);
  for (const start of starts) queue.add(partials.add(0, start, 0));
  return { queue, partials };
}

function drained(queue: StartQueue): number[] {
  const ids: number[] = [];
  for (let id = queue.first(); id >= 0; id = queue.first()) {
    ids.push(id);
    queue.takeFirst();
  }
  return ids;
}

test('The earliest comes first; equal ones come as from a java.util.PriorityQueue', () => {
  const { queue } = queueOf([UNBEGUN, 3, 1, 3, 1, 2, 3]);
  assert.deepEqual(drained(queue), [2, 4, 5, 3, 6, 1, 0]);
});

test('What begins too early is dropped, the rest keeps its order', () => {
  const { queue } = queueOf([5, 1, 4, 2, UNBEGUN, 3, 4]);
  const dropped: number[] = [];
  queue.removeBefore(4, (id) => dropped.push(id));
  assert.deepEqual([...dropped].sort(), [1, 3, 5]);
  assert.deepEqual(drained(queue), [6, 2, 0, 4]);
});
