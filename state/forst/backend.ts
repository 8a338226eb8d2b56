/**
 * State in sorted files. `state.backend.type: forst` keeps them where the checkpoints are, near
 * what memory holds: a checkpoint names files, and restoring reads nothing until a key is asked
 * for. Elsewhere (`rocksdb`, another `primary-dir`) a checkpoint copies what is new, a restore all.
 */
import { type FileCacheCounts, NO_COUNTS, plusCounts, type StateCounts } from '../api/counts.js';
import type { StateFile, StateHandle } from '../api/snapshot.js';
import type { KeyGroupRange, StateBackend } from '../api/store.js';
import { copyFile } from '../fs/copy-file.js';
import type { FileSystem } from '../fs/file-system.js';
import type { Background } from './background.js';
import type { BlockCache } from './block-cache.js';
import { clipFiles } from './clip-files.js';
import type { Expiring } from './expiry.js';
import { FileShipping, nameOf } from './file-shipping.js';
import { Lsm, type LsmSettings } from './lsm.js';
import { LsmFar } from './lsm-far.js';
import type { WriteBuffers } from './settings.js';
import { NearStore } from './store.js';
import type { TableMemory } from './table-memory.js';
import type { RowTable } from './table-sizes.js';

/** What the stores of a process share, and what they are given. */
export interface ForstParts {
  /** Where files are: the job's folder of checkpoints, or the primary folder. */
  readonly fileSystem: FileSystem;
  /** Folder of new files; no other attempt writes there. */
  readonly folder: string;
  readonly cache: BlockCache;
  readonly background: Background;
  readonly settings: LsmSettings;
  /** Of all stores together. */
  readonly tables: TableMemory;
  readonly buffers?: WriteBuffers;
  /** A random number below 2^32. */
  readonly random: () => number;
}

/** What is behind a backend besides its stores. */
export interface ForstHome {
  readonly name: 'forst' | 'rocksdb';
  /** Where the files of restored handles are; null = where those of the stores are. */
  readonly checkpoints: FileSystem | null;
  fileCache?(): FileCacheCounts;
  /** After the stores. */
  close(): Promise<void>;
}

const AT_CHECKPOINTS: ForstHome = {
  name: 'forst',
  checkpoints: null,
  close: async () => undefined,
};

/** Files of a checkpoint that are copied at a time. */
const COPIED_AT_ONCE = 8;

export class ForstBackend implements StateBackend {
  readonly name: 'forst' | 'rocksdb';
  readonly #parts: ForstParts;
  readonly #home: ForstHome;
  readonly #stores = new Set<NearStore>();

  constructor(parts: ForstParts, home: ForstHome = AT_CHECKPOINTS) {
    this.#parts = parts;
    this.#home = home;
    this.name = home.name;
  }

  async open(keyGroups: KeyGroupRange, handles: readonly StateHandle[]): Promise<NearStore> {
    const { fileSystem, folder, cache, background, settings, tables, random } = this.#parts;
    const { checkpoints } = this.#home;
    const prefix = `${folder}/${nameOf(random)}`;
    const named = handles.flatMap((handle) => handle.files);
    const copiesFiles = checkpoints !== null;
    const brought = copiesFiles
      ? await this.#bring(clipFiles(named, keyGroups), checkpoints, prefix)
      : new Map<string, string>();
    const files = copiesFiles ? there(clipFiles(named, keyGroups), brought) : named;
    const parts = { fs: fileSystem, cache, background, random, prefix, keyGroups };
    const expiring = (): Expiring => store.expiring();
    const rowTables = (): readonly RowTable[] => store.rowTables();
    const ownsFiles = copiesFiles;
    const lsm = new Lsm({ ...parts, expiring, rowTables, ownsFiles }, settings, files);
    const shipping = new FileShipping({ own: fileSystem, lsm, random });
    for (const [path, copy] of brought) shipping.isShared(copy, path, checkpoints?.root ?? '');
    const far = new LsmFar(lsm, shipping);
    const store: NearStore = new NearStore(
      far,
      keyGroups,
      handles,
      tables.join(this.#parts.buffers),
    );
    this.#stores.add(store);
    return store;
  }

  /** Copies the files of a checkpoint to where the store keeps its own. @returns path → path */
  async #bring(
    files: readonly StateFile[],
    checkpoints: FileSystem,
    prefix: string,
  ): Promise<ReadonlyMap<string, string>> {
    const sizes = new Map(files.map(({ path, sizeBytes }) => [path, sizeBytes]));
    const copies = new Map([...sizes.keys()].map((path, i) => [path, `${prefix}-from-${i}.sst`]));
    const copying = [...copies];
    for (let i = 0; i < copying.length; i += COPIED_AT_ONCE) {
      await Promise.all(
        copying.slice(i, i + COPIED_AT_ONCE).map(async ([path, copy]) => {
          const sizeBytes = sizes.get(path) as number;
          await copyFile(checkpoints, path, sizeBytes, this.#parts.fileSystem, copy);
        }),
      );
    }
    return copies;
  }

  counts(): StateCounts {
    const stores = [...this.#stores].map((store) => store.counts());
    return stores.reduce<StateCounts>(plusCounts, { ...NO_COUNTS, ...this.#home.fileCache?.() });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#stores].map((store) => store.close()));
    await this.#home.close();
  }
}

function there(files: readonly StateFile[], copies: ReadonlyMap<string, string>): StateFile[] {
  return files.map((file) => ({ ...file, path: copies.get(file.path) as string }));
}
