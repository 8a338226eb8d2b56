/** All entries of a handle, in ascending order of their keys, deleted ones left out. */
import type { StateHandle } from '../api/snapshot.js';
import type { FileSystem } from '../fs/file-system.js';
import { InlineBackground } from './background.js';
import { BlockCache } from './block-cache.js';
import type { Entries } from './entries.js';
import { UNEXPIRING } from './expiry.js';
import { Lsm } from './lsm.js';

/** Files are read in order, so hardly a block is asked for twice. */
const CACHE_BYTES = 1 << 20;

export async function* readHandle(
  fileSystem: FileSystem,
  { files, keyGroups }: Pick<StateHandle, 'files' | 'keyGroups'>,
): AsyncGenerator<Entries> {
  const parts = {
    fs: fileSystem,
    cache: new BlockCache(CACHE_BYTES),
    background: new InlineBackground(),
    random: () => 0,
    prefix: '',
    keyGroups,
    expiring: () => UNEXPIRING,
  };
  const lsm = new Lsm(parts, READING, files);
  const { first, last } = keyGroups;
  const range = { firstGroup: first, lastGroup: last, from: new Uint8Array(0), to: null };
  const scan = lsm.scan(range);
  try {
    for (let page = await scan.next(); page !== null; page = await scan.next()) yield page;
  } finally {
    scan.close();
    await lsm.close();
  }
}

/** Nothing is written. */
const READING = {
  blockBytes: 0,
  bloomBitsPerKey: 0,
  codecs: [],
  levels: { baseBytes: 0, newestFiles: 0 },
  targetFileBytes: 0,
  readParallelism: 4,
  compacts: false,
};
