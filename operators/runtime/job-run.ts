/**
 * The coordinator of one job: opens its parts, deals out the splits of its sources, and brings the
 * job to its end. A job is FINISHED once every task has ended and every sink has committed; on a
 * failure or a cancellation all parts give back what they hold first, and what they prepared is
 * removed. States are Flink's.
 */
import type { Clock } from '../../conf/clock.js';
import { MillraceError } from '../../conf/errors/error.js';
import type { Batch } from '../core/batch.js';
import type { Split } from '../core/source.js';
import type { JobSpec } from '../core/spec.js';
import { fromFailure } from './failure.js';
import { type NodeMeter, type PartCommand, type PartEvent, partOf } from './part-messages.js';
import { type JobProgress, ProgressMeter } from './progress.js';
import { nodeOf, parallelismOf } from './stages.js';

export type JobState =
  | 'CREATED'
  | 'RUNNING'
  | 'FAILING'
  | 'FAILED'
  | 'CANCELLING'
  | 'CANCELED'
  | 'FINISHED';

/** The coordinator's end of the line to a part. */
export interface PartLine {
  post(command: PartCommand): void;
  /** The counters as they stand, where the part is on this thread; others tell them in events. */
  meters?(): readonly NodeMeter[];
}

export interface JobListener {
  /** Rows of a SELECT. The query goes on when the reader says how many it took. */
  rows?(batch: Batch, taken: (rows: number) => void): void;
  /** All sink tasks have what came before the barrier. */
  barrier?(checkpoint: number): void;
}

export class JobRun {
  readonly id: string;
  readonly spec: JobSpec;
  readonly startedAt: number;
  /** Resolves when the job has ended, in whatever way. */
  readonly done: Promise<void>;
  readonly #clock: Clock;
  readonly #listener: JobListener;
  readonly #meter: ProgressMeter;
  readonly #dealt = new Map<number, number>();
  readonly #barriers = new Map<number, number>();
  #lines: readonly PartLine[] = [];
  #state: JobState = 'CREATED';
  #error: MillraceError | undefined;
  #endedAt: number | undefined;
  /** Parts that have yet to take the present step. */
  #waiting = new Set<number>();
  readonly #lost = new Set<number>();
  #resolve: () => void = () => {};

  constructor(id: string, spec: JobSpec, clock: Clock, listener: JobListener = {}) {
    this.id = id;
    this.spec = spec;
    this.#clock = clock;
    this.#listener = listener;
    this.startedAt = clock.now();
    this.#meter = new ProgressMeter(spec, clock);
    this.done = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  get state(): JobState {
    return this.#state;
  }

  /** Why the job failed. */
  get error(): MillraceError | undefined {
    return this.#error;
  }

  /** Why the job did not come to its own end; undefined when it did, or still runs. */
  get failure(): MillraceError | undefined {
    if (this.#state !== 'CANCELED') return this.#error;
    return new MillraceError('JOB_CANCELED', `Job ${this.id} was cancelled`);
  }

  get endedAt(): number | undefined {
    return this.#endedAt;
  }

  get ended(): boolean {
    return this.#endedAt !== undefined;
  }

  progress(): JobProgress {
    for (const line of this.#lines) this.#meter.update(line.meters?.() ?? []);
    return this.#meter.read(this.#endedAt);
  }

  /** The parts were made and are opening. */
  start(lines: readonly PartLine[]): void {
    this.#lines = lines;
    this.#expectAll();
  }

  cancel(): void {
    if (this.#state === 'CREATED' || this.#state === 'RUNNING') this.#giveUp('CANCELLING');
  }

  /** Sends a barrier from all sources. */
  barrier(checkpoint: number): void {
    this.#barriers.set(checkpoint, this.#sinkTasks());
    this.#post({ kind: 'barrier', checkpoint });
  }

  /** The thread of a part is gone, with all it held. */
  lost(part: number, error: MillraceError): void {
    this.#lost.add(part);
    this.#fail(error);
    this.#arrived(part);
  }

  event(part: number, event: PartEvent): void {
    switch (event.kind) {
      case 'opened':
      case 'ended':
      case 'committed':
      case 'closed':
        this.#step(part, event.kind);
        break;
      case 'splits':
        if (!event.bounded) this.#meter.unbounded();
        this.#deal(event.node, event.splits, event.complete);
        break;
      case 'rows':
        this.#rows(part, event.batch);
        break;
      case 'barrier':
        this.#barrierReached(event.checkpoint);
        break;
      case 'progress':
        this.#meter.update(event.nodes);
        break;
      case 'failed':
        this.#fail(fromFailure(event.failure));
        break;
    }
  }

  #rows(part: number, batch: Batch): void {
    const taken = (rows: number): void => {
      if (!this.ended) this.#lines[part]?.post({ kind: 'taken', rows });
    };
    if (this.#listener.rows === undefined) taken(batch.count);
    else this.#listener.rows(batch, taken);
  }

  #fail(error: MillraceError): void {
    if (this.#state !== 'CREATED' && this.#state !== 'RUNNING') return;
    this.#error = error;
    this.#giveUp('FAILING');
  }

  #giveUp(state: 'FAILING' | 'CANCELLING'): void {
    this.#state = state;
    this.#expectAll();
    this.#post({ kind: 'close' });
    if (this.#waiting.size === 0) this.#closed();
  }

  /** A part has taken a step; once all have, the next one begins. */
  #step(part: number, step: 'opened' | 'ended' | 'committed' | 'closed'): void {
    const closing = this.#state !== 'CREATED' && this.#state !== 'RUNNING';
    if (closing !== (step === 'closed')) return;
    if (!this.#arrived(part) || this.#endedAt !== undefined) return;
    if (step === 'opened') this.#next('RUNNING', { kind: 'run' });
    else if (step === 'ended') this.#next('RUNNING', { kind: 'commit' });
    else if (step === 'committed') this.#next('FINISHED', { kind: 'close' });
  }

  /** @returns true when this part was the last */
  #arrived(part: number): boolean {
    if (!this.#waiting.delete(part) || this.#waiting.size > 0) return false;
    const { state } = this;
    if (state !== 'CREATED' && state !== 'RUNNING') this.#closed();
    return true;
  }

  #next(state: JobState, command: PartCommand): void {
    this.#state = state;
    this.#expectAll();
    this.#post(command);
  }

  #closed(): void {
    if (this.#endedAt !== undefined) return;
    if (this.#state === 'FAILING') this.#state = 'FAILED';
    if (this.#state === 'CANCELLING') this.#state = 'CANCELED';
    this.#endedAt = this.#clock.now();
    this.#resolve();
  }

  #expectAll(): void {
    this.#waiting = new Set(this.#lines.map((_, part) => part).filter((p) => !this.#lost.has(p)));
  }

  #post(command: PartCommand): void {
    this.#lines.forEach((line, part) => {
      if (!this.#lost.has(part)) line.post(command);
    });
  }

  /** Round robin, going on where the last splits of the node ended. */
  #deal(node: number, splits: readonly Split[], complete: boolean): void {
    const tasks = parallelismOf(this.spec, nodeOf(this.spec, node));
    const dealt = this.#dealt.get(node) ?? 0;
    this.#dealt.set(node, dealt + splits.length);
    for (let task = 0; task < tasks; task++) {
      const mine = splits.filter((_, index) => (dealt + index) % tasks === task);
      const line = this.#lines[partOf(task, this.#lines.length)];
      line?.post({ kind: 'assign', node, task, splits: mine, complete });
    }
  }

  #sinkTasks(): number {
    const sinks = this.spec.nodes.filter(({ operator }) => operator.kind === 'sink');
    return sinks.reduce((sum, node) => sum + parallelismOf(this.spec, node), 0);
  }

  #barrierReached(checkpoint: number): void {
    const left = (this.#barriers.get(checkpoint) ?? 1) - 1;
    this.#barriers.set(checkpoint, left);
    if (left > 0) return;
    this.#barriers.delete(checkpoint);
    this.#listener.barrier?.(checkpoint);
  }
}
