/**
 * A file system that is far, with a cache of its files on the local disk.
 *
 * New files (`create`) are written to both at once. A read of pages that are here is answered
 * without waiting; another one reads whole pages of the primary and keeps them, unless its reader
 * says that it reads once: scans and compactions would push out what is read by key. Files that are
 * written or read as a whole pass by.
 *
 * The cache is one for many file systems, each with names of its own by its root; whoever made it
 * closes it.
 */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileEntry, FileSystem, FileSystemSpec, FileWriter } from '../fs/file-system.js';
import { PAGE_BYTES, type PageCache } from './page-cache.js';
import { createStaged, stagedPath } from './staging.js';

/** A multiple of the page. */
const ADOPT_BYTES = 1 << 20;

export class CachedFileSystem implements FileSystem {
  readonly scheme: string;
  readonly root: string;
  readonly spec?: FileSystemSpec;
  readonly cache: PageCache;
  /** Reads that the cache answered, and those that went on to the primary. */
  hits = 0;
  misses = 0;
  readonly #primary: FileSystem;
  readonly #staging: string;

  constructor(primary: FileSystem, cache: PageCache) {
    this.#primary = primary;
    this.scheme = primary.scheme;
    this.root = primary.root;
    this.cache = cache;
    this.#staging = join(cache.folder, 'staging');
    if (primary.spec !== undefined) {
      this.spec = { scheme: 'cached', folder: this.#staging, primary: primary.spec };
    }
  }

  readNow(path: string, offset: number, length: number): Uint8Array | undefined {
    const found = this.cache.read(this.#name(path), offset, length);
    if (found !== undefined) this.hits++;
    return found;
  }

  /** Callers ask `readNow` first: what comes here was not in the cache. */
  async read(path: string, offset: number, length: number, use?: 'once'): Promise<Uint8Array> {
    this.misses++;
    if (use === 'once') return this.#primary.read(path, offset, length, use);
    const first = Math.floor(offset / PAGE_BYTES) * PAGE_BYTES;
    const end = Math.ceil((offset + length) / PAGE_BYTES) * PAGE_BYTES;
    const bytes = await this.#primary.read(path, first, end - first);
    this.cache.keep(this.#name(path), first, bytes, bytes.length < end - first);
    return bytes.subarray(offset - first, offset - first + length);
  }

  readAll(path: string): Promise<Uint8Array> {
    return this.#primary.readAll(path);
  }

  size(path: string): Promise<number> {
    return this.#primary.size(path);
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    this.cache.forget(this.#name(path));
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
      const staged = stagedPath(this.#staging, this.root, path);
      const handle = await open(staged, 'r').catch(() => undefined);
      if (handle === undefined) continue;
      this.cache.forget(this.#name(path));
      await this.#takeIn(path, handle).catch(() => this.cache.forget(this.#name(path)));
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
    for (const path of paths) this.cache.forget(this.#name(path));
    await this.#primary.delete(paths);
  }

  async copy(from: string, to: string): Promise<void> {
    this.cache.forget(this.#name(to));
    await this.#primary.copy(from, to);
  }

  async copyFrom(source: FileSystemSpec, from: string, to: string): Promise<boolean> {
    this.cache.forget(this.#name(to));
    return (await this.#primary.copyFrom?.(source, from, to)) ?? false;
  }

  async close(): Promise<void> {
    await this.#primary.close();
  }

  #name(path: string): string {
    return `${this.root}/${path}`;
  }

  async #takeIn(path: string, handle: FileHandle): Promise<void> {
    const { size } = await handle.stat();
    for (let at = 0; at < size; at += ADOPT_BYTES) {
      const bytes = Buffer.allocUnsafe(Math.min(ADOPT_BYTES, size - at));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, at);
      if (bytesRead < bytes.length) return;
      this.cache.keep(this.#name(path), at, bytes, at + ADOPT_BYTES >= size);
    }
  }
}
