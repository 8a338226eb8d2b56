/**
 * The rows of a SELECT on their way to whoever reads them: what the reader has not taken is
 * bounded, and beyond that the sink waits, and with it the query.
 */
import type { Batch } from '../core/batch.js';

export class Collector {
  readonly #limit: number;
  readonly #send: (batch: Batch) => void;
  #outstanding = 0;
  #waiting: (() => void)[] = [];

  /** @param limit rows that may wait for the reader */
  constructor(limit: number, send: (batch: Batch) => void) {
    this.#limit = limit;
    this.#send = send;
  }

  emit(batch: Batch): undefined | Promise<void> {
    this.#outstanding += batch.count;
    this.#send(batch);
    if (this.#outstanding < this.#limit) return undefined;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The reader took so many rows. */
  taken(rows: number): void {
    this.#outstanding -= rows;
    if (this.#outstanding < this.#limit) this.release();
  }

  /** Nobody waits any longer: the job closes. */
  release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
