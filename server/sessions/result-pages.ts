/**
 * The result of an operation, page by page. A page has a token, from 0 upwards; the last page can
 * be asked for again, as a client does that lost the reply, older ones are gone. The end is a page
 * of its own and has the token after the last. (Flink's `ResultFetcher`.)
 */
import type { Clock } from '../../conf/clock.js';
import { MillraceError } from '../../conf/errors/error.js';
import { INSERT } from '../../operators/core/row-kind.js';
import type { Column } from '../../operators/core/spec.js';
import { type Execution, submitted } from './execution.js';
import { type ResultRow, resultRows } from './result-row.js';

export interface Page {
  readonly type: 'PAYLOAD' | 'EOS';
  readonly isQueryResult: boolean;
  readonly resultKind: 'SUCCESS' | 'SUCCESS_WITH_CONTENT';
  readonly jobId?: string;
  readonly columns: readonly Column[];
  readonly rows: readonly ResultRow[];
}

/** How long a page without rows is held back, so that clients do not spin. */
const PATIENCE_MS = 100;

export class ResultPages {
  readonly #execution: Execution;
  readonly #clock: Clock;
  #token = 0;
  #last: Page | null = null;
  /** Rows of a finished table that were not given yet. */
  #rest: readonly ResultRow[] | null;

  constructor(execution: Execution, clock: Clock) {
    this.#execution = execution;
    this.#clock = clock;
    this.#rest = finishedRows(execution);
  }

  /** @throws OPERATION_STATE for a token that is neither the next nor the last; the job's error */
  async page(token: number): Promise<Page> {
    if (token === this.#token - 1 && this.#last !== null) return this.#last;
    if (token !== this.#token) throw this.#unexpected(token);
    const { rows: queue } = this.#execution.kind === 'query' ? this.#execution : { rows: null };
    if (queue !== null) await this.#patience(queue.ready());
    // Another request for the same token may have been served in the meantime.
    if (token !== this.#token) return this.page(token);
    const rows = this.#take();
    if (rows === null) return this.#make('EOS', []);
    this.#token++;
    this.#last = this.#make('PAYLOAD', rows);
    return this.#last;
  }

  /** What there is now; null at the end. */
  #take(): readonly ResultRow[] | null {
    const execution = this.#execution;
    if (execution.kind === 'query') {
      const batches = execution.rows.take();
      if (batches === null) return null;
      return batches.flatMap((batch) => [...resultRows(batch, execution.columns)]);
    }
    const rest = this.#rest;
    this.#rest = null;
    return rest === null || rest.length === 0 ? null : rest;
  }

  async #patience(ready: Promise<void>): Promise<void> {
    const timeout = new Promise<void>((resolve) => {
      const timer = this.#clock.after(PATIENCE_MS, resolve);
      void ready.then(() => timer.cancel());
    });
    await Promise.race([ready, timeout]);
  }

  #make(type: Page['type'], rows: readonly ResultRow[]): Page {
    const execution = this.#execution;
    if (execution.kind === 'query') {
      const { run, columns } = execution;
      const head = { type, isQueryResult: true, jobId: run.id, columns, rows };
      return { ...head, resultKind: 'SUCCESS_WITH_CONTENT' };
    }
    const { columns, resultKind } = tableOf(execution);
    const job = execution.kind === 'insert' ? { jobId: execution.run.id } : {};
    return { type, isQueryResult: false, resultKind, ...job, columns, rows };
  }

  #unexpected(token: number): MillraceError {
    const next = this.#token;
    const allowed = next === 0 ? '0' : `${next} or ${next - 1}`;
    const text = `Expecting token to be ${allowed}, but found ${token}.`;
    return new MillraceError('OPERATION_STATE', text);
  }
}

function tableOf(execution: Exclude<Execution, { readonly kind: 'query' }>) {
  return execution.kind === 'table' ? execution.result : submitted(execution.run);
}

function finishedRows(execution: Execution): readonly ResultRow[] | null {
  if (execution.kind === 'query') return null;
  return tableOf(execution).rows.map((values) => ({ kind: INSERT, values }));
}
