/**
 * A job from its start to its end, over as many attempts as its restart strategy allows. It is
 * FINISHED once every task has ended and every sink has committed; on a failure or a cancellation
 * all parts give back what they hold first, and what they prepared is removed, except for what a
 * checkpoint holds. States are Flink's.
 */
import type { Clock, Timer } from '../../conf/clock.js';
import { asMillraceError, MillraceError } from '../../conf/errors/error.js';
import type { Batch } from '../core/batch.js';
import type { JobSpec } from '../core/spec.js';
import { Attempt, type AttemptListener, type PartLine } from './attempt.js';
import type { Beginning, Durability, EndState } from './durability.js';
import type { NodeMeter } from './part-messages.js';
import { type JobProgress, ProgressMeter } from './progress.js';

export type JobState =
  | 'CREATED'
  | 'RUNNING'
  | 'RESTARTING'
  | 'FAILING'
  | 'FAILED'
  | 'CANCELLING'
  | 'CANCELED'
  | 'FINISHED'
  | 'SUSPENDED';

export interface JobListener {
  /** Rows of a SELECT. The query goes on when the reader says how many it took. */
  rows?(batch: Batch, taken: (rows: number) => void): void;
}

export interface JobRunParts {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly spec: JobSpec;
  readonly clock: Clock;
  readonly listener: JobListener;
  /** Makes the parts of an attempt, and opens them once `start` knows them. */
  readonly launch: (attempt: Attempt, beginning: Beginning) => Launched;
  readonly durability: Durability | null;
}

export interface Launched {
  readonly lines: readonly PartLine[];
  open(): void;
}

export class JobRun {
  readonly id: string;
  readonly spec: JobSpec;
  readonly startedAt: number;
  /** Resolves when the job has ended, in whatever way. */
  readonly done: Promise<void>;
  readonly #parts: JobRunParts;
  #meter: ProgressMeter;
  #attempt: Attempt | null = null;
  #attempts = 0;
  #state: JobState = 'CREATED';
  #error: MillraceError | undefined;
  #endedAt: number | undefined;
  /** What the attempt ends in, once it closes; undefined: another attempt. */
  #outcome: EndState | undefined;
  #delayMs = 0;
  #delay: Timer | null = null;
  #resolve: () => void = () => {};

  constructor(parts: JobRunParts) {
    this.id = parts.id;
    this.spec = parts.spec;
    this.#parts = parts;
    this.startedAt = parts.clock.now();
    this.#meter = new ProgressMeter(parts.spec, parts.clock);
    this.done = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  get state(): JobState {
    return this.#state;
  }

  /** Why the job failed; while it restarts, or runs again, why it had to. */
  get error(): MillraceError | undefined {
    return this.#error;
  }

  /** Why the job did not come to its own end; undefined when it did, or still runs. */
  get failure(): MillraceError | undefined {
    if (this.#state === 'FAILED') return this.#error;
    if (this.#state !== 'CANCELED' && this.#state !== 'SUSPENDED') return undefined;
    const what = this.#state === 'CANCELED' ? 'cancelled' : 'suspended: the server was closed';
    return new MillraceError('JOB_CANCELED', `Job ${this.id} was ${what}`);
  }

  get endedAt(): number | undefined {
    return this.#endedAt;
  }

  get ended(): boolean {
    return this.#endedAt !== undefined;
  }

  /** How often the job was begun, the first time included. */
  get attempts(): number {
    return this.#attempts;
  }

  progress(): JobProgress {
    this.#attempt?.look();
    return this.#meter.read(this.#endedAt);
  }

  /** The counters of each node in each task. */
  meters(): readonly NodeMeter[] {
    this.#attempt?.look();
    return this.#meter.meters;
  }

  start(): void {
    const { durability } = this.#parts;
    try {
      const beginning = durability?.begin() ?? { attempt: 0, restored: null };
      if (!(beginning instanceof Promise)) this.#launch(beginning);
      else beginning.then((one) => this.#launch(one)).catch((error) => this.#fail(error));
    } catch (error) {
      this.#fail(error);
    }
  }

  cancel(): void {
    if (!this.#active) return;
    this.#delay?.cancel();
    this.#close('CANCELLING', 'CANCELED');
  }

  /** The job is over as planned: its savepoint stands. */
  finish(): void {
    if (this.#active) this.#close('RUNNING', 'FINISHED');
  }

  /** This process lets go of the job; its last checkpoint stands for the next one. */
  suspend(): void {
    if (!this.#active) return;
    this.#delay?.cancel();
    this.#close('RUNNING', 'SUSPENDED');
  }

  /** The running attempt is given up as if a task had failed. */
  fail(error: MillraceError): void {
    if (this.#attempt?.closing === false) this.#fail(error);
  }

  /** No end was decided yet. */
  get #active(): boolean {
    return this.#outcome === undefined && !this.ended;
  }

  #launch(beginning: Beginning): void {
    if (!this.#active) return;
    const { launch, clock } = this.#parts;
    const spec = beginning.spec ?? this.spec;
    this.#attempts++;
    if (this.#attempts > 1) this.#meter = new ProgressMeter(spec, clock);
    const { attempt: number, restored } = beginning;
    const attempt: Attempt = new Attempt(
      spec,
      number,
      restored,
      this.#listener(() => attempt),
    );
    this.#attempt = attempt;
    const { lines, open } = launch(attempt, beginning);
    attempt.start(lines);
    open();
  }

  #listener(attempt: () => Attempt): AttemptListener {
    const { durability, listener } = this.#parts;
    return {
      running: () => {
        this.#state = 'RUNNING';
        durability?.running(attempt());
      },
      ended: () => {
        if (durability === null) attempt().commit();
        else this.#finish(attempt(), durability);
      },
      committed: () => this.finish(),
      failed: (error) => this.#fail(error),
      closed: () => this.#closed(),
      rows: (batch, taken) => {
        if (listener.rows === undefined) taken(batch.count);
        else listener.rows(batch, taken);
      },
      unbounded: () => this.#meter.unbounded(),
      meters: (part, meters) => this.#meter.update(part, meters),
    };
  }

  #finish(attempt: Attempt, durability: Durability): void {
    durability.finish(attempt).then(
      () => {
        if (!attempt.closing) this.finish();
      },
      (error: unknown) => {
        if (!attempt.closing) this.#fail(error);
      },
    );
  }

  #fail(thrown: unknown): void {
    if (!this.#active) return;
    const error = asMillraceError(thrown);
    this.#error = error;
    const delayMs = this.#parts.durability?.restart(error) ?? null;
    if (delayMs === null) {
      this.#close('FAILING', 'FAILED');
    } else {
      this.#delayMs = delayMs;
      this.#close('RESTARTING', undefined);
    }
  }

  #close(state: JobState, outcome: EndState | undefined): void {
    this.#state = state;
    this.#outcome = outcome;
    const kept = this.#parts.durability?.stopped() ?? -1;
    if (this.#attempt === null) this.#closed();
    else this.#attempt.close(kept);
  }

  #closed(): void {
    const outcome = this.#outcome;
    if (outcome !== undefined) {
      this.#end(outcome);
      return;
    }
    this.#attempt = null;
    if (this.#delayMs === 0) {
      this.start();
      return;
    }
    this.#delay = this.#parts.clock.after(this.#delayMs, () => {
      this.#delay = null;
      if (this.#active) this.start();
    });
  }

  #end(state: EndState): void {
    if (this.ended) return;
    this.#state = state;
    this.#endedAt = this.#parts.clock.now();
    const over = this.#parts.durability?.ended(state) ?? Promise.resolve();
    over.catch(() => {}).then(this.#resolve);
  }
}
