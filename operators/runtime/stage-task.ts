/**
 * A task whose head has an inbox: a stateful operator, a node with several inputs, or a sink behind
 * an exchange. One step takes up one message, or goes on with one that had to wait.
 */

import type { Timer } from '../../conf/clock.js';
import type { DrivenNode } from './chained.js';
import type { Step } from './drive.js';
import { blame } from './failure.js';
import type { Inbox } from './inbox.js';
import type { SinkTail } from './sink-tail.js';
import type { Stage } from './stages.js';
import { Task, type TaskHost } from './task.js';

export class StageTask extends Task {
  readonly #inbox: Inbox;
  readonly #operator: DrivenNode | null;
  readonly #sink: SinkTail | null;
  #step: Step | null = null;
  #waiting = false;
  #openInputs: number;
  #timer: { readonly at: number; readonly timer: Timer } | null = null;

  /** @param makeInbox makes the inbox, given what wakes this task */
  constructor(
    host: TaskHost,
    stage: Stage,
    number: number,
    makeInbox: (wake: () => void) => Inbox,
  ) {
    super(host, stage, number);
    this.#inbox = makeInbox(() => this.wake());
    this.#openInputs = this.head.inputs.length;
    const isSink = this.head.operator.kind === 'sink';
    this.#sink = isSink ? this.sink(stage.head) : null;
    this.#operator = isSink ? null : this.keep(this.drive(stage.head, this.after(stage.head)));
  }

  get inbox(): Inbox {
    return this.#inbox;
  }

  protected work(): boolean {
    if (this.#waiting) return false;
    if (this.#step === null && !this.#begin()) return false;
    this.#go();
    return !this.#waiting;
  }

  override async close(): Promise<void> {
    this.#timer?.timer.cancel();
    await super.close();
  }

  /** Takes up a due timer or a message; false when there is neither. */
  #begin(): boolean {
    const operator = this.#operator;
    const now = this.host.clock.now();
    if (operator !== null && operator.nextProcessingTimer() <= now) {
      this.#step = operator.processingTime(now);
      return true;
    }
    const arrival = this.#inbox.take();
    if (arrival === undefined) return false;
    const { input, message } = arrival;
    if (operator !== null) this.#step = operator.accept(input, message);
    else this.#sink?.send(message);
    if (message.kind === 'end') this.#step = this.#endAfter(this.#step);
    return true;
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
    if (result.value === 'room') return;
    this.#waiting = true;
    this.await(result.value.wait(), () => {
      this.#waiting = false;
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
