/**
 * How the files of a store become those of a checkpoint. Files that are where the checkpoints are
 * are named; others are copied, each once, into the folder that checkpoints share. A whole copy (a
 * savepoint) gets all of them as its own.
 */
import type { SnapshotTarget, StateFile } from '../api/snapshot.js';
import { copyFile } from '../fs/copy-file.js';
import type { FileSystem } from '../fs/file-system.js';
import type { FarSnapshot } from './far.js';
import type { LsmSnapshot } from './lsm.js';

export class FileShipping {
  readonly #own: FileSystem;
  readonly #random: () => number;
  /** By path, where checkpoints have the file: in the folder of this root. */
  readonly #shared = new Map<string, string>();
  #sharedRoot: string | undefined;

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

  /** A restored file has a copy here: checkpoints below the same root name the one they have. */
  isShared(path: string, there: string, root: string): void {
    this.#sharedRoot = root;
    this.#shared.set(path, there);
  }

  /** @param files one file may stand there with several clips */
  async ship(files: readonly StateFile[], target: SnapshotTarget): Promise<readonly StateFile[]> {
    const isThere = target.fileSystem.root === this.#own.root;
    if (isThere && !target.isFull) return files;
    const paths = target.isFull ? new Map<string, string>() : this.#pathsBelow(target);
    const sizes = new Map(files.map(({ path, sizeBytes }) => [path, sizeBytes]));
    for (const path of paths.keys()) if (!sizes.has(path)) paths.delete(path);
    for (const [path, sizeBytes] of sizes) {
      if (paths.has(path)) continue;
      const folder = target.isFull ? target.exclusive : target.shared;
      const copy = `${folder}/${nameOf(this.#random)}.sst`;
      await copyFile(this.#own, path, sizeBytes, target.fileSystem, copy);
      paths.set(path, copy);
    }
    return files.map((file) => ({ ...file, path: paths.get(file.path) ?? file.path }));
  }

  #pathsBelow({ fileSystem }: SnapshotTarget): Map<string, string> {
    if (this.#sharedRoot !== fileSystem.root) this.#shared.clear();
    this.#sharedRoot = fileSystem.root;
    return this.#shared;
  }
}

/** About twelve hexadecimal digits: a name that no other attempt gives. */
export function nameOf(random: () => number): string {
  return [random(), random() % 65536].map((word) => word.toString(16).padStart(4, '0')).join('');
}
