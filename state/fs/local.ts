/**
 * Files on a local disk.
 *
 * A file is written to a partial file beside its place, synced, renamed, and its folder synced: so
 * it is whole or not there, also after a loss of power. `putIfAbsent` links (link(2) fails where a
 * file stands) instead of renaming. New folders are synced into their parents. Partial files, that
 * a death of the process leaves behind, are never listed but as such.
 */

import { read, readSync } from 'node:fs';
import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { join, posix, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { FileEntry, FileSystem, FileSystemSpec, FileWriter } from './file-system.js';
import { localError } from './local-error.js';
import { OpenFiles } from './open-files.js';
import { PARTIAL, PartialFile, type StepListener } from './partial-file.js';
import { checkPath } from './path.js';

const readRange = promisify(read);

export interface LocalOptions {
  /** Most descriptors kept open for reads. */
  readonly openFiles?: number;
  /** Told of each change of the disk before it is made. */
  readonly beforeStep?: StepListener;
}

export class LocalFileSystem implements FileSystem {
  readonly scheme = 'file';
  readonly root: string;
  readonly spec: FileSystemSpec;
  readonly #folder: string;
  readonly #open: OpenFiles;
  readonly #beforeStep: StepListener;

  /** @param folder made when the first file is written */
  constructor(folder: string, options: LocalOptions = {}) {
    this.#folder = resolve(folder);
    this.root = `file://${this.#folder}`;
    this.spec = { scheme: 'file', folder: this.#folder };
    this.#open = new OpenFiles(options.openFiles ?? 512, (path) => {
      checkPath(path);
      return join(this.#folder, path);
    });
    this.#beforeStep = options.beforeStep ?? (() => undefined);
  }

  readNow(path: string, offset: number, length: number): Uint8Array {
    try {
      const file = this.#open.use(path);
      try {
        const bytes = Buffer.allocUnsafe(length);
        let done = 0;
        while (done < length) {
          const got = readSync(file.descriptor, bytes, done, length - done, offset + done);
          if (got === 0) break;
          done += got;
        }
        return done === length ? bytes : bytes.subarray(0, done);
      } finally {
        this.#open.release(file);
      }
    } catch (error) {
      throw localError(`${this.root}/${path}`, error);
    }
  }

  read(path: string, offset: number, length: number): Promise<Uint8Array> {
    return this.#attempt(path, async () => {
      const file = this.#open.use(path);
      try {
        const bytes = Buffer.allocUnsafe(length);
        let done = 0;
        while (done < length) {
          const at = offset + done;
          const got = await readRange(file.descriptor, bytes, done, length - done, at);
          if (got.bytesRead === 0) break;
          done += got.bytesRead;
        }
        return bytes.subarray(0, done);
      } finally {
        this.#open.release(file);
      }
    });
  }

  readAll(path: string): Promise<Uint8Array> {
    return this.#attempt(path, (full) => readFile(full));
  }

  size(path: string): Promise<number> {
    return this.#attempt(path, async (full) => (await stat(full)).size);
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    const writer = await this.create(path);
    await writer.append(bytes);
    await writer.finish();
  }

  create(path: string): Promise<FileWriter> {
    return this.#attempt(path, async (full) => {
      const partial = await PartialFile.open(full, this.#beforeStep);
      const guard = (action: () => Promise<void>): Promise<void> =>
        this.#attempt(path, () => orRemove(partial, action));
      return {
        append: (bytes) => guard(() => partial.append(bytes)),
        finish: () => guard(() => this.#place(partial, path)),
        abort: () => partial.remove(),
      };
    });
  }

  putIfAbsent(path: string, bytes: Uint8Array): Promise<'written' | 'exists'> {
    return this.#attempt(path, async (full) => {
      const partial = await PartialFile.open(full, this.#beforeStep);
      return orRemove(partial, async () => {
        await partial.append(bytes);
        return (await partial.link()) ? 'written' : 'exists';
      });
    });
  }

  list(folder: string): AsyncIterable<FileEntry> {
    return this.#below(folder, false);
  }

  unfinished(folder: string): AsyncIterable<FileEntry> {
    return this.#below(folder, true);
  }

  async *#below(folder: string, isPartial: boolean): AsyncIterable<FileEntry> {
    const names = await this.#attempt(folder, (full) =>
      readdir(full, { withFileTypes: true }).catch((error) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      }),
    );
    // A folder's files sort among other names as if its name ended in '/'.
    const keyed = names.map((entry) => ({
      entry,
      key: entry.isDirectory() ? `${entry.name}/` : entry.name,
    }));
    for (const { entry } of keyed.sort((a, b) => (a.key < b.key ? -1 : 1))) {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) yield* this.#below(path, isPartial);
      else if (entry.name.endsWith(PARTIAL) === isPartial) yield* this.#entry(path);
    }
  }

  async delete(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      await this.#attempt(path, async (full) => {
        this.#open.forget(path);
        await rm(full, { force: true });
      });
    }
    for (const folder of new Set(paths.map((path) => posix.dirname(path)))) {
      await this.#removeEmpty(folder);
    }
  }

  /** Takes away folders in which nothing is left; whoever writes there makes them again. */
  async #removeEmpty(folder: string): Promise<void> {
    for (let name = folder; name !== '.'; name = posix.dirname(name)) {
      const isGone = await rmdir(join(this.#folder, name)).then(
        () => true,
        ({ code }) => code === 'ENOENT',
      );
      if (!isGone) return;
    }
  }

  copy(from: string, to: string): Promise<void> {
    return this.#attempt(from, (source) => this.#copy(source, to));
  }

  async copyFrom({ scheme, folder }: FileSystemSpec, from: string, to: string): Promise<boolean> {
    if (scheme !== 'file') return false;
    checkPath(from);
    const source = join(folder, from);
    await this.#copy(source, to).catch((error: unknown) => {
      throw localError(`file://${source}`, error);
    });
    return true;
  }

  async close(): Promise<void> {
    this.#open.close();
  }

  async #copy(source: string, to: string): Promise<void> {
    checkPath(to);
    const target = join(this.#folder, to);
    const partial = await PartialFile.open(target, this.#beforeStep);
    await orRemove(partial, async () => {
      await partial.copyFrom(source);
      await this.#place(partial, to);
    });
  }

  /** A file deleted while the folder is listed is left out. */
  async *#entry(path: string): AsyncIterable<FileEntry> {
    const found = await this.#attempt(path, (full) =>
      stat(full).catch((error) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    );
    if (found === undefined || !found.isFile()) return;
    yield { path, sizeBytes: found.size, modifiedAt: Math.trunc(found.mtimeMs) };
  }

  async #place(partial: PartialFile, path: string): Promise<void> {
    await partial.rename();
    this.#open.forget(path);
  }

  async #attempt<T>(path: string, action: (full: string) => Promise<T>): Promise<T> {
    if (path !== '') checkPath(path);
    try {
      return await action(join(this.#folder, path));
    } catch (error) {
      throw localError(`${this.root}/${path}`, error);
    }
  }
}

async function orRemove<T>(partial: PartialFile, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    // What stays of it is never listed; the failure is what counts.
    await partial.remove().catch(() => undefined);
    throw error;
  }
}
