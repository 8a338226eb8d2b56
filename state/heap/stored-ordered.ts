/** Ordered tables as checkpoints see them: an entry of the table is an entry there. */
import type { Vector } from '../column/vector.js';
import { keyPrefix, type Layout } from '../keyed/layout.js';
import { orderedLayout } from '../keyed/layouts.js';
import type { SealedRows } from '../keyed/sealed-rows.js';
import { orderedSignature } from '../keyed/signature.js';
import type { FrozenOrdered, HeapOrderedTable } from './ordered-table.js';
import {
  living,
  type SealedContent,
  STEP,
  type StoredEntries,
  type StoredTable,
  sealedRows,
  taken,
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
    const cutoff = this.#table.written?.cutoff;
    return this.#content(keyPrefix(id, null, null), this.#table.frozen(), cutoff);
  }

  *#content(prefix: Uint8Array, frozen: FrozenOrdered, cutoff: number | undefined): SealedContent {
    yield* taken(frozen.groups);
    yield* taken(frozen.entries);
    const { keys, slots } = frozen.groups.copy();
    const { keyRows, rows } = yield* entriesOf(slots, frozen);
    const columns = frozen.entries.vectors();
    const { order, partition = null } = this.#table.descriptor;
    const [orders, values] = [columns.slice(0, order.length), columns.slice(order.length)];
    const sealed = { keys, keyRows, partition, orders, values, rows };
    return [living(sealedRows(this.#layout, prefix, sealed), cutoff)];
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
function* entriesOf(
  groups: Int32Array,
  { roots, treap, size }: FrozenOrdered,
): Generator<void, Pick<SealedRows, 'keyRows' | 'rows'>> {
  const keyRows = new Int32Array(size);
  const rows = new Int32Array(size);
  let count = 0;
  for (const group of groups) {
    const stack = [roots[group] as number];
    for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
      if (entry < 0) continue;
      keyRows[count] = group;
      rows[count++] = entry;
      if (count % STEP === 0) yield;
      stack.push(treap.left[entry] as number, treap.right[entry] as number);
    }
  }
  return { keyRows, rows };
}
