/**
 * Writes files to a local folder from which a cache takes them: whichever thread wrote a file, what
 * is new is near at once.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileSystem, FileWriter, LentFile } from '../fs/file-system.js';
import { readHeld } from './held-files.js';

/** Of a cache's folder, where files are written. */
export function stagingFolder(folder: string): string {
  return join(folder, 'staging');
}

/** Of a file that goes on to the primary, at a time. */
const MOVED_BYTES = 1 << 20;

/** A file is written on all the time until it is taken. */
const FORGOTTEN_MS = 3_600_000;

/** Where a file waits to be taken; the folder is one for the files of many roots. */
export function stagedPath(folder: string, root: string, path: string): string {
  return join(folder, createHash('sha256').update(`${root}/${path}`).digest('hex'));
}

/** Removes what processes left that died while they wrote. */
export function removeForgotten(folder: string): void {
  const before = Date.now() - FORGOTTEN_MS;
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const place = join(folder, name);
    const stats = statSync(place, { throwIfNoEntry: false });
    if (stats !== undefined && stats.mtimeMs < before) rmSync(place, { force: true });
  }
}

/** A writer to both. Where the local disk fails, the file is written to the primary alone. */
export async function createStaged(
  primary: FileSystem,
  folder: string,
  path: string,
): Promise<FileWriter> {
  const writer = await primary.create(path);
  let local: LocalPart | undefined = await LocalPart.open(folder, primary.root, path);
  const giveUp = async (): Promise<void> => {
    await local?.remove();
    local = undefined;
  };
  return {
    append: async (bytes) => {
      const [, isWritten] = await Promise.all([writer.append(bytes), local?.append(bytes)]);
      if (isWritten === false) await giveUp();
    },
    finish: async () => {
      try {
        await writer.finish();
      } catch (error) {
        await giveUp();
        throw error;
      }
      await local?.close();
    },
    abort: async () => {
      await giveUp();
      await writer.abort();
    },
  };
}

/** A writer to the local folder. Where its disk fails, the file goes on to the primary. */
async function createHere(primary: FileSystem, folder: string, path: string): Promise<FileWriter> {
  const local = await LocalPart.open(folder, primary.root, path);
  let instead = local === undefined ? await primary.create(path) : undefined;
  return {
    append: async (bytes) => {
      if (instead !== undefined) return instead.append(bytes);
      if (await local?.append(bytes)) return;
      instead = await primary.create(path);
      await local?.moveTo(instead);
      await instead.append(bytes);
    },
    finish: async () => {
      if (instead === undefined) await local?.close();
      else await instead.finish();
    },
    abort: async () => {
      await instead?.abort();
      await local?.remove();
    },
  };
}

/** A file of the local folder while it is written. */
class LocalPart {
  readonly #place: string;
  readonly #handle: FileHandle;
  #writtenBytes = 0;

  private constructor(place: string, handle: FileHandle) {
    this.#place = place;
    this.#handle = handle;
  }

  /** Undefined when the disk takes none. */
  static async open(folder: string, root: string, path: string): Promise<LocalPart | undefined> {
    const place = stagedPath(folder, root, path);
    try {
      await mkdir(folder, { recursive: true });
      return new LocalPart(place, await open(place, 'w+'));
    } catch {
      return undefined;
    }
  }

  /** @returns false when the disk failed */
  async append(bytes: Uint8Array): Promise<boolean> {
    try {
      await this.#handle.writeFile(bytes);
      this.#writtenBytes += bytes.length;
      return true;
    } catch {
      return false;
    }
  }

  /** What was written goes to another writer, and from here. */
  async moveTo(writer: FileWriter): Promise<void> {
    const lent = { path: '', descriptor: this.#handle.fd, sizeBytes: this.#writtenBytes };
    for (let at = 0; at < this.#writtenBytes; at += MOVED_BYTES) {
      const bytes = readHeld(lent, at, MOVED_BYTES);
      if (bytes === undefined) throw new Error(`${this.#place} cannot be read`);
      await writer.append(bytes);
    }
    await this.remove();
  }

  async close(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.#place, { force: true });
  }
}

/**
 * The file system of another thread: it writes for the cache, and reads past it, but for files that
 * the cache lends it.
 */
export class StagingFileSystem implements FileSystem {
  readonly scheme: string;
  readonly root: string;
  readonly #primary: FileSystem;
  readonly #folder: string;
  readonly #lent: ReadonlyMap<string, LentFile>;

  constructor(primary: FileSystem, folder: string, lent: readonly LentFile[] = []) {
    this.#primary = primary;
    this.scheme = primary.scheme;
    this.root = primary.root;
    this.#folder = folder;
    this.#lent = new Map(lent.map((file) => [file.path, file]));
  }

  /** The same with files that are lent for a job. */
  withLent(lent: readonly LentFile[]): StagingFileSystem {
    return new StagingFileSystem(this.#primary, this.#folder, lent);
  }

  readNow(path: string, offset: number, length: number): Uint8Array | undefined {
    const file = this.#lent.get(path);
    return file === undefined ? undefined : readHeld(file, offset, length);
  }

  createHere(path: string): Promise<FileWriter> {
    return createHere(this.#primary, this.#folder, path);
  }

  create: FileSystem['create'] = (path) => this.#primary.create(path);
  read: FileSystem['read'] = async (path, offset, length, use) =>
    this.readNow(path, offset, length) ?? this.#primary.read(path, offset, length, use);
  readAll: FileSystem['readAll'] = (path) => this.#primary.readAll(path);
  size: FileSystem['size'] = async (path) =>
    this.#lent.get(path)?.sizeBytes ?? this.#primary.size(path);
  write: FileSystem['write'] = (path, bytes) => this.#primary.write(path, bytes);
  putIfAbsent: FileSystem['putIfAbsent'] = (path, bytes) => this.#primary.putIfAbsent(path, bytes);
  list: FileSystem['list'] = (folder) => this.#primary.list(folder);
  delete: FileSystem['delete'] = (paths) => this.#primary.delete(paths);
  copy: FileSystem['copy'] = (from, to) => this.#primary.copy(from, to);
  close: FileSystem['close'] = () => this.#primary.close();
}
