/**
 * How the files of a store become those of a checkpoint. Files that are where the checkpoints are
 * are named; others are copied, each once, into the folder that checkpoints share. A whole copy (a
 * savepoint) gets all of them as its own.
 */
import type { SnapshotTarget, StateFile } from '../api/snapshot.js';
import type { FileSystem } from '../fs/file-system.js';
import type { FarSnapshot } from './far.js';
import type { LsmSnapshot } from './lsm.js';

export class FileShipping {
  readonly #own: FileSystem;
  readonly #random: () => number;
  /** By path, where checkpoints have the file. */
  readonly #shared = new Map<string, string>();

  /**
   * @param own where the store's files are
   * @param random a number below 2^32
   */
  constructor(own: FileSystem, random: () => number) {
    this.#own = own;
    this.#random = random;
  }

  shipped({ files, release }: LsmSnapshot): FarSnapshot {
    return { write: (target) => this.ship(files, target), release };
  }

  /** @param files one file may stand there with several clips */
  async ship(files: readonly StateFile[], target: SnapshotTarget): Promise<readonly StateFile[]> {
    const isThere = target.fileSystem.root === this.#own.root;
    if (isThere && !target.isFull) return files;
    const paths = target.isFull ? new Map<string, string>() : this.#shared;
    const used = new Set(files.map(({ path }) => path));
    for (const path of paths.keys()) if (!used.has(path)) paths.delete(path);
    for (const path of used) {
      if (paths.has(path)) continue;
      const folder = target.isFull ? target.exclusive : target.shared;
      const copy = `${folder}/${nameOf(this.#random)}.sst`;
      await this.#copy(path, copy, target.fileSystem, isThere);
      paths.set(path, copy);
    }
    return files.map((file) => ({ ...file, path: paths.get(file.path) ?? file.path }));
  }

  async #copy(from: string, to: string, target: FileSystem, isThere: boolean): Promise<void> {
    if (isThere) await target.copy(from, to);
    else await target.write(to, await this.#own.readAll(from));
  }
}

/** About twelve hexadecimal digits: a name that no other attempt gives. */
export function nameOf(random: () => number): string {
  return [random(), random() % 65536].map((word) => word.toString(16).padStart(4, '0')).join('');
}
