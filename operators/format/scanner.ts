/**
 * The contract between a text format and whoever has the bytes. A scanner turns whole records of a
 * buffer into columns. The caller owns the buffer until the scan, the scanner's vectors own it
 * after: strings are ranges of it, and escapes are undone in place.
 */
import type { Vector } from '../../state/column/vector.js';
import type { Arrays } from '../../state/column/vector-pool.js';

/** A record is malformed; `at` is a position in the buffer. */
export class RecordError extends Error {
  constructor(
    readonly reason: string,
    readonly at: number,
  ) {
    super(reason);
  }
}

export interface Scanner {
  /** Rows of the batch so far. */
  readonly rows: number;
  /** First byte of the buffer that belongs to no record read so far. */
  readonly position: number;
  /** Starts a batch of at most `capacity` rows, whose vectors are made of `arrays`. */
  begin(capacity: number, arrays: Arrays): void;
  /**
   * Reads records from `from` until the batch is full, `to` is reached, or the record at `position`
   * is not whole. The byte before `to` is a newline.
   * @param final nothing follows: a record that is not whole is malformed
   * @param isUtf8 whether the bytes from `from` to `to` are UTF-8 as a whole
   * @throws RecordError unless the format ignores parse errors
   */
  scan(bytes: Uint8Array, from: number, to: number, final: boolean, isUtf8: boolean): void;
  /** The batch's columns, in the order they were asked for. */
  take(bytes: Uint8Array): Vector[];
}

/** Turns rows into bytes. */
export interface Encoder {
  /**
   * Appends the rows of columns.
   * @param selection physical rows, ascending, or null for 0 to count − 1
   * @param kinds by physical row; null = all +I, as always where the format takes no changes
   */
  encode(
    columns: readonly Vector[],
    selection: Int32Array | null,
    count: number,
    kinds: Uint8Array | null,
  ): void;
  /** Bytes that wait to be taken. */
  readonly size: number;
  /** What was encoded since the last call; the array is the caller's. */
  take(): Uint8Array;
  /** Gives back an array that was taken and is done with: its memory is written again. */
  recycle(taken: Uint8Array): void;
}
