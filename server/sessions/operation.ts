/**
 * One statement that a session was given: runs in the background from the moment it is submitted,
 * so that an error shows when the result is fetched, as in Flink.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../conf/clock.js';
import { MillraceError } from '../../conf/errors/error.js';
import type { Execution } from './execution.js';
import { type Page, ResultPages } from './result-pages.js';

export type OperationStatus = 'RUNNING' | 'FINISHED' | 'CANCELED' | 'CLOSED' | 'ERROR';

export class Operation {
  readonly id = randomUUID();
  readonly #abort = new AbortController();
  #status: OperationStatus = 'RUNNING';
  #error: unknown;
  #execution: Execution | null = null;
  #pages: ResultPages | null = null;

  /** What the user should know about what the statement set. */
  readonly notices: string[] = [];

  /** @param execute starts when the operation is made; the signal says that it was cancelled */
  constructor(
    execute: (signal: AbortSignal, notices: string[]) => Promise<Execution>,
    clock: Clock,
  ) {
    execute(this.#abort.signal, this.notices).then(
      (execution) => {
        this.#execution = execution;
        this.#pages = new ResultPages(execution, clock);
        if (this.#status === 'RUNNING') this.#status = 'FINISHED';
        else this.#stop();
      },
      (error: unknown) => {
        if (this.#status !== 'RUNNING') return;
        this.#error = error;
        this.#status = 'ERROR';
      },
    );
  }

  get status(): OperationStatus {
    return this.#status;
  }

  /** The page, or null while the statement has no result yet. @throws what the statement threw */
  async page(token: number): Promise<Page | null> {
    if (this.#status === 'RUNNING') return null;
    if (this.#status === 'ERROR') throw this.#error;
    if (this.#status === 'CANCELED' || this.#pages === null) {
      throw new MillraceError(
        'OPERATION_STATE',
        `Can not fetch results from the operation ${this.id} in ${this.#status} status.`,
      );
    }
    return this.#pages.page(token);
  }

  /** Stops a statement that runs, and a query that gives rows. A job of INSERT goes on. */
  cancel(): OperationStatus {
    const query = this.#execution?.kind === 'query' && !this.#execution.run.ended;
    if (this.#status === 'RUNNING' || query) this.#status = 'CANCELED';
    this.#stop();
    return this.#status;
  }

  close(): void {
    this.#stop();
    this.#status = 'CLOSED';
    this.#pages = null;
  }

  #stop(): void {
    this.#abort.abort();
    if (this.#execution?.kind !== 'query') return;
    this.#execution.run.cancel();
    this.#execution.rows.discard();
  }
}
