/**
 * The end of a measured query. Counting alone keeps the sink out of the figure; the other run adds
 * up a hash of every row, negative for rows that are taken back, so that the sum depends on neither
 * order nor batches and two runs that differ by one row differ in it.
 */

import type { Batch } from '../../operators/core/batch.js';
import { isAccumulate } from '../../operators/core/row-kind.js';
import type { Sink } from '../../operators/core/sink.js';
import { hashColumns, mix } from '../../state/column/hash.js';

export class MeasuringSink {
  /** Changes. */
  rows = 0;
  /** Rows that stand: those taken back do not count. Counted with the hashes. */
  folded = 0;
  checksum = 0;
  readonly #hashing: boolean;

  constructor(hashing: boolean) {
    this.#hashing = hashing;
  }

  sink(): Sink {
    return {
      open: async () => ({
        write: (batch) => this.take(batch),
        prepare: async () => [],
        close: async () => {},
      }),
      commit: async () => {},
      abort: async () => {},
    };
  }

  take(batch: Batch): void {
    this.rows += batch.count;
    if (!this.#hashing) return;
    const hashes = new Int32Array(batch.count);
    hashColumns(batch.columns, batch.selection, batch.count, hashes);
    for (let i = 0; i < batch.count; i++) {
      const row = batch.selection === null ? i : (batch.selection[i] as number);
      const added = batch.kinds === null || isAccumulate(batch.kinds[row] as number);
      const hash = mix(hashes[i] as number);
      this.folded += added ? 1 : -1;
      this.checksum = (this.checksum + (added ? hash : -hash)) >>> 0;
    }
  }
}
