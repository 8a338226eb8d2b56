/** The state backend of a job, by its options; what all jobs of a thread share is made once. */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Configuration } from '../../conf/configuration.js';
import { WORKERS } from '../../conf/options/millrace.js';
import { STATE_BACKEND_TYPE } from '../../conf/options/state-backend.js';
import type { KeyGroupRange, StateBackend } from '../../state/api/store.js';
import { ForstBackend, type ForstParts } from '../../state/forst/backend.js';
import { type Background, WorkerBackground } from '../../state/forst/background.js';
import { BlockCache } from '../../state/forst/block-cache.js';
import {
  fileFormat,
  fileThreads,
  forstFolders,
  lsmSettings,
  memoryShares,
  openFiles,
} from '../../state/forst/settings.js';
import type { FileSystem } from '../../state/fs/file-system.js';
import { LocalFileSystem } from '../../state/fs/local.js';
import { HeapBackend } from '../../state/heap/backend.js';
import { HeapStore } from '../../state/heap/store.js';
import { LocalBackend } from '../../state/local/backend.js';
import type { BackendContext } from './environment.js';

/** Part of the tables' memory that may wait to be written. */
const WRITE_SHARE = 0.25;

export function createBackend({ settings, checkpoints }: BackendContext): StateBackend {
  const type = settings.get(STATE_BACKEND_TYPE);
  if (type === 'hashmap') return new HeapBackend(checkpoints);
  if (type === 'forst') return new ForstBackend(partsOf(settings, checkpoints));
  const folder = join(forstFolders(settings, tmpdir()).local, randomBytes(8).toString('hex'));
  const local = new LocalFileSystem(folder, { openFiles: openFiles(settings) });
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  return new ForstBackend(partsOf(settings, local), { checkpoints, remove });
}

/** The synchronous store, in a folder of its own that goes with the backend. */
export function createLocalBackend({ settings, checkpoints }: BackendContext): StateBackend {
  const { tableBytes, blockBytes } = memoryShares(settings, settings.get(WORKERS));
  return new LocalBackend({
    checkpoints,
    folder: join(forstFolders(settings, tmpdir()).local, randomBytes(8).toString('hex')),
    cacheBytes: blockBytes,
    format: fileFormat(settings),
    limits: { memoryBytes: tableBytes, writeBufferBytes: tableBytes * WRITE_SHARE },
    random: randomWord,
  });
}

let shared: { readonly cache: BlockCache; readonly background: Background } | undefined;

function partsOf(settings: Configuration, fileSystem: FileSystem): ForstParts {
  const { tableBytes, blockBytes } = memoryShares(settings, settings.get(WORKERS));
  shared ??= {
    cache: new BlockCache(blockBytes),
    background: new WorkerBackground(fileThreads(settings)),
  };
  return {
    ...shared,
    fileSystem,
    folder: 'shared',
    settings: lsmSettings(settings),
    limits: { memoryBytes: tableBytes, writeBufferBytes: tableBytes * WRITE_SHARE },
    now: Date.now,
    random: randomWord,
  };
}

function randomWord(): number {
  return randomBytes(4).readUInt32LE();
}

/** State that is in no checkpoint: of operators that keep none. */
export function volatileStore(keyGroups: KeyGroupRange): HeapStore {
  return new HeapStore(keyGroups);
}
