/**
 * An operator inside a task: driven by messages, sends what it makes to whatever hangs on it. A
 * stateless operator is called within its caller's `send` and never waits.
 */
import { assert } from '../../conf/errors/error.js';
import type { Ticket } from '../../state/api/store.js';
import type { Batch } from '../core/batch.js';
import { watermarkAfter } from '../core/marks.js';
import type { Message } from '../core/message.js';
import type { Operator } from '../core/operator.js';
import type { NodeSpec } from '../core/spec.js';
import { Drive, type DriveContext, type Step } from './drive.js';
import { blame } from './failure.js';
import type { Downstream } from './marked-output.js';
import type { Meter } from './meter.js';

/** Everything that hangs on one output. */
export function fan(branches: readonly Downstream[]): Downstream {
  const [only] = branches;
  if (only !== undefined && branches.length === 1) return only;
  return {
    send: (message) => {
      for (const branch of branches) branch.send(message);
    },
  };
}

/** Counts what a node puts out. */
export function metered(meter: Meter, downstream: Downstream): Downstream {
  return {
    send: (message) => {
      if (message.kind === 'batch') {
        meter.rowsOut += message.batch.count;
        meter.watermark = watermarkAfter(message.batch, meter.watermark);
      } else if (message.kind === 'watermark') {
        meter.watermark = Math.max(meter.watermark, message.value);
      }
      downstream.send(message);
    },
  };
}

export class DrivenNode {
  readonly node: NodeSpec;
  readonly #drive: Drive;
  readonly #meter: Meter;

  constructor(
    node: NodeSpec,
    operator: Operator,
    context: DriveContext,
    meter: Meter,
    downstream: Downstream,
  ) {
    this.node = node;
    this.#meter = meter;
    try {
      this.#drive = new Drive(operator, context, metered(meter, downstream));
    } catch (error) {
      throw blame(error, node);
    }
  }

  /** As `Drive.accept`. */
  accept(input: number, message: Message, isReadAhead = false): Step {
    if (message.kind === 'batch') this.#meter.rowsIn += message.batch.count;
    return this.#drive.accept(input, message, isReadAhead);
  }

  get watermark(): number {
    return this.#drive.watermark;
  }

  announce(): void {
    this.#drive.announce();
  }

  /** As `Drive.stop`. */
  stop(): Batch | null {
    return this.#drive.stop();
  }

  get readsAhead(): boolean {
    return this.#drive.readsAhead;
  }

  /** As `Drive.readAhead`. */
  readAhead(input: number, batch: Batch): Ticket | null {
    return this.#drive.readAhead(input, batch);
  }

  /** As `Drive.acceptNow`. */
  acceptNow(input: number, batch: Batch): boolean {
    if (!this.#drive.acceptNow(input, batch)) return false;
    this.#meter.rowsIn += batch.count;
    return true;
  }

  /** As `Drive.flush`. */
  flush(): Step {
    return this.#drive.flush();
  }

  processingTime(now: number): Step {
    return this.#drive.processingTime(now);
  }

  nextProcessingTimer(): number {
    return this.#drive.nextProcessingTimer();
  }

  close(): void {
    this.#drive.close();
  }
}

/** A stateless node as part of its caller. */
export class ChainedNode implements Downstream {
  readonly #driven: DrivenNode;

  constructor(driven: DrivenNode) {
    this.#driven = driven;
  }

  send(message: Message): void {
    try {
      if (message.kind === 'batch' && this.#driven.acceptNow(0, message.batch)) return;
      for (const wait of this.#driven.accept(0, message)) {
        assert(wait === 'room', 'A chained operator reads no state');
      }
    } catch (error) {
      throw blame(error, this.#driven.node);
    }
  }

  close(): void {
    this.#driven.close();
  }
}
