/**
 * All rows of a table in memory (`lookup.cache` = FULL): read whole at the first lookup, and again
 * by the first lookup behind each time that a reload is due. In between the files are not looked
 * at. Lookups that come while all is read wait for it.
 */
import type { KeyRows } from '../../../state/api/reads.js';
import type { FoundRows, LookupContext, LookupSource } from '../../core/lookup.js';
import { DAY_MS } from '../../expr/runtime/calendar.js';
import type { KeyedRows } from './keyed-rows.js';
import { ISO_TIME, type LookupOptions } from './options.js';

export class FullCache implements LookupSource {
  readonly #load: () => Promise<KeyedRows>;
  readonly #options: LookupOptions;
  readonly #context: LookupContext;
  #index: KeyedRows | null = null;
  #loading: Promise<KeyedRows> | null = null;
  #dueAt = Number.NEGATIVE_INFINITY;

  constructor(load: () => Promise<KeyedRows>, options: LookupOptions, context: LookupContext) {
    this.#load = load;
    this.#options = options;
    this.#context = context;
  }

  lookup(keys: KeyRows): FoundRows | Promise<FoundRows> {
    const index = this.#index;
    if (this.#loading === null && index !== null && this.#now < this.#dueAt) {
      return index.find(keys);
    }
    this.#loading ??= this.#reload();
    return this.#loading.then((loaded) => loaded.find(keys));
  }

  close(): void {}

  get #now(): number {
    return this.#context.clock.now();
  }

  async #reload(): Promise<KeyedRows> {
    const due = Number.isFinite(this.#dueAt) ? this.#dueAt : this.#now;
    try {
      this.#index = await this.#load();
      this.#dueAt = this.#next(due);
      return this.#index;
    } finally {
      this.#loading = null;
    }
  }

  #next(due: number): number {
    const { reloadStrategy, reloadInterval, scheduleMode, isoTime, intervalInDays } = this.#options;
    if (reloadStrategy === 'TIMED') {
      const first = nextTime(isoTime as string, this.#now);
      return first + (intervalInDays - 1) * DAY_MS;
    }
    const interval = reloadInterval as number;
    return Math.max(this.#now, scheduleMode === 'FIXED_RATE' ? due : this.#now) + interval;
  }
}

/** The first time after `now` (ms) at which a clock shows this time of the day. */
export function nextTime(isoTime: string, now: number): number {
  const [, hours, minutes, seconds = '0', offset] = ISO_TIME.exec(isoTime) as RegExpExecArray;
  const time = [Number(hours), Number(minutes), Number(seconds)] as const;
  const at = new Date(now);
  let next: number;
  if (offset === undefined) {
    next = new Date(at.getFullYear(), at.getMonth(), at.getDate(), ...time).getTime();
  } else {
    const day = Math.floor(now / DAY_MS) * DAY_MS;
    next = day + time[0] * 3_600_000 + time[1] * 60_000 + time[2] * 1000 - offsetMs(offset);
  }
  while (next - DAY_MS > now) next -= DAY_MS;
  while (next <= now) next += DAY_MS;
  return next;
}

function offsetMs(offset: string): number {
  if (offset === 'Z') return 0;
  const [hours, minutes] = offset.slice(1).split(':').map(Number) as [number, number];
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
