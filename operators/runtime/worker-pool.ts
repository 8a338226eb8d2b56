/**
 * The worker threads, and the jobs that run on them. A job of parallelism p has at most p parts,
 * each on one worker, the least busy first; a worker runs parts of many jobs. The first is started
 * at once, so that it is ready when the first job comes, the others when they are needed. One that
 * dies, out of memory or by a fault, fails the jobs that had a part on it and is replaced; nothing
 * else notices. One that is to give back a part and says nothing for long is stuck in it, as in a
 * regular expression without end, and is ended; jobs that had yet to run there begin on the next.
 */
import { setFlagsFromString } from 'node:v8';
import { MessageChannel, Worker } from 'node:worker_threads';
import { type Clock, systemClock } from '../../conf/clock.js';
import { MillraceError } from '../../conf/errors/error.js';
import type { JobSpec } from '../core/spec.js';
import type { Attempt } from './attempt.js';
import type { Beginning, Durability } from './durability.js';
import { HEAP_FLAG } from './heap-flag.js';
import { type JobListener, JobRun, type Launched } from './job-run.js';
import type { PartCommand } from './part-messages.js';
import { parallelismOf } from './stages.js';
import type { MemoryUse } from './thread-memory.js';
import { unpackBatch } from './wire.js';
import { type FromWorker, type PartAddress, partKey, type ToWorker } from './worker-messages.js';

export interface WorkerPoolOptions {
  readonly workers: number;
  /** Limit of a worker's heap; V8's own when absent. */
  readonly heapMb?: number;
  /** The system's when absent. */
  readonly clock?: Clock;
}

/**
 * How long a worker may be silent while a part on it is to close. A thread that lives tells of
 * its parts five times a second.
 */
const STUCK_MS = 10_000;

/** A part of a running job on a worker. */
interface Placed {
  readonly attempt: Attempt;
  readonly part: number;
  /** What opens it. */
  readonly open: ToWorker & { readonly kind: 'open' };
}

export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #workers: Worker[] = [];
  /** Per worker, what runs there, by job, attempt and part. */
  readonly #placed: Map<string, Placed>[] = [];
  /** Workers that were not needed yet, or died; each is started when a job is to run there. */
  readonly #absent = new Set<number>();
  /** Per worker, when it said something last, ms since the epoch. */
  readonly #heard: number[] = [];
  /** What each holds, as told last. */
  readonly #memory = new Map<number, MemoryUse>();
  /** Workers that were ended because they were stuck. */
  readonly #stuck = new Set<number>();
  readonly #clock: Clock;
  #closing = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    for (let number = 0; number < options.workers; number++) {
      this.#placed.push(new Map());
      this.#absent.add(number);
    }
    this.#ensure(0);
  }

  /** @param id 32 hexadecimal digits */
  start(
    id: string,
    spec: JobSpec,
    listener: JobListener = {},
    durability: Durability | null = null,
  ): JobRun {
    const clock = this.#clock;
    const launch = (attempt: Attempt, beginning: Beginning): Launched =>
      this.#launch(id, attempt, beginning);
    const run = new JobRun({ id, spec, clock, listener, launch, durability });
    run.start();
    return run;
  }

  #launch(jobId: string, attempt: Attempt, beginning: Beginning): Launched {
    const { spec: job } = attempt;
    const workers = this.#choose(partsOf(job));
    const parts = workers.length;
    const at = (part: number): PartAddress => ({ jobId, attempt: attempt.number, part });
    const { restored, folders } = beginning;
    const stored = { restored, ...(folders === undefined ? {} : { folders }) };
    const lines = workers.map((worker, part) => ({
      post: (command: PartCommand) => {
        this.#tell(worker, { kind: 'command', ...at(part), command });
        if (command.kind === 'close') {
          this.#awaitClosed(worker, partKey(at(part)), this.#clock.now());
        }
      },
    }));
    const open = (): void => {
      for (const worker of workers) this.#ensure(worker);
      workers.forEach((worker, part) => {
        const spec = { ...at(part), job, parts, ...stored };
        this.#place(worker, { attempt, part, open: { kind: 'open', spec, workers } });
      });
    };
    return { lines, open };
  }

  /** What each worker holds of the managed memory, by its number; those that run. */
  memory(): ReadonlyMap<number, MemoryUse> {
    return this.#memory;
  }

  /** Ends all threads at once; jobs that still run are cut off. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all(this.#workers.map((worker) => worker?.terminate()));
  }

  #choose(parts: number): number[] {
    const byLoad = this.#placed.map((_, number) => number);
    byLoad.sort((a, b) => (this.#placed[a]?.size ?? 0) - (this.#placed[b]?.size ?? 0));
    return byLoad.slice(0, parts);
  }

  #tell(worker: number, message: ToWorker): void {
    this.#workers[worker]?.postMessage(message);
  }

  #place(worker: number, placed: Placed): void {
    const { open } = placed;
    this.#placed[worker]?.set(partKey(open.spec), placed);
    this.#tell(worker, open);
  }

  /** Ends the worker if it is silent until the part has closed. @param begun ms since the epoch */
  #awaitClosed(number: number, key: string, begun: number): void {
    const due = (): number => Math.max(begun, this.#heard[number] ?? 0) + STUCK_MS;
    this.#clock.after(due() - this.#clock.now(), () => {
      if (!this.#placed[number]?.has(key)) return;
      if (this.#clock.now() < due()) this.#awaitClosed(number, key, begun);
      else {
        this.#stuck.add(number);
        void this.#workers[number]?.terminate();
      }
    });
  }

  #ensure(number: number): void {
    if (this.#absent.delete(number)) this.#spawn(number);
  }

  #spawn(number: number): void {
    const { heapMb } = this.#options;
    setFlagsFromString(HEAP_FLAG);
    const worker = new Worker(new URL('./worker.js', import.meta.url), {
      name: `worker ${number}`,
      ...(heapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMb } }),
    });
    this.#workers[number] = worker;
    let reason = 'it ended';
    worker.on('message', (message: FromWorker) => this.#told(number, message));
    worker.on('error', (error: Error) => {
      reason = error.message;
    });
    worker.on('exit', () => this.#gone(number, reason));
    this.#placed.forEach((_, other) => {
      if (other === number || this.#absent.has(other)) return;
      const { port1, port2 } = new MessageChannel();
      worker.postMessage({ kind: 'peer', worker: other, port: port1 } satisfies ToWorker, [port1]);
      const peer: ToWorker = { kind: 'peer', worker: number, port: port2 };
      this.#workers[other]?.postMessage(peer, [port2]);
    });
  }

  #told(worker: number, from: FromWorker): void {
    this.#heard[worker] = this.#clock.now();
    if ('memory' in from) {
      this.#memory.set(worker, from.memory);
      return;
    }
    const { part, event } = from;
    const placed = this.#placed[worker];
    const one = placed?.get(partKey(from));
    if (event.kind === 'closed') placed?.delete(partKey(from));
    if (event.kind === 'rows') {
      one?.attempt.event(part, { kind: 'rows', batch: unpackBatch(event.batch) });
    } else {
      one?.attempt.event(part, event);
    }
  }

  #gone(number: number, reason: string): void {
    if (this.#closing) return;
    const placed = this.#placed[number] ?? new Map<string, Placed>();
    this.#placed[number] = new Map();
    this.#absent.add(number);
    this.#memory.delete(number);
    const error = new MillraceError('WORKER_LOST', `The worker of the job was lost: ${reason}`);
    const stuck = this.#stuck.delete(number);
    for (const one of placed.values()) {
      if (!stuck || one.attempt.begun) one.attempt.lost(one.part, error);
      else {
        this.#ensure(number);
        this.#place(number, one);
      }
    }
  }
}

function partsOf(job: JobSpec): number {
  return Math.max(...job.nodes.map((node) => parallelismOf(job, node)));
}
