/**
 * The rows of a query between the job and whoever reads them. Rows are acknowledged when they are
 * taken, not when they come, so that the job's own limit (`millrace.result.buffer-rows`) bounds
 * what waits here, and a reader that stops stops the query.
 */
import type { MillraceError } from '../../conf/errors/error.js';
import type { Batch } from '../../operators/core/batch.js';

interface Waiting {
  readonly batch: Batch;
  readonly taken: (rows: number) => void;
}

export class RowQueue {
  #waiting: Waiting[] = [];
  #ended = false;
  #error: MillraceError | undefined;
  #wake: (() => void)[] = [];

  push(batch: Batch, taken: (rows: number) => void): void {
    if (this.#ended) return;
    this.#waiting.push({ batch, taken });
    this.#notify();
  }

  /** No more rows will come; with an error, readers get it behind the rows that wait. */
  end(error?: MillraceError): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#notify();
  }

  /** Nobody reads any longer. */
  discard(): void {
    this.#waiting = [];
    this.end();
  }

  /**
   * All rows that wait, perhaps none; null at the end.
   * @throws the error of the job, once its rows are taken
   */
  take(): readonly Batch[] | null {
    const taken = this.#waiting;
    this.#waiting = [];
    for (const one of taken) one.taken(one.batch.count);
    if (taken.length > 0 || !this.#ended) return taken.map(({ batch }) => batch);
    if (this.#error !== undefined) throw this.#error;
    return null;
  }

  /** Resolves when `take` has something to say: rows or the end. */
  ready(): Promise<void> {
    if (this.#waiting.length > 0 || this.#ended) return Promise.resolve();
    return new Promise((resolve) => this.#wake.push(resolve));
  }

  #notify(): void {
    const wake = this.#wake;
    this.#wake = [];
    for (const one of wake) one();
  }
}
