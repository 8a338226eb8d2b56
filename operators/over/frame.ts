/**
 * The frames of an OVER: what each row's aggregates are computed from. Rows come in the order of
 * the window's time, partition by partition or mixed; rows that are peers (RANGE) stand together.
 */
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { Vector } from '../../state/column/vector.js';

/** Rows in their order. */
export interface FrameRows {
  /** Input columns by physical row. */
  readonly columns: readonly Vector[];
  readonly keys: KeyRows;
  /** By logical row, ms; null where each row stands alone, in order of arrival. */
  readonly times: Float64Array | null;
}

export interface Frame {
  /** Names what rows of these keys touch. */
  reads(keys: KeyRows, reads: Reads): void;
  /** There is more to name, by the rows' values, once what `reads` names is near. */
  readonly readsValues: boolean;
  valueReads(columns: readonly Vector[], keys: KeyRows, reads: Reads): void;
  /** The results by logical row, a vector an aggregate. */
  compute(rows: FrameRows): readonly Vector[];
}

/**
 * For each row the number of the last row that its result takes in: its own, or that of its last
 * peer, the last of the rows of its partition and time.
 */
export function lastPeers(
  slots: Int32Array,
  times: Float64Array | null,
  peers: boolean,
): Int32Array {
  const count = slots.length;
  const last = new Int32Array(count);
  for (let i = count - 1; i >= 0; i--) {
    const same =
      times !== null &&
      peers &&
      i + 1 < count &&
      slots[i] === slots[i + 1] &&
      times[i] === times[i + 1];
    last[i] = same ? (last[i + 1] as number) : i;
  }
  return last;
}
