/**
 * Where jobs on files run: on worker threads, or, where a file system is this thread's alone, here.
 * Jobs are taken in order. A worker does one at a time, some where files are far, and sends files
 * beside them.
 */
import { Worker } from 'node:worker_threads';
import { MillraceError, type Place } from '../../conf/errors/error.js';
import type { ErrorCode } from '../../conf/errors/table.js';
import type { FileSystem, FileSystemSpec, LentFile } from '../fs/file-system.js';
import { type FileJob, inputsOf, runFileJob } from './file-job.js';
import type { MadeFile } from './sorted-file-writer.js';

export interface Background {
  run(fs: FileSystem, job: FileJob): Promise<MadeFile[]>;
  close(): Promise<void>;
}

/** Jobs on this thread. */
export class InlineBackground implements Background {
  run(fs: FileSystem, job: FileJob): Promise<MadeFile[]> {
    return runFileJob(fs, job);
  }

  async close(): Promise<void> {}
}

export interface JobMessage {
  readonly id: number;
  readonly spec: FileSystemSpec;
  readonly job: FileJob;
  /** Inputs that are here. */
  readonly lent: readonly LentFile[];
}

export type JobAnswer =
  | { readonly id: number; readonly files: readonly MadeFile[] }
  | {
      readonly id: number;
      readonly code: ErrorCode;
      readonly reason: string;
      readonly place?: Place | undefined;
      readonly hint?: string | undefined;
    };

/**
 * Room for young objects of a thread. Little of them lives on, and arrays that its work is done
 * with go with them: the sooner, the less room there is.
 */
const YOUNG_MB = 6;

/** Jobs of a thread at a time where what it reads and writes is far: most of it is waiting. */
const FAR_JOBS = 4;

interface Waiting {
  readonly message: JobMessage;
  readonly resolve: (files: MadeFile[]) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  /** Jobs under way but those that send. */
  busy: number;
  /** Under way, by their ids. */
  readonly jobs: Map<number, Waiting>;
}

export class WorkerBackground implements Background {
  readonly #limit: number;
  readonly #all = new Set<Thread>();
  readonly #waiting: Waiting[] = [];
  #isClosed = false;
  #ids = 0;

  /** @param threads `state.backend.forst.thread.num`; they start when there is work */
  constructor(threads: number) {
    this.#limit = threads;
  }

  run(fs: FileSystem, job: FileJob): Promise<MadeFile[]> {
    const { spec } = fs;
    if (spec === undefined) return runFileJob(fs, job);
    if (this.#isClosed) return Promise.reject(lost());
    const loan = fs.held?.lend(inputsOf(job));
    const message = { id: this.#ids++, spec, job, lent: loan?.files ?? [] };
    const done = new Promise<MadeFile[]>((resolve, reject) => {
      const waiting = { message, resolve, reject };
      if (job.kind === 'send') return this.#give(this.#leastBusy() ?? this.#start(), waiting);
      this.#waiting.push(waiting);
      this.#next();
    });
    return done.finally(() => loan?.release());
  }

  /** Jobs under way, and those that wait, are given up; what they wrote is found as orphans. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(lost());
    await Promise.all([...this.#all].map(({ worker }) => worker.terminate()));
  }

  #next(): void {
    const [waiting] = this.#waiting;
    if (waiting === undefined || this.#isClosed) return;
    const most = waiting.message.spec.scheme === 's3' ? FAR_JOBS : 1;
    let thread = this.#leastBusy();
    if (thread === undefined || (thread.busy > 0 && this.#all.size < this.#limit)) {
      thread = this.#start();
    }
    if (thread.busy >= most) return;
    this.#waiting.shift();
    thread.busy++;
    this.#give(thread, waiting);
    this.#next();
  }

  #give({ worker, jobs }: Thread, waiting: Waiting): void {
    jobs.set(waiting.message.id, waiting);
    worker.ref();
    worker.postMessage(waiting.message);
  }

  #leastBusy(): Thread | undefined {
    let least: Thread | undefined;
    for (const thread of this.#all) {
      if (least === undefined || thread.busy < least.busy) least = thread;
    }
    return least;
  }

  #start(): Thread {
    const worker = new Worker(new URL('./file-worker.js', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const thread: Thread = { worker, busy: 0, jobs: new Map() };
    this.#all.add(thread);
    worker.on('message', (answer: JobAnswer) => {
      const job = thread.jobs.get(answer.id);
      thread.jobs.delete(answer.id);
      // A thread without work does not keep the process.
      if (thread.jobs.size === 0) worker.unref();
      if (job?.message.job.kind !== 'send') thread.busy--;
      if ('files' in answer) job?.resolve([...answer.files]);
      else job?.reject(errorOf(answer));
      this.#next();
    });
    let cause: unknown;
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      this.#all.delete(thread);
      for (const job of thread.jobs.values()) job.reject(lost(cause));
      this.#next();
    });
    return thread;
  }
}

function lost(cause?: unknown): MillraceError {
  return new MillraceError('WORKER_LOST', 'A thread that writes state files ended', { cause });
}

function errorOf(answer: Exclude<JobAnswer, { files: readonly MadeFile[] }>): MillraceError {
  const { code, reason, place, hint } = answer;
  return new MillraceError(code, reason, {
    ...(place === undefined ? {} : { place }),
    ...(hint === undefined ? {} : { hint }),
  });
}
