/** Keys that wait for a time: a time table has them by time, and is read as a range of times. */
import type { KeyRows, NamespaceRows, Reads } from '../../state/api/reads.js';
import type { KeyedTable, TimeTable } from '../../state/api/table.js';
import type { TimeVector } from '../../state/column/vector.js';
import { constantTime } from './window-results.js';
import { WindowRows } from './window-rows.js';

/** Keys by the times that stand beside them; `times` are by physical row. */
export function keysByTime(
  { columns, selection, count }: KeyRows,
  times: Float64Array,
): NamespaceRows[] {
  const rows = new WindowRows();
  for (let i = 0; i < count; i++) {
    const row = selection === null ? i : (selection[i] as number);
    rows.add(times[row] as number, row);
  }
  return rows.keys(columns);
}

/** Keys by the times that are their last column. */
export function keysByLast({ columns, selection, count }: KeyRows): NamespaceRows[] {
  const { values: times } = columns.at(-1) as TimeVector;
  return keysByTime({ columns: columns.slice(0, -1), selection, count }, times);
}

/** Keys, all rows of their columns, with a time as their last column. */
export function withLast({ columns, count }: KeyRows, time: number): KeyRows {
  return { columns: [...columns, constantTime(time, count)], selection: null, count };
}

/** Puts the keys of slots under the times that are their last column. */
export function noteByLast(times: TimeTable, keys: KeyedTable, slots: Int32Array): void {
  if (slots.length === 0) return;
  const columns = keys.keys(slots, slots.length);
  noteKeys(times, keysByLast({ columns, selection: null, count: slots.length }));
}

/** Puts keys under their times. */
export function noteKeys(table: TimeTable, keys: readonly NamespaceRows[]): void {
  for (const { namespace, rows } of keys) {
    table.open(namespace).locate(rows, new Int32Array(rows.count), true);
  }
}

/** Names the keys of the first times up to `until`, of as many times as `limit`. */
export function firstTimeReads(table: TimeTable, until: number, limit: number, reads: Reads): void {
  let left = limit;
  for (let time = table.next(-Infinity); time <= until && left > 0; left--) {
    reads.namespace(table, time);
    time = table.next(time + 1);
  }
}

/** The first times up to `until`, `limit` of them at most, with their keys. */
export function firstTimeKeys(
  table: TimeTable,
  until: number,
  limit: number,
): { readonly time: number; readonly keys: KeyRows }[] {
  const found: { readonly time: number; readonly keys: KeyRows }[] = [];
  let time = table.next(-Infinity);
  while (time <= until && found.length < limit) {
    const keys = table.open(time);
    const slots = new Int32Array(keys.size);
    const count = keys.live(0, slots);
    found.push({ time, keys: { columns: keys.keys(slots, count), selection: null, count } });
    time = table.next(time + 1);
  }
  return found;
}
