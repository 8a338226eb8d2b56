/**
 * Entries of public state in memory: the reference. A snapshot writes them all to one sorted file,
 * which the store over files opens as well as this one. What has expired goes by and by, with each
 * write some, and is in no snapshot.
 */
import type { Sealed, SnapshotTarget, StateHandle, TableMeta } from '../api/snapshot.js';
import type { KeyGroupRange } from '../api/store.js';
import { EntryBuffer } from '../forst/entries.js';
import type { Expiring } from '../forst/expiry.js';
import { runFileJob } from '../forst/file-job.js';
import { numberAt } from '../keyed/layout.js';
import { splitAddress } from './address.js';
import type { Declarations } from './entry-backend.js';
import { bytesOf, type EntryStore, type FarValues, type Page } from './entry-store.js';

export interface MemoryEntriesParts {
  readonly keyGroups: KeyGroupRange;
  readonly declared: Declarations;
  /** A random number below 2^32. */
  readonly random: () => number;
}

/** Prefixes that are looked at for what has expired, with each write. */
const SWEPT = 2;

type Below = Map<string, Uint8Array>;

export class MemoryEntries implements EntryStore {
  readonly full = undefined;
  readonly #parts: MemoryEntriesParts;
  readonly #prefixes = new Map<string, Below>();
  /** Where sweeping goes on. */
  #swept = this.#prefixes.entries();

  constructor(parts: MemoryEntriesParts) {
    this.#parts = parts;
  }

  /** Takes an entry of a restored file. */
  load(address: string, value: Uint8Array): void {
    const [prefix, suffix] = splitAddress(address);
    this.put(prefix, suffix, value);
  }

  near(prefix: string, suffix: string): Uint8Array | null {
    return this.#prefixes.get(prefix)?.get(suffix) ?? null;
  }

  far(): FarValues {
    return [];
  }

  scan(prefix: string, after: string | undefined, limit: number): Page {
    const all = [...(this.#prefixes.get(prefix) ?? [])]
      .filter(([suffix]) => after === undefined || suffix > after)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return { entries: all.slice(0, limit), isLast: all.length <= limit };
  }

  put(prefix: string, suffix: string, value: Uint8Array): void {
    const entries = this.#prefixes.get(prefix) ?? new Map<string, Uint8Array>();
    this.#prefixes.set(prefix, entries.set(suffix, value));
    const expiring = this.#parts.declared.expiring();
    if (expiring.tables.length > 0) this.#sweep(expiring);
  }

  #sweep(expiring: Expiring): void {
    for (let looked = 0; looked < SWEPT; looked++) {
      const next = this.#swept.next();
      if (next.done === true) {
        this.#swept = this.#prefixes.entries();
        return;
      }
      this.#dropExpired(expiring, ...next.value);
    }
  }

  #dropExpired({ tables, now }: Expiring, prefix: string, below: Below): void {
    const table = (prefix.charCodeAt(2) << 8) | prefix.charCodeAt(3);
    const ttlMs = tables.find((one) => one.table === table)?.ttlMs[0];
    if (ttlMs === undefined) return;
    for (const [suffix, value] of below) {
      if (numberAt(value, 0) + ttlMs <= now) below.delete(suffix);
    }
    if (below.size === 0) this.#prefixes.delete(prefix);
  }

  delete(prefix: string, suffix: string): void {
    const entries = this.#prefixes.get(prefix);
    entries?.delete(suffix);
    if (entries?.size === 0) this.#prefixes.delete(prefix);
  }

  clear(prefix: string): void {
    this.#prefixes.delete(prefix);
  }

  seal(): Sealed {
    const entries = new EntryBuffer();
    const expiring = this.#parts.declared.expiring();
    for (const [prefix, below] of this.#prefixes) this.#dropExpired(expiring, prefix, below);
    for (const [prefix, below] of this.#prefixes) {
      for (const [suffix, value] of below) entries.put(bytesOf(prefix + suffix), value);
    }
    const tables = this.#parts.declared.tables();
    return {
      write: (target) => this.#write(entries, tables, target),
      release: () => undefined,
    };
  }

  async close(): Promise<void> {}

  async #write(
    entries: EntryBuffer,
    tables: readonly TableMeta[],
    { fileSystem, exclusive }: SnapshotTarget,
  ): Promise<StateHandle> {
    const { keyGroups, random } = this.#parts;
    const output = {
      prefix: `${exclusive}/${random().toString(16)}-`,
      level: 0,
      sequence: 1,
      blockBytes: 4096,
      bloomBitsPerKey: 10,
      rowTables: [],
      codec: 'NONE' as const,
      targetBytes: Infinity,
      clip: { first: keyGroups.first, last: keyGroups.last },
      nonce: random(),
      keep: null,
    };
    const job = { kind: 'flush', entries, ranges: [], output } as const;
    return { keyGroups, tables, files: await runFileJob(fileSystem, job) };
  }
}
