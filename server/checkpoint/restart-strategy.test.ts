import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../conf/clock.js';
import { Configuration } from '../../conf/configuration.js';
import { Random } from '../../conf/random.js';
import { restartStrategy } from './restart-strategy.js';

function strategy(record: Record<string, string>) {
  const clock = new ManualClock();
  return { clock, ...restartStrategy(Configuration.of(record), clock, new Random(1)) };
}

test('none without checkpoints, exponential with them', () => {
  assert.equal(strategy({}).next(), null);
  const first = strategy({ 'execution.checkpointing.interval': '1 s' }).next() as number;
  assert.ok(first >= 900 && first <= 1100, String(first));
  assert.equal(strategy({ 'restart-strategy.type': 'off' }).next(), null);
});

test('fixed delay: so many times', () => {
  const { next } = strategy({
    'restart-strategy.type': 'fixed-delay',
    'restart-strategy.fixed-delay.attempts': '2',
    'restart-strategy.fixed-delay.delay': '3 s',
  });
  assert.deepEqual([next(), next(), next()], [3000, 3000, null]);
});

test('failure rate: failures long ago do not count', () => {
  const { clock, next } = strategy({
    'restart-strategy.type': 'failure-rate',
    'restart-strategy.failure-rate.max-failures-per-interval': '2',
    'restart-strategy.failure-rate.failure-rate-interval': '1 min',
  });
  assert.deepEqual([next(), next()], [1000, 1000]);
  clock.advance(60_000);
  assert.deepEqual([next(), next(), next()], [1000, 1000, null]);
});

test('exponential delay: longer each time, until the job has run for long', () => {
  const { clock, next } = strategy({
    'restart-strategy.type': 'exponential-delay',
    'restart-strategy.exponential-delay.backoff-multiplier': '10',
    'restart-strategy.exponential-delay.max-backoff': '50 s',
    'restart-strategy.exponential-delay.jitter-factor': '0',
    'restart-strategy.exponential-delay.reset-backoff-threshold': '5 min',
    'restart-strategy.exponential-delay.attempts-before-reset-backoff': '4',
  });
  assert.deepEqual([next(), next(), next()], [1000, 10_000, 50_000]);
  clock.advance(50_000 + 5 * 60_000);
  assert.deepEqual([next(), next(), next(), next(), next()], [1000, 10_000, 50_000, 50_000, null]);
});
