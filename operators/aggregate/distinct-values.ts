/**
 * DISTINCT: a table of (key, arguments) lets a value through when it comes for the first time and,
 * over a retracting input, takes it back when its last occurrence goes. As in Flink, a value that
 * is taken back before it came owes one occurrence, and nothing is left of a group that ends.
 * Aggregates of one operator over the same arguments and filter share a table.
 *
 * A group's values cannot be listed, the table being one for all groups. So each group counts them,
 * and one that ends with some left, which a consistent input never does, stays behind with the
 * number of rounds that ended so. A value of an earlier round counts as one that never came.
 */
import type { KeyRows } from '../../state/api/reads.js';
import type { KeyedTable, TableDescriptor } from '../../state/api/table.js';
import { INT, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import type { I32Vector, Vector } from '../../state/column/vector.js';
import { ADD, RESET, SUBTRACT } from './functions/function.js';

/** The groups of the rows. */
export interface DistinctGroups {
  /** The group of each row. */
  readonly slots: Int32Array;
  /** Over a retracting input; null over an insert-only one. */
  readonly counted: CountedGroups | null;
}

/** By group. */
export interface CountedGroups {
  /** How many values have a count that is not 0. */
  readonly live: Float64Array;
  /** How often the group ended with some left. */
  readonly rounds: Float64Array;
}

/** How long values live, and the key columns that rows are dealt by where not all of them do. */
export type OwnDescription = Pick<TableDescriptor, 'ttlMs' | 'renewAfterMs' | 'partition'>;

export class DistinctValues {
  readonly descriptor: TableDescriptor;
  readonly retracting: boolean;

  constructor(
    name: string,
    keyTypes: readonly LogicalType[],
    types: readonly LogicalType[],
    retracting: boolean,
    own: OwnDescription,
  ) {
    this.retracting = retracting;
    const values = retracting ? [INT, INT].map((type) => withNullable(type, false)) : [];
    const partition = keyTypes.map((_, column) => column);
    this.descriptor = { name, key: [...keyTypes, ...types], values, partition, ...own };
  }

  /**
   * The signs that are left when repeated values are let go.
   * @param signs of the aggregate; null = all ADD
   */
  update(
    table: KeyedTable,
    groups: DistinctGroups,
    keys: KeyRows,
    args: readonly Vector[],
    signs: Uint8Array | null,
  ): Uint8Array {
    const { selection, count } = keys;
    const left = new Uint8Array(count);
    const rows = new Int32Array(count);
    const positions = new Int32Array(count);
    let taken = 0;
    for (let i = 0; i < count; i++) {
      const sign = signs === null ? ADD : (signs[i] as number);
      left[i] = sign & RESET;
      if ((sign & (ADD | SUBTRACT)) === 0) continue;
      positions[taken] = i;
      rows[taken++] = selection === null ? i : (selection[i] as number);
    }
    const columns = [...keys.columns, ...args];
    const slots = new Int32Array(taken);
    const named = { columns, selection: rows.subarray(0, taken), count: taken };
    const added = table.locate(named, slots, true);
    const { counted } = groups;
    if (counted === null) {
      if (added > 0) firstOnes(table.inserted(), slots, positions, left);
    } else {
      const [counts, rounds] = [0, 1].map((c) => (table.column(c).vector as I32Vector).values) as [
        Int32Array,
        Int32Array,
      ];
      for (const slot of table.inserted()) rounds[slot] = -1;
      countValues({ ...counted, slots: groups.slots }, { slots, counts, rounds }, signs, left);
      removeEmpty(table, counts, slots);
    }
    return left;
  }
}

interface Counting {
  /** Of the rows that add or take back, in order. */
  readonly slots: Int32Array;
  readonly counts: Int32Array;
  /** In which of its group's rounds a value was counted. */
  readonly rounds: Int32Array;
}

/** Counts occurrences in row order. */
function countValues(
  groups: CountedGroups & { readonly slots: Int32Array },
  { slots, counts, rounds }: Counting,
  signs: Uint8Array | null,
  left: Uint8Array,
): void {
  const { live } = groups;
  let next = 0;
  for (let i = 0; i < left.length; i++) {
    const sign = signs === null ? ADD : (signs[i] as number);
    const group = groups.slots[i] as number;
    if ((sign & (ADD | SUBTRACT)) !== 0) {
      const slot = slots[next++] as number;
      const round = groups.rounds[group] as number;
      const before = rounds[slot] === round ? (counts[slot] as number) : 0;
      const isAdded = (sign & ADD) !== 0;
      const after = isAdded ? before + 1 : before - 1;
      counts[slot] = after;
      rounds[slot] = round;
      if (before === 0) live[group] = (live[group] as number) + 1;
      if (after === 0) live[group] = (live[group] as number) - 1;
      if (isAdded && before === 0) left[i] = (left[i] as number) | ADD;
      if (!isAdded && after === 0) left[i] = (left[i] as number) | SUBTRACT;
    }
    if ((sign & RESET) === 0 || live[group] === 0) continue;
    live[group] = 0;
    groups.rounds[group] = (groups.rounds[group] as number) + 1;
  }
}

/** Marks the rows whose values are new; `inserted` is in order of first appearance. */
function firstOnes(
  inserted: Int32Array,
  slots: Int32Array,
  positions: Int32Array,
  left: Uint8Array,
): void {
  let next = 0;
  for (let j = 0; j < slots.length && next < inserted.length; j++) {
    if (slots[j] !== inserted[next]) continue;
    const i = positions[j] as number;
    left[i] = (left[i] as number) | ADD;
    next++;
  }
}

/** Removes those of the slots whose count is 0; each may stand there several times. */
export function removeEmpty(
  table: KeyedTable,
  counts: Int32Array | Float64Array,
  slots: Int32Array,
): void {
  const empty = new Int32Array(slots.length);
  let found = 0;
  for (let j = 0; j < slots.length; j++) {
    const slot = slots[j] as number;
    if (counts[slot] !== 0) continue;
    counts[slot] = -1;
    empty[found++] = slot;
  }
  if (found > 0) table.remove(empty, found);
}
