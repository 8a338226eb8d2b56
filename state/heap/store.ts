/**
 * The heap backend's store: all tables in typed arrays of this process. Everything is near, so
 * a ticket is always ready. A checkpoint takes slots, rows and entries page by page while they go
 * on (`frozen.ts`; bytes are shared, they are only ever appended), copies at the barrier which rows
 * lists hold, and sorts and writes all in the background as one file of the task. What has expired
 * and is not asked for goes by and by, some keys a batch.
 */
import { assert } from '../../conf/errors/error.js';
import type { OrderedDescriptor, OrderedTable } from '../api/ordered.js';
import type {
  LinkedRows,
  LinkedRowsDescriptor,
  SortedRows,
  SortedRowsDescriptor,
} from '../api/row-list.js';
import type { Sealed, TableMeta } from '../api/snapshot.js';
import type { DurableStore, KeyGroupRange, StateReads, Ticket } from '../api/store.js';
import type { KeyedTable, TableDescriptor, TimeTable } from '../api/table.js';
import { settledTimes, settledTimesOfLists } from '../keyed/kept-times.js';
import {
  linkedSignature,
  orderedSignature,
  sortedSignature,
  tableSignature,
} from '../keyed/signature.js';
import { HeapTable } from './keyed-table.js';
import type { StateTime } from './lifetime.js';
import { HeapLinkedRows } from './linked-rows.js';
import { HeapOrderedTable } from './ordered-table.js';
import { Restored } from './restored.js';
import { HeapSealed } from './sealed.js';
import { HeapSortedRows } from './sorted-rows.js';
import { StoredKeyed, StoredTime } from './stored-keyed.js';
import { StoredLinked, StoredSorted } from './stored-lists.js';
import { StoredOrdered } from './stored-ordered.js';
import type { StoredTable } from './stored-table.js';
import { HeapTimeTable } from './time-table.js';

const NEAR: Ticket = { ready: true, wait: () => Promise.resolve(), release: () => {} };

/** Keys a batch that are looked at for what has expired, a table. */
const SWEPT = 2048;

export class HeapStore implements DurableStore {
  readonly keyGroups: KeyGroupRange;
  readonly #tables = new Map<string, StoredTable>();
  readonly #restored: Restored;
  readonly #time: StateTime = { now: 0 };

  /** @param restored what the tables hold when they are declared */
  constructor(keyGroups: KeyGroupRange, restored = new Restored()) {
    this.keyGroups = keyGroups;
    this.#restored = restored;
  }

  table(declared: TableDescriptor): KeyedTable {
    const stored = this.#signatureOf(declared);
    const { descriptor, untimed } = settledTimes(declared, tableSignature, stored);
    const table = new HeapTable(descriptor, true, this.#time);
    this.#declare(descriptor.name, new StoredKeyed(table), untimed);
    return table;
  }

  timeTable(descriptor: TableDescriptor): TimeTable {
    const table = new HeapTimeTable(descriptor);
    this.#declare(descriptor.name, new StoredTime(table), []);
    return table;
  }

  orderedTable(declared: OrderedDescriptor): OrderedTable {
    const stored = this.#signatureOf(declared);
    const { descriptor, untimed } = settledTimes(declared, orderedSignature, stored);
    const table = new HeapOrderedTable(descriptor, this.#time);
    this.#declare(descriptor.name, new StoredOrdered(table), untimed);
    return table;
  }

  linkedRows(declared: LinkedRowsDescriptor): LinkedRows {
    const stored = this.#signatureOf(declared);
    const { descriptor, untimed } = settledTimesOfLists(declared, linkedSignature, stored);
    const rows = new HeapLinkedRows(descriptor, this.#time);
    this.#declare(descriptor.name, new StoredLinked(rows), untimed);
    return rows;
  }

  sortedRows(declared: SortedRowsDescriptor): SortedRows {
    const stored = this.#signatureOf(declared);
    const { descriptor, untimed } = settledTimes(declared, sortedSignature, stored);
    const rows = new HeapSortedRows(descriptor, this.#time);
    this.#declare(descriptor.name, new StoredSorted(rows), untimed);
    return rows;
  }

  prefetch(): Ticket {
    return NEAR;
  }

  begin(now: number): void {
    this.#time.now = now;
    for (const table of this.#tables.values()) table.sweep?.(SWEPT);
  }

  memoryBytes(): number {
    let sum = 0;
    for (const table of this.#tables.values()) sum += table.memoryBytes();
    return sum;
  }

  /** All is in memory: nothing is counted. */
  reads(): StateReads {
    return { hits: 0, misses: 0, blockHits: 0, nearReads: 0, farReads: 0 };
  }

  seal(_checkpoint: number): Sealed {
    const tables: TableMeta[] = [];
    const contents = [...this.#tables].map(([name, table], id) => {
      const { kind, signature } = table;
      const [namespaces, sequence] = [table.namespaces?.(), table.sequence?.()];
      tables.push({
        ...{ id, name, kind, signature },
        ...(namespaces === undefined ? {} : { namespaces }),
        ...(sequence === undefined ? {} : { sequence }),
      });
      return table.seal(id);
    });
    return new HeapSealed(this.keyGroups, tables, contents);
  }

  #signatureOf({ name }: { readonly name: string }): string | undefined {
    return this.#restored.signatureOf(name);
  }

  /** @param untimed by list: what was restored has no times, and counts as written now */
  #declare(name: string, table: StoredTable, untimed: readonly boolean[]): void {
    assert(!this.#tables.has(name), `An operator declares its state ${name} once`);
    this.#tables.set(name, table);
    this.#restored.fill(name, table, untimed, this.#time.now);
  }
}
