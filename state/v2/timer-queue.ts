/**
 * Timers of one time domain: each fires once, timers of one key, namespace and time are one. They
 * are in memory, in a heap of times, and each is an entry of the store as well, so that a snapshot
 * has them; opening reads them all, as Flink does with its timers on the heap.
 */
import { numberOf, orderedNumber, prefixOf, sized, takeSized, word } from './address.js';
import type { EntryStore } from './entry-store.js';

export interface QueuedTimer {
  readonly time: number;
  /** Encoded. */
  readonly key: string;
  readonly group: string;
  readonly namespace: string;
}

const PAGE_ENTRIES = 1000;
const NOTHING = new Uint8Array(0);

export class TimerQueue {
  readonly #store: EntryStore;
  readonly #table: number;
  /** By time, timers in order of their setting. */
  readonly #byTime = new Map<number, Map<string, QueuedTimer>>();
  /** A binary heap of the times. */
  readonly #times: number[] = [];

  constructor(store: EntryStore, table: number) {
    this.#store = store;
    this.#table = table;
  }

  /** Reads the timers of some key groups. */
  async restore(first: number, last: number): Promise<void> {
    for (let group = first; group <= last; group++) {
      const prefix = this.#prefix(word(group));
      let after: string | undefined;
      for (let isLast = false; !isLast; ) {
        const page = await this.#store.scan(prefix, after, PAGE_ENTRIES);
        for (const [suffix] of page.entries) this.#keep(timerOf(word(group), suffix));
        after = page.entries.at(-1)?.[0];
        isLast = page.isLast;
      }
    }
  }

  add(timer: QueuedTimer): void {
    this.#store.put(this.#prefix(timer.group), suffixOf(timer), NOTHING);
    this.#keep(timer);
  }

  /** A timer that is not there is no failure. */
  delete(timer: QueuedTimer): void {
    this.#store.delete(this.#prefix(timer.group), suffixOf(timer));
    this.#byTime.get(timer.time)?.delete(idOf(timer));
  }

  /** The time of the first timer; Infinity = there is none. */
  get next(): number {
    for (;;) {
      const time = this.#times[0];
      if (time === undefined) return Infinity;
      if ((this.#byTime.get(time)?.size ?? 0) > 0) return time;
      this.#byTime.delete(time);
      this.#removeFirst();
    }
  }

  /** Takes the timers up to `time`, in order. */
  takeDue(time: number): QueuedTimer[] {
    const due: QueuedTimer[] = [];
    while (this.next <= time) {
      const first = this.next;
      for (const timer of this.#byTime.get(first)?.values() ?? []) {
        this.#store.delete(this.#prefix(timer.group), suffixOf(timer));
        due.push(timer);
      }
      this.#byTime.delete(first);
    }
    return due;
  }

  #prefix(group: string): string {
    return prefixOf(group, this.#table, '', '');
  }

  #keep(timer: QueuedTimer): void {
    let timers = this.#byTime.get(timer.time);
    if (timers === undefined) {
      timers = new Map();
      this.#byTime.set(timer.time, timers);
      this.#addTime(timer.time);
    }
    timers.set(idOf(timer), timer);
  }

  #addTime(time: number): void {
    const times = this.#times;
    let at = times.length;
    times.push(time);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((times[parent] as number) <= time) break;
      times[at] = times[parent] as number;
      at = parent;
    }
    times[at] = time;
  }

  #removeFirst(): void {
    const times = this.#times;
    const last = times.pop() as number;
    if (times.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= times.length) break;
      const right = child + 1;
      if (right < times.length && (times[right] as number) < (times[child] as number))
        child = right;
      if ((times[child] as number) >= last) break;
      times[at] = times[child] as number;
      at = child;
    }
    times[at] = last;
  }
}

function idOf({ key, namespace }: QueuedTimer): string {
  return sized(key) + namespace;
}

function suffixOf(timer: QueuedTimer): string {
  return orderedNumber(timer.time) + idOf(timer);
}

function timerOf(group: string, suffix: string): QueuedTimer {
  const [key, namespace] = takeSized(suffix.slice(8));
  return { time: numberOf(suffix.slice(0, 8)), key, group, namespace };
}
