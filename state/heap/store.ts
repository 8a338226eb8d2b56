/**
 * The heap backend: all tables in typed arrays of this process. Everything is near, so a ticket is
 * always ready.
 */
import { assert } from '../../conf/errors/error.js';
import type { OrderedDescriptor, OrderedTable } from '../api/ordered.js';
import type {
  LinkedRows,
  LinkedRowsDescriptor,
  SortedRows,
  SortedRowsDescriptor,
} from '../api/row-list.js';
import type { KeyGroupRange, StateStore, Ticket } from '../api/store.js';
import type { KeyedTable, TableDescriptor, TimeTable } from '../api/table.js';
import { HeapTable } from './keyed-table.js';
import { HeapLinkedRows } from './linked-rows.js';
import { HeapOrderedTable } from './ordered-table.js';
import { HeapSortedRows } from './sorted-rows.js';
import { HeapTimeTable } from './time-table.js';

const NEAR: Ticket = { ready: true, wait: () => Promise.resolve(), release: () => {} };

export class HeapStore implements StateStore {
  readonly keyGroups: KeyGroupRange;
  readonly #tables = new Map<string, { memoryBytes(): number }>();

  constructor(keyGroups: KeyGroupRange) {
    this.keyGroups = keyGroups;
  }

  table(descriptor: TableDescriptor): KeyedTable {
    return this.#declare(descriptor.name, new HeapTable(descriptor));
  }

  timeTable(descriptor: TableDescriptor): TimeTable {
    return this.#declare(descriptor.name, new HeapTimeTable(descriptor));
  }

  orderedTable(descriptor: OrderedDescriptor): OrderedTable {
    return this.#declare(descriptor.name, new HeapOrderedTable(descriptor));
  }

  linkedRows(descriptor: LinkedRowsDescriptor): LinkedRows {
    return this.#declare(descriptor.name, new HeapLinkedRows(descriptor));
  }

  sortedRows(descriptor: SortedRowsDescriptor): SortedRows {
    return this.#declare(descriptor.name, new HeapSortedRows(descriptor));
  }

  prefetch(): Ticket {
    return NEAR;
  }

  memoryBytes(): number {
    let sum = 0;
    for (const table of this.#tables.values()) sum += table.memoryBytes();
    return sum;
  }

  #declare<T extends { memoryBytes(): number }>(name: string, table: T): T {
    assert(!this.#tables.has(name), `An operator declares its state ${name} once`);
    this.#tables.set(name, table);
    return table;
  }
}
