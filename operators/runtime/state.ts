/** The state backend of a job, by its options; what all jobs of a thread share is made once. */
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Configuration } from '../../conf/configuration.js';
import { WORKERS } from '../../conf/options/millrace.js';
import { STATE_BACKEND_TYPE } from '../../conf/options/state-backend.js';
import type { KeyGroupRange, StateBackend } from '../../state/api/store.js';
import { FileCaches } from '../../state/cache/file-caches.js';
import { ForstBackend, type ForstParts } from '../../state/forst/backend.js';
import { type Background, WorkerBackground } from '../../state/forst/background.js';
import { BlockCache } from '../../state/forst/block-cache.js';
import { openHome } from '../../state/forst/home.js';
import {
  fileFormat,
  fileThreads,
  forstFolders,
  lsmSettings,
  memoryShares,
  writeBuffers,
} from '../../state/forst/settings.js';
import type { StoreLimits } from '../../state/forst/store.js';
import { HeapBackend } from '../../state/heap/backend.js';
import { HeapStore } from '../../state/heap/store.js';
import { LocalBackend } from '../../state/local/backend.js';
import type { BackendContext } from './environment.js';

/** Part of the tables' memory that may wait to be written. */
const WRITE_SHARE = 0.25;

/** Part of the memory of blocks that indexes of file caches may take. */
const CACHE_INDEX_SHARE = 0.25;

export function createBackend(context: BackendContext): StateBackend {
  const { settings, checkpoints } = context;
  const type = settings.get(STATE_BACKEND_TYPE);
  if (type === 'hashmap') return new HeapBackend(checkpoints);
  const { caches, ...shared } = sharedBy(settings);
  const home = openHome(type, context, caches);
  const { fileSystem, folder } = home;
  const parts: ForstParts = {
    ...shared,
    fileSystem,
    folder,
    settings: lsmSettings(settings),
    limits: limitsOf(settings),
    random: randomWord,
  };
  return new ForstBackend(parts, home);
}

/** The synchronous store, in a folder of its own that goes with the backend. */
export function createLocalBackend({ settings, checkpoints }: BackendContext): StateBackend {
  const { blockBytes } = memoryShares(settings, settings.get(WORKERS));
  return new LocalBackend({
    checkpoints,
    folder: join(forstFolders(settings, tmpdir()).local, randomBytes(8).toString('hex')),
    cacheBytes: blockBytes,
    format: fileFormat(settings),
    limits: limitsOf(settings),
    random: randomWord,
  });
}

interface Shared {
  readonly cache: BlockCache;
  readonly background: Background;
  readonly caches: FileCaches;
}

let shared: Shared | undefined;

function sharedBy(settings: Configuration): Shared {
  if (shared !== undefined) return shared;
  const { blockBytes } = memoryShares(settings, settings.get(WORKERS));
  const cache = new BlockCache(blockBytes);
  const mostBytes = blockBytes * CACHE_INDEX_SHARE;
  const caches = new FileCaches({ mostBytes, charge: (bytes) => cache.charge(bytes) });
  shared = { cache, background: new WorkerBackground(fileThreads(settings)), caches };
  return shared;
}

function limitsOf(settings: Configuration): StoreLimits {
  const { tableBytes } = memoryShares(settings, settings.get(WORKERS));
  return {
    memoryBytes: tableBytes,
    writeBufferBytes: tableBytes * WRITE_SHARE,
    buffers: writeBuffers(settings),
  };
}

function randomWord(): number {
  return randomBytes(4).readUInt32LE();
}

/** State that is in no checkpoint: of operators that keep none. */
export function volatileStore(keyGroups: KeyGroupRange): HeapStore {
  return new HeapStore(keyGroups);
}
