/**
 * The checkpoints of one job: triggers them, times them out, completes them, and says what a new
 * attempt begins with. Completion, in this order: every task has acknowledged; the metadata is
 * written; the log has its entry; the sinks commit; what is retained no longer goes.
 *
 * A checkpoint that fails is forgotten; when more than the tolerated number fail one after the
 * other, the job fails over. A later one that is complete puts an end to earlier ones.
 */
import type { Timer } from '../../conf/clock.js';
import { asMillraceError, MillraceError } from '../../conf/errors/error.js';
import { failpoint } from '../../conf/failpoint.js';
import type { Barrier, BarrierTarget } from '../../operators/core/message.js';
import type { Attempt } from '../../operators/runtime/attempt.js';
import type {
  Beginning,
  Durability,
  EndState,
  JobFolders,
} from '../../operators/runtime/durability.js';
import type { JobSnapshot } from '../../operators/runtime/snapshot.js';
import type { CheckpointStore } from './checkpoint-store.js';
import type { CoordinatorParts, Reached } from './coordinator-parts.js';
import { foreign, givenUp, noDurableCheckpoint } from './failures.js';
import type { Metadata } from './metadata.js';
import type { RestoredFrom } from './restore.js';
import { removeSavepoint, type Savepoint, savepointFolder, writeSavepoint } from './savepoint.js';
import type { CheckpointSettings } from './settings.js';
import { CheckpointStatistics } from './statistics.js';

/** A checkpoint from its trigger until it stands and its output is visible, or it failed. */
interface Pending {
  readonly checkpoint: number;
  /** It belongs to whoever asked for it: a later checkpoint does not put an end to it. */
  readonly isSavepoint: boolean;
  readonly attempt: Attempt;
}

/** A savepoint that the job ends with. */
interface LastSavepoint {
  readonly folder: string;
  readonly resolve: (path: string) => void;
  readonly reject: (error: MillraceError) => void;
}

export class Coordinator implements Durability {
  readonly statistics: CheckpointStatistics;
  readonly #parts: CoordinatorParts;
  /** Fails the running attempt. */
  fail: (error: MillraceError) => void = () => {};
  /** Ends the job as planned. */
  end: () => void = () => {};
  #attempt: Attempt | null = null;
  #attempts = 0;
  #checkpoints = 0;
  /** The last complete checkpoint, or one that may turn out to be. */
  #kept = -1;
  #reached: Reached;
  #snapshot: JobSnapshot | null = null;
  readonly #pending = new Map<number, Pending>();
  #completing: Promise<void> = Promise.resolve();
  #failures = 0;
  #fenced = false;
  #timer: Timer | null = null;
  /** A periodic checkpoint that had to wait. */
  #due = false;
  #endedAt = Number.NEGATIVE_INFINITY;
  #last: LastSavepoint | null = null;
  /** A task had ended at the last checkpoint. */
  #someEnded = false;
  /** The savepoint that the job claimed, while it stands. */
  #claimed: string | null = null;

  constructor(parts: CoordinatorParts) {
    this.#parts = parts;
    this.#reached = parts.resumed ?? { stands: false };
    this.statistics = new CheckpointStatistics(parts.clock);
  }

  get settings(): CheckpointSettings {
    return this.#parts.settings;
  }

  /** Checkpoints outlive the process. */
  get isDurable(): boolean {
    return this.#store !== null;
  }

  get #store(): CheckpointStore | null {
    return this.#parts.settings.intervalMs === null ? null : this.#parts.store;
  }

  begin(): Beginning | Promise<Beginning> {
    const { settings } = this.#parts;
    const isPlain = settings.intervalMs === null && settings.recovery.path === null;
    if (!isPlain || this.#ending !== null) return this.#begin();
    const folders = this.#folders();
    return { attempt: this.#attempts++, restored: this.#snapshot, ...(folders && { folders }) };
  }

  async #begin(): Promise<Beginning> {
    // What the attempt before was about to complete stands, or does not, before this one looks.
    await this.#completing;
    const store = this.#store;
    if (this.#parts.resumed !== null && store === null) throw noDurableCheckpoint();
    const isNew = this.#parts.resumed === null && !this.#reached.stands;
    const [own, first] = await Promise.all([
      store === null ? null : this.#own(store),
      isNew ? this.#parts.initial(this.#ending) : null,
    ]);
    const attempt = store === null ? this.#attempts : store.attempt;
    this.#attempts++;
    if (own !== null) this.#claimed = own.claimed ?? null;
    if (own !== null && this.#ending === null) {
      return this.#from(own.snapshot, attempt, this.#folders(), true);
    }
    const asks = !isNew && (!this.#reached.stands || this.#ending !== null);
    const initial = asks ? await this.#parts.initial(this.#ending) : first;
    if (initial !== null) return this.#fromInitial(initial, attempt);
    if (this.#snapshot !== null) return this.#from(this.#snapshot, attempt, undefined, false);
    // State in files begins where its checkpoints will be.
    const folders = this.#folders();
    return { attempt, restored: null, ...(folders && { folders }) };
  }

  /** The savepoint that the job ends with, once it stands. */
  get #ending(): string | null {
    return this.#reached.savepoint ?? null;
  }

  /** Takes the job over. @returns its last checkpoint, null as long as it has none */
  async #own(store: CheckpointStore): Promise<Metadata | null> {
    const { jobId, settings } = this.#parts;
    const { stands } = this.#reached;
    const last = await store.begin(stands);
    if (last === null) return null;
    if (last.jobId !== jobId) {
      // A claimed folder has checkpoints of the job before: the named one counts.
      if (settings.recovery.claim && !stands) return null;
      throw foreign(store.files.root, last, jobId);
    }
    await this.#reach({ stands: true });
    return last;
  }

  /** The next process knows it before anything is visible of what the checkpoint holds. */
  async #reach(more: Partial<Reached>): Promise<void> {
    const reached = { ...this.#reached, ...more };
    const isNews = reached.stands !== this.#reached.stands || more.savepoint !== undefined;
    if (isNews && this.#store !== null) await this.#parts.reached(reached);
    this.#reached = reached;
  }

  #fromInitial(from: RestoredFrom, attempt: number): Beginning {
    const { snapshot, root, isSavepoint, matched } = from;
    this.statistics.matched = matched;
    const { claim } = this.#parts.settings.recovery;
    if (isSavepoint && claim && this.#ending === null) this.#claimed = root;
    const own = this.#folders()?.own;
    const folders = own === root ? { own } : { ...(own !== undefined && { own }), restored: root };
    return this.#from(snapshot, attempt, folders, true);
  }

  /** Those of a job that begins with nothing, or with a checkpoint of its own. */
  #folders(): JobFolders | undefined {
    const { store } = this.#parts;
    return store === null ? undefined : { own: store.files.root };
  }

  /** @param isDurable the snapshot stands whatever becomes of this process */
  #from(
    snapshot: JobSnapshot,
    attempt: number,
    folders: JobFolders | undefined,
    isDurable: boolean,
  ): Beginning {
    const { spec } = this.#parts;
    this.#checkpoints = Math.max(this.#checkpoints, snapshot.checkpoint);
    if (isDurable) this.#kept = Math.max(this.#kept, snapshot.checkpoint);
    this.statistics.restored(snapshot.checkpoint);
    return {
      attempt,
      restored: snapshot,
      spec: { ...spec, maxParallelism: snapshot.maxParallelism },
      ...(folders === undefined ? {} : { folders }),
    };
  }

  running(attempt: Attempt): void {
    this.#attempt = attempt;
    // What it prepared was committed when it began.
    if (this.#ending !== null) this.end();
    else this.#schedule();
  }

  async finish(attempt: Attempt): Promise<void> {
    this.#timer?.cancel();
    const last = this.#last;
    if (last === null) return this.#take(attempt);
    const path = await this.#endWith(attempt, last.folder);
    last.resolve(path);
  }

  stopped(): number {
    this.#timer?.cancel();
    if (this.#ending === null) this.#last?.reject(givenUp(this.#checkpoints));
    this.#last = null;
    this.#attempt = null;
    this.#due = false;
    return this.#fenced ? Number.POSITIVE_INFINITY : this.#kept;
  }

  restart(error: MillraceError): number | null {
    if (error.code === 'CHECKPOINT_MISSING' || error.code === 'CHECKPOINT_UNCLAIMED') return null;
    if (error.kind === 'fenced') this.#fenced = true;
    return this.#fenced ? null : this.#parts.strategy.next();
  }

  async ended(state: EndState): Promise<void> {
    await this.#completing;
    if (this.#fenced) return;
    const { retention } = this.#parts.settings;
    // What a job could not begin with is left as it was found.
    const keeps =
      (state === 'CANCELED' && retention === 'on-cancellation') ||
      (state === 'FAILED' && (retention !== 'none' || this.#attempts === 0));
    // First: a process that goes on with the job would find it without its checkpoints.
    await this.#parts.ended(state);
    if (state !== 'SUSPENDED' && !keeps) await this.#clear();
  }

  /** Removes what the job has; what cannot be removed is found by `millrace state gc`. */
  async #clear(): Promise<void> {
    const { store, settings } = this.#parts;
    // Without checkpoints nothing takes the place of what was claimed.
    if (settings.intervalMs === null && settings.recovery.claim) return;
    await store?.clear().catch(() => {});
    await this.#removeClaimed().catch(() => {});
  }

  async #removeClaimed(): Promise<void> {
    if (this.#claimed === null) return;
    const files = this.#parts.open(this.#claimed);
    await removeSavepoint(files).finally(() => files.close());
    this.#claimed = null;
  }

  /** Takes a checkpoint now. @throws CHECKPOINT_FAILED */
  checkpoint(): Promise<void> {
    return this.#take(this.#running());
  }

  /**
   * Takes a savepoint. @returns its path
   * @param folder of savepoints; absent: the job's `savepoint-dir`
   * @param stops the job ends with it
   */
  async savepoint(folder: string | undefined, stops: boolean): Promise<string> {
    const attempt = this.#running();
    const target = this.#savepointFolder(folder);
    if (!stops) return (await this.#savepoint(attempt, target, false)).path;
    const path = await this.#endWith(attempt, target);
    if (!attempt.closing) this.end();
    return path;
  }

  /** Ends the job with a savepoint: once it stands, whatever becomes of the process. */
  async #endWith(attempt: Attempt, folder: string): Promise<string> {
    const { snapshot, path } = await this.#savepoint(attempt, folder, true);
    failpoint('before-commit');
    await attempt.complete(snapshot.checkpoint);
    return path;
  }

  /** The sources end; the last checkpoint of the job is a savepoint. @returns its path */
  drain(folder: string | undefined): Promise<string> {
    const attempt = this.#running();
    const target = this.#savepointFolder(folder);
    return new Promise((resolve, reject) => {
      this.#last = { folder: target, resolve, reject };
      attempt.drain();
    });
  }

  #running(): Attempt {
    if (this.#attempt !== null) return this.#attempt;
    throw new MillraceError('CHECKPOINT_FAILED', 'The job does not run at present');
  }

  #savepointFolder(folder: string | undefined): string {
    const chosen = folder ?? this.#parts.settings.savepointFolder;
    if (chosen !== null) return chosen;
    throw new MillraceError('CONFIG_VALUE', 'No folder of savepoints is named', {
      hint: "Name one, or set 'execution.checkpointing.savepoint-dir'.",
    });
  }

  #schedule(): void {
    const { intervalMs } = this.#parts.settings;
    if (intervalMs === null) return;
    this.#timer?.cancel();
    this.#timer = this.#parts.clock.after(intervalMs, () => {
      this.#due = true;
      this.#triggerDue();
      this.#schedule();
    });
  }

  /** Takes the periodic checkpoint that is due, if it may begin. */
  #triggerDue(): void {
    const { maxConcurrent, minPauseMs, afterTasksFinish } = this.#parts.settings;
    const attempt = this.#attempt;
    if (!this.#due || attempt === null || attempt.ended) return;
    if (!afterTasksFinish && this.#someEnded) return;
    if (this.#pending.size >= maxConcurrent) return;
    const wait = this.#endedAt + minPauseMs - this.#parts.clock.now();
    if (wait > 0) {
      this.#parts.clock.after(wait, () => this.#triggerDue());
      return;
    }
    this.#due = false;
    const checkpoint = this.#checkpoints + 1;
    this.#take(attempt).catch((error: unknown) => {
      // Where a later one stands, nothing is lost with this one.
      if (checkpoint >= this.#kept) this.#failed(attempt, asMillraceError(error));
    });
  }

  #failed(attempt: Attempt, error: MillraceError): void {
    if (attempt.closing) return;
    if (error.kind !== 'fenced' && ++this.#failures <= this.#parts.settings.tolerableFailures)
      return;
    this.#failures = 0;
    this.fail(error);
  }

  async #take(attempt: Attempt): Promise<void> {
    const store = this.#store;
    const checkpoint = ++this.#checkpoints;
    const target =
      store === null
        ? undefined
        : {
            root: store.files.root,
            folder: store.folder(checkpoint),
            isFull: !this.#parts.settings.isIncremental,
          };
    await this.#pend({ checkpoint, attempt, isSavepoint: false }, async () => {
      const snapshot = await this.#collect(attempt, checkpoint, target, false);
      await this.#inTurn(() => this.#complete(attempt, snapshot));
    });
  }

  /**
   * Counts a checkpoint as under way until it is complete: what is slow to complete holds back the
   * next ones, which would pile up behind it.
   */
  async #pend<T>(pending: Pending, work: () => Promise<T>): Promise<T> {
    const { checkpoint, isSavepoint } = pending;
    this.#pending.set(checkpoint, pending);
    this.statistics.triggered(checkpoint, isSavepoint);
    try {
      return await work();
    } catch (error) {
      this.statistics.failed(checkpoint, asMillraceError(error));
      throw error;
    } finally {
      this.#pending.delete(checkpoint);
      this.#endedAt = this.#parts.clock.now();
      this.#triggerDue();
    }
  }

  /** Sends the barrier and waits for all tasks. */
  async #collect(
    attempt: Attempt,
    checkpoint: number,
    target: BarrierTarget | undefined,
    stops: boolean,
  ): Promise<JobSnapshot> {
    const { clock, settings } = this.#parts;
    const { alignment, overtakeAfterMs, timeoutMs } = settings;
    const barrier: Barrier = {
      kind: 'barrier',
      checkpoint,
      alignment,
      ...(overtakeAfterMs === null ? {} : { overtakeAt: clock.now() + overtakeAfterMs }),
      ...(target === undefined ? {} : { target }),
    };
    const timer = clock.after(timeoutMs, () =>
      attempt.abandon(checkpoint, `took longer than ${timeoutMs} ms`),
    );
    return attempt.trigger(barrier, stops).finally(() => timer.cancel());
  }

  /** One completion after the other: the log's entries ascend. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#completing.then(work);
    this.#completing = done.catch(() => {});
    return done;
  }

  async #complete(attempt: Attempt, snapshot: JobSnapshot): Promise<void> {
    const { checkpoint } = snapshot;
    if (checkpoint < this.#kept || attempt.closing) throw givenUp(checkpoint);
    this.#kept = checkpoint;
    const store = this.#store;
    const path = await store?.complete(this.#metadata(snapshot, false));
    await this.#reach({ stands: true });
    this.statistics.completed(snapshot, path);
    this.#snapshot = store === null ? snapshot : null;
    this.#failures = 0;
    this.#someEnded = snapshot.nodes.some(({ finished }) => finished);
    for (const earlier of this.#pending.values()) {
      if (earlier.checkpoint >= checkpoint || earlier.isSavepoint) continue;
      earlier.attempt.abandon(earlier.checkpoint, 'was overtaken by a later one');
    }
    failpoint('before-commit');
    await attempt.complete(checkpoint);
    await this.#retain();
  }

  /** What could not be removed is found by `millrace state gc`. */
  async #retain(): Promise<void> {
    const store = this.#store;
    // A savepoint copies files that no later checkpoint may name.
    if (store === null || [...this.#pending.values()].some(({ isSavepoint }) => isSavepoint))
      return;
    if (store.completed >= this.#parts.settings.numRetained) {
      await this.#removeClaimed().catch(() => {});
    }
    await store.retain().catch(() => {});
  }

  async #savepoint(attempt: Attempt, folder: string, stops: boolean): Promise<Savepoint> {
    const checkpoint = ++this.#checkpoints;
    const { jobId } = this.#parts;
    const files = this.#parts.open(savepointFolder(folder, jobId));
    const savepoint = await this.#pend({ checkpoint, attempt, isSavepoint: true }, async () => {
      const written = await writeSavepoint(files, async (target) => {
        return this.#metadata(await this.#collect(attempt, checkpoint, target, stops), true);
      });
      if (stops) await this.#over(attempt, written);
      this.statistics.completed(written.snapshot, written.path);
      return written;
    })
      .catch(async (error: unknown) => {
        attempt.abandon(checkpoint, 'was given up');
        await removeSavepoint(files).catch(() => {});
        throw error;
      })
      .finally(() => files.close());
    if (!stops) attempt.abandon(checkpoint, 'is written');
    await this.#inTurn(() => this.#retain());
    return savepoint;
  }

  /** What was prepared for the savepoint stays, and is committed by this process or the next. */
  async #over(attempt: Attempt, { snapshot, path }: Savepoint): Promise<void> {
    if (attempt.closing) throw givenUp(snapshot.checkpoint);
    this.#kept = Math.max(this.#kept, snapshot.checkpoint);
    await this.#reach({ savepoint: path });
  }

  #metadata(snapshot: JobSnapshot, isSavepoint: boolean): Metadata {
    const { jobId, spec, engine, clock } = this.#parts;
    return {
      jobId,
      jobName: spec.name,
      engine,
      takenAt: clock.now(),
      isSavepoint,
      ...(this.#claimed === null || isSavepoint ? {} : { claimed: this.#claimed }),
      operators: Object.fromEntries(spec.nodes.map((node) => [node.id, node.description])),
      snapshot,
    };
  }
}
