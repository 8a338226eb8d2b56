/**
 * The synchronous backend, for operators that cannot say what they will read: tables near what
 * memory holds, all else in a folder of `level`, read on the task thread where it is touched. A
 * checkpoint gets sorted files as from any other backend, a restore reads them whole.
 */
import type { StateHandle } from '../api/snapshot.js';
import type { KeyGroupRange, StateBackend } from '../api/store.js';
import { EntryBuffer } from '../forst/entries.js';
import { type Expiring, UNEXPIRING } from '../forst/expiry.js';
import { groupOf } from '../forst/key-order.js';
import { readHandle } from '../forst/read-handle.js';
import { addEntry } from '../forst/scan.js';
import type { WriteBuffers } from '../forst/settings.js';
import type { FileFormat } from '../forst/sorted-file-writer.js';
import { NearStore } from '../forst/store.js';
import type { TableMemory } from '../forst/table-memory.js';
import type { FileSystem } from '../fs/file-system.js';
import { LevelFar } from './level-far.js';
import { PageStore } from './page-store.js';

/** What the synchronous stores of a job's part share. */
export interface LocalParts {
  /** Where the files of restored handles are. */
  readonly checkpoints: FileSystem;
  /** For `level`; nobody else writes there. */
  readonly folder: string;
  /** Memory of `level` for what it read. */
  readonly cacheBytes: number;
  /** Of files that go to checkpoints. */
  readonly format: FileFormat;
  /** Of all stores together. */
  readonly tables: TableMemory;
  readonly buffers?: WriteBuffers;
  /** A random number below 2^32. */
  readonly random: () => number;
}

/** Entries that are put into pages at once when they are restored. */
const RESTORED_BYTES = 4 << 20;

export class LocalBackend implements StateBackend {
  readonly name = 'local';
  readonly #parts: LocalParts;
  readonly #stores = new Set<NearStore>();
  #pages: Promise<PageStore> | null = null;

  constructor(parts: LocalParts) {
    this.#parts = parts;
  }

  async open(keyGroups: KeyGroupRange, handles: readonly StateHandle[]): Promise<NearStore> {
    const { folder, cacheBytes, format, tables, random } = this.#parts;
    this.#pages ??= PageStore.open(folder, cacheBytes);
    const expiring = (): Expiring => store?.expiring() ?? UNEXPIRING;
    const far = new LevelFar(await this.#pages, format, random, expiring);
    let store: NearStore | null = null;
    for (const handle of handles) await this.#restore(far, handle, keyGroups);
    store = new NearStore(far, keyGroups, handles, tables.join(this.#parts.buffers));
    this.#stores.add(store);
    return store;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#stores].map((store) => store.close()));
    const pages = await this.#pages?.catch(() => null);
    await pages?.close();
  }

  async #restore(far: LevelFar, handle: StateHandle, keyGroups: KeyGroupRange): Promise<void> {
    const { first, last } = keyGroups;
    const run = new EntryBuffer();
    for await (const page of readHandle(this.#parts.checkpoints, handle)) {
      for (let i = 0; i < page.count; i++) {
        const group = groupOf(page.keys, page.keyOffsets[i] as number);
        if (group >= first && group <= last) addEntry(run, page, i);
      }
      if (run.keyBytes + run.valueBytes < RESTORED_BYTES) continue;
      await far.add(run, []);
      run.clear();
    }
    await far.add(run, []);
  }
}
