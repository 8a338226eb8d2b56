/** Keyed tables, and the keyed tables of namespaces, as checkpoints see them. */
import type { TableDescriptor } from '../api/table.js';
import type { Vector } from '../column/vector.js';
import { keyPrefix, type Layout, numberAt, TABLE_SIZE } from '../keyed/layout.js';
import { tableLayout } from '../keyed/layouts.js';
import type { SealedRows } from '../keyed/sealed-rows.js';
import { tableSignature } from '../keyed/signature.js';
import type { FrozenTable, HeapTable, TableCopy } from './keyed-table.js';
import {
  living,
  type SealedContent,
  type StoredEntries,
  type StoredTable,
  sealedRows,
  taken,
} from './stored-table.js';
import type { HeapTimeTable } from './time-table.js';

export class StoredKeyed implements StoredTable {
  readonly kind = 'table';
  readonly signature: string;
  readonly #table: HeapTable;
  readonly #layout: Layout;

  constructor(table: HeapTable) {
    this.#table = table;
    this.signature = tableSignature(table.descriptor);
    this.#layout = tableLayout(table.descriptor);
  }

  memoryBytes(): number {
    return this.#table.memoryBytes();
  }

  seal(id: number): SealedContent {
    const cutoff = this.#table.written?.cutoff;
    return this.#content(keyPrefix(id, null, null), this.#table.frozen(), cutoff);
  }

  *#content(prefix: Uint8Array, frozen: FrozenTable, cutoff: number | undefined): SealedContent {
    yield* taken(frozen);
    const { descriptor } = this.#table;
    return [living(sealedTable(this.#layout, prefix, descriptor, frozen.copy()), cutoff)];
  }

  load(entries: StoredEntries): void {
    loadTable(this.#table, this.#layout, entries);
  }

  sweep(count: number): void {
    this.#table.sweep(count);
  }
}

export class StoredTime implements StoredTable {
  readonly kind = 'time';
  readonly signature: string;
  readonly #table: HeapTimeTable;
  readonly #layout: Layout;

  constructor(table: HeapTimeTable) {
    this.#table = table;
    this.signature = tableSignature(table.descriptor);
    this.#layout = tableLayout(table.descriptor);
  }

  memoryBytes(): number {
    return this.#table.memoryBytes();
  }

  seal(id: number): SealedContent {
    return this.#content(
      this.namespaces().map((namespace) => ({
        prefix: keyPrefix(id, null, namespace),
        frozen: this.#table.open(namespace).frozen(),
      })),
    );
  }

  *#content(
    all: readonly { readonly prefix: Uint8Array; readonly frozen: FrozenTable }[],
  ): SealedContent {
    const rows: SealedRows[] = [];
    for (const { prefix, frozen } of all) {
      yield* taken(frozen);
      rows.push(sealedTable(this.#layout, prefix, this.#table.descriptor, frozen.copy()));
    }
    return rows;
  }

  load(entries: StoredEntries): void {
    const namespace = numberAt(entries.prefix, TABLE_SIZE);
    loadTable(this.#table.open(namespace), this.#layout, entries);
  }

  namespaces(): readonly number[] {
    return this.#table.namespaces();
  }
}

function sealedTable(
  layout: Layout,
  prefix: Uint8Array,
  { partition }: TableDescriptor,
  { keys, values, slots }: TableCopy,
): SealedRows {
  const rows = { keys, keyRows: slots, partition: partition ?? null, values, rows: slots };
  return sealedRows(layout, prefix, rows);
}

function loadTable(table: HeapTable, layout: Layout, entries: StoredEntries): void {
  const { count } = entries.keys;
  const { columns } = layout.readKeys(entries.keys, entries.prefix.length);
  const slots = new Int32Array(count);
  table.find({ columns, selection: null, count }, slots, true);
  const { stored } = table;
  layout.readValues(entries.values).forEach((vector: Vector, c) => {
    stored[c]?.copy(slots, count, vector, null);
  });
}
