/**
 * The store of a task over sorted files: forst and rocksdb. Operators work on heap tables that hold
 * what is near; what was written since the last run is handed to the LSM as a run of entries, at
 * barriers and when there is much of it.
 *
 * Promises: a batch's keys are near when its ticket is ready, and stay until it is released. What a
 * barrier sealed is exactly what was applied before it. Memory is kept within its bound between
 * batches, by letting go of slots that the files have as well.
 */
import { assert } from '../../conf/errors/error.js';
import type { StoreCounts } from '../api/counts.js';
import type { OrderedDescriptor, OrderedTable } from '../api/ordered.js';
import type { Read, ReadList } from '../api/read-list.js';
import type {
  LinkedRows,
  LinkedRowsDescriptor,
  SortedRows,
  SortedRowsDescriptor,
} from '../api/row-list.js';
import type { Sealed, StateHandle, TableMeta } from '../api/snapshot.js';
import type { DurableStore, KeyGroupRange, StateReads, Ticket } from '../api/store.js';
import type { KeyedTable, TableDescriptor, TimeTable } from '../api/table.js';
import { isOther, otherTypes } from '../heap/restored.js';
import { settledTimes, settledTimesOfLists } from '../keyed/kept-times.js';
import {
  linkedSignature,
  orderedSignature,
  sortedSignature,
  tableSignature,
} from '../keyed/signature.js';
import { EntryBuffer } from './entries.js';
import type { Expiring } from './expiry.js';
import type { Far } from './far.js';
import { NearKeyed, NearTime } from './near-keyed.js';
import { NearLinked } from './near-linked.js';
import { NearOrdered } from './near-ordered.js';
import { NearSorted } from './near-sorted.js';
import { type Fetch, type NearState, together } from './near-state.js';
import { addSealed } from './near-table.js';
import { Progress } from './progress.js';
import { Runs } from './runs.js';
import { SpareBuffers } from './spare-buffers.js';
import { StoreSealed } from './store-sealed.js';
import type { TablePart } from './table-memory.js';
import type { RowTable } from './table-sizes.js';

interface Declared {
  readonly id: number;
  readonly state: NearState;
  /** The most slots that were near at a time: what its arrays, which never shrink, hold. */
  most: number;
}

/** Slots that are looked at at once when memory is short. */
const LEAST_EVICTED = 1024;

export class NearStore implements DurableStore {
  readonly keyGroups: KeyGroupRange;
  readonly #far: Far;
  readonly #memory: TablePart;
  readonly #runs = new Runs();
  /** Of runs that are in files; the next ones are written there. */
  readonly #spare = new SpareBuffers();
  readonly #progress: Progress;
  readonly #tables = new Map<string, Declared>();
  readonly #owners = new Map<unknown, NearState>();
  /** Of restored handles, by name; those that were not declared again are kept on. */
  readonly #restored: ReadonlyMap<string, TableMeta>;
  #nextId: number;
  #evictions = 0;

  constructor(
    far: Far,
    keyGroups: KeyGroupRange,
    handles: readonly StateHandle[],
    memory: TablePart,
  ) {
    this.keyGroups = keyGroups;
    this.#far = far;
    this.#memory = memory;
    this.#progress = new Progress(far, keyGroups, memory);
    const metas = handles.flatMap(({ tables }) => tables);
    this.#restored = joined(metas);
    this.#nextId = metas.reduce((most, { id }) => Math.max(most, id), -1) + 1;
    this.#progress.sequence = metas.reduce((most, meta) => Math.max(most, meta.sequence ?? 0), 0);
    this.#progress.covered = this.#progress.sequence;
  }

  counts(): Partial<StoreCounts> {
    return { ...this.#far.counts?.(), evictions: this.#evictions };
  }

  table(declared: TableDescriptor): KeyedTable {
    const stored = this.#signatureOf(declared);
    const { descriptor, untimed } = settledTimes(declared, tableSignature, stored);
    const state = this.#declare(
      descriptor.name,
      untimed,
      (id, meta) => new NearKeyed(descriptor, id, this.#progress, meta !== undefined),
    );
    this.#owners.set(state.table, state);
    return state.table;
  }

  timeTable(descriptor: TableDescriptor): TimeTable {
    const state = this.#declare(
      descriptor.name,
      [],
      (id, meta) => new NearTime(descriptor, id, this.#progress, meta?.namespaces ?? []),
    );
    this.#owners.set(state, state);
    return state;
  }

  orderedTable(declared: OrderedDescriptor): OrderedTable {
    const stored = this.#signatureOf(declared);
    const { descriptor, untimed } = settledTimes(declared, orderedSignature, stored);
    const state = this.#declare(
      descriptor.name,
      untimed,
      (id, meta) => new NearOrdered(descriptor, id, this.#progress, meta !== undefined),
    );
    this.#owners.set(state.heap, state);
    return state.heap;
  }

  linkedRows(declared: LinkedRowsDescriptor): LinkedRows {
    const stored = this.#signatureOf(declared);
    const { descriptor, untimed } = settledTimesOfLists(declared, linkedSignature, stored);
    const state = this.#declare(
      descriptor.name,
      untimed,
      (id, meta) => new NearLinked(descriptor, id, this.#progress, meta !== undefined),
    );
    this.#owners.set(state.heap, state);
    return state.heap;
  }

  sortedRows(declared: SortedRowsDescriptor): SortedRows {
    const stored = this.#signatureOf(declared);
    const { descriptor, untimed } = settledTimes(declared, sortedSignature, stored);
    const state = this.#declare(
      descriptor.name,
      untimed,
      (id, meta) => new NearSorted(descriptor, id, this.#progress, meta !== undefined),
    );
    this.#owners.set(state.heap, state);
    return state.heap;
  }

  begin(now: number): void {
    this.#progress.time.now = now;
  }

  /** By the time of what is applied: no batch in flight is earlier. */
  expiring(): Expiring {
    const tables = [...this.#tables.values()]
      .map(({ id, state }) => ({ table: id, ttlMs: state.ttlMs }))
      .filter(({ ttlMs }) => ttlMs.some((ms) => ms > 0));
    return { tables, now: this.#progress.time.now };
  }

  /** Tables whose keys are read with all their entries. */
  rowTables(): readonly RowTable[] {
    return [...this.#tables.values()].map(({ id, state }) => {
      return { table: id, apartBytes: state.apartBytes ?? 0 };
    });
  }

  prefetch(reads: ReadList, isRepeated = false): Ticket {
    const number = this.#progress.begin();
    this.#progress.isRepeated = isRepeated;
    const fetch = together(reads.all().map((read) => this.#fetch(read, number)));
    const runs = this.#runs;
    const memory = this.#memory;
    return {
      get ready() {
        return (fetch === null || fetch.ready()) && !runs.isFull(memory);
      },
      wait: async () => {
        await fetch?.wait();
        await runs.room(memory);
      },
      release: () => {
        this.#progress.end(number);
        this.#balance();
      },
    };
  }

  memoryBytes(): number {
    let sum = this.#runs.bytes + this.#spare.bytes;
    for (const { state } of this.#tables.values()) sum += state.memoryBytes();
    return sum;
  }

  reads(): StateReads {
    const { hits, misses } = this.#progress;
    const { blockHits = 0, nearReads = 0, farReads = 0 } = this.#far.counts?.() ?? {};
    return { hits, misses, blockHits, nearReads, farReads };
  }

  seal(_checkpoint: number): Sealed {
    this.#flush();
    const metas = this.#metas();
    const snapshot = this.#far.snapshot();
    snapshot.catch(() => undefined);
    return new StoreSealed(this.keyGroups, metas, snapshot);
  }

  /** Nothing of it is used any more; runs under way are awaited. */
  close(): Promise<void> {
    this.#memory.leave();
    return this.#far.close();
  }

  #metas(): TableMeta[] {
    const { sequence } = this.#progress;
    const kept = [...this.#restored.values()].filter(({ name }) => !this.#tables.has(name));
    const declared = [...this.#tables].map(([name, { id, state }]): TableMeta => {
      const { kind, signature } = state;
      const namespaces = state.namespaces?.();
      const meta = { id, name, kind, signature, sequence };
      return namespaces === undefined ? meta : { ...meta, namespaces };
    });
    return [...kept, ...declared];
  }

  /** Hands over what was written. */
  #flush(): void {
    const { run, sequence } = this.#progress;
    const written = [...this.#tables.values()].map(({ state }) => state.seal());
    this.#progress.run++;
    const ranges = written.flatMap((one) => one.ranges);
    const entries = this.#spare.take() ?? new EntryBuffer(true);
    for (const { rows } of written) addSealed(entries, rows, this.keyGroups.of);
    const installed = this.#far.add(entries, ranges).then(() => {
      this.#progress.installed = run;
      this.#progress.covered = sequence;
      this.#spare.give(entries, this.#memory.mostRunBytes);
    });
    this.#runs.add(entries.keyBytes + entries.valueBytes, installed);
  }

  /** Between batches: writes when there is much to write, lets go when there is much near. */
  #balance(): void {
    let dirtyBytes = 0;
    for (const { state } of this.#tables.values()) dirtyBytes += state.dirtyBytes;
    if (dirtyBytes > this.#memory.writeBufferBytes) this.#flush();
    for (const { state } of this.#tables.values()) state.trim?.();
    const bytes = this.memoryBytes();
    this.#memory.holds(bytes);
    if (bytes <= this.#memory.memoryBytes) return;
    // Memory is short by this factor; each table is filled less by as much.
    const filling = this.#memory.memoryBytes / bytes;
    for (const declared of this.#tables.values()) {
      const { state } = declared;
      declared.most = Math.max(declared.most, state.nearCount);
      const surplus = Math.ceil(state.nearCount - declared.most * filling);
      if (surplus > 0) this.#evictions += state.evict(Math.max(surplus, LEAST_EVICTED));
    }
  }

  #signatureOf({ name }: { readonly name: string }): string | undefined {
    return this.#restored.get(name)?.signature;
  }

  #fetch(read: Read, ticket: number): Fetch | null {
    const owner = this.#owners.get('lists' in read ? read.lists : read.table);
    assert(owner !== undefined, 'A read names a table of its operator');
    return owner.fetch(read, ticket);
  }

  /** @param untimed by list: what is stored has no times, and counts as written now */
  #declare<T extends NearState>(
    name: string,
    untimed: readonly boolean[],
    make: (id: number, meta: TableMeta | undefined) => T,
  ): T {
    assert(!this.#tables.has(name), `An operator declares its state ${name} once`);
    const meta = this.#restored.get(name);
    const id = meta?.id ?? this.#nextId++;
    const state = make(id, meta);
    const isTimed = untimed.length === 0;
    if (meta !== undefined && isOther(meta, state, isTimed)) throw otherTypes(name, meta, state);
    // It expires from the next line on.
    if (!isTimed) this.#far.giveTimes(id, untimed, this.#progress.time.now);
    this.#tables.set(name, { id, state, most: 0 });
    return state;
  }
}

/** One description a name, with the namespaces of all. */
function joined(metas: readonly TableMeta[]): ReadonlyMap<string, TableMeta> {
  const byName = new Map<string, TableMeta>();
  for (const meta of metas) {
    const before = byName.get(meta.name);
    const namespaces = new Set([...(before?.namespaces ?? []), ...(meta.namespaces ?? [])]);
    const sorted = [...namespaces].sort((a, b) => a - b);
    byName.set(meta.name, meta.kind === 'time' ? { ...meta, namespaces: sorted } : meta);
  }
  return byName;
}
