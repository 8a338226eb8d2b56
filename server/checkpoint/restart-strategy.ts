/**
 * Restart strategies, with Flink's keys, defaults and rules: asked after each failure how long to
 * wait before the next attempt.
 */
import type { Clock } from '../../conf/clock.js';
import type { Configuration } from '../../conf/configuration.js';
import { CHECKPOINT_INTERVAL } from '../../conf/options/checkpointing.js';
import * as options from '../../conf/options/restart-strategy.js';
import type { Random } from '../../conf/random.js';

export interface RestartStrategy {
  /** How long to wait after a failure that came now, ms; null: the job fails. */
  next(): number | null;
}

export function restartStrategy(
  settings: Configuration,
  clock: Clock,
  random: Random,
): RestartStrategy {
  const checkpoints = settings.get(CHECKPOINT_INTERVAL) !== undefined;
  const chosen = settings.get(options.RESTART_STRATEGY);
  switch (chosen ?? (checkpoints ? 'exponential-delay' : 'none')) {
    case 'fixed-delay':
    case 'fixeddelay':
      return fixedDelay(settings);
    case 'failure-rate':
    case 'failurerate':
      return failureRate(settings, clock);
    case 'exponential-delay':
    case 'exponentialdelay':
      return exponentialDelay(settings, clock, random);
    default:
      return { next: () => null };
  }
}

function fixedDelay(settings: Configuration): RestartStrategy {
  const attempts = settings.get(options.FIXED_ATTEMPTS);
  const delayMs = settings.get(options.FIXED_DELAY);
  let used = 0;
  return { next: () => (used++ < attempts ? delayMs : null) };
}

/** The job fails when more failures than allowed lie within the interval. */
function failureRate(settings: Configuration, clock: Clock): RestartStrategy {
  const most = settings.get(options.RATE_FAILURES);
  const intervalMs = settings.get(options.RATE_INTERVAL);
  const delayMs = settings.get(options.RATE_DELAY);
  let failures: number[] = [];
  return {
    next() {
      const now = clock.now();
      failures = [...failures.filter((at) => now - at < intervalMs), now];
      return failures.length > most ? null : delayMs;
    },
  };
}

function exponentialDelay(settings: Configuration, clock: Clock, random: Random): RestartStrategy {
  const initialMs = settings.get(options.BACKOFF_INITIAL);
  const mostMs = settings.get(options.BACKOFF_MAX);
  const multiplier = settings.get(options.BACKOFF_MULTIPLIER);
  const jitter = settings.get(options.BACKOFF_JITTER);
  const resetMs = settings.get(options.BACKOFF_RESET);
  const attempts = settings.get(options.BACKOFF_ATTEMPTS);
  let backoffMs = initialMs;
  let used = 0;
  /** When the last restart took place, ms since the epoch. */
  let restartedAt = clock.now();
  return {
    next() {
      const now = clock.now();
      if (now - restartedAt >= resetMs) {
        backoffMs = initialMs;
        used = 0;
      }
      if (used++ >= attempts) return null;
      const share = (random.nextDouble() * 2 - 1) * jitter;
      const delayMs = Math.max(0, Math.min(mostMs, Math.round(backoffMs * (1 + share))));
      backoffMs = Math.min(mostMs, backoffMs * multiplier);
      restartedAt = now + delayMs;
      return delayMs;
    },
  };
}
