/**
 * One attempt of a job: its parts from their opening to their closing, the splits that they were
 * dealt, and the checkpoints under way. A job whose attempt fails may begin another
 * (`job-run.ts`); events of an attempt that has closed are of no interest.
 *
 * Invariant: `closed` is told once, after every part has given back what it holds.
 */
import type { MillraceError } from '../../conf/errors/error.js';
import type { Batch } from '../core/batch.js';
import type { Barrier } from '../core/message.js';
import type { JobSpec } from '../core/spec.js';
import { fromFailure } from './failure.js';
import { type PartCommand, type PartEvent, type PartMeters, partOf } from './part-messages.js';
import { PendingCheckpoint } from './pending-checkpoint.js';
import { type JobSnapshot, nodesOf, type SplitState } from './snapshot.js';
import { SourceProgress, type TaskReach } from './source-progress.js';
import { cutStages, isSource, nodeOf, parallelismOf } from './stages.js';

/** The coordinator's end of the line to a part. */
export interface PartLine {
  post(command: PartCommand): void;
  /** The counters as they stand, where the part is on this thread; others tell them in events. */
  meters?(): PartMeters;
}

/** What becomes of an attempt. */
export interface AttemptListener {
  running(): void;
  /** All tasks have ended and their output is prepared. */
  ended(): void;
  /** What was prepared is visible: answers `commit`. */
  committed(): void;
  failed(error: MillraceError): void;
  closed(): void;
  /** Rows of a SELECT. */
  rows(batch: Batch, taken: (rows: number) => void): void;
  unbounded(): void;
  meters(part: number, meters: PartMeters): void;
}

type Step = 'opened' | 'ended' | 'committed' | 'closed';

export class Attempt {
  /** Ascends over all attempts of the job. */
  readonly number: number;
  readonly restored: JobSnapshot | null;
  readonly spec: JobSpec;
  readonly #listener: AttemptListener;
  #lines: readonly PartLine[] = [];
  #begun = false;
  #closing = false;
  #closed = false;
  #failed = false;
  #ended = false;
  /** Parts that have yet to take the present step. */
  #waiting = new Set<number>();
  readonly #lost = new Set<number>();
  /** Splits dealt, by node, and the nodes that have all. */
  readonly #dealt = new Map<number, number>();
  readonly #complete = new Set<number>();
  /** By node. */
  readonly #progress = new Map<number, SourceProgress>();
  readonly #pending = new Map<number, PendingCheckpoint>();
  /** By checkpoint: the parts that have yet to commit, and who waits for them. */
  readonly #commits = new Map<number, { readonly parts: Set<number>; readonly done: () => void }>();

  constructor(
    spec: JobSpec,
    number: number,
    restored: JobSnapshot | null,
    listener: AttemptListener,
  ) {
    this.spec = spec;
    this.number = number;
    this.restored = restored;
    this.#listener = listener;
  }

  /** The parts were made and are opening. */
  start(lines: readonly PartLine[]): void {
    this.#lines = lines;
    this.#expectAll();
  }

  /** Tells the listener the counters as they stand. */
  look(): void {
    for (const [part, line] of this.#lines.entries()) {
      const meters = line.meters?.();
      if (meters !== undefined) this.#listener.meters(part, meters);
    }
  }

  /** All parts have opened. */
  get begun(): boolean {
    return this.#begun;
  }

  get closing(): boolean {
    return this.#closing;
  }

  /** Every task has ended. */
  get ended(): boolean {
    return this.#ended;
  }

  /** What is prepared becomes visible without a checkpoint. */
  commit(): void {
    this.#expectAll();
    this.#post({ kind: 'commit' });
  }

  /**
   * Sends a barrier from all sources.
   * @returns what the job holds there; rejects with CHECKPOINT_FAILED
   */
  trigger(barrier: Barrier, stops = false): Promise<JobSnapshot> {
    const { checkpoint } = barrier;
    const { parallelism, maxParallelism } = this.spec;
    const complete = [...this.#complete].map((node) => nodeOf(this.spec, node).id);
    const tasks = cutStages(this.spec).stages.reduce((sum, stage) => sum + stage.parallelism, 0);
    const head = { checkpoint, parallelism, maxParallelism, complete };
    const pending = new PendingCheckpoint(head, tasks);
    if (this.#closing) {
      pending.fail('was given up: its job does not run');
      return pending.snapshot;
    }
    this.#pending.set(checkpoint, pending);
    this.#post({ kind: 'barrier', barrier, stops });
    return pending.snapshot;
  }

  /** Nobody waits for the checkpoint any more. @param why ends the sentence `Checkpoint n …` */
  abandon(checkpoint: number, why: string, cause?: MillraceError): void {
    this.#pending.get(checkpoint)?.fail(why, cause);
    this.#pending.delete(checkpoint);
    if (!this.#closing) this.#post({ kind: 'abandon', checkpoint });
  }

  /** The checkpoint stands. Resolves once its output is visible, or the attempt closes. */
  complete(checkpoint: number): Promise<void> {
    if (this.#closing) return Promise.resolve();
    return new Promise((done) => {
      const parts = new Set(this.#parts());
      this.#commits.set(checkpoint, { parts, done });
      this.#post({ kind: 'complete', checkpoint });
    });
  }

  /** The sources end here. */
  drain(): void {
    this.#post({ kind: 'drain' });
  }

  /** @param kept what is prepared for checkpoints up to this one stays */
  close(kept: number): void {
    if (this.#closing) return;
    this.#closing = true;
    for (const checkpoint of this.#pending.keys()) {
      this.abandon(checkpoint, 'was given up: its job does not run any more');
    }
    for (const { done } of this.#commits.values()) done();
    this.#expectAll();
    this.#post({ kind: 'close', kept });
    if (this.#waiting.size === 0) this.#close();
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
        if (!event.bounded) this.#listener.unbounded();
        this.#deal(event.node, event.splits.map(unread), event.complete);
        break;
      case 'reached':
        this.#follow(event.node, event.task, event.reach);
        break;
      case 'rows':
        this.#listener.rows(event.batch, (rows) => {
          if (!this.#closed) this.#lines[part]?.post({ kind: 'taken', rows });
        });
        break;
      case 'acknowledged': {
        const { snapshot } = event;
        const all = this.#pending.get(snapshot.checkpoint)?.acknowledge(snapshot) === true;
        if (all) this.#pending.delete(snapshot.checkpoint);
        break;
      }
      case 'declined': {
        const error = fromFailure(event.failure);
        this.abandon(event.checkpoint, `was declined: ${error.reason}`, error);
        break;
      }
      case 'completed':
        this.#committed(part, event.checkpoint);
        break;
      case 'progress':
        this.#listener.meters(part, event.meters);
        break;
      case 'failed':
        this.#fail(fromFailure(event.failure));
        break;
    }
  }

  #fail(error: MillraceError): void {
    if (this.#failed || this.#closing) return;
    this.#failed = true;
    this.#listener.failed(error);
  }

  /** A part has taken a step; once all have, the next one begins. */
  #step(part: number, step: Step): void {
    if (this.#closing !== (step === 'closed')) return;
    if (!this.#arrived(part) || this.#closed) return;
    if (step === 'opened') this.#run();
    else if (step === 'ended') {
      this.#ended = true;
      this.#listener.ended();
    } else if (step === 'committed') this.#listener.committed();
  }

  /** @returns true when this part was the last */
  #arrived(part: number): boolean {
    if (!this.#waiting.delete(part) || this.#waiting.size > 0) return false;
    if (this.#closing) this.#close();
    return true;
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#listener.closed();
  }

  #run(): void {
    this.#begun = true;
    this.#expectAll();
    this.#dealRestored();
    this.#post({ kind: 'run' });
    this.#listener.running();
  }

  #committed(part: number, checkpoint: number): void {
    const commit = this.#commits.get(checkpoint);
    if (commit?.parts.delete(part) !== true || commit.parts.size > 0) return;
    this.#commits.delete(checkpoint);
    commit.done();
  }

  /** Splits go back to where they were; at another parallelism, round robin. */
  #dealRestored(): void {
    const { restored } = this;
    if (restored === null) return;
    this.spec.nodes.forEach((node, index) => {
      if (!isSource(node)) return;
      const snapshots = nodesOf(restored, node.id);
      const complete = restored.complete.includes(node.id);
      const splits = snapshots.flatMap((one) => one.splits ?? []);
      if (splits.length === 0 && !complete) return;
      this.#dealt.set(index, splits.length);
      if (complete) this.#complete.add(index);
      const tasks = parallelismOf(this.spec, node);
      for (let task = 0; task < tasks; task++) {
        const own = snapshots.find((one) => one.task === task)?.splits ?? [];
        const mine =
          snapshots.length === tasks ? own : splits.filter((_, at) => at % tasks === task);
        this.#assign(index, task, mine, complete);
      }
    });
  }

  /** Round robin, going on where the last splits of the node ended. */
  #deal(node: number, splits: readonly SplitState[], complete: boolean): void {
    const tasks = parallelismOf(this.spec, nodeOf(this.spec, node));
    const dealt = this.#dealt.get(node) ?? 0;
    this.#dealt.set(node, dealt + splits.length);
    if (complete) this.#complete.add(node);
    for (let task = 0; task < tasks; task++) {
      const mine = splits.filter((_, index) => (dealt + index) % tasks === task);
      this.#assign(node, task, mine, complete);
    }
  }

  #assign(node: number, task: number, splits: readonly SplitState[], complete: boolean): void {
    this.#progressOf(node).dealt(task, splits.length);
    this.#line(task)?.post({ kind: 'assign', node, task, splits, complete });
  }

  #follow(node: number, task: number, reach: TaskReach): void {
    const follow = this.#progressOf(node).reached(task, reach);
    if (follow === null) return;
    const { tasks, watermarks } = follow;
    for (const one of tasks) this.#line(one)?.post({ kind: 'follow', node, task: one, watermarks });
  }

  #progressOf(node: number): SourceProgress {
    const found = this.#progress.get(node);
    if (found !== undefined) return found;
    const progress = new SourceProgress(parallelismOf(this.spec, nodeOf(this.spec, node)));
    this.#progress.set(node, progress);
    return progress;
  }

  /** To the part that has tasks of this number. */
  #line(task: number): PartLine | undefined {
    return this.#lines[partOf(task, this.#lines.length)];
  }

  #parts(): number[] {
    return this.#lines.map((_, part) => part).filter((part) => !this.#lost.has(part));
  }

  #expectAll(): void {
    this.#waiting = new Set(this.#parts());
  }

  #post(command: PartCommand): void {
    for (const part of this.#parts()) this.#lines[part]?.post(command);
  }
}

function unread(split: SplitState['split']): SplitState {
  return { split, ended: false, idle: false, watermarks: {} };
}
