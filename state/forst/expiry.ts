/** Which entries have expired: what compaction drops. Plain data crosses to its thread. */
import { numberAt } from '../keyed/layout.js';
import type { Entries } from './entries.js';

/** A table whose values begin with the time when each was written. */
export interface Expiring {
  readonly table: number;
  /**
   * How long they live behind that, ms; 0 = forever, and no time is there. Several = by list: the
   * table's number is followed by the list's.
   */
  readonly ttlMs: readonly number[];
}

export class Expiry {
  readonly #ttls: ReadonlyMap<number, readonly number[]>;
  readonly #now: number;

  /** @param now ms since the epoch */
  constructor(expiring: readonly Expiring[], now: number) {
    this.#ttls = new Map(expiring.map(({ table, ttlMs }) => [table, ttlMs]));
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
