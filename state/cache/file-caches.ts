/**
 * The file caches of a thread: whoever asks with the same settings shares one. A cache that nobody
 * uses stays for a minute, so that a job that starts again finds its files.
 */
import { localError } from '../fs/local-error.js';
import { type CacheMemory, type FileCacheSettings, PageCache } from './page-cache.js';

const LINGER_MS = 60_000;

export interface FileCacheUse {
  readonly cache: PageCache;
  /** Call it once. */
  release(): void;
}

interface Shared {
  readonly cache: PageCache;
  users: number;
  closing: NodeJS.Timeout | undefined;
}

export class FileCaches {
  readonly #shared = new Map<string, Shared>();
  readonly #memory: CacheMemory;

  /** @param memory of which each cache takes for its index */
  constructor(memory: CacheMemory) {
    this.#memory = memory;
  }

  /** @throws FILE_REFUSED and others of a local disk, with the folder */
  use(settings: FileCacheSettings): FileCacheUse {
    const key = JSON.stringify(settings);
    const shared = this.#shared.get(key) ?? this.#open(key, settings);
    shared.users++;
    clearTimeout(shared.closing);
    return { cache: shared.cache, release: () => this.#release(key, shared) };
  }

  #open(key: string, settings: FileCacheSettings): Shared {
    try {
      const cache = new PageCache(settings, this.#memory);
      const shared: Shared = { cache, users: 0, closing: undefined };
      this.#shared.set(key, shared);
      return shared;
    } catch (error) {
      throw localError(settings.folder, error);
    }
  }

  #release(key: string, shared: Shared): void {
    shared.users--;
    if (shared.users > 0) return;
    shared.closing = setTimeout(() => {
      this.#shared.delete(key);
      shared.cache.close();
    }, LINGER_MS);
    // The process may end.
    shared.closing.unref();
  }
}
