/**
 * DISTINCT: a table of (key, arguments) lets a value through when it comes for the first time and,
 * over a retracting input, takes it back when its last occurrence goes. As in Flink, a value that
 * is taken back before it came owes one occurrence, and nothing is left of a group that ends.
 * Aggregates of one operator over the same arguments and filter share a table.
 *
 * A group's values cannot be listed, the table being one for all groups; so each group counts them,
 * and only one that ends with some left, which a consistent input never does, has them looked for.
 */
import type { KeyRows } from '../../state/api/reads.js';
import type { KeyedTable, TableDescriptor } from '../../state/api/table.js';
import { INT, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import { bindEquality } from '../../state/column/row-comparison.js';
import type { I32Vector, Vector } from '../../state/column/vector.js';
import { ADD, RESET, SUBTRACT } from './functions/function.js';

/** The groups of the rows. */
export interface DistinctGroups {
  /** The group of each row. */
  readonly slots: Int32Array;
  /** By group, how many values have a count that is not 0; null over an insert-only input. */
  readonly live: Float64Array | null;
}

export class DistinctValues {
  readonly descriptor: TableDescriptor;
  readonly retracting: boolean;

  constructor(
    name: string,
    keyTypes: readonly LogicalType[],
    types: readonly LogicalType[],
    retracting: boolean,
    lifetime: Pick<TableDescriptor, 'ttlMs' | 'renewAfterMs'>,
  ) {
    this.retracting = retracting;
    const values = retracting ? [withNullable(INT, false)] : [];
    const partition = keyTypes.map((_, column) => column);
    this.descriptor = { name, key: [...keyTypes, ...types], values, partition, ...lifetime };
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
    if (groups.live === null) {
      if (added > 0) firstOnes(table.inserted(), slots, positions, left);
    } else {
      const counts = (table.column(0).vector as I32Vector).values;
      for (const slot of table.inserted()) counts[slot] = 0;
      const cleared = countValues(
        { ...groups, live: groups.live },
        { table, keys, slots, counts },
        signs,
        left,
      );
      removeEmpty(table, counts, slots);
      removeEmpty(table, counts, cleared);
    }
    return left;
  }
}

interface Counting {
  readonly table: KeyedTable;
  readonly keys: KeyRows;
  /** Of the rows that add or take back, in order. */
  readonly slots: Int32Array;
  readonly counts: Int32Array;
}

/** Counts occurrences in row order; gives the slots that were cleared with their group. */
function countValues(
  groups: { readonly slots: Int32Array; readonly live: Float64Array },
  counting: Counting,
  signs: Uint8Array | null,
  left: Uint8Array,
): Int32Array {
  const { slots, counts } = counting;
  const { live } = groups;
  const cleared: number[] = [];
  let next = 0;
  for (let i = 0; i < left.length; i++) {
    const sign = signs === null ? ADD : (signs[i] as number);
    const group = groups.slots[i] as number;
    if ((sign & (ADD | SUBTRACT)) !== 0) {
      const slot = slots[next++] as number;
      const before = counts[slot] as number;
      const isAdded = (sign & ADD) !== 0;
      const after = isAdded ? before + 1 : before - 1;
      counts[slot] = after;
      if (before === 0) live[group] = (live[group] as number) + 1;
      if (after === 0) live[group] = (live[group] as number) - 1;
      if (isAdded && before === 0) left[i] = (left[i] as number) | ADD;
      if (!isAdded && after === 0) left[i] = (left[i] as number) | SUBTRACT;
    }
    if ((sign & RESET) === 0 || live[group] === 0) continue;
    clearGroup(counting, i, cleared);
    live[group] = 0;
  }
  return Int32Array.from(cleared);
}

/** Sets the counts of all values of row i's key to 0. */
function clearGroup({ table, keys, counts }: Counting, i: number, cleared: number[]): void {
  const row = keys.selection === null ? i : (keys.selection[i] as number);
  const slots = new Int32Array(table.size);
  const found = table.live(0, slots);
  const own = table.keys(slots, found).slice(0, keys.columns.length);
  const equal = bindEquality(own, keys.columns);
  for (let j = 0; j < found; j++) {
    const slot = slots[j] as number;
    if (counts[slot] === 0 || !equal(j, row)) continue;
    counts[slot] = 0;
    cleared.push(slot);
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
