/** The state backend of a job, by its options; what all jobs of a thread share is made once. */
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Configuration } from '../../conf/configuration.js';
import { STATE_BACKEND_TYPE } from '../../conf/options/state-backend.js';
import type { KeyGroupRange, StateBackend } from '../../state/api/store.js';
import { FileCaches } from '../../state/cache/file-caches.js';
import { ForstBackend, type ForstParts } from '../../state/forst/backend.js';
import { type Background, WorkerBackground } from '../../state/forst/background.js';
import { openHome } from '../../state/forst/home.js';
import {
  fileFormat,
  fileThreads,
  forstFolders,
  lsmSettings,
  writeBuffers,
} from '../../state/forst/settings.js';
import { HeapBackend } from '../../state/heap/backend.js';
import { HeapStore } from '../../state/heap/store.js';
import { LocalBackend } from '../../state/local/backend.js';
import type { BackendContext } from './environment.js';
import { threadMemory } from './thread-memory.js';

/** Part of the memory of blocks that indexes of file caches may take. */
const CACHE_INDEX_SHARE = 0.25;

export function createBackend(context: BackendContext): StateBackend {
  const { settings, checkpoints } = context;
  const type = settings.get(STATE_BACKEND_TYPE);
  if (type === 'hashmap') return new HeapBackend(checkpoints);
  const { caches, background } = sharedBy(settings);
  const { tables, cache } = threadMemory(settings);
  const home = openHome(type, context, caches);
  const { fileSystem, folder } = home;
  const parts: ForstParts = {
    cache,
    background,
    tables,
    buffers: writeBuffers(settings),
    fileSystem,
    folder,
    settings: lsmSettings(settings),
    random: randomWord,
  };
  return new ForstBackend(parts, home);
}

/** The synchronous store, in a folder of its own that goes with the backend. */
export function createLocalBackend({ settings, checkpoints }: BackendContext): StateBackend {
  const { tables, cache } = threadMemory(settings);
  return new LocalBackend({
    checkpoints,
    folder: join(forstFolders(settings, tmpdir()).local, randomBytes(8).toString('hex')),
    cacheBytes: cache.capacityBytes,
    format: fileFormat(settings),
    tables,
    buffers: writeBuffers(settings),
    random: randomWord,
  });
}

interface Shared {
  readonly background: Background;
  readonly caches: FileCaches;
}

let shared: Shared | undefined;

function sharedBy(settings: Configuration): Shared {
  if (shared !== undefined) return shared;
  const { cache } = threadMemory(settings);
  const mostBytes = cache.capacityBytes * CACHE_INDEX_SHARE;
  const caches = new FileCaches({ mostBytes, charge: (bytes) => cache.charge(bytes) });
  shared = { background: new WorkerBackground(fileThreads(settings)), caches };
  return shared;
}

function randomWord(): number {
  return randomBytes(4).readUInt32LE();
}

/** State that is in no checkpoint: of operators that keep none. */
export function volatileStore(keyGroups: KeyGroupRange): HeapStore {
  return new HeapStore(keyGroups);
}
