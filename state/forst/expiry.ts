/**
 * Which entries have expired: what compaction, and the pages of a synchronous store, drop. Whoever
 * owns the tables says by `Expiring` what may go; it is plain data and crosses to other threads.
 */
import { numberAt } from '../keyed/layout.js';
import type { Entries } from './entries.js';

/** A table whose values begin with the time when each was written. */
export interface ExpiringTable {
  readonly table: number;
  /**
   * How long they live behind that, ms; 0 = forever, and no time is there. Several = by list: the
   * table's number is followed by the list's.
   */
  readonly ttlMs: readonly number[];
}

/** What may go now. */
export interface Expiring {
  readonly tables: readonly ExpiringTable[];
  /** ms since the epoch, no later than the oldest batch in flight: what expires by then may go */
  readonly now: number;
}

/** Entries live forever. */
export const UNEXPIRING: Expiring = { tables: [], now: 0 };

export class Expiry {
  readonly #ttls: ReadonlyMap<number, readonly number[]>;
  readonly #now: number;

  constructor({ tables, now }: Expiring) {
    this.#ttls = new Map(tables.map(({ table, ttlMs }) => [table, ttlMs]));
    this.#now = now;
  }

  /** Whether entry `i`, a written one, has expired. */
  has({ keys, keyOffsets, values, valueOffsets }: Entries, i: number): boolean {
    if (this.#ttls.size === 0) return false;
    const key = keyOffsets[i] as number;
    const ttls = this.#ttls.get(((keys[key + 2] as number) << 8) | (keys[key + 3] as number));
    if (ttls === undefined) return false;
    const list = ttls.length > 1 ? (keys[key + 4] as number) : 0;
    const ttlMs = ttls[list] as number;
    return ttlMs > 0 && numberAt(values, valueOffsets[i] as number) + ttlMs <= this.#now;
  }
}
