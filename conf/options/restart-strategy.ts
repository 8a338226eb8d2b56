/** `restart-strategy.*`: what happens when a job fails. */
import { option } from '../option.js';

export const RESTART_STRATEGY = option.enumeration({
  key: 'restart-strategy.type',
  fallback: ['restart-strategy'],
  values: [
    'none',
    'off',
    'disable',
    'fixed-delay',
    'fixeddelay',
    'failure-rate',
    'failurerate',
    'exponential-delay',
    'exponentialdelay',
  ],
  doc:
    'How often and when a job that failed begins again, from its last checkpoint. When unset: ' +
    'exponential-delay with checkpoints, none without.',
});

export const FIXED_ATTEMPTS = option.int({
  key: 'restart-strategy.fixed-delay.attempts',
  default: 1,
  min: 0,
  doc: 'Restarts before the job fails.',
});

export const FIXED_DELAY = option.duration({
  key: 'restart-strategy.fixed-delay.delay',
  default: 1000,
  doc: 'The time from a failure to the restart.',
});

export const RATE_DELAY = option.duration({
  key: 'restart-strategy.failure-rate.delay',
  default: 1000,
  doc: 'The time from a failure to the restart.',
});

export const RATE_INTERVAL = option.duration({
  key: 'restart-strategy.failure-rate.failure-rate-interval',
  default: 60_000,
  min: 1,
  doc: 'The time over which failures are counted.',
});

export const RATE_FAILURES = option.int({
  key: 'restart-strategy.failure-rate.max-failures-per-interval',
  default: 1,
  min: 1,
  doc: 'How many failures in that time are followed by a restart.',
});

export const BACKOFF_INITIAL = option.duration({
  key: 'restart-strategy.exponential-delay.initial-backoff',
  default: 1000,
  min: 1,
  doc: 'The first delay.',
});

export const BACKOFF_MAX = option.duration({
  key: 'restart-strategy.exponential-delay.max-backoff',
  default: 60_000,
  min: 1,
  doc: 'The longest delay.',
});

export const BACKOFF_MULTIPLIER = option.double({
  key: 'restart-strategy.exponential-delay.backoff-multiplier',
  default: 1.5,
  min: 1,
  doc: 'How much longer each delay is than the one before.',
});

export const BACKOFF_JITTER = option.double({
  key: 'restart-strategy.exponential-delay.jitter-factor',
  default: 0.1,
  min: 0,
  max: 1,
  doc: 'The share of a delay that is at random added to it or taken from it.',
});

export const BACKOFF_RESET = option.duration({
  key: 'restart-strategy.exponential-delay.reset-backoff-threshold',
  default: 60 * 60_000,
  min: 1,
  doc: 'A job that ran for so long without failing begins with the first delay again.',
});

export const BACKOFF_ATTEMPTS = option.int({
  key: 'restart-strategy.exponential-delay.attempts-before-reset-backoff',
  default: 2 ** 31 - 1,
  defaultText: 'no limit',
  min: 1,
  doc: 'Failures without a run of that length before the job fails.',
});
