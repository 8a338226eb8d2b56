/** Where code of users keeps its state, by a URL: `memory:`, a local folder, `s3://bucket/a`. */

import { randomInt } from 'node:crypto';
import { Configuration } from '../../conf/configuration.js';
import { WorkerBackground } from '../forst/background.js';
import { BlockCache } from '../forst/block-cache.js';
import { fileThreads, lsmSettings, memoryShares } from '../forst/settings.js';
import { TableMemory } from '../forst/table-memory.js';
import type { FileSystem } from '../fs/file-system.js';
import { MemoryFileSystem } from '../fs/memory.js';
import { openUrl } from '../fs/url.js';
import { type EntryBackend, LsmEntryBackend, MemoryEntryBackend } from './entry-backend.js';

export interface OpenBackend {
  readonly backend: EntryBackend;
  /** Where snapshots go: a snapshot of state in files names them and copies none. */
  readonly fileSystem: FileSystem;
  /** After the executions over it. */
  close(): Promise<void>;
}

/** Folder of the files that snapshots share. */
const SHARED = 'shared';
/** A layer is made into entries at once: that takes about 10 ms a MiB. */
const MOST_WRITE_BUFFER_BYTES = 16 * 1024 * 1024;

/**
 * @param configuration `state.backend.forst.*`, `s3.*`, `taskmanager.memory.managed.size`
 * @throws CONFIG_VALUE
 */
export function openBackend(url: string, configuration = new Configuration()): OpenBackend {
  const fileSystem = openUrl(url, configuration);
  const random = (): number => randomInt(2 ** 32);
  if (fileSystem instanceof MemoryFileSystem) {
    const backend = new MemoryEntryBackend(random, fileSystem);
    return { backend, fileSystem, close: () => fileSystem.close() };
  }
  const { tableBytes, blockBytes } = memoryShares(configuration, 1);
  const background = new WorkerBackground(fileThreads(configuration));
  const backend = new LsmEntryBackend({
    fileSystem,
    folder: SHARED,
    cache: new BlockCache(blockBytes),
    background,
    settings: lsmSettings(configuration),
    tables: new TableMemory({
      memoryBytes: tableBytes,
      writeBufferBytes: Math.min(tableBytes / 4, MOST_WRITE_BUFFER_BYTES),
    }),
    random,
  });
  const close = async (): Promise<void> => {
    await background.close();
    await fileSystem.close();
  };
  return { backend, fileSystem, close };
}
