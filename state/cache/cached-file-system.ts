/**
 * A file system that is far, with a cache of its files on the local disk.
 *
 * New files (`create`) are written to both at once; those that another thread makes here
 * (`createHere`) are sent later, and held until then (`held-files.ts`). A read of what is here is
 * answered without waiting; another one reads whole pages of the primary and keeps them, unless its
 * reader says that it reads once: scans and compactions would push out what is read by key. Files
 * that are written or read as a whole pass by.
 *
 * The cache is one for many file systems, each with names of its own by its root; whoever made it
 * closes it.
 */
import type {
  FileEntry,
  FileSystem,
  FileSystemSpec,
  FileWriter,
  HeldFiles,
} from '../fs/file-system.js';
import type { HeldFileStore } from './held-files.js';
import { PAGE_BYTES, type PageCache } from './page-cache.js';
import { createStaged, stagedPath, stagingFolder } from './staging.js';

export class CachedFileSystem implements FileSystem {
  readonly scheme: string;
  readonly root: string;
  readonly spec?: FileSystemSpec;
  readonly cache: PageCache;
  readonly held: HeldFiles;
  /** Reads that the cache answered, and those that went on to the primary. */
  hits = 0;
  misses = 0;
  readonly #primary: FileSystem;
  readonly #held: HeldFileStore;
  readonly #staging: string;

  constructor(primary: FileSystem, cache: PageCache, held: HeldFileStore) {
    this.#primary = primary;
    this.#held = held;
    this.scheme = primary.scheme;
    this.root = primary.root;
    this.cache = cache;
    this.#staging = stagingFolder(cache.folder);
    if (primary.spec !== undefined) {
      this.spec = { scheme: 'cached', folder: this.#staging, primary: primary.spec };
    }
    const pathOf = (name: string): string => name.slice(this.root.length + 1);
    this.held = {
      get isFull() {
        return held.isFull;
      },
      overdue: () => {
        const own = [...held.overdue()].filter((name) => name.startsWith(`${this.root}/`));
        return own.map(pathOf);
      },
      unsent: (paths) => paths.filter((path) => held.isUnsent(this.#name(path))),
      sent: (path) => held.sent(this.#name(path)),
      lend: (paths) =>
        held.lend(
          paths.map((path) => this.#name(path)),
          pathOf,
        ),
    };
  }

  readNow(path: string, offset: number, length: number): Uint8Array | undefined {
    const name = this.#name(path);
    const found = this.#held.read(name, offset, length) ?? this.cache.read(name, offset, length);
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
    this.#forget(path);
    await this.#primary.write(path, bytes);
  }

  async create(path: string): Promise<FileWriter> {
    const writer = await createStaged(this.#primary, this.#staging, path);
    return {
      ...writer,
      finish: async () => {
        await writer.finish();
        await this.#take(path, true).catch(() => undefined);
      },
    };
  }

  /**
   * Holds what another thread made here. What it could not make here is at the target.
   * @throws FILE_MISSING where it is not there either
   */
  async adopt(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      try {
        await this.#take(path, false);
      } catch {
        await this.#primary.size(path);
      }
    }
  }

  putIfAbsent(path: string, bytes: Uint8Array): Promise<'written' | 'exists'> {
    return this.#primary.putIfAbsent(path, bytes);
  }

  list(folder: string): AsyncIterable<FileEntry> {
    return this.#primary.list(folder);
  }

  async delete(paths: readonly string[]): Promise<void> {
    const unsent = new Set(this.held.unsent(paths));
    for (const path of paths) this.#forget(path);
    const there = paths.filter((path) => !unsent.has(path));
    if (there.length > 0) await this.#primary.delete(there);
  }

  async copy(from: string, to: string): Promise<void> {
    this.#forget(to);
    await this.#primary.copy(from, to);
  }

  async copyFrom(source: FileSystemSpec, from: string, to: string): Promise<boolean> {
    this.#forget(to);
    return (await this.#primary.copyFrom?.(source, from, to)) ?? false;
  }

  async close(): Promise<void> {
    await this.#primary.close();
  }

  #name(path: string): string {
    return `${this.root}/${path}`;
  }

  #forget(path: string): void {
    this.#held.forget(this.#name(path));
    this.cache.forget(this.#name(path));
  }

  /** @throws what the local disk says: there is no such file, say */
  async #take(path: string, isSent: boolean): Promise<void> {
    const name = this.#name(path);
    this.#held.take(name, stagedPath(this.#staging, this.root, path), isSent);
    this.cache.forget(name);
    await this.#held.trim();
  }
}
