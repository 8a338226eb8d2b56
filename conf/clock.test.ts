import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock, systemClock } from './clock.js';

test('timers of a manual clock fire in order of time, and see their own time', () => {
  const clock = new ManualClock(1000);
  const fired: string[] = [];
  const note = (name: string) => (): void => void fired.push(`${name}@${clock.now()}`);
  clock.after(20, note('b'));
  clock.after(10, note('a'));
  clock.after(20, note('c'));
  const cancelled = clock.after(15, note('x'));
  clock.after(10, () => clock.after(5, note('nested')));
  cancelled.cancel();

  clock.advance(19);
  assert.deepEqual(fired, ['a@1010', 'nested@1015']);
  clock.advance(1);
  assert.deepEqual(fired, ['a@1010', 'nested@1015', 'b@1020', 'c@1020']);
  cancelled.cancel();
  clock.advanceTo(5);
  assert.equal(clock.now(), 1020);
});

test('the system clock fires its timers and forgets cancelled ones', async () => {
  assert(systemClock.now() > Date.UTC(2024, 0, 1));
  const keepAlive = setTimeout(() => undefined, 10_000);
  let cancelledFired = false;
  systemClock
    .after(0, () => {
      cancelledFired = true;
    })
    .cancel();
  await new Promise<void>((resolve) => systemClock.after(1, resolve));
  clearTimeout(keepAlive);
  assert.equal(cancelledFired, false);
});
