/**
 * What an aggregate function is: a row of the registry that types a call, and an accumulator that
 * keeps its state in value columns of the operator's table, by slot. Adding a function is adding a
 * file that exports one and naming it in `registry.ts`.
 */

import type { KeyRows, Reads } from '../../../state/api/reads.js';
import type { LinkedRowsDescriptor } from '../../../state/api/row-list.js';
import type { StateStore } from '../../../state/api/store.js';
import type { TableDescriptor, ValueColumn } from '../../../state/api/table.js';
import type { LogicalType } from '../../../state/column/logical-type.js';
import type { Vector } from '../../../state/column/vector.js';
import type { Arrays } from '../../../state/column/vector-pool.js';
import type { AggregateCall, Expr } from '../../expr/expression.js';
import type { RunningResults } from '../running-results.js';

/** What a row does to an accumulator, by logical row: flags of one byte. */
export const ADD = 1;
export const SUBTRACT = 2;
/** Behind this row the key's last row is gone: start afresh. */
export const RESET = 4;

/** The rows of a batch as one aggregate sees them. */
export interface Updates {
  /** None for COUNT(*). */
  readonly args: readonly Vector[];
  /** Physical rows; null = 0 to count − 1. */
  readonly rows: Int32Array | null;
  readonly count: number;
  /** The state slot of each row. */
  readonly slots: Int32Array;
  /** ADD, SUBTRACT, RESET or 0 for each row; null = all ADD. */
  readonly signs: Uint8Array | null;
  /** The rows' keys, for accumulators with tables of their own. */
  readonly keys: KeyRows;
}

/** Types of key columns, which of them decide the key group, how long what is kept lives. */
export type StateKey = Pick<TableDescriptor, 'key' | 'partition' | 'ttlMs'>;

/** The same for rows of one list a key. */
export function ofList({ ttlMs, ...key }: StateKey): Omit<LinkedRowsDescriptor, 'name' | 'lists'> {
  return ttlMs === undefined ? key : { ...key, ttlMs: [ttlMs] };
}

export interface Accumulator {
  /** Rows whose first argument is null count, too. */
  readonly takesNulls?: boolean;
  /** The physical row at which `update` threw; −1 or absent where that is not known. */
  readonly failedRow?: number;
  /** The value columns that it needs. */
  readonly state: readonly LogicalType[];
  /** Declares further state, under names that begin with `name`. */
  open?(store: StateStore, name: string, key: StateKey): void;
  /** Names what rows with these keys touch of it. */
  reads?(keys: KeyRows, reads: Reads): void;
  /** Sets the value columns of new slots. */
  initialize(state: readonly ValueColumn[], slots: Int32Array, count: number): void;
  /**
   * Applies rows in order; those whose first argument is null have sign 0, but for `takesNulls`.
   * @param running gets the result before and behind each row; null where only the end counts
   */
  update(updates: Updates, state: readonly ValueColumn[], running: RunningResults | null): void;
  /**
   * The results of slots.
   * @param keys theirs, for accumulators with tables of their own
   * @param arrays where the vector's may come from
   */
  results(
    state: readonly ValueColumn[],
    slots: Int32Array,
    count: number,
    keys: KeyRows,
    arrays: Arrays,
  ): Vector;
  /** The keys are gone for good: frees further state. */
  forget?(keys: KeyRows): void;
}

/** A typed call. */
export interface AggregateTypes {
  readonly type: LogicalType;
  /** What each argument is cast to; null for a constant, which is in `option` now. */
  readonly argTypes: readonly (LogicalType | null)[];
  readonly option?: AggregateCall['option'];
}

/**
 * When a result is null, so far as its type says: never; always perhaps; where an argument is;
 * `content`, also where a field of an argument is; `group`, where an argument is and where there
 * may be no row, without keys or behind a filter.
 */
export type ResultNulls = 'never' | 'always' | 'argument' | 'content' | 'group';

export interface AggregateFunction {
  readonly name: string;
  /** For messages: what it may be called with. */
  readonly signature: string;
  readonly nulls: ResultNulls;
  /**
   * Types of a call, or null when the arguments do not fit.
   * @param args the arguments themselves, where constants are asked for
   * @param option what stands behind the arguments: NULLS of ARRAY_AGG, ON NULL of JSON
   */
  bind(
    argTypes: readonly LogicalType[],
    args: readonly Expr[],
    option: AggregateCall['option'],
  ): AggregateTypes | null;
  /**
   * @param retracting the input may take rows back
   */
  accumulator(call: AggregateCall, retracting: boolean): Accumulator;
}
