/** Keyed tables and the keyed tables of namespaces, as their store sees them. */
import { assert } from '../../conf/errors/error.js';
import type { Read } from '../api/read-list.js';
import type { KeyedTable, TableDescriptor, TimeTable } from '../api/table.js';
import { Namespaces } from '../heap/namespaces.js';
import { keyPrefix, type Layout } from '../keyed/layout.js';
import { tableLayout } from '../keyed/layouts.js';
import { tableSignature } from '../keyed/signature.js';
import type { KeyRange } from './key-range.js';
import { type Fetch, type NearState, together, type Written } from './near-state.js';
import { NearTable } from './near-table.js';
import type { Progress } from './progress.js';

/** Bytes of a deleted range, about. */
const RANGE_BYTES = 100;

export class NearKeyed implements NearState {
  readonly kind = 'table';
  readonly signature: string;
  readonly ttlMs: readonly number[];
  readonly #near: NearTable;

  /** @param isRestored the files may hold some of it */
  constructor(descriptor: TableDescriptor, id: number, progress: Progress, isRestored: boolean) {
    const prefix = keyPrefix(id, null, null);
    this.ttlMs = [descriptor.ttlMs ?? 0];
    this.signature = tableSignature(descriptor);
    this.#near = new NearTable(descriptor, tableLayout(descriptor), prefix, progress, isRestored);
  }

  get table(): KeyedTable {
    return this.#near.heap;
  }

  get dirtyBytes(): number {
    return this.#near.dirtyBytes;
  }

  get nearCount(): number {
    return this.#near.nearCount;
  }

  fetch(read: Read, ticket: number): Fetch | null {
    return read.kind === 'keys' ? this.#near.fetch(read.rows, ticket) : null;
  }

  seal(): Written {
    return { rows: this.#near.seal(), ranges: [] };
  }

  memoryBytes(): number {
    return this.#near.memoryBytes();
  }

  evict(count: number): number {
    return this.#near.evict(count);
  }
}

/**
 * A near table a namespace. All live namespaces are known; dropping one deletes its range of keys.
 *
 * A namespace that is opened again before the drop is in the files does not see what was dropped.
 */
export class NearTime implements NearState, TimeTable {
  readonly kind = 'time';
  readonly signature: string;
  readonly ttlMs = [];
  readonly descriptor: TableDescriptor;
  readonly #id: number;
  readonly #layout: Layout;
  readonly #progress: Progress;
  readonly #tables = new Map<number, NearTable>();
  readonly #namespaces = new Namespaces();
  #ranges: KeyRange[] = [];
  /** The run that holds the drop of a namespace; until the files have it, they are not asked. */
  readonly #dropped = new Map<number, number>();

  /** @param namespaces those that the files may hold */
  constructor(
    descriptor: TableDescriptor,
    id: number,
    progress: Progress,
    namespaces: readonly number[],
  ) {
    this.descriptor = descriptor;
    this.signature = tableSignature(descriptor);
    this.#id = id;
    this.#layout = tableLayout(descriptor);
    this.#progress = progress;
    for (const namespace of namespaces) this.#add(namespace, true);
  }

  get size(): number {
    return this.#namespaces.size;
  }

  get dirtyBytes(): number {
    let sum = this.#ranges.length * RANGE_BYTES;
    for (const table of this.#tables.values()) sum += table.dirtyBytes;
    return sum;
  }

  get nearCount(): number {
    let sum = 0;
    for (const table of this.#tables.values()) sum += table.nearCount;
    return sum;
  }

  next(from: number): number {
    return this.#namespaces.next(from);
  }

  open(namespace: number): KeyedTable {
    const table = this.#tables.get(namespace) ?? this.#add(namespace, false);
    return table.heap;
  }

  find(namespace: number): KeyedTable | undefined {
    return this.#tables.get(namespace)?.heap;
  }

  drop(namespace: number): void {
    const table = this.#tables.get(namespace);
    assert(table !== undefined, 'A dropped namespace exists');
    this.#tables.delete(namespace);
    this.#namespaces.remove(namespace);
    table.isDropped = true;
    if (!table.mayBeFar && !this.#dropped.has(namespace)) return;
    this.#ranges.push(table.range());
    this.#dropped.set(namespace, this.#progress.run);
  }

  fetch(read: Read, ticket: number): Fetch | null {
    if (read.kind === 'namespace') {
      const table = this.#tables.get(read.namespace);
      return table === undefined ? null : table.fetchAll(ticket);
    }
    if (read.kind !== 'keys-at') return null;
    return together(
      read.rows().map(({ namespace, rows }) => {
        const table = this.#tables.get(namespace);
        return table === undefined ? null : table.fetch(rows, ticket);
      }),
    );
  }

  seal(): Written {
    const { installed } = this.#progress;
    for (const [namespace, run] of this.#dropped) {
      if (run <= installed) this.#dropped.delete(namespace);
    }
    const ranges = this.#ranges;
    this.#ranges = [];
    return { rows: [...this.#tables.values()].flatMap((table) => table.seal()), ranges };
  }

  memoryBytes(): number {
    let sum = 0;
    for (const table of this.#tables.values()) sum += table.memoryBytes();
    return sum;
  }

  /** The latest namespaces first: the earliest fire next. */
  evict(count: number): number {
    let went = 0;
    for (const namespace of [...this.#namespaces.all()].reverse()) {
      if (went >= count) break;
      went += (this.#tables.get(namespace) as NearTable).evict(count - went);
    }
    return went;
  }

  namespaces(): readonly number[] {
    return this.#namespaces.all();
  }

  #add(namespace: number, mayBeFar: boolean): NearTable {
    const prefix = keyPrefix(this.#id, null, namespace);
    const table = new NearTable(this.descriptor, this.#layout, prefix, this.#progress, mayBeFar);
    table.isNamespace = true;
    table.hiddenUntil = this.#dropped.get(namespace) ?? 0;
    this.#tables.set(namespace, table);
    this.#namespaces.add(namespace);
    return table;
  }
}
