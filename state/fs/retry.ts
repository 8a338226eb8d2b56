/**
 * Tries again what may pass: errors of kind `retry`, after waits that double up to a bound. Each
 * wait is a random part of its step ("full jitter"), so that those who failed together do not come
 * back together.
 */
import type { Clock } from '../../conf/clock.js';
import { MillraceError } from '../../conf/errors/error.js';
import type { Random } from '../../conf/random.js';

const ATTEMPTS = 8;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;

export class Retry {
  readonly #clock: Clock;
  readonly #random: Random;

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** @throws what `action` threw last */
  async run<T>(action: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await action();
      } catch (error) {
        const mayPass = error instanceof MillraceError && error.kind === 'retry';
        if (!mayPass || attempt === ATTEMPTS) throw error;
      }
      await this.#wait(Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS));
    }
  }

  #wait(stepMs: number): Promise<void> {
    const ms = Math.ceil(this.#random.nextDouble() * stepMs);
    return new Promise((resolve) => {
      this.#clock.after(ms, resolve);
    });
  }
}
