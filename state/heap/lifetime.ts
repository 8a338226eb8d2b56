/**
 * Time to live: what was not written for so long counts as absent, as Flink's state with update
 * type OnCreateAndWrite and visibility NeverReturnExpired. With what is kept stands when it was
 * written; whoever looks it up takes out what is over by then.
 *
 * Time stands still while a batch is applied: what a look-up found stays until the batch is done.
 */

/** The time of what is applied, for all tables of a store. */
export interface StateTime {
  /** ms since the epoch */
  now: number;
}

export class Lifetime {
  readonly ttlMs: number;
  readonly #time: StateTime;
  readonly #renewAfterMs: number;

  /** @param renewAfterMs see `TimeToLive` */
  constructor(ttlMs: number, time: StateTime, renewAfterMs = 0) {
    this.ttlMs = ttlMs;
    this.#time = time;
    this.#renewAfterMs = renewAfterMs;
  }

  get now(): number {
    return this.#time.now;
  }

  isOver(written: number): boolean {
    return written + this.ttlMs <= this.#time.now;
  }

  /** Whether a write now counts from now on. */
  renews(written: number): boolean {
    return this.#time.now - written >= this.#renewAfterMs;
  }
}

/** Null where what is kept lives forever. */
export function lifetimeOf(
  { ttlMs = 0, renewAfterMs }: { readonly ttlMs?: number; readonly renewAfterMs?: number },
  time: StateTime,
): Lifetime | null {
  return ttlMs > 0 ? new Lifetime(ttlMs, time, renewAfterMs) : null;
}
