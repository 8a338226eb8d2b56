/**
 * The contract of a lookup source: a table that gives rows by their keys, as a lookup join asks for
 * them. A whole batch is asked at once. The answer may be there at once, or come later: then other
 * batches are asked meanwhile, and answers may come in any order.
 *
 * What a source gives is data of the outside: it is in no checkpoint, and the same question may be
 * answered otherwise later. Whoever asks holds back what must not overtake the answer.
 */
import type { Clock } from '../../conf/clock.js';
import type { KeyRows } from '../../state/api/reads.js';
import type { Vector } from '../../state/column/vector.js';

/** The rows that were found; they stay what they are as long as somebody holds them. */
export interface FoundRows {
  /** The columns of the source's spec. */
  readonly columns: readonly Vector[];
  /** The rows of key i are `rows[starts[i] … starts[i + 1] − 1]`; one entry more than keys. */
  readonly starts: Int32Array;
  /** Rows of `columns`. */
  readonly rows: Int32Array;
}

export interface LookupSource {
  /**
   * All rows whose key columns equal each of these keys, which hold no NULL and may repeat. The
   * vectors of `keys` are the caller's: a source that answers later keeps them no longer than that.
   * @throws DATA_FILE, or another error of kind `retry`, where the outside fails
   */
  lookup(keys: KeyRows): FoundRows | Promise<FoundRows>;
  close(): void | Promise<void>;
}

export interface LookupContext {
  readonly clock: Clock;
  readonly batchRows: number;
  readonly timeZone: string;
  /** Requests that a source which sends one a key may have under way: the hint's `capacity`. */
  readonly capacity: number;
}

export const NOTHING_FOUND: FoundRows = {
  columns: [],
  starts: new Int32Array(1),
  rows: new Int32Array(0),
};
