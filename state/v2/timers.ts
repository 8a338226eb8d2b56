/** Timers of both time domains, as code of users sets them, and their firing. */
import type { Clock, Timer as ClockTimer } from '../../conf/clock.js';
import { assert } from '../../conf/errors/error.js';
import type { KeyGroupRange } from '../api/store.js';
import type { EntryStore } from './entry-store.js';
import type { Executor } from './executor.js';
import type { Timer } from './keyed-execution.js';
import { type QueuedTimer, TimerQueue } from './timer-queue.js';

export interface TimersParts<K> {
  readonly executor: Executor;
  readonly store: EntryStore;
  readonly clock: Clock;
  readonly eventTable: number;
  readonly processingTable: number;
  readonly keyOf: (key: string) => K;
  readonly onTimer: ((timer: Timer<K>) => void) | undefined;
}

/** Timers come before the records that wait for their key. */
const PRIORITY = 1;

export class Timers<K> {
  /** The last watermark; ms since the epoch, −Infinity = there was none. */
  watermark = Number.NEGATIVE_INFINITY;
  readonly #parts: TimersParts<K>;
  readonly #event: TimerQueue;
  readonly #processing: TimerQueue;
  #alarm: { readonly time: number; readonly timer: ClockTimer } | undefined;

  constructor(parts: TimersParts<K>) {
    this.#parts = parts;
    this.#event = new TimerQueue(parts.store, parts.eventTable);
    this.#processing = new TimerQueue(parts.store, parts.processingTable);
  }

  /** For the key of the record whose code runs; one of this time and namespace is set once. */
  registerEventTimeTimer(time: number, namespace = ''): void {
    this.#event.add(this.#timer(time, namespace));
  }

  registerProcessingTimeTimer(time: number, namespace = ''): void {
    this.#processing.add(this.#timer(time, namespace));
    this.#arm();
  }

  deleteEventTimeTimer(time: number, namespace = ''): void {
    this.#event.delete(this.#timer(time, namespace));
  }

  deleteProcessingTimeTimer(time: number, namespace = ''): void {
    this.#processing.delete(this.#timer(time, namespace));
  }

  /** Reads what a snapshot held; timers of processing time that are due fire soon. */
  async restore({ first, last }: KeyGroupRange): Promise<void> {
    await this.#event.restore(first, last);
    await this.#processing.restore(first, last);
    this.#arm();
  }

  /** Begins the timers that the watermark makes due. @returns whether there were any */
  fireEvents(): boolean {
    const due = this.#event.takeDue(this.watermark);
    for (const timer of due) this.#fire(timer, 'event');
    return due.length > 0;
  }

  close(): void {
    this.#alarm?.timer.cancel();
  }

  #timer(time: number, namespace: string): QueuedTimer {
    assert(this.#parts.onTimer !== undefined, 'Who sets timers has an onTimer');
    const { key, group } = this.#parts.executor.current;
    return { time, key, group, namespace: Buffer.from(namespace, 'utf8').toString('latin1') };
  }

  #fire({ time, key, group, namespace }: QueuedTimer, domain: Timer<K>['domain']): void {
    const { executor, keyOf, onTimer } = this.#parts;
    const text = Buffer.from(namespace, 'latin1').toString('utf8');
    executor.begin(key, group, PRIORITY, () => {
      onTimer?.({ domain, time, key: keyOf(key), namespace: text });
    });
  }

  /** Has the clock call when the first timer of processing time is due. */
  #arm(): void {
    const time = this.#processing.next;
    if (time === Infinity || (this.#alarm !== undefined && this.#alarm.time <= time)) return;
    this.#alarm?.timer.cancel();
    const { clock, executor } = this.#parts;
    const timer = clock.after(Math.max(0, time - clock.now()), () => {
      this.#alarm = undefined;
      if (executor.hasFailed) return;
      for (const due of this.#processing.takeDue(clock.now())) this.#fire(due, 'processing');
      this.#arm();
    });
    this.#alarm = { time, timer };
  }
}
