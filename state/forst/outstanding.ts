/**
 * The reads that a look-up waits for. It is done once those under way have ended and it was said
 * that no more will begin; the first failure is what its caller is told.
 */
export class Outstanding {
  readonly #done: () => void;
  /** Reads under way, and one until `start` has ended. */
  #count = 1;
  #error: unknown;
  #settle: (() => void) | undefined;
  #settled: Promise<void> | undefined;

  /** @param done called once, when nothing is under way any more */
  constructor(done: () => void) {
    this.#done = done;
  }

  /** Everything was read, and nothing failed. */
  get ready(): boolean {
    return this.#count === 0 && this.#error === undefined;
  }

  /** Resolves when `ready`. @throws the first failure */
  async wait(): Promise<void> {
    if (this.#count > 0) {
      this.#settled ??= new Promise((resolve) => {
        this.#settle = resolve;
      });
      await this.#settled;
    }
    if (this.#error !== undefined) throw this.#error;
  }

  /** The step, once, that begins the first reads. */
  start(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#error = error;
    }
    this.#finishOne();
  }

  /** Takes a read's value, unless another failed before. */
  add<T>(promise: Promise<T>, then: (value: T) => void): void {
    this.#count++;
    promise
      .then((value) => {
        if (this.#error === undefined) then(value);
      })
      .catch((error: unknown) => {
        this.#error ??= error;
      })
      .finally(() => this.#finishOne());
  }

  #finishOne(): void {
    this.#count--;
    if (this.#count > 0) return;
    this.#done();
    this.#settle?.();
  }
}
