/**
 * Reads of batches that lie in an inbox behind one that waits for its state: their tickets are out
 * at once, the batches are applied in order all the same. So a task that reads from far waits once
 * for many batches.
 *
 * What is read ahead is a hint. Each batch names its reads again when its turn comes, and finds all
 * near but what those before it changed. Nothing is read ahead until some batch had to wait.
 */
import type { Ticket } from '../../state/api/store.js';
import type { Batch } from '../core/batch.js';
import { batchBytes } from './batch-bytes.js';
import type { DrivenNode } from './chained.js';
import type { Inbox } from './inbox.js';

/** What bounds reads ahead. One batch may always be read ahead, whatever its bytes. */
export interface ReadAheadLimits {
  /** Rows of a task: `execution.async-state.total-buffer-size`; 0 = nothing is read ahead. */
  readonly rows: number;
  /** Bytes of all tasks of a thread. */
  readonly memory: { bytes: number; readonly limitBytes: number };
}

type Reader = Pick<DrivenNode, 'readAhead'>;

interface Hint {
  readonly ticket: Ticket;
  readonly rows: number;
  readonly bytes: number;
}

export class LookAhead {
  readonly #operator: Reader;
  readonly #inbox: Inbox;
  readonly #limits: ReadAheadLimits;
  /** By the columns of their batches, which stay what they are on the way. */
  readonly #hints = new Map<Batch['columns'], Hint>();
  #rows = 0;

  constructor(operator: Reader, inbox: Inbox, limits: ReadAheadLimits) {
    this.#operator = operator;
    this.#inbox = inbox;
    this.#limits = limits;
  }

  /** Reads are under way: the task waited lately. */
  get isActive(): boolean {
    return this.#hints.size > 0;
  }

  /** Rows of batches whose tickets are out. */
  get rows(): number {
    return this.#rows;
  }

  /** Starts the reads of waiting batches, as many as the limits allow. */
  fill(): void {
    const { rows, memory } = this.#limits;
    for (const { input, batch } of this.#inbox.waiting()) {
      if (this.#rows >= rows) return;
      if (memory.bytes >= memory.limitBytes && this.isActive) return;
      if (batch.count === 0 || this.#hints.has(batch.columns)) continue;
      const ticket = this.#operator.readAhead(input, batch);
      if (ticket === null) return;
      const hint = { ticket, rows: batch.count, bytes: batchBytes(batch) };
      this.#hints.set(batch.columns, hint);
      this.#rows += hint.rows;
      memory.bytes += hint.bytes;
    }
  }

  /** The reads that were begun for a batch whose turn has come; the caller releases the ticket. */
  take({ columns }: Batch): Ticket | null {
    const hint = this.#hints.get(columns);
    if (hint === undefined) return null;
    this.#hints.delete(columns);
    this.#rows -= hint.rows;
    this.#limits.memory.bytes -= hint.bytes;
    return hint.ticket;
  }

  close(): void {
    for (const { ticket, bytes } of this.#hints.values()) {
      this.#limits.memory.bytes -= bytes;
      ticket.release();
    }
    this.#hints.clear();
  }
}
