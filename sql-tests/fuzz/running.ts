/**
 * Runs planned jobs on the fuzzer's own thread. What they read is what the connectors give, a few
 * rows; what they write goes nowhere. A job that goes on for long is cancelled.
 */
import { systemClock } from '../../conf/clock.js';
import type { MillraceError } from '../../conf/errors/error.js';
import type { JobSpec } from '../../operators/core/spec.js';
import { connectors } from '../../operators/runtime/connectors.js';
import type { Environment } from '../../operators/runtime/environment.js';
import { LocalExecutor } from '../../operators/runtime/local-executor.js';
import { createSink } from '../../operators/sink/connectors.js';

const JOB_ID = '0'.repeat(32);
const LONGEST_MS = 1000;
const IDLE_MS = 100;

const environment: Environment = {
  ...connectors,
  sink: (spec) =>
    spec.connector === 'collect'
      ? createSink(spec)
      : createSink({ ...spec, connector: 'blackhole', options: { connector: 'blackhole' } }),
};

/**
 * The error that the job ended with, if it did.
 * @throws when it has not ended, and nothing in it can move
 */
export async function runJob(job: JobSpec): Promise<MillraceError | undefined> {
  const executor = new LocalExecutor(systemClock, environment);
  const run = executor.start(JOB_ID, job, { rows: (batch, taken) => taken(batch.count) });
  if (!(await within(LONGEST_MS, run.done))) {
    const stuck = (await within(IDLE_MS, executor.idle())) && !run.ended;
    run.cancel();
    await run.done;
    if (stuck) throw new Error('The job does not end, and nothing in it can move');
  }
  return run.error;
}

/** Whether it resolves in that time. */
async function within(ms: number, promise: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const soon = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return soon;
}
