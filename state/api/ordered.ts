/**
 * An ordered table: each key has a group of entries, ordered by the table's order columns, which
 * also tell entries of a group apart. It serves what walks a key's rows: retractable MIN/MAX,
 * Top-N, the sides of a join.
 *
 * Groups and entries are small integers of their own; entries have value columns. An entry stays
 * what it is until it is removed, whatever else comes and goes.
 */
import type { LogicalType } from '../column/logical-type.js';
import type { ColumnOrder } from '../column/row-comparison.js';
import type { Vector } from '../column/vector.js';
import type { KeyRows } from './reads.js';
import type { ValueColumn } from './table.js';

export interface OrderColumn extends ColumnOrder {
  readonly type: LogicalType;
}

export interface OrderedDescriptor {
  readonly name: string;
  readonly key: readonly LogicalType[];
  readonly order: readonly OrderColumn[];
  readonly values: readonly LogicalType[];
  /** As in `TableDescriptor`. */
  readonly partition?: readonly number[];
  /** How long an entry lives behind its last `put`, ms; forever where absent or 0. */
  readonly ttlMs?: number;
}

export interface OrderedTable {
  readonly descriptor: OrderedDescriptor;
  /** Live entries. */
  readonly size: number;
  /**
   * Finds the group of each row's key into `groups` (by logical row); missing ones are made when
   * `insert`, else −1. A group whose last entry goes is kept until `prune`.
   */
  groups(rows: KeyRows, groups: Int32Array, insert: boolean): number;
  /** Frees those of the groups that hold no entry. Groups found before are no longer valid. */
  prune(groups: Int32Array, count: number): void;
  /** The key columns of groups, gathered into new vectors. */
  keys(groups: Int32Array, count: number): readonly Vector[];
  /** Names the columns whose rows `find` and `put` take: the order columns, by position. */
  bind(columns: readonly Vector[]): void;
  /** The entry of a group that equals physical row `row` of the bound columns, or −1. */
  find(group: number, row: number): number;
  /**
   * The entry of a group that equals the row, made when absent: then `added` is true and the caller
   * sets all its value columns.
   */
  put(group: number, row: number): number;
  readonly added: boolean;
  remove(group: number, entry: number): void;
  /** Entries of a group. */
  count(group: number): number;
  /** First and last entry of a group, −1 when it has none. */
  first(group: number): number;
  last(group: number): number;
  /** The neighbour in the order of the entry's group, −1 at the end. */
  next(entry: number): number;
  previous(entry: number): number;
  /** The column of the order, and of the values, by entry. */
  orderColumn(index: number): ValueColumn;
  column(index: number): ValueColumn;
}

/** Takes all entries of a group out. */
export function removeEntries(table: OrderedTable, group: number): void {
  for (let entry = table.first(group); entry >= 0; entry = table.first(group)) {
    table.remove(group, entry);
  }
}
