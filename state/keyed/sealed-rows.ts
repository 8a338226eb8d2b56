/**
 * Rows of tables as they stood at a barrier, and how they become sorted entries: dealt to key
 * groups first, then for each key group table after table, so that only the rows of one key group
 * and table are coded and sorted at a time. Nothing here is shared with the task that goes on.
 */
import { gatherColumns } from '../column/gather.js';
import { hashColumns } from '../column/hash.js';
import { keyGroupsOf } from '../column/key-group.js';
import type { Vector } from '../column/vector.js';
import { EntryBuffer } from '../forst/entries.js';
import type { Layout } from './layout.js';
import { compareSlices, type Slices, SlicesBuilder } from './slices.js';
import { sortedOrder } from './sort.js';

/** What is written, or deleted, below one prefix. All arrays but the columns are by entry. */
export interface SealedRows {
  readonly layout: Layout;
  /** What the keys begin with behind the key group. */
  readonly prefix: Uint8Array;
  /** Key columns, and the row of them that is the entry's. */
  readonly keys: readonly Vector[];
  readonly keyRows: Int32Array;
  /** The key columns that decide the key group; null = all. */
  readonly partition: readonly number[] | null;
  /** Order and value columns, and the row of them that is the entry's. */
  readonly orders: readonly Vector[];
  readonly values: readonly Vector[];
  readonly rows: Int32Array;
  readonly sequences: Float64Array | null;
  /** The entries are gone: `values` is empty. */
  readonly isDeleted: boolean;
}

/** Entries by key group: those of group g are `order[starts[g] … starts[g + 1] − 1]`. */
interface Dealt {
  readonly sealed: SealedRows;
  readonly order: Int32Array;
  readonly starts: Int32Array;
}

/**
 * All entries in ascending order of their keys, some thousands at a time; what was given out is
 * overwritten by the next.
 * @param groups key groups of the job
 */
export function* sortedEntries(
  sections: readonly SealedRows[],
  groups: number,
): Generator<EntryBuffer, void, void> {
  const byPrefix = sections
    .map((sealed) => ({ sealed, name: Buffer.from(sealed.prefix).toString('latin1') }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const dealt = byPrefix.map(({ sealed }) => deal(sealed, groups));
  const out = new EntryBuffer();
  for (let group = 0; group < groups; group++) {
    for (let first = 0; first < dealt.length; ) {
      let end = first + 1;
      while (end < dealt.length && byPrefix[end]?.name === byPrefix[first]?.name) end++;
      appendGroup(dealt.slice(first, end), group, out);
      first = end;
    }
    if (out.count < LEAST) continue;
    yield out;
    out.clear();
  }
  if (out.count > 0) yield out;
}

const LEAST = 4096;

/** By entry, the key group of its key. */
export function keyGroupsOfRows(
  keys: readonly Vector[],
  rows: Int32Array,
  partition: readonly number[] | null,
  groups: number,
): Int32Array {
  const hashes = new Int32Array(rows.length);
  const columns = partition === null ? keys : partition.map((column) => keys[column] as Vector);
  hashColumns(columns, rows, rows.length, hashes);
  keyGroupsOf(hashes, rows.length, groups);
  return hashes;
}

function deal(sealed: SealedRows, groups: number): Dealt {
  const { keys, keyRows, partition } = sealed;
  const groupOf = keyGroupsOfRows(keys, keyRows, partition, groups);
  const starts = new Int32Array(groups + 1);
  for (const group of groupOf) starts[group + 1] = (starts[group + 1] as number) + 1;
  for (let g = 0; g < groups; g++) {
    starts[g + 1] = (starts[g + 1] as number) + (starts[g] as number);
  }
  const next = starts.slice();
  const order = new Int32Array(keyRows.length);
  for (let i = 0; i < order.length; i++) {
    const group = groupOf[i] as number;
    const at = next[group] as number;
    order[at] = i;
    next[group] = at + 1;
  }
  return { sealed, order, starts };
}

interface Coded {
  readonly keys: Slices;
  /** Null = deleted. */
  readonly values: Slices | null;
}

/** Appends the entries of one key group below one prefix. */
function appendGroup(sections: readonly Dealt[], group: number, out: EntryBuffer): void {
  const coded: Coded[] = [];
  for (const dealt of sections) {
    const from = dealt.starts[group] as number;
    const to = dealt.starts[group + 1] as number;
    if (to > from) coded.push(encoded(dealt.sealed, dealt.order.subarray(from, to), group));
  }
  const [only, second] = coded;
  if (only === undefined) return;
  const keys = second === undefined ? only.keys : joined(coded);
  const order = sortedOrder(keys, (sections[0] as Dealt).sealed.prefix.length + 2);
  const from = coded.map(() => 0);
  coded.forEach((_, c) => {
    if (c > 0) from[c] = (from[c - 1] as number) + (coded[c - 1] as Coded).keys.count;
  });
  for (let i = 0; i < order.length; i++) {
    const entry = order[i] as number;
    let c = coded.length - 1;
    while ((from[c] as number) > entry) c--;
    const { values } = coded[c] as Coded;
    const [start, end] = [keys.offsets[entry] as number, keys.offsets[entry + 1] as number];
    if (values === null) {
      if (isRewritten(keys, order, i, coded, from)) continue;
      out.addDeleted(keys.data, start, end);
      continue;
    }
    const row = entry - (from[c] as number);
    const { data, offsets } = values;
    out.add(keys.data, start, end, data, offsets[row] as number, offsets[row + 1] as number);
  }
}

/** Whether an entry with the key of deleted entry `order[i]` is written, or deleted again. */
function isRewritten(
  keys: Slices,
  order: Int32Array,
  i: number,
  coded: readonly Coded[],
  from: readonly number[],
): boolean {
  const entry = order[i] as number;
  const isWritten = (other: number): boolean => {
    let c = coded.length - 1;
    while ((from[c] as number) > other) c--;
    return coded[c]?.values !== null;
  };
  const before = order[i - 1];
  if (before !== undefined && compareSlices(keys, before, keys, entry) === 0) return true;
  for (let at = i + 1; at < order.length; at++) {
    const other = order[at] as number;
    if (compareSlices(keys, other, keys, entry) !== 0) return false;
    if (isWritten(other)) return true;
  }
  return false;
}

function encoded(sealed: SealedRows, entries: Int32Array, group: number): Coded {
  const { layout, prefix, keys, keyRows, orders, values, rows, sequences, isDeleted } = sealed;
  const count = entries.length;
  const keyAt = entries.map((entry) => keyRows[entry] as number);
  const rowAt = entries.map((entry) => rows[entry] as number);
  const columns = [...gatherColumns(keys, keyAt, count), ...gatherColumns(orders, rowAt, count)];
  const numbers =
    sequences === null ? null : Float64Array.from(entries, (entry) => sequences[entry] as number);
  const all = Int32Array.from(entries.keys());
  const groups = new Int32Array(count).fill(group);
  return {
    keys: layout.keys(prefix, columns, all, groups, numbers),
    values: isDeleted ? null : layout.values(values, rowAt),
  };
}

function joined(coded: readonly Coded[]): Slices {
  const builder = new SlicesBuilder();
  for (const { keys } of coded) {
    for (let i = 0; i < keys.count; i++) {
      builder.append(keys.data, keys.offsets[i] as number, keys.offsets[i + 1] as number);
    }
  }
  return builder.finish();
}
