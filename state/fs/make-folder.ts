/**
 * Folders that last. As mkdir's `recursive`, which never returns where a folder takes no other, as
 * below /proc. Each new folder is synced into its parent, or a loss of power would take it with all
 * its files.
 */
import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** @param before told of each step before it is done */
export async function makeFolder(
  path: string,
  before: (step: 'make-folder' | 'sync-folder', path: string) => void = () => {},
): Promise<void> {
  if (await isFolder(path)) return;
  const parent = dirname(path);
  await makeFolder(parent, before);
  before('make-folder', path);
  await mkdir(path).catch(async (error) => {
    const madeMeanwhile = error.code === 'EEXIST' && (await isFolder(path));
    if (!madeMeanwhile) throw error;
  });
  before('sync-folder', parent);
  await syncFolder(parent);
}

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** @throws what `stat` does, other than that there is nothing */
async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return found?.isDirectory() === true;
}
