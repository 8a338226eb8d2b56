/**
 * A heap store that holds an operator to its word: a key that is touched without having been named
 * in a read that is out is an error, as it would be on a backend that fetches. For tests and for
 * profiles of golden tests.
 */
import { assert } from '../../conf/errors/error.js';
import type { OrderedDescriptor, OrderedTable } from '../api/ordered.js';
import type { Read, ReadList } from '../api/read-list.js';
import type { KeyRows } from '../api/reads.js';
import type {
  LinkedRows,
  LinkedRowsDescriptor,
  SortedRows,
  SortedRowsDescriptor,
} from '../api/row-list.js';
import type { Sealed, StateHandle } from '../api/snapshot.js';
import type {
  DurableStore,
  KeyGroupRange,
  StateBackend,
  StateReads,
  Ticket,
} from '../api/store.js';
import type { KeyedTable, TableDescriptor, TimeTable } from '../api/table.js';
import { HeapTable } from '../heap/keyed-table.js';
import type { HeapLinkedRows } from '../heap/linked-rows.js';
import type { HeapOrderedTable } from '../heap/ordered-table.js';
import type { HeapSortedRows } from '../heap/sorted-rows.js';
import type { HeapTimeTable } from '../heap/time-table.js';
import type { SlotWatch } from '../heap/watch.js';

export class CheckingBackend implements StateBackend {
  readonly name: string;
  readonly #backend: StateBackend;

  /** @param backend the heap's */
  constructor(backend: StateBackend) {
    this.#backend = backend;
    this.name = backend.name;
  }

  async open(keyGroups: KeyGroupRange, handles: readonly StateHandle[]): Promise<DurableStore> {
    return new CheckingStore(await this.#backend.open(keyGroups, handles));
  }

  close(): Promise<void> {
    return this.#backend.close();
  }
}

/** The keys of one table, or of a namespace, that were named. */
class Named implements SlotWatch {
  readonly #name: string;
  readonly #keys: HeapTable;
  isWhole = false;

  constructor({ name, key }: Pick<TableDescriptor, 'name' | 'key'>) {
    this.#name = name;
    this.#keys = new HeapTable({ name, key, values: [] });
  }

  add(rows: KeyRows): void {
    this.#keys.locate(rows, new Int32Array(rows.count), true);
  }

  clear(): void {
    this.#keys.reset();
    this.isWhole = false;
  }

  located(rows: KeyRows): void {
    const found = new Int32Array(rows.count);
    this.#keys.locate(rows, found, false);
    const isNamed = this.isWhole || !found.includes(-1);
    assert(isNamed, `An operator names the keys that it touches, also those of '${this.#name}'`);
  }

  removing(): void {}
}

export class CheckingStore implements DurableStore {
  readonly keyGroups: KeyGroupRange;
  readonly #store: DurableStore;
  /** By table, and by namespace within it. */
  readonly #named = new Map<unknown, Named>();
  readonly #namespaces = new Map<unknown, Map<number, Named>>();
  #out = 0;

  constructor(store: DurableStore) {
    this.#store = store;
    this.keyGroups = store.keyGroups;
  }

  table(descriptor: TableDescriptor): KeyedTable {
    const table = this.#store.table(descriptor) as HeapTable;
    table.watch = this.#watch(table, descriptor);
    return table;
  }

  timeTable(descriptor: TableDescriptor): TimeTable {
    const table = this.#store.timeTable(descriptor) as HeapTimeTable;
    for (const namespace of table.namespaces()) {
      (table.open(namespace) as HeapTable).watch = this.#namespaceOf(table, namespace);
    }
    table.watchOf = (namespace) => this.#namespaceOf(table, namespace);
    return table;
  }

  orderedTable(descriptor: OrderedDescriptor): OrderedTable {
    const table = this.#store.orderedTable(descriptor) as HeapOrderedTable;
    table.keyed.watch = this.#watch(table, descriptor);
    return table;
  }

  linkedRows(descriptor: LinkedRowsDescriptor): LinkedRows {
    const rows = this.#store.linkedRows(descriptor) as HeapLinkedRows;
    rows.keys.watch = this.#watch(rows, descriptor);
    return rows;
  }

  sortedRows(descriptor: SortedRowsDescriptor): SortedRows {
    const rows = this.#store.sortedRows(descriptor) as HeapSortedRows;
    rows.keys.watch = this.#watch(rows, descriptor);
    return rows;
  }

  reads(): StateReads {
    return this.#store.reads();
  }

  prefetch(reads: ReadList): Ticket {
    for (const read of reads.all()) this.#name(read);
    this.#out++;
    const ticket = this.#store.prefetch(reads);
    const release = (): void => {
      ticket.release();
      this.#out--;
      if (this.#out > 0) return;
      for (const named of this.#named.values()) named.clear();
      for (const each of this.#namespaces.values()) for (const one of each.values()) one.clear();
    };
    return { ready: true, wait: () => ticket.wait(), release };
  }

  begin(now: number): void {
    this.#store.begin(now);
  }

  memoryBytes(): number {
    return this.#store.memoryBytes();
  }

  seal(checkpoint: number): Sealed {
    return this.#store.seal(checkpoint);
  }

  #watch(table: unknown, descriptor: Pick<TableDescriptor, 'name' | 'key'>): Named {
    const named = new Named(descriptor);
    this.#named.set(table, named);
    return named;
  }

  #namespaceOf(table: TimeTable, namespace: number): Named {
    const all = this.#namespaces.get(table) ?? new Map<number, Named>();
    this.#namespaces.set(table, all);
    const named = all.get(namespace) ?? new Named(table.descriptor);
    all.set(namespace, named);
    return named;
  }

  #name(read: Read): void {
    if (read.kind === 'keys-at') {
      for (const { namespace, rows } of read.rows()) {
        this.#namespaceOf(read.table, namespace).add(rows);
      }
    } else if (read.kind === 'namespace') {
      this.#namespaceOf(read.table, read.namespace).isWhole = true;
    } else {
      const named = this.#named.get('lists' in read ? read.lists : read.table);
      assert(named !== undefined, 'A read names a table of its operator');
      named.add(read.rows);
    }
  }
}
