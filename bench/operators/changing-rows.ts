/**
 * Batches for benches of operators that take rows back: a batch adds rows with its first half and
 * with its second takes back those that came some batches before, so as many rows stand.
 */
import { Batch } from '../../operators/core/batch.js';
import { DELETE, INSERT } from '../../operators/core/row-kind.js';
import { concat } from '../../state/column/concat.js';
import type { Vector } from '../../state/column/vector.js';
import { BATCH_ROWS, type Given, given } from './drive-batches.js';

const HALF = BATCH_ROWS / 2;

export interface Changing {
  readonly messages: readonly Given[];
  /** Messages before as many rows stand as were asked for. */
  readonly warm: number;
}

/**
 * @param columnsOf columns of so many rows that are new
 * @param standing how many rows stand, about
 * @param batches how many follow once they do
 */
export function changingRows(
  columnsOf: (rows: number) => readonly Vector[],
  standing: number,
  batches: number,
): Changing {
  const lag = Math.ceil(standing / HALF);
  const added = Array.from({ length: lag + batches }, () => columnsOf(HALF));
  const kinds = new Uint8Array(BATCH_ROWS).fill(DELETE, HALF).fill(INSERT, 0, HALF);
  const messages = added.map((now, b) => {
    const old = added[b - lag];
    if (old === undefined) return given(new Batch(now, HALF));
    const columns = now.map((vector, c) =>
      concat([
        { vector, count: HALF },
        { vector: old[c] as Vector, count: HALF },
      ]),
    );
    return given(new Batch(columns, BATCH_ROWS, kinds));
  });
  return { messages, warm: lag };
}
