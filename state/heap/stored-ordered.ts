/** Ordered tables as checkpoints see them: an entry of the table is an entry there. */
import type { I32Vector, Vector } from '../column/vector.js';
import { keyPrefix, type Layout } from '../keyed/layout.js';
import { orderedLayout } from '../keyed/layouts.js';
import { orderedSignature } from '../keyed/signature.js';
import type { HeapOrderedTable, OrderedCopy } from './ordered-table.js';
import {
  copiedContent,
  living,
  type SealedContent,
  type StoredEntries,
  type StoredTable,
  sealedRows,
} from './stored-table.js';

export class StoredOrdered implements StoredTable {
  readonly kind = 'ordered';
  readonly signature: string;
  readonly #table: HeapOrderedTable;
  readonly #layout: Layout;

  constructor(table: HeapOrderedTable) {
    this.#table = table;
    this.signature = orderedSignature(table.descriptor);
    this.#layout = orderedLayout(table.descriptor);
  }

  memoryBytes(): number {
    return this.#table.memoryBytes();
  }

  seal(id: number): SealedContent {
    const copy = this.#table.copied();
    const partition = this.#table.descriptor.partition ?? null;
    const cutoff = this.#table.written?.cutoff;
    return copiedContent(() => {
      const { keyRows, rows } = entriesOf(copy);
      const { groups, order, values } = copy;
      const sealed = { keys: groups.keys, keyRows, partition, orders: order, values, rows };
      return [living(sealedRows(this.#layout, keyPrefix(id, null, null), sealed), cutoff)];
    });
  }

  load(entries: StoredEntries): void {
    const { count } = entries.keys;
    const table = this.#table;
    const { columns } = this.#layout.readKeys(entries.keys, entries.prefix.length);
    const keys = columns.slice(0, table.descriptor.key.length);
    const groups = new Int32Array(count);
    const added = table.keyed.find({ columns: keys, selection: null, count }, groups, true);
    if (added > 0) table.begin();
    table.bind(columns.slice(keys.length));
    const places = new Int32Array(count);
    for (let i = 0; i < count; i++) places[i] = table.put(groups[i] as number, i);
    const { stored } = table;
    this.#layout.readValues(entries.values).forEach((vector: Vector, c) => {
      stored[c]?.copy(places, count, vector, null);
    });
  }

  sweep(count: number): void {
    this.#table.sweep(count);
  }
}

/** All entries with the groups that they belong to. */
function entriesOf({ groups, treap, size }: OrderedCopy): {
  readonly keyRows: Int32Array;
  readonly rows: Int32Array;
} {
  const keyRows = new Int32Array(size);
  const rows = new Int32Array(size);
  const roots = (groups.values[0] as I32Vector).values;
  let count = 0;
  for (const group of groups.slots) {
    const stack = [roots[group] as number];
    for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
      if (entry < 0) continue;
      keyRows[count] = group;
      rows[count++] = entry;
      stack.push(treap.left[entry] as number, treap.right[entry] as number);
    }
  }
  return { keyRows, rows };
}
