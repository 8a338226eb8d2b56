/** Where entries of public state are: in memory, or in files. Each opens what the other wrote. */
import type { StateFile, StateHandle, TableMeta } from '../api/snapshot.js';
import type { KeyGroupRange } from '../api/store.js';
import type { ForstParts } from '../forst/backend.js';
import type { Expiring } from '../forst/expiry.js';
import { FileShipping, nameOf } from '../forst/file-shipping.js';
import { Lsm } from '../forst/lsm.js';
import { readHandle } from '../forst/read-handle.js';
import type { FileSystem } from '../fs/file-system.js';
import { type EntryStore, latin1 } from './entry-store.js';
import { LsmEntries } from './lsm-entries.js';
import { MemoryEntries } from './memory-entries.js';

/** What a store is told of the states that are declared in it, by and by. */
export interface Declarations {
  tables(): readonly TableMeta[];
  expiring(): Expiring;
}

export interface EntryBackend {
  open(
    keyGroups: KeyGroupRange,
    handles: readonly StateHandle[],
    declared: Declarations,
  ): Promise<EntryStore>;
}

export class LsmEntryBackend implements EntryBackend {
  readonly #parts: ForstParts;

  constructor(parts: ForstParts) {
    this.#parts = parts;
  }

  async open(
    keyGroups: KeyGroupRange,
    handles: readonly StateHandle[],
    declared: Declarations,
  ): Promise<EntryStore> {
    const { fileSystem, folder, random, settings, tables: memory } = this.#parts;
    const lsm = new Lsm(
      {
        ...this.#parts,
        fs: fileSystem,
        prefix: `${folder}/${nameOf(random)}`,
        keyGroups,
        expiring: () => declared.expiring(),
      },
      settings,
      handles.flatMap(({ files }) => files),
    );
    const shipping = new FileShipping({ own: fileSystem, lsm, random });
    const { writeBufferBytes } = memory.limits;
    const tables = (): readonly TableMeta[] => declared.tables();
    return new LsmEntries({ lsm, keyGroups, writeBufferBytes, shipping, tables });
  }
}

export class MemoryEntryBackend implements EntryBackend {
  readonly #random: () => number;
  readonly #fileSystem: FileSystem | undefined;

  /** @param fileSystem where the files of restored handles are */
  constructor(random: () => number, fileSystem?: FileSystem) {
    this.#random = random;
    this.#fileSystem = fileSystem;
  }

  async open(
    keyGroups: KeyGroupRange,
    handles: readonly StateHandle[],
    declared: Declarations,
  ): Promise<EntryStore> {
    const random = this.#random;
    const store = new MemoryEntries({ keyGroups, declared, random });
    const files = handles.flatMap((handle) => handle.files);
    if (this.#fileSystem !== undefined && files.length > 0) {
      await readAll(this.#fileSystem, keyGroups, files, store);
    }
    return store;
  }
}

async function readAll(
  fileSystem: FileSystem,
  keyGroups: KeyGroupRange,
  files: readonly StateFile[],
  store: MemoryEntries,
): Promise<void> {
  for await (const page of readHandle(fileSystem, { keyGroups, files })) {
    for (let i = 0; i < page.count; i++) {
      const key = latin1(page.keys.subarray(page.keyOffsets[i], page.keyOffsets[i + 1]));
      store.load(key, page.values.slice(page.valueOffsets[i], page.valueOffsets[i + 1]));
    }
  }
}
