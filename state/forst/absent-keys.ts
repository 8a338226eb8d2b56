/**
 * Which keys of a batch are not near, or not with all that is asked for, each once: what has to be
 * looked up in the files.
 */
import type { KeyRows } from '../api/reads.js';
import type { HeapTable } from '../heap/keyed-table.js';
import type { SlotMarks } from './slot-marks.js';

/** Says of a slot that something of its key has yet to be looked up. */
export type IsUnread = (slot: number) => boolean;

/**
 * Holds the keys that have a slot for a ticket and gives the others, and those whose slot is
 * unread, distinct; null when there is none.
 * @param wanted a table of the same keys, for this alone
 */
export function absentKeys(
  table: HeapTable,
  wanted: HeapTable,
  marks: SlotMarks,
  { columns, selection, count }: KeyRows,
  ticket: number,
  isUnread: IsUnread | null = null,
): KeyRows | null {
  const slots = new Int32Array(count);
  table.find({ columns, selection, count }, slots, false);
  const absent = new Int32Array(count);
  let found = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[i] as number;
    if (slot >= 0) marks.touch(slot, ticket);
    if (slot < 0 || isUnread?.(slot) === true) {
      absent[found++] = selection === null ? i : (selection[i] as number);
    }
  }
  if (found === 0) return null;
  wanted.reset();
  wanted.find({ columns, selection: absent, count: found }, slots, true);
  const distinct = wanted.keys(wanted.inserted(), wanted.size);
  return { columns: distinct, selection: null, count: wanted.size };
}
