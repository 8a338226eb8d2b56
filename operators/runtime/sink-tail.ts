/**
 * The end of a chain: hands batches to a sink's writer, in order, one at a time. While the writer
 * waits for room the tail is closed and the task takes up nothing new; what one piece of work still
 * brings is queued, and retained like the batch that the writer holds. At a barrier, and at the end
 * of the input, the writer makes durable what it was given; what it returns is committed when the
 * checkpoint stands, or when the whole job has ended.
 */
import type { Pins } from '../../state/column/vector-pool.js';
import { retain } from '../core/hold.js';
import type { Message } from '../core/message.js';
import type { Committable, SinkWriter } from '../core/sink.js';
import type { NodeSpec } from '../core/spec.js';
import { blame } from './failure.js';
import type { Downstream } from './marked-output.js';
import type { Meter } from './meter.js';

export interface SinkTailHost {
  /** Waits for a promise, then calls `then`; a failure fails the job. */
  await<T>(promise: Promise<T>, then: (value: T) => void): void;
  /** What came before a barrier, or (null) everything, is durable. */
  prepared(checkpoint: number | null, committables: readonly Committable[]): void;
}

interface Queued {
  readonly message: Message;
  readonly pins: Pins | null;
}

function pinsOf(message: Message): Pins | null {
  return message.kind === 'batch' ? retain(message.batch) : null;
}

export class SinkTail implements Downstream {
  readonly #node: NodeSpec;
  readonly #writer: SinkWriter;
  readonly #meter: Meter;
  readonly #host: SinkTailHost;
  #queue: Queued[] = [];
  #busy = false;
  #ended = false;

  constructor(node: NodeSpec, writer: SinkWriter, meter: Meter, host: SinkTailHost) {
    this.#node = node;
    this.#writer = writer;
    this.#meter = meter;
    this.#host = host;
  }

  get open(): boolean {
    return !this.#busy;
  }

  /** Everything is durable. */
  get ended(): boolean {
    return this.#ended;
  }

  send(message: Message): void {
    if (this.#busy) this.#queue.push({ message, pins: pinsOf(message) });
    else this.#handle(message);
  }

  close(): Promise<void> {
    this.#queue = [];
    return this.#writer.close();
  }

  #drain(): void {
    while (!this.#busy) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#handle(next.message);
      // A writer that still holds the batch has retained it anew.
      next.pins?.release();
    }
  }

  #handle(message: Message): void {
    const waiting = this.#take(message);
    if (waiting === undefined) return;
    const pins = pinsOf(message);
    this.#busy = true;
    this.#host.await(waiting, () => {
      pins?.release();
      this.#busy = false;
      this.#drain();
    });
  }

  #take(message: Message): Promise<void> | undefined {
    switch (message.kind) {
      case 'batch': {
        if (message.batch.count === 0) return undefined;
        this.#meter.rowsIn += message.batch.count;
        return this.#write(() => this.#writer.write(message.batch) ?? undefined);
      }
      case 'barrier':
        return this.#write(() => this.#prepare(message.checkpoint));
      case 'end':
        return this.#write(() => this.#prepare(null));
      default:
        return undefined;
    }
  }

  async #prepare(checkpoint: number | null): Promise<void> {
    const committables = await this.#writer.prepare();
    if (checkpoint === null) this.#ended = true;
    this.#host.prepared(checkpoint, committables);
  }

  #write(work: () => Promise<void> | undefined): Promise<void> | undefined {
    try {
      return work()?.catch((error: unknown) => Promise.reject(blame(error, this.#node)));
    } catch (error) {
      throw blame(error, this.#node);
    }
  }
}
