/**
 * A column while a text format fills it: typed arrays that generated scanners write at a row's
 * position, and from which a vector is taken once the batch is full.
 *
 * `begin(rows)` starts a batch with other arrays (vectors taken before keep theirs). `set` parses a
 * value's bytes as Flink's converters do; it returns false when they are no value of the type. A
 * row position may be written again: a later duplicate of a key wins, a record given up is
 * cleared. Children of arrays and maps grow with `ensure`.
 */
import type { Vector } from '../../../state/column/vector.js';
import {
  type Arrays,
  cleared,
  FRESH,
  type PooledArray,
} from '../../../state/column/vector-pool.js';

export abstract class Column {
  nulls: Uint8Array | null = null;
  /** Positions that the arrays hold. */
  capacity = 0;
  #arrays = FRESH;

  /**
   * Takes arrays of `capacity` positions or more, those a null's defaults without being null.
   * Elements of collections have `FRESH` ones, since they grow.
   */
  abstract begin(capacity: number, arrays: Arrays): void;

  /** Parses the text of a value; false = no value of this type. */
  abstract set(bytes: Uint8Array, start: number, end: number, at: number): boolean;

  /** @param data the buffer that string ranges point into */
  abstract take(rows: number, data: Uint8Array): Vector;

  /** The lane's default: 0, an empty range. */
  protected abstract reset(at: number): void;

  /** Larger arrays with the same content. */
  protected abstract grow(capacity: number): void;

  setNull(at: number): void {
    if (this.nulls === null) this.nulls = this.zeroed(this.#arrays.u8(this.capacity));
    this.nulls[at] = 1;
    this.reset(at);
  }

  /** Takes back what was written at the position. */
  clear(at: number): void {
    if (this.nulls !== null) this.nulls[at] = 0;
    this.reset(at);
  }

  /** Makes room for position `at`. */
  ensure(at: number): void {
    if (at < this.capacity) return;
    const capacity = Math.max(at + 1, this.capacity * 2);
    if (this.nulls !== null) this.nulls = enlarge(this.nulls, new Uint8Array(capacity));
    this.grow(capacity);
    this.capacity = capacity;
  }

  /** For `begin`: no nulls, this capacity. */
  protected start(capacity: number, arrays: Arrays): void {
    this.nulls = null;
    this.capacity = capacity;
    this.#arrays = arrays;
  }

  /** An array that was taken from `arrays`, the defaults at every position. */
  protected zeroed<T extends PooledArray>(array: T): T {
    return this.#arrays.isZeroed ? array : cleared(array, this.capacity);
  }
}

/** Copies an array into a longer one. */
export function enlarge<T extends { set(from: T): void }>(from: T, into: T): T {
  into.set(from);
  return into;
}
