/**
 * Forgets the partitions of an OVER with RANGE and a lower bound that get no more rows, when Flink
 * does (`RowTimeRangeBoundedPrecedingFunction`).
 *
 * A partition has a time at which it is forgotten: at first one and a half frames behind its first
 * row. A row that is less than one frame before that time puts it off, to one and a half frames
 * behind itself. So a partition writes a timer at most once half a frame.
 *
 * A time that was put off comes all the same, and is then the last one that went out for its
 * partition: rows up to it are late. With the partition that last time is forgotten, and rows are
 * taken in as if they were its first.
 *
 * Rows whose time has come go out before: none of a partition is behind the time at which it is
 * forgotten.
 */
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { StateStore } from '../../state/api/store.js';
import type { KeyedTable } from '../../state/api/table.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { TimeVector } from '../../state/column/vector.js';
import { type DueKeys, KeyTimers, NO_TIME } from '../join/key-timers.js';
import type { BoundedFrame } from './bounded-frame.js';

/** Slices of time for which a partition lives, about, and the least width of one. */
const SLICES = 64;
const LEAST_SLICE_MS = 128;

export class PartitionCleanUps {
  readonly #frame: BoundedFrame;
  readonly #last: KeyedTable | null;
  readonly #timers: KeyTimers;
  readonly #longestMs: number;
  readonly #pageKeys: number;
  /** Which round of reads of the next page is named. */
  #round = 0;

  /**
   * @param last by partition the last time that went out; null where no row is late
   * @param pageKeys how many times come at once
   */
  constructor(
    store: StateStore,
    key: readonly LogicalType[],
    precedingMs: number,
    frame: BoundedFrame,
    last: KeyedTable | null,
    pageKeys: number,
  ) {
    this.#frame = frame;
    this.#last = last;
    this.#longestMs = Math.floor(1.5 * precedingMs);
    this.#pageKeys = pageKeys;
    const slackMs = this.#longestMs - precedingMs;
    const wideMs = Math.max(LEAST_SLICE_MS, Math.floor(this.#longestMs / SLICES));
    // Times of a partition are further apart than the slack: each is in a slice of its own.
    const sliceMs = Math.min(wideMs, slackMs + 1);
    const keeps = { keeps: 'latest', slackMs, sliceMs } as const;
    this.#timers = new KeyTimers(store, { key, sides: 1, name: 'partition', ...keeps });
  }

  /** The least time at which something is to be done, or less; `Infinity` without. */
  next(): number {
    return this.#timers.next();
  }

  /** Names what `add` touches; `times` are by logical row. */
  reads(keys: KeyRows, times: () => Float64Array, reads: Reads): void {
    this.#timers.reads(keys, () => this.#timesOf(times()), reads);
  }

  /** Rows come for these partitions; `times` are by logical row. */
  add(keys: KeyRows, times: Float64Array): void {
    this.#timers.set(0, keys, this.#timesOf(times));
  }

  /** Names what the next call of `fire` touches. @returns true when there is more to name */
  fireReads(until: number, reads: Reads): boolean {
    if (this.next() > until) return false;
    const round = this.#round++;
    if (round === 0) {
      this.#timers.timeReads(until, reads);
      return true;
    }
    reads.lazily((own) => {
      const due = this.#due(until);
      if (round === 1) {
        this.#timers.dueReads(due, own);
        if (this.#last !== null) own.keys(this.#last, due.keys);
        return;
      }
      const { keys } = this.#timers.located(due);
      if (round === 2) this.#frame.reads(keys, own);
      else this.#frame.forgetReads(keys, own);
    });
    return round < (this.#frame.readsValues ? 3 : 2);
  }

  /** The next page of times that have come; false = there are more. */
  fire(until: number): boolean {
    this.#round = 0;
    const due = this.#due(until);
    const counting = this.#timers.located(due);
    const last = this.#last;
    if (last !== null) noteLater(last, this.#timers.putOff(due));
    const gone = this.#frame.forget(counting.keys, until);
    if (last !== null) remove(last, gone);
    this.#timers.reset(0, counting, new Float64Array(counting.keys.count).fill(NO_TIME));
    this.#timers.done([due], [counting], until);
    return this.next() > until;
  }

  #due(until: number): DueKeys {
    return this.#timers.due(0, until, this.#pageKeys);
  }

  #timesOf(times: Float64Array): Float64Array {
    return times.map((time) => time + this.#longestMs + 1);
  }
}

function noteLater(table: KeyedTable, { keys, times }: DueKeys): void {
  const slots = new Int32Array(keys.count);
  table.locate(keys, slots, false);
  const { values } = table.column(0).vector as TimeVector;
  slots.forEach((slot, i) => {
    if (slot >= 0) values[slot] = Math.max(values[slot] as number, times[i] as number);
  });
}

function remove(table: KeyedTable, keys: KeyRows): void {
  const slots = new Int32Array(keys.count);
  table.locate(keys, slots, false);
  const found = slots.filter((slot) => slot >= 0);
  table.remove(found, found.length);
}
