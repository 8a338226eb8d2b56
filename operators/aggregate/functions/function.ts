/**
 * What an aggregate function is: a row of the registry that types a call, and an accumulator that
 * keeps its state in value columns of the operator's table, by slot. Adding a function is adding a
 * file that exports one and naming it in `registry.ts`.
 */

import type { KeyRows } from '../../../state/api/reads.js';
import type { StateStore } from '../../../state/api/store.js';
import type { ValueColumn } from '../../../state/api/table.js';
import type { LogicalType } from '../../../state/column/logical-type.js';
import type { Vector } from '../../../state/column/vector.js';
import type { AggregateCall } from '../../expr/expression.js';
import type { RunningResults } from '../running-results.js';

/** What a row does to an accumulator, by logical row: flags of one byte. */
export const ADD = 1;
export const SUBTRACT = 2;
/** Behind this row the key's last row is gone: start afresh. */
export const RESET = 4;

/** The rows of a batch as one aggregate sees them. */
export interface Updates {
  /** The argument; null for COUNT(*). */
  readonly argument: Vector | null;
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

export interface Accumulator {
  /** The value columns that it needs. */
  readonly state: readonly LogicalType[];
  /** Declares further state, under names that begin with `name`. */
  open?(store: StateStore, name: string, keyTypes: readonly LogicalType[]): void;
  /** Sets the value columns of new slots. */
  initialize(state: readonly ValueColumn[], slots: Int32Array, count: number): void;
  /**
   * Applies rows in order; null arguments have sign 0.
   * @param running gets the result before and behind each row; null where only the end counts
   */
  update(updates: Updates, state: readonly ValueColumn[], running: RunningResults | null): void;
  /** The results of slots; `keys` are theirs, for accumulators with tables of their own. */
  results(state: readonly ValueColumn[], slots: Int32Array, count: number, keys: KeyRows): Vector;
  /** The keys are gone for good: frees further state. */
  forget?(keys: KeyRows): void;
}

/** Result and argument types of a bound call; arguments are cast to the latter. */
export interface AggregateTypes {
  readonly type: LogicalType;
  readonly argTypes: readonly LogicalType[];
}

export interface AggregateFunction {
  readonly name: string;
  /** For messages: what it may be called with. */
  readonly signature: string;
  /** Types of a call, or null when the arguments do not fit. */
  bind(argTypes: readonly LogicalType[]): AggregateTypes | null;
  /**
   * @param retracting the input may take rows back
   */
  accumulator(call: AggregateCall, retracting: boolean): Accumulator;
}
