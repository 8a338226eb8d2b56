/**
 * Many tasks on one thread, in turn. A task does a small piece of work a step, about a batch, and
 * says whether it has more; one that waits is out of the queue until somebody wakes it. After each
 * slice of time the thread goes back to its event loop, so that messages, I/O and timers are never
 * starved.
 *
 * `hold` counts work under way outside the queue (a read, an open), so that `idle` can tell a
 * dataflow at rest from one that waits for a disk.
 */
import { SpentMemory } from '../../conf/spent-memory.js';

export interface Runnable {
  /** Does a piece of work. True = call again, false = wait for a wake. Never throws. */
  step(): boolean;
}

/** How long steps go on before the event loop gets its turn. */
const SLICE_MS = 8;

export class Scheduler {
  /** Looked at between slices. */
  readonly spent = new SpentMemory(Infinity);
  #ready: Runnable[] = [];
  readonly #queued = new Set<Runnable>();
  #scheduled = false;
  #holds = 0;
  #waiters: (() => void)[] = [];

  /** Puts a task into the queue; does nothing when it stands there. */
  wake(task: Runnable): void {
    if (this.#queued.has(task)) return;
    this.#queued.add(task);
    this.#ready.push(task);
    this.#schedule();
  }

  /** Something outside the queue is under way until `release`, which comes after its wake. */
  hold(): void {
    this.#holds++;
  }

  release(): void {
    this.#holds--;
    this.#schedule();
  }

  /** Resolves once no task can move and nothing is held. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.push(resolve);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#run());
  }

  #run(): void {
    this.#scheduled = false;
    const until = performance.now() + SLICE_MS;
    while (this.#ready.length > 0) {
      const round = this.#ready;
      this.#ready = [];
      for (let i = 0; i < round.length; i++) {
        if (i > 0 && performance.now() > until) {
          this.#ready = [...round.slice(i), ...this.#ready];
          break;
        }
        this.#step(round[i] as Runnable);
      }
      if (performance.now() > until) break;
    }
    this.spent.look();
    if (this.#ready.length > 0) this.#schedule();
    else if (this.#holds === 0) this.#settle();
  }

  #step(task: Runnable): void {
    this.#queued.delete(task);
    if (!task.step() || this.#queued.has(task)) return;
    this.#queued.add(task);
    this.#ready.push(task);
  }

  /** Lets promises that are settled already run first; they may wake a task. */
  #settle(): void {
    if (this.#waiters.length === 0) return;
    setImmediate(() => {
      if (this.#ready.length > 0 || this.#holds > 0) return;
      const waiters = this.#waiters;
      this.#waiters = [];
      for (const resolve of waiters) resolve();
    });
  }
}
