/**
 * Entries of public state in memory: the reference. A snapshot writes them all to one sorted file,
 * which the store over files opens as well as this one.
 */

import type { Sealed, SnapshotTarget, StateHandle, TableMeta } from '../api/snapshot.js';
import type { KeyGroupRange } from '../api/store.js';
import { EntryBuffer } from '../forst/entries.js';
import { runFileJob } from '../forst/file-job.js';
import { splitAddress } from './address.js';
import { bytesOf, type EntryStore, type FarValues, type Page } from './entry-store.js';

export interface MemoryEntriesParts {
  readonly keyGroups: KeyGroupRange;
  /** The declared states, when a snapshot names them. */
  readonly tables: () => readonly TableMeta[];
  /** A random number below 2^32. */
  readonly random: () => number;
}

export class MemoryEntries implements EntryStore {
  readonly full = undefined;
  readonly #parts: MemoryEntriesParts;
  readonly #prefixes = new Map<string, Map<string, Uint8Array>>();

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
    for (const [prefix, below] of this.#prefixes) {
      for (const [suffix, value] of below) entries.put(bytesOf(prefix + suffix), value);
    }
    const tables = this.#parts.tables();
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
      codec: 'NONE' as const,
      targetBytes: Infinity,
      clip: { first: keyGroups.first, last: keyGroups.last },
      nonce: random(),
    };
    const job = { kind: 'flush', entries, ranges: [], output } as const;
    return { keyGroups, tables, files: await runFileJob(fileSystem, job) };
  }
}
