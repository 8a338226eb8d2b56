/**
 * Where the files of a job's state are: with its checkpoints, in a local folder, or in a folder of
 * their own (`state.backend.forst.primary-dir`); far ones behind a file cache.
 *
 * A folder of their own holds `<job>/<attempt>-<part>`; it goes when the attempt ends, and with it
 * what attempts before it left when the process died.
 */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Configuration } from '../../conf/configuration.js';
import { WORKERS } from '../../conf/options/millrace.js';
import type { FileCacheCounts } from '../api/counts.js';
import { CachedFileSystem } from '../cache/cached-file-system.js';
import type { FileCaches } from '../cache/file-caches.js';
import type { FileSystem } from '../fs/file-system.js';
import { LocalFileSystem } from '../fs/local.js';
import { openUrl } from '../fs/url.js';
import type { ForstHome } from './backend.js';
import { fileCacheSettings, forstFolders, openFiles } from './settings.js';

export interface HomeContext {
  readonly settings: Configuration;
  /** The job's folder of checkpoints, whose owner closes it. */
  readonly checkpoints: FileSystem;
  /** Whose files they are. */
  readonly owner: {
    readonly jobId: string;
    readonly attempt: number;
    readonly part: number;
  };
}

export interface Home extends ForstHome {
  readonly fileSystem: FileSystem;
  /** Of new files. */
  readonly folder: string;
}

/** Below the folder of checkpoints: what these share. */
const SHARED = 'shared';

export function openHome(
  name: 'forst' | 'rocksdb',
  context: HomeContext,
  caches: FileCaches,
): Home {
  const { settings, checkpoints } = context;
  const { primary, local } = forstFolders(settings, tmpdir());
  if (name === 'rocksdb' || primary === 'local-dir') return localHome(name, context, local);
  if (primary !== 'checkpoint-dir') return ownHome(context, primary, caches);
  const near = behindCache(checkpoints, settings, local, caches);
  return {
    ...near,
    name,
    folder: SHARED,
    checkpoints: null,
    close: async () => near.release(),
  };
}

function localHome(name: Home['name'], context: HomeContext, local: string): Home {
  const folder = join(local, randomBytes(8).toString('hex'));
  const fileSystem = new LocalFileSystem(folder, { openFiles: openFiles(context.settings) });
  return {
    name,
    fileSystem,
    folder: SHARED,
    checkpoints: context.checkpoints,
    close: async () => {
      await fileSystem.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function ownHome(context: HomeContext, url: string, caches: FileCaches): Home {
  const { settings, checkpoints, owner } = context;
  const { jobId, attempt, part } = owner;
  const files = openUrl(`${url.replace(/\/+$/, '')}/${jobId}`, settings);
  const near = behindCache(files, settings, forstFolders(settings, tmpdir()).local, caches);
  const folder = `${attempt}-${part}`;
  const close = async (): Promise<void> => {
    near.release();
    await removeAttempts(files, attempt, folder).finally(() => files.close());
  };
  return { ...near, name: 'forst', folder, checkpoints, close };
}

/** The files of a folder, and of all earlier attempts. */
async function removeAttempts(files: FileSystem, attempt: number, folder: string): Promise<void> {
  const paths: string[] = [];
  for await (const { path } of files.list('')) {
    const [name = ''] = path.split('/');
    if (name === folder || Number.parseInt(name, 10) < attempt) paths.push(path);
  }
  await files.delete(paths);
}

function behindCache(
  files: FileSystem,
  settings: Configuration,
  local: string,
  caches: FileCaches,
): Pick<Home, 'fileSystem' | 'fileCache'> & { release(): void } {
  const isFar = files.scheme === 's3';
  const cache = isFar ? fileCacheSettings(settings, local, settings.get(WORKERS)) : undefined;
  if (cache === undefined) return { fileSystem: files, release: () => undefined };
  const use = caches.use(cache);
  const fileSystem = new CachedFileSystem(files, use.cache, use.held);
  const { evictions } = use.cache;
  const fileCache = (): FileCacheCounts => ({
    cacheHits: fileSystem.hits,
    cacheMisses: fileSystem.misses,
    cacheEvictions: use.cache.evictions - evictions,
    cacheUsedBytes: use.cache.usedBytes + use.held.usedBytes,
  });
  return { fileSystem, fileCache, release: () => use.release() };
}
