/**
 * `state.backend.forst.*`: state in sorted files. What Flink has for RocksDB under the same names
 * is read as well, since one LSM stands behind both.
 */
import { option } from '../option.js';
import { enumeration } from '../value/scalar.js';

const MEGABYTE = 1024 * 1024;

export const FORST_PRIMARY_DIR = option.string({
  key: 'state.backend.forst.primary-dir',
  default: 'checkpoint-dir',
  doc:
    'Where the files of state live: `checkpoint-dir`, where checkpoints then copy nothing; ' +
    '`local-dir`; or a folder of its own, `file:` or `s3:`. From the last two a checkpoint ' +
    'copies what is new and a restore all, by S3 itself where both are there.',
});

export const FORST_LOCAL_DIR = option.string({
  key: 'state.backend.forst.local-dir',
  fallback: ['state.backend.rocksdb.localdir'],
  doc: 'The local folder of state and caches. When unset, a folder below the temporary one.',
});

export const FORST_SYNC_ENFORCE_LOCAL = option.boolean({
  key: 'state.backend.forst.sync.enforce-local',
  default: true,
  doc:
    'Whether operators whose state is synchronous keep it on this machine, of which checkpoints ' +
    'copy what is new. When false, those that only `table.exec.async-state.enabled` makes so ' +
    'keep it in the primary directory, and wait for it batch by batch.',
});

export const FORST_BLOCK_SIZE = option.memorySize({
  key: 'state.backend.forst.block.blocksize',
  fallback: ['state.backend.rocksdb.block.blocksize'],
  default: 4096,
  min: 256,
  max: 16 * MEGABYTE,
  doc: 'Bytes of a block before compression: what is read, checked and cached as one.',
});

export const FORST_BLOCK_CACHE_SIZE = option.memorySize({
  key: 'state.backend.forst.block.cache-size',
  fallback: ['state.backend.rocksdb.block.cache-size'],
  default: 8 * MEGABYTE,
  scope: 'server',
  doc: 'Memory of blocks where `state.backend.forst.memory.managed` is false.',
});

export const FORST_USE_BLOOM_FILTER = option.boolean({
  key: 'state.backend.forst.use-bloom-filter',
  fallback: ['state.backend.rocksdb.use-bloom-filter'],
  default: true,
  doc: 'Whether new files have Bloom filters. Without one, each absent key is a read a file.',
});

export const FORST_BLOOM_BITS = option.double({
  key: 'state.backend.forst.bloom-filter.bits-per-key',
  fallback: ['state.backend.rocksdb.bloom-filter.bits-per-key'],
  default: 10,
  min: 1,
  max: 64,
  doc: 'Bits of a Bloom filter for each key; 10 let one absent key in a hundred pass.',
});

export const FORST_COMPRESSION = option.list({
  key: 'state.backend.forst.compression.per.level',
  fallback: ['state.backend.rocksdb.compression.per.level'],
  element: enumeration([
    'NO_COMPRESSION',
    'SNAPPY_COMPRESSION',
    'LZ4_COMPRESSION',
    'ZSTD_COMPRESSION',
  ]),
  default: ['SNAPPY_COMPRESSION'],
  doc:
    'Compression by level, the last one for all further ones. SNAPPY_COMPRESSION is LZ4 here; ' +
    'ZSTD_COMPRESSION needs Node 22.15 or newer.',
});

export const FORST_COMPACTION_STYLE = option.enumeration({
  key: 'state.backend.forst.compaction.style',
  fallback: ['state.backend.rocksdb.compaction.style'],
  values: ['LEVEL', 'UNIVERSAL', 'FIFO', 'NONE'],
  default: 'LEVEL',
  doc: 'LEVEL merges files level by level, and so do UNIVERSAL and FIFO here; NONE never merges.',
});

export const FORST_LEVEL_BASE = option.memorySize({
  key: 'state.backend.forst.compaction.level.max-size-level-base',
  fallback: ['state.backend.rocksdb.compaction.level.max-size-level-base'],
  default: 256 * MEGABYTE,
  min: 1,
  doc: 'Bytes of level 1; each level below may hold ten times as much.',
});

export const FORST_TARGET_FILE_SIZE = option.memorySize({
  key: 'state.backend.forst.compaction.level.target-file-size-base',
  fallback: ['state.backend.rocksdb.compaction.level.target-file-size-base'],
  default: 64 * MEGABYTE,
  min: 1,
  doc: 'Bytes at which a compaction ends a file and begins the next.',
});

export const FORST_THREADS = option.int({
  key: 'state.backend.forst.thread.num',
  fallback: ['state.backend.rocksdb.thread.num'],
  default: 2,
  min: 1,
  scope: 'server',
  doc: 'Threads of each worker that write and compact files.',
});

export const FORST_READ_PARALLELISM = option.int({
  key: 'state.backend.forst.executor.read-io-parallelism',
  default: 64,
  min: 1,
  doc: 'Reads of files that a task has under way at once. No thread waits for them.',
});

export const FORST_OPEN_FILES = option.int({
  key: 'state.backend.forst.files.open',
  fallback: ['state.backend.rocksdb.files.open'],
  default: -1,
  min: -1,
  doc: 'Most local files kept open for reads; −1 is 512.',
});

export const FORST_MEMORY_MANAGED = option.boolean({
  key: 'state.backend.forst.memory.managed',
  fallback: ['state.backend.rocksdb.memory.managed'],
  default: true,
  scope: 'server',
  doc: 'Whether the caches of blocks are a part of `taskmanager.memory.managed.size`.',
});

export const FORST_WRITE_BUFFER_RATIO = option.double({
  key: 'state.backend.forst.memory.write-buffer-ratio',
  fallback: ['state.backend.rocksdb.memory.write-buffer-ratio'],
  default: 0.5,
  min: 0,
  max: 1,
  scope: 'server',
  doc: 'The share of managed memory for tables in memory; the rest is for blocks of files.',
});

export const FORST_WRITE_BUFFER_SIZE = option.memorySize({
  key: 'state.backend.forst.writebuffer.size',
  fallback: ['state.backend.rocksdb.writebuffer.size'],
  default: 64 * MEGABYTE,
  min: 1,
  doc:
    'Bytes, about, that a task has written before they go into a file; an eighth of the memory ' +
    'of its tables where that is less.',
});

export const FORST_WRITE_BUFFER_COUNT = option.int({
  key: 'state.backend.forst.writebuffer.count',
  fallback: ['state.backend.rocksdb.writebuffer.count'],
  default: 2,
  min: 1,
  doc: 'Write buffers of a task on their way into files; with so many it waits before it reads on.',
});

export const FORST_CACHE_DIR = option.string({
  key: 'state.backend.forst.cache.dir',
  doc: 'The local folder of the file cache. When unset, `cache` in the local folder.',
});

export const FORST_CACHE_LIMIT = option.memorySize({
  key: 'state.backend.forst.cache.size-based-limit',
  default: 0,
  doc:
    'Most bytes of the file cache, which the workers share; 0 leaves it to ' +
    '`state.backend.forst.cache.reserve-size`. A quarter is for whole files, new ones above all, ' +
    'the rest for pages. Its index takes half a percent of that from managed memory, and a ' +
    'quarter of the memory of blocks at most. New files wait there until a checkpoint needs ' +
    'them, 64 MB of them at most.',
});

export const FORST_CACHE_RESERVE = option.memorySize({
  key: 'state.backend.forst.cache.reserve-size',
  default: 256 * MEGABYTE,
  doc:
    'Free disk space that the file cache leaves, looked at again and again: what is missing it ' +
    'gives back; 0 = none. With a size limit of 0 as well there is no file cache.',
});

export const FORST_CACHE_PROMOTE = option.int({
  key: 'state.backend.forst.cache.lru.access-before-promote',
  default: 6,
  min: 1,
  max: 255,
  doc: 'Reads that make a page of the file cache hot: it is passed over once when room is made.',
});
