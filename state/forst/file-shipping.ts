/**
 * How the files of a store become those of a checkpoint, once all are where they belong.
 * - Files where the checkpoints are: named as they are.
 * - Files elsewhere: copied, each once, into the folder that checkpoints share.
 * - Files that a job began with and that are not its own (NO_CLAIM): likewise, and the store reads
 *   the copies from then on.
 * - A whole copy (a savepoint, a checkpoint that is not incremental) gets all files as its own.
 *   What the store reads may be in no later checkpoint: it takes copies of what it did not make.
 */
import type { SnapshotTarget, StateFile } from '../api/snapshot.js';
import { copyFile } from '../fs/copy-file.js';
import type { FileSystem } from '../fs/file-system.js';
import { isRestored } from '../fs/restored-path.js';
import type { FarSnapshot } from './far.js';
import type { Lsm, LsmSnapshot } from './lsm.js';

export interface ShippingParts {
  /** Where the store's files are. */
  readonly own: FileSystem;
  readonly lsm: Pick<Lsm, 'isOwn' | 'relocate' | 'settle'>;
  /** A number below 2^32. */
  readonly random: () => number;
}

export class FileShipping {
  readonly #parts: ShippingParts;
  /** By path, the copy that checkpoints below this root have. */
  readonly #copies = new Map<string, string>();
  #root: string | undefined;

  constructor(parts: ShippingParts) {
    this.#parts = parts;
  }

  /** A restored file has a copy here: checkpoints below the same root name the one they have. */
  isShared(path: string, there: string, root: string): void {
    if (isRestored(there)) return;
    this.#root = root;
    this.#copies.set(path, there);
  }

  shipped({ files, release }: LsmSnapshot): FarSnapshot {
    let named: readonly string[] = [];
    return {
      write: async (target) => {
        const shipped = await this.#ship(files, target);
        if (this.#isThere(target) && !target.isFull) named = shipped.map(({ path }) => path);
        return shipped;
      },
      release: (isComplete) => release(isComplete ? named : []),
    };
  }

  #isThere({ fileSystem }: SnapshotTarget): boolean {
    return fileSystem.root === this.#parts.own.root;
  }

  /** @param files one file may stand there with several clips */
  async #ship(files: readonly StateFile[], target: SnapshotTarget): Promise<readonly StateFile[]> {
    const sizes = new Map(files.map(({ path, sizeBytes }) => [path, sizeBytes]));
    await this.#parts.lsm.settle([...sizes.keys()]);
    if (!target.isFull || this.#isThere(target)) this.#forget(sizes, target.fileSystem.root);
    if (this.#isThere(target)) await this.#settle(sizes, target);
    const places = new Map<string, string>();
    for (const [path, sizeBytes] of sizes) {
      places.set(path, await this.#place(path, sizeBytes, target));
    }
    return files.map((file) => ({ ...file, path: places.get(file.path) ?? file.path }));
  }

  /** Copies of files that are no more, or in a folder of other checkpoints. */
  #forget(used: ReadonlyMap<string, number>, root: string): void {
    for (const path of this.#copies.keys()) {
      if (this.#root !== root || !used.has(path)) this.#copies.delete(path);
    }
    this.#root = root;
  }

  /** Has the store read what stays, whatever checkpoints go. */
  async #settle(sizes: ReadonlyMap<string, number>, target: SnapshotTarget): Promise<void> {
    const { lsm, own } = this.#parts;
    const copied = new Map<string, string>();
    for (const path of sizes.keys()) {
      const stays = target.isFull ? lsm.isOwn(path) : !isRestored(path);
      if (stays || this.#copies.has(path)) continue;
      const copy = this.#name(target.shared);
      await own.copy(path, copy);
      copied.set(path, copy);
      this.#copies.set(path, copy);
    }
    if (copied.size > 0) await lsm.relocate(copied, target.isFull);
  }

  /** @returns where the checkpoint has the file */
  async #place(path: string, sizeBytes: number, target: SnapshotTarget): Promise<string> {
    const { own } = this.#parts;
    const isThere = this.#isThere(target);
    const known = target.isFull
      ? undefined
      : (this.#copies.get(path) ?? (isThere ? path : undefined));
    if (known !== undefined) return known;
    const copy = this.#name(target.isFull ? target.exclusive : target.shared);
    if (isThere) await own.copy(path, copy);
    else await copyFile(own, path, sizeBytes, target.fileSystem, copy);
    if (!target.isFull) this.#copies.set(path, copy);
    return copy;
  }

  #name(folder: string): string {
    return `${folder}/${nameOf(this.#parts.random)}.sst`;
  }
}

/** About twelve hexadecimal digits: a name that no other attempt gives. */
export function nameOf(random: () => number): string {
  return [random(), random() % 65536].map((word) => word.toString(16).padStart(4, '0')).join('');
}
