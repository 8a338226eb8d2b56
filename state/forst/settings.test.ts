import assert from 'node:assert/strict';
import test from 'node:test';
import { Configuration } from '../../conf/configuration.js';
import {
  fileCacheSettings,
  forstFolders,
  lsmSettings,
  memoryShares,
  openFiles,
} from './settings.js';

const of = (record: Record<string, string>): Configuration => Configuration.of(record);

test('defaults, and what is set for either backend', () => {
  const settings = lsmSettings(of({}));
  assert.deepEqual(settings, {
    blockBytes: 4096,
    bloomBitsPerKey: 10,
    codecs: ['LZ4'],
    levels: { baseBytes: 256 * 1024 * 1024, newestFiles: 4 },
    targetFileBytes: 64 * 1024 * 1024,
    readParallelism: 64,
    compacts: true,
  });
  const changed = lsmSettings(
    of({
      'state.backend.rocksdb.block.blocksize': '16 kb',
      'state.backend.forst.use-bloom-filter': 'false',
      'state.backend.forst.compression.per.level': 'NO_COMPRESSION;SNAPPY_COMPRESSION',
      'state.backend.forst.compaction.style': 'none',
    }),
  );
  assert.equal(changed.blockBytes, 16 * 1024);
  assert.equal(changed.bloomBitsPerKey, 0);
  assert.deepEqual(changed.codecs, ['NONE', 'LZ4']);
  assert.equal(changed.compacts, false);
});

test('a compression that this Node lacks is refused', () => {
  const config = of({ 'state.backend.forst.compression.per.level': 'ZSTD_COMPRESSION' });
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 15)) {
    assert.deepEqual(lsmSettings(config).codecs, ['ZSTD']);
  } else {
    assert.throws(() => lsmSettings(config), { code: 'CONFIG_VALUE', message: /ZSTD/ });
  }
});

test('one number of memory, shared by workers, batches in flight, tables and blocks', () => {
  const config = of({
    'taskmanager.memory.managed.size': '1 gb',
    'state.backend.forst.memory.write-buffer-ratio': '0.25',
  });
  const inFlightBytes = 128 * 1024 * 1024;
  const quarter = 1.75 * inFlightBytes;
  assert.deepEqual(memoryShares(config, 1), {
    tableBytes: quarter,
    blockBytes: 3 * quarter,
    inFlightBytes,
  });
  assert.deepEqual(memoryShares(config, 4), {
    tableBytes: quarter / 4,
    blockBytes: 0.75 * quarter,
    inFlightBytes: inFlightBytes / 4,
  });
  const unmanaged = of({
    'taskmanager.memory.managed.size': '1 gb',
    'state.backend.forst.memory.managed': 'false',
  });
  assert.deepEqual(memoryShares(unmanaged, 1), {
    tableBytes: 4 * quarter,
    blockBytes: 8 * 1024 * 1024,
    inFlightBytes,
  });
});

test('folders, the file cache, descriptors', () => {
  assert.deepEqual(forstFolders(of({}), '/tmp'), {
    primary: 'checkpoint-dir',
    local: '/tmp/forst',
  });
  assert.deepEqual(fileCacheSettings(of({}), '/l', 2), {
    folder: '/l/cache',
    limitBytes: 0,
    reserveBytes: 256 * 1024 * 1024,
    promoteAfter: 6,
  });
  const limited = of({ 'state.backend.forst.cache.size-based-limit': '1 mb' });
  assert.equal(fileCacheSettings(limited, '/l', 4)?.limitBytes, 256 * 1024);
  const none = of({ 'state.backend.forst.cache.reserve-size': '0' });
  assert.equal(fileCacheSettings(none, '/l', 2), undefined);
  assert.equal(openFiles(of({})), 512);
  assert.equal(openFiles(of({ 'state.backend.forst.files.open': '7' })), 7);
});
