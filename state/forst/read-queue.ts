/** Reads of state files under way: so many at once, the others wait in order. */

export class ReadQueue {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param limit `state.backend.forst.executor.read-io-parallelism` */
  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<T>(read: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limit) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running++;
    }
    try {
      return await read();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
