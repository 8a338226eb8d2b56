/**
 * The file caches of a thread: whoever asks with the same settings shares one. A cache that nobody
 * uses stays for a minute, so that a job that starts again finds its files.
 */
import { localError } from '../fs/local-error.js';
import { HeldFileStore, type HeldLimits } from './held-files.js';
import { type CacheMemory, type FileCacheSettings, PageCache } from './page-cache.js';
import { removeForgotten, stagingFolder } from './staging.js';

const LINGER_MS = 60_000;
/** Of a cache that has a limit, for whole files. */
const HELD_SHARE = 0.25;
/** Most bytes that wait to be sent: a checkpoint has to send them all. */
const WAITING_BYTES = 64 * 1024 * 1024;
const FULL_BYTES = 4 * WAITING_BYTES;

export interface FileCacheUse {
  readonly cache: PageCache;
  readonly held: HeldFileStore;
  /** Call it once. */
  release(): void;
}

interface Shared {
  readonly cache: PageCache;
  readonly held: HeldFileStore;
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
    const { cache, held } = shared;
    return { cache, held, release: () => this.#release(key, shared) };
  }

  #open(key: string, settings: FileCacheSettings): Shared {
    try {
      const limits = heldLimits(settings);
      const limitBytes = settings.limitBytes === 0 ? 0 : settings.limitBytes - limits.mostBytes;
      const pages = { ...settings, limitBytes };
      const cache = new PageCache(pages, this.#memory);
      const held = new HeldFileStore(cache, limits);
      removeForgotten(stagingFolder(cache.folder));
      const shared: Shared = { cache, held, users: 0, closing: undefined };
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
      shared.held.close();
      shared.cache.close();
    }, LINGER_MS);
    // The process may end.
    shared.closing.unref();
  }
}

/** What whole files may take of a cache. */
function heldLimits({ limitBytes }: FileCacheSettings): HeldLimits {
  const mostBytes = limitBytes === 0 ? Infinity : Math.floor(limitBytes * HELD_SHARE);
  const waitingBytes = Math.min(WAITING_BYTES, mostBytes / 2);
  return { mostBytes, waitingBytes, fullBytes: FULL_BYTES };
}
