/** An LSM as what near tables stand on: its checkpoints name its files, or copies of them. */
import type { StoreCounts } from '../api/counts.js';
import type { Entries } from './entries.js';
import type { Far, FarLookup, FarRows, FarScan, FarSnapshot } from './far.js';
import type { FileShipping } from './file-shipping.js';
import type { KeyRange } from './key-range.js';
import type { Lsm } from './lsm.js';
import type { Keys } from './sort.js';

export class LsmFar implements Far {
  readonly #lsm: Lsm;
  readonly #shipping: FileShipping;
  /** The last run. */
  #added: Promise<void> = Promise.resolve();

  constructor(lsm: Lsm, shipping: FileShipping) {
    this.#lsm = lsm;
    this.#shipping = shipping;
  }

  get(keys: Keys): FarLookup {
    return this.#lsm.get(keys);
  }

  rows(keys: Keys, mostBytes: number): FarRows {
    return this.#lsm.prefixes(keys, mostBytes);
  }

  scan(range: KeyRange, firstBytes?: number): FarScan {
    return this.#lsm.scan(range, firstBytes);
  }

  add(entries: Entries, ranges: readonly KeyRange[]): Promise<void> {
    this.#added = this.#lsm.add(entries, ranges);
    return this.#added;
  }

  giveTimes(table: number, untimed: readonly boolean[], time: number): void {
    this.#lsm.giveTimes(table, untimed, time);
  }

  snapshot(): Promise<FarSnapshot> {
    return this.#added.then(() => this.#shipping.shipped(this.#lsm.snapshot()));
  }

  counts(): Partial<StoreCounts> {
    const { keys, hits, nearReads, farReads, ...written } = this.#lsm.counts;
    const { flushes, flushedBytes, compactions, compactionWrittenBytes } = written;
    return {
      keysRead: keys,
      blockHits: hits,
      nearReads,
      farReads,
      flushes,
      flushedBytes,
      compactions,
      compactionWrittenBytes,
    };
  }

  close(): Promise<void> {
    return this.#lsm.close();
  }
}
