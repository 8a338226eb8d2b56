/**
 * Asks a source for its splits: once, or again and again where it discovers more. Splits that were
 * seen are left out, also those that were seen before the job was restored. Runs beside the first
 * task of the source.
 */
import type { Clock, Timer } from '../../conf/clock.js';
import type { Source, Split } from '../core/source.js';
import type { Scheduler } from './scheduler.js';

export interface SplitListener {
  /** New splits, perhaps none; `complete` = no more will come. */
  found(splits: readonly Split[], complete: boolean): void;
  failed(error: unknown): void;
}

export class SplitFinder {
  readonly #source: Source;
  readonly #parallelism: number;
  readonly #thread: { readonly clock: Clock; readonly scheduler: Scheduler };
  readonly #listener: SplitListener;
  readonly #seen: Set<string>;
  #timer: Timer | null = null;
  #stopped = false;

  constructor(
    source: Source,
    parallelism: number,
    thread: { readonly clock: Clock; readonly scheduler: Scheduler },
    listener: SplitListener,
    seen: readonly string[] = [],
  ) {
    this.#seen = new Set(seen);
    this.#source = source;
    this.#parallelism = parallelism;
    this.#thread = thread;
    this.#listener = listener;
  }

  start(): void {
    const { scheduler, clock } = this.#thread;
    const interval = this.#source.discoveryIntervalMs;
    scheduler.hold();
    this.#source
      .splits(this.#parallelism)
      .then((splits) => {
        if (this.#stopped) return;
        const fresh = splits.filter(({ id }) => !this.#seen.has(id));
        for (const { id } of fresh) this.#seen.add(id);
        this.#listener.found(fresh, interval === undefined);
        if (interval !== undefined) this.#timer = clock.after(interval, () => this.start());
      })
      .catch((error: unknown) => this.#listener.failed(error))
      .finally(() => scheduler.release());
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }
}
