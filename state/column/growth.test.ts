import assert from 'node:assert/strict';
import test from 'node:test';
import { arenaFor, grownArena } from './growth.js';

const MB = 1 << 20;

test('arenas double while they are small, then grow by half', () => {
  assert.deepEqual([0, 10, 1000, MB - 1].map(arenaFor), [64, 64, 2000, 2 * MB - 2]);
  assert.deepEqual([MB, 40 * MB, 5].map(arenaFor), [1.5 * MB, 60 * MB, 64]);
  assert.equal(grownArena(1000, 1000), 1000);
  assert.equal(grownArena(1000, 1001), 2000);
  assert.equal(grownArena(1000, 9000), 9000);
  assert.equal(grownArena(4 * MB, 4 * MB + 1), 6 * MB);
});

test('what grows byte by byte to 100 MB is copied less than three times', () => {
  let [capacity, copied] = [0, 0];
  while (capacity < 100 * MB) {
    copied += capacity;
    capacity = grownArena(capacity, capacity + 1);
  }
  assert.ok(copied < 3 * 100 * MB, `${copied} bytes`);
});
