/**
 * The typed tables of State V2.
 *
 * - `KeyedTable`: key columns → slot → value columns.
 * - `TimeTable`: one keyed table for each namespace (a window's or slice's end, ms); namespaces
 *   come and go as a whole, and firing one is a walk over its slots.
 * - `OrderedTable` (`ordered.ts`): many entries a key, in an order.
 *
 * Slots are small integers, given from 0 in order of first appearance; a removed slot is given
 * again later. Value columns are arrays by slot. The owner of a slot sets every value column when
 * `locate` says that the slot is new: what stood there before is undefined.
 */
import type { LogicalType } from '../column/logical-type.js';
import type { Vector } from '../column/vector.js';
import type { Arrays } from '../column/vector-pool.js';
import type { KeyRows } from './reads.js';

export interface TableDescriptor {
  readonly name: string;
  /** No key column: the table holds one key. */
  readonly key: readonly LogicalType[];
  readonly values: readonly LogicalType[];
  /**
   * Value columns that are read and written together, by number: the backend may lay them side by
   * side (`ValueColumn.record`). Only for operators that mind it.
   */
  readonly together?: readonly number[];
  /**
   * Key columns by which rows were dealt to tasks, in that order: they decide the key group. All of
   * them where absent.
   */
  readonly partition?: readonly number[];
  /**
   * How long a key lives behind its last write, ms; forever where absent or 0. `locate` that may
   * insert is a write of all keys that it names.
   */
  readonly ttlMs?: number;
  /**
   * A key that is there is written anew only so long after the write that counts, ms; each time
   * where absent, never where it is Infinity.
   */
  readonly renewAfterMs?: number;
}

/** Where a column stands within the records that several columns share. */
export interface RecordPlace {
  /** Values a record: slot s has its value at `s * stride + offset`. */
  readonly stride: number;
  readonly offset: number;
}

/** One value column, by slot. */
export interface ValueColumn {
  readonly type: LogicalType;
  /**
   * Null where the value of slot s is `values[s]`, as ever; set only in tables whose descriptor
   * says `together`, for columns of integers and doubles that are narrow. Then an integer −0 stands
   * for null, `nullable()` and `widen()` move the column to an array of its own.
   */
  readonly record: RecordPlace | null;
  /**
   * The column as it stands. Its typed arrays may be written in place (`nulls` only after
   * `nullable()`); the vector is replaced when the table grows or the lane widens, so take it after
   * `locate`, in each `apply`. Bytes and nested values are written by `copy` alone.
   */
  readonly vector: Vector;
  /** The null flags, made when the column had none. */
  nullable(): Uint8Array;
  /** The nanoseconds of a column of times, made when it had none. */
  nanos(): Int32Array;
  /**
   * Sets the values of `slots[0 … count − 1]`, in order, to those of the rows of `source`; wide
   * integers widen the column as needed, bytes are copied into the column's own memory.
   * @param rows physical rows of `source`; null = 0 to count − 1
   */
  copy(slots: Int32Array, count: number, source: Vector, rows: Int32Array | null): void;
  /** `copy` of one row. */
  copyOne(slot: number, source: Vector, row: number): void;
  /** Moves a column of wide integers to this lane; nothing happens when it is as wide already. */
  widen(lane: 'i64' | 'big'): void;
}

export interface KeyedTable {
  readonly descriptor: TableDescriptor;
  /** Live keys. */
  readonly size: number;
  /**
   * Finds the slot of each row's key, in row order, into `slots` (by logical row).
   * Missing keys get a new slot when `insert`, else −1.
   * @returns the number of keys inserted; `inserted()` holds their slots
   */
  locate(rows: KeyRows, slots: Int32Array, insert: boolean): number;
  /** Slots inserted by the last `locate`, in order of first appearance. */
  inserted(): Int32Array;
  /** Frees slots; their keys are absent afterwards. */
  remove(slots: Int32Array, count: number): void;
  column(index: number): ValueColumn;
  /** The key columns of `slots[0 … count − 1]`, gathered into new vectors. */
  keys(slots: Int32Array, count: number, arrays?: Arrays): readonly Vector[];
  /**
   * Live slots from `from` on, ascending, into `out` until it is full.
   * @returns how many; where nothing was removed ascending slots are the order of first appearance
   */
  live(from: number, out: Int32Array): number;
}

/** A keyed table a namespace. */
export interface TimeTable {
  readonly descriptor: TableDescriptor;
  /** Live namespaces. */
  readonly size: number;
  /** The least namespace at or after `from`; `Infinity` when there is none. */
  next(from: number): number;
  /** The table of this namespace, made when absent. */
  open(namespace: number): KeyedTable;
  find(namespace: number): KeyedTable | undefined;
  /** Forgets the namespace; its table must not be used any more. */
  drop(namespace: number): void;
}
