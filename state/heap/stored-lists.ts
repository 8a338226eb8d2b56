/**
 * Row lists as checkpoints see them: an entry a row, told apart by a sequence number, or by a
 * unique key with the sequence number beside the row. What is written here numbers the rows of a
 * list by their place.
 */
import { keyPrefix, type Layout, TABLE_SIZE } from '../keyed/layout.js';
import {
  byWeight,
  linkedLayouts,
  sortedLayout,
  uniqueColumns,
  unweighted,
  weighted,
} from '../keyed/layouts.js';
import type { SealedRows } from '../keyed/sealed-rows.js';
import { linkedSignature, sortedSignature } from '../keyed/signature.js';
import type { FrozenLinked, FrozenList, HeapLinkedRows } from './linked-rows.js';
import type { FrozenSorted, HeapSortedRows } from './sorted-rows.js';
import {
  living,
  type SealedContent,
  STEP,
  type StoredEntries,
  type StoredTable,
  sealedRows,
  taken,
} from './stored-table.js';

export class StoredLinked implements StoredTable {
  readonly kind = 'linked';
  readonly signature: string;
  readonly #rows: HeapLinkedRows;
  readonly #layouts: readonly Layout[];
  /** Of the last slot of each list with a unique key, rows that were loaded. */
  readonly #loading = new Map<number, LoadingSlot>();

  constructor(rows: HeapLinkedRows) {
    this.#rows = rows;
    this.signature = linkedSignature(rows.descriptor);
    this.#layouts = linkedLayouts(rows.descriptor);
  }

  memoryBytes(): number {
    return this.#rows.memoryBytes();
  }

  seal(id: number): SealedContent {
    const cutoffs = this.#rows.lists.map(({ rows }) => rows.written?.cutoff);
    return this.#content(id, this.#rows.frozen(), cutoffs);
  }

  *#content(
    id: number,
    frozen: FrozenLinked,
    cutoffs: readonly (number | undefined)[],
  ): SealedContent {
    yield* taken(frozen.keys);
    const { keys, slots } = frozen.keys.copy();
    const { partition = null, unique = [] } = this.#rows.descriptor;
    const sealed: SealedRows[] = [];
    for (const [number, list] of frozen.lists.entries()) {
      yield* taken(list.rows);
      const listed = yield* linked(slots, list);
      const layout = this.#layouts[number] as Layout;
      const values = valuesOf(layout, unique[number] ?? null, listed, list);
      const rows = { keys, partition, ...values };
      sealed.push(living(sealedRows(layout, keyPrefix(id, number, null), rows), cutoffs[number]));
    }
    return sealed;
  }

  sequence(): number {
    return Math.max(...this.#rows.lists.map(({ rows }) => rows.size));
  }

  load({ keys, values, prefix }: StoredEntries): void {
    const number = prefix[TABLE_SIZE] as number;
    const layout = this.#layouts[number] as Layout;
    const list = this.#rows.lists[number] as HeapLinkedRows['lists'][number];
    const { count } = keys;
    const { key, unique = [] } = this.#rows.descriptor;
    const columns = layout.readKeys(keys, prefix.length).columns.slice(0, key.length);
    const slots = new Int32Array(count);
    const ids = new Int32Array(count);
    const added = this.#rows.keys.find({ columns, selection: null, count }, slots, true);
    if (added > 0) this.#rows.begin();
    if ((unique[number] ?? null) === null) {
      list.rows.load(layout.readValues(values), count, ids);
      for (let i = 0; i < count; i++) list.append(slots[i] as number, ids[i] as number);
      return;
    }
    const { weights, stored } = unweighted(layout, layout.readValues(values));
    list.rows.load(stored, count, ids);
    for (let i = 0; i < count; i++) {
      this.#take(number, slots[i] as number, ids[i] as number, weights[i] as number);
    }
  }

  /** Rows come by their unique keys, slot after slot, and go into their lists by arrival. */
  #take(number: number, slot: number, id: number, weight: number): void {
    const loading = this.#loading.get(number);
    if (loading?.slot === slot) {
      loading.ids.push(id);
      loading.weights.push(weight);
      return;
    }
    if (loading !== undefined) this.#append(number, loading);
    this.#loading.set(number, { slot, ids: [id], weights: [weight] });
  }

  #append(number: number, { slot, ids, weights }: LoadingSlot): void {
    const list = this.#rows.lists[number] as HeapLinkedRows['lists'][number];
    for (const i of byWeight(Float64Array.from(weights))) list.append(slot, ids[i] as number);
  }

  loaded(): void {
    for (const [number, loading] of this.#loading) this.#append(number, loading);
    this.#loading.clear();
  }

  sweep(count: number): void {
    this.#rows.sweep(count);
  }
}

interface LoadingSlot {
  readonly slot: number;
  readonly ids: number[];
  readonly weights: number[];
}

interface Listed extends Pick<SealedRows, 'keyRows' | 'rows'> {
  readonly sequences: Float64Array;
}

/** What a layout wants of listed rows: with a unique key it stands before the sequence number. */
function valuesOf(
  layout: Layout,
  unique: readonly number[] | null,
  listed: Listed,
  { rows, end }: FrozenList,
): Pick<SealedRows, 'keyRows' | 'rows' | 'orders' | 'values' | 'sequences'> {
  const stored = rows.vectors();
  if (unique === null) return { ...listed, orders: [], values: stored };
  const weights = new Float64Array(end);
  listed.rows.forEach((id, i) => {
    weights[id] = listed.sequences[i] as number;
  });
  const orders = uniqueColumns(layout, unique, stored);
  return { ...listed, orders, values: weighted(layout, weights, stored), sequences: null };
}

function* linked(slots: Int32Array, list: FrozenList): Generator<void, Listed> {
  const keyRows = new Int32Array(list.size);
  const rows = new Int32Array(list.size);
  const sequences = new Float64Array(list.size);
  let count = 0;
  for (const slot of slots) {
    let sequence = 0;
    for (let id = list.first(slot); id >= 0; id = list.next(id)) {
      keyRows[count] = slot;
      sequences[count] = sequence++;
      rows[count++] = id;
      if (count % STEP === 0) yield;
    }
  }
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
    const cutoff = this.#rows.rows.written?.cutoff;
    return this.#content(keyPrefix(id, null, null), this.#rows.frozen(), cutoff);
  }

  *#content(prefix: Uint8Array, frozen: FrozenSorted, cutoff: number | undefined): SealedContent {
    yield* taken(frozen.keys);
    yield* taken(frozen.rows);
    const { keys, slots } = frozen.keys.copy();
    const { weights, ...rows } = yield* ranked(slots, frozen);
    const values = weighted(this.#layout, weights, frozen.rows.vectors());
    const partition = this.#rows.descriptor.partition ?? null;
    const sealed = { ...rows, keys, partition, values };
    return [living(sealedRows(this.#layout, prefix, sealed), cutoff)];
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
function* ranked(
  slots: Int32Array,
  { end, start, count: rowsOf, ids, weights }: FrozenSorted,
): Generator<void, Listed & { readonly weights: Float64Array }> {
  const keyRows = new Int32Array(end);
  const rows = new Int32Array(end);
  const sequences = new Float64Array(end);
  const byId = new Float64Array(end);
  let count = 0;
  for (const slot of slots) {
    const [first, length] = [start(slot), rowsOf(slot)];
    for (let position = 0; position < length; position++) {
      const id = ids[first + position] as number;
      keyRows[count] = slot;
      sequences[count] = position;
      byId[id] = weights[first + position] as number;
      rows[count++] = id;
      if (count % STEP === 0) yield;
    }
  }
  return { ...shortened(keyRows, rows, sequences, count), weights: byId };
}
