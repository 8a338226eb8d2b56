/**
 * Writes files to the primary and, at the same time, to a local folder from which the cache takes
 * them in: so what is new is in the cache at once, whichever thread wrote it.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileSystem, FileSystemSpec, FileWriter } from '../fs/file-system.js';

/** Where the local copy of a file waits; the folder is one for the files of many roots. */
export function stagedPath(folder: string, root: string, path: string): string {
  return join(folder, createHash('sha256').update(`${root}/${path}`).digest('hex'));
}

/** A writer to both. Where the local disk fails, the file is written to the primary alone. */
export async function createStaged(
  primary: FileSystem,
  folder: string,
  path: string,
): Promise<FileWriter> {
  const writer = await primary.create(path);
  const staged = stagedPath(folder, primary.root, path);
  let handle = await mkdir(folder, { recursive: true })
    .then(() => open(staged, 'w'))
    .catch(() => undefined);
  const giveUp = async (): Promise<void> => {
    await handle?.close().catch(() => undefined);
    handle = undefined;
    await rm(staged, { force: true });
  };
  return {
    append: async (bytes) => {
      const [, local] = await Promise.all([
        writer.append(bytes),
        handle?.writeFile(bytes).then(
          () => true,
          () => false,
        ),
      ]);
      if (local === false) await giveUp();
    },
    finish: async () => {
      try {
        await writer.finish();
      } catch (error) {
        await giveUp();
        throw error;
      }
      await handle?.close().catch(() => undefined);
    },
    abort: async () => {
      await giveUp();
      await writer.abort();
    },
  };
}

/** The file system of another thread: it writes for the cache, and reads past it. */
export class StagingFileSystem implements FileSystem {
  readonly scheme: string;
  readonly root: string;
  readonly spec: FileSystemSpec;
  readonly #primary: FileSystem;

  constructor(primary: FileSystem, spec: FileSystemSpec) {
    this.#primary = primary;
    this.scheme = primary.scheme;
    this.root = primary.root;
    this.spec = spec;
  }

  create(path: string): Promise<FileWriter> {
    return createStaged(this.#primary, this.spec.folder, path);
  }

  read: FileSystem['read'] = (path, offset, length, use) =>
    this.#primary.read(path, offset, length, use);
  readAll: FileSystem['readAll'] = (path) => this.#primary.readAll(path);
  size: FileSystem['size'] = (path) => this.#primary.size(path);
  write: FileSystem['write'] = (path, bytes) => this.#primary.write(path, bytes);
  putIfAbsent: FileSystem['putIfAbsent'] = (path, bytes) => this.#primary.putIfAbsent(path, bytes);
  list: FileSystem['list'] = (folder) => this.#primary.list(folder);
  delete: FileSystem['delete'] = (paths) => this.#primary.delete(paths);
  copy: FileSystem['copy'] = (from, to) => this.#primary.copy(from, to);
  close: FileSystem['close'] = () => this.#primary.close();
}
