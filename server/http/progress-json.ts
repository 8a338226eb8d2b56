import type { JobProgress } from '../../operators/runtime/progress.js';

/** A job's progress as JSON: event time in ISO 8601, UTC; lag in ms; share from 0 to 1. */
export function progressJson(progress: JobProgress): Record<string, unknown> {
  const { rows, rowsPerSecond, eventTime, lagMs, lateRows, share } = progress;
  return {
    rows,
    rowsPerSecond,
    ...(eventTime === undefined ? {} : { eventTime: new Date(eventTime).toISOString(), lagMs }),
    lateRows,
    ...(share === undefined ? {} : { share: Math.round(share * 10_000) / 10_000 }),
  };
}
