/**
 * A declared table as checkpoints see it: its declaration as text, its content as sorted rows, and
 * how it is filled again. What a table keeps and how it works stands in the table itself.
 */
import type { TableMeta } from '../api/snapshot.js';
import type { F64Vector } from '../column/vector.js';
import type { Layout } from '../keyed/layout.js';
import type { SealedRows } from '../keyed/sealed-rows.js';
import type { Slices } from '../keyed/slices.js';
import type { Frozen } from './frozen.js';

/** Entries that stand below one prefix, in order of their keys within each key group. */
export interface StoredEntries {
  readonly keys: Slices;
  readonly values: Slices;
  /** Bytes behind the key group that all keys begin with. */
  readonly prefix: Uint8Array;
}

/** Slots, rows or entries that are handled between two turns of the task: about a millisecond. */
export const STEP = 1 << 15;

/**
 * What a table held at a barrier, on its way out: yields between two turns of the task, and gives
 * its rows in the end.
 */
export type SealedContent = Generator<void, readonly SealedRows[]>;

export interface StoredTable {
  readonly kind: TableMeta['kind'];
  readonly signature: string;
  memoryBytes(): number;
  /**
   * The content as it stands now.
   * @param id the table's number in keys
   */
  seal(id: number): SealedContent;
  /** Puts entries in. A key's entries never come apart with others of it in between. */
  load(entries: StoredEntries): void;
  /** All entries were put in. */
  loaded?(): void;
  /** Takes out what has expired of the next so many keys. */
  sweep?(count: number): void;
  namespaces?(): readonly number[];
  /** Sequence numbers that `seal` gives are below this. */
  sequence?(): number;
}

/** Takes what was frozen, part by part. */
export function* taken(frozen: Pick<Frozen, 'advance'>): Generator<void, void> {
  while (!frozen.advance(STEP)) yield;
}

/** Sealed rows of a layout without what most do not have. */
export function sealedRows(
  layout: Layout,
  prefix: Uint8Array,
  rest: Pick<SealedRows, 'keys' | 'keyRows' | 'partition' | 'values' | 'rows'> &
    Partial<SealedRows>,
): SealedRows {
  return { layout, prefix, orders: [], sequences: null, isDeleted: false, ...rest };
}

/**
 * Without the rows that had expired.
 * @param cutoff those written by then have, ms since the epoch; absent = rows live forever
 */
export function living(sealed: SealedRows, cutoff: number | undefined): SealedRows {
  if (cutoff === undefined) return sealed;
  const { keyRows, rows, sequences } = sealed;
  const { values } = sealed.values[0] as F64Vector;
  const kept = Int32Array.from(rows.keys()).filter(
    (i) => (values[rows[i] as number] as number) > cutoff,
  );
  return {
    ...sealed,
    keyRows: kept.map((i) => keyRows[i] as number),
    rows: kept.map((i) => rows[i] as number),
    sequences: sequences && Float64Array.from(kept, (i) => sequences[i] as number),
  };
}
