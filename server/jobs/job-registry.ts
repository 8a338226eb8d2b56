/**
 * All jobs of the server: those that run, and the last that ended. Jobs that write to sinks have a
 * coordinator, which keeps their checkpoints; those that have checkpoints go on with the next
 * server. A query whose rows are read has neither: what was shown cannot be taken back.
 */
import { randomBytes } from 'node:crypto';
import { MillraceError } from '../../conf/errors/error.js';
import type { JobSpec } from '../../operators/core/spec.js';
import type { Durability } from '../../operators/runtime/durability.js';
import type { JobListener, JobRun } from '../../operators/runtime/job-run.js';
import type { MemoryUse } from '../../operators/runtime/thread-memory.js';
import type { Coordinator } from '../checkpoint/coordinator.js';
import type { DurableJobs } from './durable-jobs.js';
import { RowQueue } from './row-queue.js';
import { Savepoints } from './savepoints.js';
import type { StoredJob } from './stored-jobs.js';

/** What runs jobs: the worker pool, or the calling thread. */
export interface JobExecutor {
  /** What each worker holds of the managed memory. */
  memory?(): ReadonlyMap<number, MemoryUse>;
  start(id: string, job: JobSpec, listener?: JobListener, durability?: Durability | null): JobRun;
}

/** Ended jobs that are remembered. */
const REMEMBERED = 1000;

export class JobRegistry {
  /** Those asked for over HTTP. */
  readonly savepoints = new Savepoints();
  readonly #executor: JobExecutor;
  readonly #durable: DurableJobs | null;
  /** In order of their start. */
  readonly #jobs = new Map<string, JobRun>();
  readonly #coordinators = new Map<string, Coordinator>();

  /** @param durable null: no job has checkpoints */
  constructor(executor: JobExecutor, durable: DurableJobs | null = null) {
    this.#executor = executor;
    this.#durable = durable;
  }

  /** @throws CONFIG_VALUE for options of checkpoints that exclude each other */
  start(job: JobSpec): JobRun {
    return this.#startDurable(randomBytes(16).toString('hex'), job, null);
  }

  /** Starts a job with a `collect` sink. */
  startQuery(job: JobSpec): { readonly run: JobRun; readonly rows: RowQueue } {
    const rows = new RowQueue();
    const id = randomBytes(16).toString('hex');
    const listener: JobListener = { rows: (batch, taken) => rows.push(batch, taken) };
    const run = this.#remember(this.#executor.start(id, job, listener));
    void run.done.then(() => rows.end(run.failure));
    return { run, rows };
  }

  /** Goes on with the jobs of an earlier server. @throws JOB_STORE */
  async resume(): Promise<void> {
    for (const job of (await this.#durable?.list()) ?? []) {
      this.#startDurable(job.id, job.spec, job);
    }
  }

  /** What was started will be resumed. Asked right behind `start`. @throws JOB_STORE */
  async settled(): Promise<void> {
    await this.#durable?.settled();
  }

  /** @throws JOB_MISSING */
  get(id: string): JobRun {
    const run = this.#jobs.get(id);
    if (run !== undefined) return run;
    throw new MillraceError('JOB_MISSING', `There is no job '${id}'`);
  }

  /** Who keeps the job's checkpoints. @throws JOB_MISSING, PLAN_UNSUPPORTED for a query */
  coordinator(id: string): Coordinator {
    const coordinator = this.#coordinators.get(this.get(id).id);
    if (coordinator !== undefined) return coordinator;
    const reason = 'The job is a query whose rows are read; it has no checkpoints';
    throw new MillraceError('PLAN_UNSUPPORTED', reason);
  }

  memory(): ReadonlyMap<number, MemoryUse> {
    return this.#executor.memory?.() ?? new Map();
  }

  /** All jobs, the first started first. */
  list(): JobRun[] {
    return [...this.#jobs.values()];
  }

  /**
   * Lets go of all jobs: those whose checkpoints outlive the process are left to the next server,
   * the others are cancelled. Resolves when they have given back what they hold.
   */
  async close(): Promise<void> {
    for (const run of this.list()) {
      if (this.#coordinators.get(run.id)?.isDurable === true) run.suspend();
      else run.cancel();
    }
    await Promise.all(this.list().map((run) => run.done));
    await this.#durable?.close();
  }

  #startDurable(id: string, job: JobSpec, earlier: StoredJob | null): JobRun {
    const coordinator = this.#durable?.coordinator(id, job, earlier) ?? null;
    if (coordinator === null) return this.#remember(this.#executor.start(id, job));
    const run = this.#executor.start(id, job, {}, coordinator);
    coordinator.fail = (error) => run.fail(error);
    coordinator.end = () => run.finish();
    this.#coordinators.set(id, coordinator);
    return this.#remember(run);
  }

  #remember(run: JobRun): JobRun {
    this.#jobs.set(run.id, run);
    void run.done.then(() => this.#forget());
    return run;
  }

  #forget(): void {
    const ended = this.list().filter((run) => run.ended);
    for (const run of ended.slice(0, Math.max(0, ended.length - REMEMBERED))) {
      this.#jobs.delete(run.id);
      this.#coordinators.delete(run.id);
    }
  }
}
