/** What the aggregates by window share: the window's columns of results, and counts of rows. */
import type { KeyedTable } from '../../state/api/table.js';
import type { F64Vector, Vector } from '../../state/column/vector.js';
import { type Arrays, FRESH } from '../../state/column/vector-pool.js';
import { ADD } from '../aggregate/functions/function.js';
import type { WindowProperty } from './window-aggregate-spec.js';
import { startOfWindow, type WindowClock } from './window-math.js';
import type { AlignedWindow } from './window-spec.js';

/** The value column that counts the rows of a group, those taken back subtracted. */
export const ROW_COUNT = 0;

export function constantTime(ms: number, count: number, arrays: Arrays = FRESH): Vector {
  const values = arrays.f64(count).fill(ms, 0, count);
  return { lane: 'time', values, nanos: null, nulls: null };
}

/** A property of the window that ends at `end`, for `count` groups. */
export function windowProperty(
  name: WindowProperty,
  window: AlignedWindow,
  end: number,
  clock: WindowClock,
  count: number,
  arrays: Arrays,
): Vector {
  switch (name) {
    case 'window_start':
      return constantTime(startOfWindow(window, end), count, arrays);
    case 'window_end':
      return constantTime(end, count, arrays);
    case 'window_time':
      return constantTime(clock.windowTime(end), count, arrays);
  }
}

/** A property of sessions, by their edges. */
export function sessionProperty(
  name: WindowProperty,
  starts: Float64Array,
  ends: Float64Array,
  clock: WindowClock,
): Vector {
  const values = { window_start: starts, window_end: ends, window_time: null }[name];
  const times = values ?? ends.map((end) => clock.windowTime(end));
  return { lane: 'time', values: times, nanos: null, nulls: null };
}

/** Counts rows in the groups of their slots. @param inserted slots that are new */
export function countRows(
  table: KeyedTable,
  inserted: Int32Array,
  slots: Int32Array,
  signs: Uint8Array | null,
): void {
  const counts = rowCounts(table);
  for (const slot of inserted) counts[slot] = 0;
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] as number;
    const change = signs === null || signs[i] === ADD ? 1 : -1;
    counts[slot] = (counts[slot] as number) + change;
  }
}

export function rowCounts(table: KeyedTable): Float64Array {
  return (table.column(ROW_COUNT).vector as F64Vector).values;
}
