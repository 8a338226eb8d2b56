/**
 * Time is handed in, never taken: whoever needs the time or a timer gets a `Clock`. The server uses
 * `systemClock`; tests use a `ManualClock`, whose time moves only when they advance it.
 */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** Calls `fire` once, `delayMs` from now; the timer does not keep the process alive. */
  after(delayMs: number, fire: () => void): Timer;
}

export interface Timer {
  /** Does nothing once the timer has fired. */
  cancel(): void;
}

/** The longest wait that the runtime's own timers hold; a longer one is taken in steps. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, fire) {
    let left = delayMs;
    let handle: NodeJS.Timeout;
    const wait = (): void => {
      const step = Math.min(left, LONGEST_WAIT_MS);
      left -= step;
      handle = setTimeout(() => (left > 0 ? wait() : fire()), step);
      handle.unref();
    };
    wait();
    return { cancel: () => clearTimeout(handle) };
  },
};

interface PendingTimer {
  readonly at: number;
  readonly fire: () => void;
}

/** Stands still until `advance`; timers fire in order of time, then of their setting. */
export class ManualClock implements Clock {
  #now: number;
  readonly #pending: PendingTimer[] = [];

  /** @param start milliseconds since 1970-01-01 UTC */
  constructor(start = 0) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  after(delayMs: number, fire: () => void): Timer {
    const timer: PendingTimer = { at: this.#now + Math.max(0, delayMs), fire };
    const later = this.#pending.findIndex((other) => other.at > timer.at);
    this.#pending.splice(later < 0 ? this.#pending.length : later, 0, timer);
    return { cancel: () => this.#remove(timer) };
  }

  /** Moves time forward by `ms`; each timer that falls due sees its own time as `now()`. */
  advance(ms: number): void {
    this.advanceTo(this.#now + ms);
  }

  /** Moves time forward to `time`; an earlier time changes nothing. */
  advanceTo(time: number): void {
    for (let next = this.#pending[0]; next !== undefined && next.at <= time; ) {
      this.#pending.shift();
      this.#now = next.at;
      next.fire();
      next = this.#pending[0];
    }
    this.#now = Math.max(this.#now, time);
  }

  #remove(timer: PendingTimer): void {
    const index = this.#pending.indexOf(timer);
    if (index >= 0) this.#pending.splice(index, 1);
  }
}
