/**
 * A time table on the heap: a keyed table a namespace, so that firing walks one table and dropping
 * frees it at once. A dropped table's memory serves the next namespace: windows of one size tend to
 * hold alike many keys, so the next one starts without growing.
 */
import { assert } from '../../conf/errors/error.js';
import type { TableDescriptor, TimeTable } from '../api/table.js';
import { HeapTable } from './keyed-table.js';
import { Namespaces } from './namespaces.js';
import type { SlotWatch } from './watch.js';

/** A table is kept for the next namespace when at least one of so many of its slots was in use. */
const LEAST_USE = 8;

export class HeapTimeTable implements TimeTable {
  readonly descriptor: TableDescriptor;
  /** Makes the watch of a namespace's table. */
  watchOf: ((namespace: number) => SlotWatch) | null = null;
  readonly #tables = new Map<number, HeapTable>();
  readonly #namespaces = new Namespaces();
  #spare: HeapTable | null = null;
  #last: HeapTable | null = null;
  #lastNamespace = Number.NaN;

  constructor(descriptor: TableDescriptor) {
    this.descriptor = descriptor;
  }

  get size(): number {
    return this.#namespaces.size;
  }

  next(from: number): number {
    return this.#namespaces.next(from);
  }

  open(namespace: number): HeapTable {
    if (namespace === this.#lastNamespace && this.#last !== null) return this.#last;
    let table = this.#tables.get(namespace);
    if (table === undefined) {
      table = this.#spare ?? new HeapTable(this.descriptor, true);
      this.#spare = null;
      table.watch = this.watchOf?.(namespace) ?? null;
      this.#tables.set(namespace, table);
      this.#namespaces.add(namespace);
    }
    this.#last = table;
    this.#lastNamespace = namespace;
    return table;
  }

  find(namespace: number): HeapTable | undefined {
    return this.#tables.get(namespace);
  }

  drop(namespace: number): void {
    const table = this.#tables.get(namespace);
    assert(table !== undefined, 'A dropped namespace exists');
    this.#tables.delete(namespace);
    this.#namespaces.remove(namespace);
    if (namespace === this.#lastNamespace) this.#last = null;
    // What a checkpoint still copies stays as it is.
    if (this.#spare !== null || table.isFrozen || table.size * LEAST_USE < table.capacity) return;
    table.reset();
    this.#spare = table;
  }

  /** Live namespaces, ascending. */
  namespaces(): readonly number[] {
    return this.#namespaces.all();
  }

  memoryBytes(): number {
    let sum = this.#spare?.memoryBytes() ?? 0;
    for (const table of this.#tables.values()) sum += table.memoryBytes();
    return sum;
  }
}
