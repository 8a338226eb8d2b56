/**
 * A task whose head has an inbox: a stateful operator, a node with several inputs, or a sink behind
 * an exchange. One step takes up one message, or goes on with one that had to wait; so a barrier
 * always comes between two messages.
 */

import type { Timer } from '../../conf/clock.js';
import { assert } from '../../conf/errors/error.js';
import type { DurableStore, Ticket } from '../../state/api/store.js';
import type { Pins } from '../../state/column/vector-pool.js';
import { type Barrier, type Message, START_OF_TIME } from '../core/message.js';
import type { HeadSnapshot } from './acknowledgement.js';
import type { DrivenNode } from './chained.js';
import type { Pause, Step } from './drive.js';
import { blame } from './failure.js';
import type { Inbox, InboxHost } from './inbox.js';
import { LookAhead } from './look-ahead.js';
import type { Overtaken } from './overtaken.js';
import type { NodeMeter } from './part-messages.js';
import type { SinkTail } from './sink-tail.js';
import type { NodeSnapshot } from './snapshot.js';
import type { Stage } from './stages.js';
import { Task, type TaskHost } from './task.js';

export class StageTask extends Task {
  readonly #inbox: Inbox;
  readonly #operator: DrivenNode | null;
  readonly #store: DurableStore | null;
  readonly #sink: SinkTail | null;
  readonly #ahead: LookAhead | null;
  #step: Step | null = null;
  #waiting = false;
  /** Rows of the batch that the step is about. */
  #rows = 0;
  /** Time that was waited for state, ms. */
  #waitMs = 0;
  #openInputs: number;
  #overtaking: Timer | null = null;
  #pausing: Timer | null = null;
  #timer: { readonly at: number; readonly timer: Timer } | null = null;

  /** @param makeInbox makes the inbox, given what it tells this task */
  constructor(host: TaskHost, stage: Stage, number: number, makeInbox: (host: InboxHost) => Inbox) {
    super(host, stage, number);
    this.#inbox = makeInbox({
      wake: () => this.wake(),
      mayOvertake: (barrier) => this.#overtakeLater(barrier),
    });
    this.#openInputs = this.head.inputs.length;
    const isSink = this.head.operator.kind === 'sink';
    this.#sink = isSink ? this.sink(stage.head) : null;
    this.#store = isSink ? null : host.durable(stage.head, number);
    const watermark = host.restored.watermarkOf(this.head.id);
    this.#operator = isSink
      ? null
      : this.keep(this.drive(stage.head, this.after(stage.head), watermark));
    this.#ahead =
      this.#operator === null || !this.#operator.readsAhead
        ? null
        : this.keep(new LookAhead(this.#operator, this.#inbox, host.readAhead));
  }

  get inbox(): Inbox {
    return this.#inbox;
  }

  override nodeMeters(): NodeMeter[] {
    const store = this.#store;
    const meter = this.meters.get(this.stage.head);
    if (store !== null && meter !== undefined) {
      const inFlightRows = (this.#waiting ? this.#rows : 0) + (this.#ahead?.rows ?? 0);
      const memoryBytes = store.memoryBytes();
      meter.state = { ...store.reads(), inFlightRows, waitMs: this.#waitMs, memoryBytes };
    }
    return super.nodeMeters();
  }

  override start(): void {
    this.#operator?.announce();
    this.#setTimer();
    super.start();
  }

  protected get urgent(): boolean {
    return this.#inbox.urgent && !this.#waiting;
  }

  protected work(): boolean {
    if (this.#waiting) return false;
    if (this.#step !== null && this.#inbox.urgent && this.#passWithin()) return true;
    // Where there is no room it was called for the barrier alone.
    if (this.#step !== null && !this.open) return false;
    if (this.#step === null && !this.#begin()) return false;
    this.#go();
    return !this.#waiting;
  }

  override async close(): Promise<void> {
    this.#timer?.timer.cancel();
    this.#overtaking?.cancel();
    this.#pausing?.cancel();
    await super.close();
  }

  /** Takes up a due timer or a message; false when there is neither. */
  #begin(): boolean {
    const operator = this.#operator;
    const now = this.host.clock.now();
    if (operator !== null && !this.#inbox.urgent && operator.nextProcessingTimer() <= now) {
      this.#step = operator.processingTime(now);
      return true;
    }
    const arrival = this.#inbox.take();
    if (arrival === undefined) return false;
    const { input, message, pins } = arrival;
    if (operator === null) {
      if (message.kind === 'barrier') this.#take(message, arrival.overtaken);
      this.#sink?.send(message);
    } else if (message.kind === 'barrier') {
      this.#step = this.#pass(operator, input, message, arrival.overtaken);
    } else this.#step = this.#accept(operator, input, message);
    if (pins !== null) this.#step = releaseAfter(this.#step, pins);
    if (message.kind === 'end') this.#step = this.#endAfter(this.#step);
    return true;
  }

  #accept(operator: DrivenNode, input: number, message: Message): Step {
    const ahead = this.#ahead;
    this.#rows = message.kind === 'batch' ? message.batch.count : 0;
    if (ahead === null || !ahead.isActive || message.kind !== 'batch') {
      return operator.accept(input, message);
    }
    const ticket = ahead.take(message.batch);
    ahead.fill();
    const step = operator.accept(input, message, ticket !== null);
    return ticket === null ? step : readBefore(ticket, step);
  }

  /** Seals the operator's state between two messages, when no row waits outside of it. */
  *#pass(operator: DrivenNode, input: number, barrier: Barrier, overtaken?: Overtaken): Step {
    yield* operator.flush();
    this.#take(barrier, overtaken);
    yield* operator.accept(input, barrier);
  }

  /** Takes a barrier that waits for nobody between two rows of the batch that the step is about. */
  #passWithin(): boolean {
    const operator = this.#operator;
    const rest = operator?.stop() ?? null;
    if (operator === null || rest === null) return false;
    const { message, overtaken } = this.#inbox.takeWithin(rest);
    assert(message.kind === 'barrier', 'What is urgent is a barrier');
    this.#take(message, overtaken);
    for (const _ of operator.accept(0, message)) assert(false, 'A barrier passes at once');
    return true;
  }

  #take(barrier: Barrier, overtaken: Overtaken | undefined): void {
    this.acknowledge(barrier, this.#write(barrier, overtaken));
  }

  /** Seals at once; what it gives is written in the background. */
  #write(barrier: Barrier, overtaken: Overtaken | undefined): Promise<HeadSnapshot> {
    const taken = this.snapshot();
    const watermark = this.#watermark;
    const sealed = this.#store?.seal(barrier.checkpoint);
    const stored =
      sealed === undefined
        ? Promise.resolve({ handle: null, files: [] })
        : this.host.store(sealed, barrier, this.stage.head, this.number);
    return Promise.all([stored, overtaken?.complete ?? []]).then(([stored, inFlight]) => {
      const operator = { watermark, state: stored.handle, inFlight };
      return { nodes: [{ ...taken, operator }], files: stored.files };
    });
  }

  get #watermark(): number {
    return this.#operator?.watermark ?? START_OF_TIME;
  }

  protected snapshot(): NodeSnapshot {
    const finished = this.#openInputs === 0;
    const operator = { watermark: this.#watermark, state: null, inFlight: [] };
    return { id: this.head.id, task: this.number, finished, operator };
  }

  #overtakeLater(barrier: Barrier): void {
    const { clock } = this.host;
    const wait = Math.max(0, (barrier.overtakeAt ?? 0) - clock.now());
    this.#overtaking?.cancel();
    this.#overtaking = clock.after(wait, () => this.#inbox.overtake(barrier));
  }

  *#endAfter(step: Step | null): Step {
    if (step !== null) yield* step;
    this.#openInputs--;
    if (this.#openInputs === 0) this.endOfInput();
  }

  #go(): void {
    if (this.#step === null) return;
    let result: ReturnType<Step['next']>;
    try {
      result = this.#step.next();
    } catch (error) {
      throw blame(error, this.head);
    }
    if (result.done === true) {
      this.#step = null;
      this.#setTimer();
      return;
    }
    const wait = result.value;
    if (wait === 'room') return;
    this.#waiting = true;
    this.#ahead?.fill();
    if ('until' in wait) this.#pause(wait);
    else this.#await(wait);
  }

  /** Time is not waited for as I/O is: a dataflow that only waits for a time is at rest. */
  #pause({ until }: Pause): void {
    const { clock } = this.host;
    this.#pausing = clock.after(until - clock.now(), () => {
      this.#waiting = false;
      this.wake();
    });
  }

  #await(ticket: Ticket): void {
    const { clock } = this.host;
    const since = clock.now();
    this.await(ticket.wait(), () => {
      this.#waiting = false;
      this.#waitMs += clock.now() - since;
    });
  }

  /** A wake at the operator's next timer of processing time. */
  #setTimer(): void {
    const at = this.#operator?.nextProcessingTimer() ?? Number.POSITIVE_INFINITY;
    if (this.#timer?.at === at) return;
    this.#timer?.timer.cancel();
    this.#timer = null;
    if (at === Number.POSITIVE_INFINITY) return;
    const timer = this.host.clock.after(Math.max(0, at - this.host.clock.now()), () => {
      this.#timer = null;
      this.wake();
    });
    this.#timer = { at, timer };
  }
}

/** A step whose reads were begun ahead. */
function* readBefore(ticket: Ticket, step: Step): Step {
  try {
    if (!ticket.ready) yield ticket;
    yield* step;
  } finally {
    ticket.release();
  }
}

function* releaseAfter(step: Step | null, pins: Pins): Step {
  if (step !== null) yield* step;
  pins.release();
}
