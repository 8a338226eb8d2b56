/**
 * A channel: the way of messages from one task to one other, in order, with credit. A sender looks
 * at `open` before it does a piece of work, so it overdraws by at most what one piece makes; the
 * receiver gives credit back for each batch that it takes up. So a slow task slows those before it,
 * and memory is bounded by rows and by bytes.
 */
import type { Batch } from '../core/batch.js';
import type { Message } from '../core/message.js';
import { batchBytes } from './batch-bytes.js';

/** What may lie in one channel; more rows where its receiver reads their state ahead. */
const CHANNEL_ROWS = 8192;
const CHANNEL_BYTES = 8 * 1024 * 1024;

export interface Credit {
  readonly rows: number;
  readonly bytes: number;
}

const NOTHING: Credit = { rows: 0, bytes: 0 };

/** Takes a message to the receiver, which calls `credit` for it, here or from another thread. */
export type Deliver = (message: Message, cost: Credit) => void;

export class Channel {
  #rows = 0;
  #bytes = 0;
  readonly #deliver: Deliver;
  readonly #wake: () => void;
  readonly #mostRows: number;

  /**
   * @param wake called when the channel opens again
   * @param aheadRows rows that its receiver may read ahead
   */
  constructor(deliver: Deliver, wake: () => void, aheadRows = 0) {
    this.#deliver = deliver;
    this.#wake = wake;
    this.#mostRows = Math.max(CHANNEL_ROWS, aheadRows);
  }

  get open(): boolean {
    return this.#rows < this.#mostRows && this.#bytes < CHANNEL_BYTES;
  }

  send(message: Message): void {
    const cost = message.kind === 'batch' ? costOf(message.batch) : NOTHING;
    this.#rows += cost.rows;
    this.#bytes += cost.bytes;
    this.#deliver(message, cost);
  }

  credit(cost: Credit): void {
    const closed = !this.open;
    this.#rows -= cost.rows;
    this.#bytes -= cost.bytes;
    if (closed && this.open) this.#wake();
  }
}

function costOf(batch: Batch): Credit {
  return { rows: Math.max(1, batch.count), bytes: batchBytes(batch) };
}
