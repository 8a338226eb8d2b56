/**
 * All jobs of the server: those that run, and the last that ended. In memory; a job ends with the
 * server.
 */
import { randomBytes } from 'node:crypto';
import { MillraceError } from '../../conf/errors/error.js';
import type { JobSpec } from '../../operators/core/spec.js';
import type { JobListener, JobRun } from '../../operators/runtime/job-run.js';
import { RowQueue } from './row-queue.js';

/** What runs jobs: the worker pool, or the calling thread. */
export interface JobExecutor {
  start(id: string, job: JobSpec, listener?: JobListener): JobRun;
}

/** Ended jobs that are remembered. */
const REMEMBERED = 1000;

export class JobRegistry {
  readonly #executor: JobExecutor;
  /** In order of their start. */
  readonly #jobs = new Map<string, JobRun>();

  constructor(executor: JobExecutor) {
    this.#executor = executor;
  }

  start(job: JobSpec): JobRun {
    return this.#start(job, {});
  }

  /** Starts a job with a `collect` sink. */
  startQuery(job: JobSpec): { readonly run: JobRun; readonly rows: RowQueue } {
    const rows = new RowQueue();
    const run = this.#start(job, { rows: (batch, taken) => rows.push(batch, taken) });
    void run.done.then(() => rows.end(run.failure));
    return { run, rows };
  }

  /** @throws JOB_MISSING */
  get(id: string): JobRun {
    const run = this.#jobs.get(id);
    if (run !== undefined) return run;
    throw new MillraceError('JOB_MISSING', `There is no job '${id}'`);
  }

  /** All jobs, the first started first. */
  list(): JobRun[] {
    return [...this.#jobs.values()];
  }

  /** Cancels all jobs and waits until they have given back what they hold. */
  async close(): Promise<void> {
    for (const run of this.list()) run.cancel();
    await Promise.all(this.list().map((run) => run.done));
  }

  #start(job: JobSpec, listener: JobListener): JobRun {
    const id = randomBytes(16).toString('hex');
    const run = this.#executor.start(id, job, listener);
    this.#jobs.set(id, run);
    void run.done.then(() => this.#forget());
    return run;
  }

  #forget(): void {
    const ended = this.list().filter((run) => run.ended);
    for (const run of ended.slice(0, Math.max(0, ended.length - REMEMBERED))) {
      this.#jobs.delete(run.id);
    }
  }
}
