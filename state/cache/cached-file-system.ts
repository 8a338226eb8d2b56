/**
 * A file system that is far, with a cache of its files on the local disk.
 *
 * New files (`create`) are written to both at once. A read of pages that are here is answered
 * without waiting; another one reads whole pages of the primary and keeps them, unless it is long:
 * scans and compactions would push out what is read by key. Files that are written or read as
 * a whole pass by.
 */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileEntry, FileSystem, FileSystemSpec, FileWriter } from '../fs/file-system.js';
import { type FileCacheSettings, PageCache } from './page-cache.js';
import { createStaged, stagedPath } from './staging.js';

/** Longer reads are not kept. */
const SHORT_READ_BYTES = 64 * 1024;
const ADOPT_BYTES = 1 << 20;

export class CachedFileSystem implements FileSystem {
  readonly scheme: string;
  readonly root: string;
  readonly spec?: FileSystemSpec;
  readonly cache: PageCache;
  readonly #primary: FileSystem;
  readonly #staging: string;

  constructor(primary: FileSystem, settings: FileCacheSettings) {
    this.#primary = primary;
    this.scheme = primary.scheme;
    this.root = primary.root;
    this.cache = new PageCache(settings);
    this.#staging = join(settings.folder, 'staging');
    if (primary.spec !== undefined) {
      this.spec = { scheme: 'cached', folder: this.#staging, primary: primary.spec };
    }
  }

  readNow(path: string, offset: number, length: number): Uint8Array | undefined {
    return this.cache.read(path, offset, length);
  }

  /** Callers ask `readNow` first: what comes here was not in the cache. */
  async read(path: string, offset: number, length: number): Promise<Uint8Array> {
    if (length > SHORT_READ_BYTES) return this.#primary.read(path, offset, length);
    const { pageBytes } = this.cache;
    const first = Math.floor(offset / pageBytes) * pageBytes;
    const end = Math.ceil((offset + length) / pageBytes) * pageBytes;
    const bytes = await this.#primary.read(path, first, end - first);
    this.cache.keep(path, first, bytes, bytes.length < end - first);
    return bytes.subarray(offset - first, offset - first + length);
  }

  readAll(path: string): Promise<Uint8Array> {
    return this.#primary.readAll(path);
  }

  size(path: string): Promise<number> {
    return this.#primary.size(path);
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    this.cache.forget(path);
    await this.#primary.write(path, bytes);
  }

  async create(path: string): Promise<FileWriter> {
    const writer = await createStaged(this.#primary, this.#staging, path);
    return {
      ...writer,
      finish: async () => {
        await writer.finish();
        await this.adopt([path]);
      },
    };
  }

  /**
   * Takes in what was staged; a file that was not, or was taken in already, stays as it is. A
   * failure of the local disk costs the cache, nothing else.
   */
  async adopt(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const staged = stagedPath(this.#staging, path);
      const handle = await open(staged, 'r').catch(() => undefined);
      if (handle === undefined) continue;
      this.cache.forget(path);
      await this.#takeIn(path, handle).catch(() => this.cache.forget(path));
      await handle.close();
      await rm(staged, { force: true });
    }
  }

  putIfAbsent(path: string, bytes: Uint8Array): Promise<'written' | 'exists'> {
    return this.#primary.putIfAbsent(path, bytes);
  }

  list(folder: string): AsyncIterable<FileEntry> {
    return this.#primary.list(folder);
  }

  async delete(paths: readonly string[]): Promise<void> {
    for (const path of paths) this.cache.forget(path);
    await this.#primary.delete(paths);
  }

  async copy(from: string, to: string): Promise<void> {
    this.cache.forget(to);
    await this.#primary.copy(from, to);
  }

  async close(): Promise<void> {
    this.cache.close();
    await this.#primary.close();
  }

  async #takeIn(path: string, handle: FileHandle): Promise<void> {
    const { size } = await handle.stat();
    const part = Math.ceil(ADOPT_BYTES / this.cache.pageBytes) * this.cache.pageBytes;
    for (let at = 0; at < size; at += part) {
      const bytes = Buffer.allocUnsafe(Math.min(part, size - at));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, at);
      if (bytesRead < bytes.length) return;
      this.cache.keep(path, at, bytes, at + part >= size);
    }
  }
}
