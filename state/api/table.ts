/**
 * A keyed table: key columns → slot → value columns. With `namespace: 'time'` every key is held
 * once a namespace (a window's end, ms), namespaces come and go as a whole, and firing one is a
 * range. The owner of a slot sets every value column when `locate` says that the slot is new.
 */
import type { LogicalType } from '../column/logical-type.js';
import type { Vector } from '../column/vector.js';
import type { KeyRows } from './reads.js';

export interface TableDescriptor {
  readonly name: string;
  readonly key: readonly LogicalType[];
  readonly values: readonly LogicalType[];
  readonly namespace: 'none' | 'time';
}

export interface KeyedTable {
  readonly descriptor: TableDescriptor;
  /** Live keys. */
  readonly size: number;
  /**
   * Finds the slot of each row's key, in row order, into `slots` (by logical row).
   * Missing keys get a new slot when `insert`, else −1.
   * @returns the number of keys inserted; their slots are the last that many in `inserted()`
   */
  locate(rows: KeyRows, slots: Int32Array, insert: boolean): number;
  /** Slots inserted by the last `locate`, in order of first appearance. */
  inserted(): Int32Array;
  /** Frees slots; their keys are absent afterwards. */
  remove(slots: Int32Array, count: number): void;
  /** The value column as it stands now, indexed by slot; valid until the next `locate`. */
  value(column: number): Vector;
  /** The key columns of slots 0 to count − 1 of `slots`, gathered into new vectors. */
  keys(slots: Int32Array, count: number): readonly Vector[];
}
