import { Random } from '../../conf/random.js';
import type { StateBackend } from '../api/store.js';
import { durableContract } from '../contract/durable.js';
import type { FileSystem } from '../fs/file-system.js';
import { ForstBackend } from './backend.js';
import { InlineBackground } from './background.js';
import { BlockCache } from './block-cache.js';
import type { LsmSettings } from './lsm.js';

const TINY: LsmSettings = {
  blockBytes: 256,
  bloomBitsPerKey: 10,
  codecs: ['NONE', 'LZ4'],
  levels: { baseBytes: 3000, newestFiles: 3 },
  targetFileBytes: 2000,
  readParallelism: 4,
  compacts: true,
};

function backend(fileSystem: FileSystem, memoryBytes: number): StateBackend {
  const random = new Random(1);
  return new ForstBackend({
    fileSystem,
    folder: 'shared',
    cache: new BlockCache(20_000),
    background: new InlineBackground(),
    settings: TINY,
    limits: { memoryBytes, writeBufferBytes: 1000 },
    now: () => 0,
    random: () => random.nextUint32(),
  });
}

durableContract('forst, all near', (fileSystem) => backend(fileSystem, 1e9));
durableContract('forst, hardly any memory', (fileSystem) => backend(fileSystem, 1));
