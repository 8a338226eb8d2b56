/**
 * An accumulator that keeps values in a table of its own, because its result needs them all or
 * because they may be taken back: the loop over a batch, common to lists of values, values with
 * counts and the single value of a nested type.
 */
import type { KeyRows, Reads } from '../../../state/api/reads.js';
import type { StateStore } from '../../../state/api/store.js';
import type { ValueColumn } from '../../../state/api/table.js';
import type { LogicalType } from '../../../state/column/logical-type.js';
import type { F64Vector, Vector } from '../../../state/column/vector.js';
import {
  type Accumulator,
  ADD,
  RESET,
  type StateKey,
  SUBTRACT,
  type Updates,
} from '../functions/function.js';
import type { RunningResults } from '../running-results.js';
import { type ResultWriter, Snapshots } from './snapshots.js';

/** What is kept, by slots that it gives to keys. */
export interface Kept {
  /** Numbers that it keeps for each of the operator's slots, 0 at first. */
  readonly counters?: readonly LogicalType[];
  open(store: StateStore, name: string, key: StateKey): void;
  /** Names all that it keeps of the rows' keys. */
  reads(keys: KeyRows, reads: Reads): void;
  /** Finds the slots of the rows' keys; missing ones are made when `insert`, else −1. */
  locate(keys: KeyRows, slots: Int32Array, insert: boolean): void;
  /** Tells of the rows that `add` and `subtract` will name. */
  begin(updates: Updates, counters: readonly ValueColumn[]): void;
  /** @param i logical row @returns whether the slot's state changed */
  add(slot: number, i: number): boolean;
  subtract(slot: number, i: number): boolean;
  clear(slot: number): void;
  /** Frees those of the slots that hold nothing, and what was taken out. */
  prune(slots: Int32Array, count: number): void;
  /** @param rows how many results are asked for, about */
  writer(rows: number): ResultWriter;
}

export class KeptAccumulator implements Accumulator {
  readonly state: readonly LogicalType[];
  readonly takesNulls: boolean;
  failedRow = -1;
  readonly #kept: Kept;

  constructor(kept: Kept, takesNulls = false) {
    this.#kept = kept;
    this.state = kept.counters ?? [];
    this.takesNulls = takesNulls;
  }

  open(store: StateStore, name: string, key: StateKey): void {
    this.#kept.open(store, name, key);
  }

  reads(keys: KeyRows, reads: Reads): void {
    this.#kept.reads(keys, reads);
  }

  initialize(state: readonly ValueColumn[], slots: Int32Array): void {
    for (const { vector } of state) {
      for (const slot of slots) (vector as F64Vector).values[slot] = 0;
    }
  }

  update(updates: Updates, state: readonly ValueColumn[], running: RunningResults | null): void {
    const { count, signs, keys, rows } = updates;
    const kept = this.#kept;
    const slots = new Int32Array(count);
    kept.locate(keys, slots, true);
    kept.begin(updates, state);
    const snapshots = running === null ? null : new Snapshots(kept.writer(2 * count), count);
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number;
      const sign = signs === null ? ADD : (signs[i] as number);
      this.failedRow = rows === null ? i : (rows[i] as number);
      snapshots?.before(i, slot);
      const changed =
        (sign & ADD) !== 0 ? kept.add(slot, i) : (sign & SUBTRACT) !== 0 && kept.subtract(slot, i);
      if (changed) snapshots?.changed(slot);
      snapshots?.behind(i, slot);
      if ((sign & RESET) === 0) continue;
      kept.clear(slot);
      snapshots?.changed(slot);
    }
    if (snapshots !== null) running?.give(snapshots.finish());
    kept.prune(slots, count);
  }

  results(_state: unknown, _slots: Int32Array, count: number, keys: KeyRows): Vector {
    const slots = new Int32Array(count);
    this.#kept.locate(keys, slots, false);
    const writer = this.#kept.writer(count);
    for (const slot of slots) writer.append(slot);
    return writer.finish();
  }

  forget(keys: KeyRows): void {
    const slots = new Int32Array(keys.count);
    this.#kept.locate(keys, slots, false);
    for (const slot of slots) if (slot >= 0) this.#kept.clear(slot);
    this.#kept.prune(slots, keys.count);
  }
}
