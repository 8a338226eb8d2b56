/**
 * `state.backend.type: forst`: state in sorted files where the checkpoints are, near what memory
 * holds. A checkpoint names files, and restoring reads nothing until a key is asked for. `rocksdb`
 * is the same with its files in a local folder: a checkpoint copies what is new, a restore all.
 */
import type { StateFile, StateHandle } from '../api/snapshot.js';
import type { KeyGroupRange, StateBackend } from '../api/store.js';
import type { FileSystem } from '../fs/file-system.js';
import type { Background } from './background.js';
import type { BlockCache } from './block-cache.js';
import { FileShipping, nameOf } from './file-shipping.js';
import { Lsm, type LsmSettings } from './lsm.js';
import { LsmFar } from './lsm-far.js';
import { NearStore, type StoreLimits, sharedLimits } from './store.js';

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
  readonly limits: StoreLimits;
  /** ms since the epoch */
  readonly now: () => number;
  /** A random number below 2^32. */
  readonly random: () => number;
}

/** What a store has whose files are not where the checkpoints are. */
export interface LocalFiles {
  /** Where the files of restored handles are. */
  readonly checkpoints: FileSystem;
  /** Takes the folder away. */
  remove(): Promise<void>;
}

export class ForstBackend implements StateBackend {
  readonly name: 'forst' | 'rocksdb';
  readonly #parts: ForstParts;
  readonly #local: LocalFiles | null;
  readonly #stores = new Set<NearStore>();

  /** @param local the files are in a local folder: restored ones are brought there first */
  constructor(parts: ForstParts, local: LocalFiles | null = null) {
    this.#parts = parts;
    this.#local = local;
    this.name = local === null ? 'forst' : 'rocksdb';
  }

  async open(keyGroups: KeyGroupRange, handles: readonly StateHandle[]): Promise<NearStore> {
    const { fileSystem, folder, cache, background, settings, limits, now, random } = this.#parts;
    const prefix = `${folder}/${nameOf(random)}`;
    const files = handles.flatMap((handle) => handle.files);
    if (this.#local !== null) await bring(files, this.#local.checkpoints, fileSystem);
    const parts = { fs: fileSystem, cache, background, now, random, prefix, keyGroups };
    const lsm = new Lsm(
      { ...parts, expiring: () => [], copiesFiles: this.#local !== null },
      settings,
      files,
    );
    const far = new LsmFar(lsm, new FileShipping(fileSystem, random));
    const store = new NearStore(far, keyGroups, handles, sharedLimits(limits, this.#stores));
    this.#stores.add(store);
    return store;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#stores].map((store) => store.close()));
    await this.#local?.remove();
  }
}

/** Copies the files of a checkpoint to where the store keeps its own. */
async function bring(files: readonly StateFile[], from: FileSystem, to: FileSystem): Promise<void> {
  for (const path of new Set(files.map((file) => file.path))) {
    await to.write(path, await from.readAll(path));
  }
}
