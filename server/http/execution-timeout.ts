import { MillraceError } from '../../conf/errors/error.js';
import type { Body } from './body.js';

/** Flink's gateway refuses a timeout too. @throws HTTP_BAD_REQUEST */
export function refuseTimeout(body: Body): void {
  const timeout = body.optionalNumber('executionTimeout');
  if (timeout === undefined || timeout <= 0) return;
  throw new MillraceError('HTTP_BAD_REQUEST', `executionTimeout is ${timeout}; allowed is 0`, {
    hint: "SQL Gateway doesn't support timeout mechanism now.",
  });
}
