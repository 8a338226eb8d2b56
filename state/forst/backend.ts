/**
 * `state.backend.type: forst`: state in sorted files where the checkpoints are, near what memory
 * holds. A checkpoint names files, and restoring reads nothing until a key is asked for.
 */
import type { SnapshotTarget, StateFile, StateHandle } from '../api/snapshot.js';
import type { KeyGroupRange, StateBackend } from '../api/store.js';
import type { FileSystem } from '../fs/file-system.js';
import type { Background } from './background.js';
import type { BlockCache } from './block-cache.js';
import { Lsm, type LsmSettings } from './lsm.js';
import { LsmStore, type StoreLimits } from './store.js';

/** What the stores of a process share, and what they are given. */
export interface ForstParts {
  /** Where files are: the job's folder of checkpoints, or the primary folder. */
  readonly fileSystem: FileSystem;
  /** Folder of new files; no other attempt writes there. */
  readonly folder: string;
  readonly cache: BlockCache;
  readonly background: Background;
  readonly settings: LsmSettings;
  /** Of each store. */
  readonly limits: StoreLimits;
  /** ms since the epoch */
  readonly now: () => number;
  /** A random number below 2^32. */
  readonly random: () => number;
}

export class ForstBackend implements StateBackend {
  readonly name = 'forst';
  readonly #parts: ForstParts;
  readonly #stores = new Set<LsmStore>();

  constructor(parts: ForstParts) {
    this.#parts = parts;
  }

  async open(keyGroups: KeyGroupRange, handles: readonly StateHandle[]): Promise<LsmStore> {
    const { fileSystem, folder, cache, background, settings, limits, now, random } = this.#parts;
    const prefix = `${folder}/${nameOf(random)}`;
    const files = handles.flatMap((handle) => handle.files);
    const parts = { fs: fileSystem, cache, background, now, random, prefix, keyGroups };
    const lsm = new Lsm({ ...parts, expiring: () => [], copiesFiles: false }, settings, files);
    const shipping = {
      ship: (shipped: readonly StateFile[], target: SnapshotTarget) =>
        target.isFull ? copied(shipped, target, random) : Promise.resolve(shipped),
    };
    const store = new LsmStore(lsm, keyGroups, handles, limits, shipping);
    this.#stores.add(store);
    return store;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#stores].map((store) => store.close()));
  }
}

/** Twelve hexadecimal digits. */
export function nameOf(random: () => number): string {
  return [random(), random() % 65536].map((word) => word.toString(16).padStart(4, '0')).join('');
}

/** Copies of the files as the checkpoint's own. One file may stand there with several clips. */
export async function copied(
  files: readonly StateFile[],
  { fileSystem, exclusive }: SnapshotTarget,
  random: () => number,
): Promise<readonly StateFile[]> {
  const paths = new Map<string, string>();
  for (const { path } of files) {
    if (paths.has(path)) continue;
    const copy = `${exclusive}/${nameOf(random)}.sst`;
    await fileSystem.copy(path, copy);
    paths.set(path, copy);
  }
  return files.map((file) => ({ ...file, path: paths.get(file.path) ?? file.path }));
}
