/**
 * Row lists as checkpoints see them: an entry a row, told apart by a sequence number. What is
 * written here numbers the rows of a list by their place.
 */
import { keyPrefix, type Layout, TABLE_SIZE } from '../keyed/layout.js';
import { linkedLayouts, sortedLayout, unweighted, weighted } from '../keyed/layouts.js';
import type { SealedRows } from '../keyed/sealed-rows.js';
import { linkedSignature, sortedSignature } from '../keyed/signature.js';
import type { HeapLinkedRows, LinkedCopy } from './linked-rows.js';
import type { HeapSortedRows, SortedCopy } from './sorted-rows.js';
import {
  copiedContent,
  living,
  type SealedContent,
  type StoredEntries,
  type StoredTable,
  sealedRows,
} from './stored-table.js';

export class StoredLinked implements StoredTable {
  readonly kind = 'linked';
  readonly signature: string;
  readonly #rows: HeapLinkedRows;
  readonly #layouts: readonly Layout[];

  constructor(rows: HeapLinkedRows) {
    this.#rows = rows;
    this.signature = linkedSignature(rows.descriptor);
    this.#layouts = linkedLayouts(rows.descriptor);
  }

  memoryBytes(): number {
    return this.#rows.memoryBytes();
  }

  seal(id: number): SealedContent {
    const copy = this.#rows.copied();
    const partition = this.#rows.descriptor.partition ?? null;
    const cutoffs = this.#rows.lists.map(({ rows }) => rows.written?.cutoff);
    return copiedContent(() =>
      this.#layouts.map((layout, list) => {
        const { columns } = copy.lists[list] as LinkedCopy['lists'][number];
        const rows = { ...listed(copy, list), keys: copy.keys.keys, partition, values: columns };
        return living(sealedRows(layout, keyPrefix(id, list, null), rows), cutoffs[list]);
      }),
    );
  }

  sequence(): number {
    return Math.max(...this.#rows.lists.map(({ rows }) => rows.size));
  }

  load({ keys, values, prefix }: StoredEntries): void {
    const number = prefix[TABLE_SIZE] as number;
    const layout = this.#layouts[number] as Layout;
    const list = this.#rows.lists[number] as HeapLinkedRows['lists'][number];
    const { count } = keys;
    const { columns } = layout.readKeys(keys, prefix.length);
    const slots = new Int32Array(count);
    const ids = new Int32Array(count);
    const added = this.#rows.keys.find({ columns, selection: null, count }, slots, true);
    if (added > 0) this.#rows.begin();
    list.rows.load(layout.readValues(values), count, ids);
    for (let i = 0; i < count; i++) list.append(slots[i] as number, ids[i] as number);
  }

  sweep(count: number): void {
    this.#rows.sweep(count);
  }
}

type Listed = Pick<SealedRows, 'keyRows' | 'rows' | 'sequences'>;

function listed({ keys, lists }: LinkedCopy, list: number): Listed {
  const { size, firsts, links } = lists[list] as LinkedCopy['lists'][number];
  const keyRows = new Int32Array(size);
  const rows = new Int32Array(size);
  const sequences = new Float64Array(size);
  let count = 0;
  keys.slots.forEach((slot, i) => {
    let sequence = 0;
    for (let id = firsts[i] as number; id >= 0; id = links[2 * id] as number) {
      keyRows[count] = slot;
      sequences[count] = sequence++;
      rows[count++] = id;
    }
  });
  return shortened(keyRows, rows, sequences, count);
}

/** Rows that stand in no list do not count. */
function shortened(
  keyRows: Int32Array,
  rows: Int32Array,
  sequences: Float64Array,
  count: number,
): Listed {
  return {
    keyRows: keyRows.subarray(0, count),
    rows: rows.subarray(0, count),
    sequences: sequences.subarray(0, count),
  };
}

export class StoredSorted implements StoredTable {
  readonly kind = 'sorted';
  readonly signature: string;
  readonly #rows: HeapSortedRows;
  readonly #layout: Layout;

  constructor(rows: HeapSortedRows) {
    this.#rows = rows;
    this.signature = sortedSignature(rows.descriptor);
    this.#layout = sortedLayout(rows.descriptor);
  }

  memoryBytes(): number {
    return this.#rows.memoryBytes();
  }

  seal(id: number): SealedContent {
    const copy = this.#rows.copied();
    const partition = this.#rows.descriptor.partition ?? null;
    const cutoff = this.#rows.rows.written?.cutoff;
    return copiedContent(() => {
      const { weights, ...rows } = ranked(copy);
      const values = weighted(this.#layout, weights, copy.columns);
      const sealed = { ...rows, keys: copy.keys.keys, partition, values };
      return [living(sealedRows(this.#layout, keyPrefix(id, null, null), sealed), cutoff)];
    });
  }

  sequence(): number {
    return this.#rows.rows.size;
  }

  load({ keys, values, prefix }: StoredEntries): void {
    const rows = this.#rows;
    const { count } = keys;
    const { columns } = this.#layout.readKeys(keys, prefix.length);
    const { weights, stored } = unweighted(this.#layout, this.#layout.readValues(values));
    const slots = new Int32Array(count);
    const ids = new Int32Array(count);
    const added = rows.keys.find({ columns, selection: null, count }, slots, true);
    if (added > 0) rows.begin();
    rows.load(stored, weights, slots, ids);
  }

  sweep(count: number): void {
    this.#rows.sweep(count);
  }
}

/** Rows with their weights, which stand by row id as the other columns do. */
function ranked({ keys, end, starts, counts, ids, weights }: SortedCopy): Listed & {
  readonly weights: Float64Array;
} {
  const keyRows = new Int32Array(end);
  const rows = new Int32Array(end);
  const sequences = new Float64Array(end);
  const byId = new Float64Array(end);
  let count = 0;
  keys.slots.forEach((slot, i) => {
    for (let position = 0; position < (counts[i] as number); position++) {
      const at = (starts[i] as number) + position;
      const id = ids[at] as number;
      keyRows[count] = slot;
      sequences[count] = position;
      byId[id] = weights[at] as number;
      rows[count++] = id;
    }
  });
  return { ...shortened(keyRows, rows, sequences, count), weights: byId };
}
