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
import { GROUP_SIZE, type Layout } from './layout.js';
import { type Slices, SlicesBuilder } from './slices.js';
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
 * overwritten by the next. It stops every millisecond or so, also where it has none to give.
 * @param sections of a heap store: each has a prefix of its own, and none deletes
 * @param groups key groups of the job
 */
export function* sortedEntries(
  sections: readonly SealedRows[],
  groups: number,
): Generator<EntryBuffer, void, void> {
  const out = new EntryBuffer();
  for (const _ of dealtEntries(sections, groups, out)) {
    yield out;
    out.clear();
  }
  if (out.count > 0) yield out;
}

function* dealtEntries(
  sections: readonly SealedRows[],
  groups: number,
  out: EntryBuffer,
): Generator<undefined> {
  const byPrefix = sections
    .map((sealed) => ({ sealed, name: Buffer.from(sealed.prefix).toString('latin1') }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const dealt: Dealt[] = [];
  for (const { sealed } of byPrefix) dealt.push(yield* deal(sealed, groups));
  for (let group = 0; group < groups; group++) {
    for (const one of dealt) yield* appendGroup(one, group, out);
  }
}

/** Entries between two stops: rows that are dealt, rows that are coded. */
const DEALT = 1 << 15;
const PAGE = 4096;

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

/** Deals the rows of a table to key groups, a part between two turns. */
function* deal(sealed: SealedRows, groups: number): Generator<undefined, Dealt, void> {
  const { keys, keyRows, partition } = sealed;
  const groupOf = new Int32Array(keyRows.length);
  const starts = new Int32Array(groups + 1);
  for (let from = 0; from < keyRows.length; from += DEALT) {
    const part = keyGroupsOfRows(keys, keyRows.subarray(from, from + DEALT), partition, groups);
    groupOf.set(part, from);
    for (const group of part) starts[group + 1] = (starts[group + 1] as number) + 1;
    yield;
  }
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
    if (i % DEALT === DEALT - 1) yield;
  }
  return { sealed, order, starts };
}

/** Appends the entries of one key group of a table, ready to be taken where it stops. */
function* appendGroup(dealt: Dealt, group: number, out: EntryBuffer): Generator<undefined> {
  const { sealed } = dealt;
  const entries = dealt.order.subarray(dealt.starts[group], dealt.starts[group + 1]);
  if (entries.length === 0) return;
  const keys = yield* keysOf(sealed, entries, group);
  const order = sortedOrder(keys, sealed.prefix.length + GROUP_SIZE);
  for (let from = 0; from < order.length; from += PAGE) {
    const page = order.subarray(from, from + PAGE);
    const rows = page.map((at) => sealed.rows[entries[at] as number] as number);
    const { data, offsets } = sealed.layout.values(sealed.values, rows);
    for (let i = 0; i < page.length; i++) {
      const at = page[i] as number;
      const [start, end] = [keys.offsets[at] as number, keys.offsets[at + 1] as number];
      out.add(keys.data, start, end, data, offsets[i] as number, offsets[i + 1] as number);
    }
    if (out.count >= PAGE) yield;
  }
}

/** The keys of entries of one key group. */
function* keysOf(
  { layout, prefix, keys, keyRows, orders, rows, sequences }: SealedRows,
  entries: Int32Array,
  group: number,
): Generator<undefined, Slices, void> {
  const parts: Slices[] = [];
  for (let from = 0; from < entries.length; from += PAGE) {
    if (from > 0) yield;
    const page = entries.subarray(from, from + PAGE);
    const count = page.length;
    const keyAt = page.map((entry) => keyRows[entry] as number);
    const rowAt = page.map((entry) => rows[entry] as number);
    const columns = [...gatherColumns(keys, keyAt, count), ...gatherColumns(orders, rowAt, count)];
    const numbers =
      sequences === null ? null : Float64Array.from(page, (entry) => sequences[entry] as number);
    const all = Int32Array.from(page.keys());
    const groups = new Int32Array(count).fill(group);
    parts.push(layout.keys(prefix, columns, all, groups, numbers));
  }
  const [only, second] = parts;
  return only !== undefined && second === undefined ? only : joined(parts);
}

function joined(parts: readonly Slices[]): Slices {
  const builder = new SlicesBuilder();
  for (const { count, data, offsets } of parts) {
    for (let i = 0; i < count; i++) {
      builder.append(data, offsets[i] as number, offsets[i + 1] as number);
    }
  }
  return builder.finish();
}
