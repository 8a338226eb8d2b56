/**
 * Keys of Flink's ForSt that tune what its native library has and this LSM has not. They are
 * checked, and whoever sets one is told that it does nothing; each says why.
 */
import { option } from '../option.js';

export const FORST_INLINE_COORDINATOR = option.boolean({
  key: 'state.backend.forst.executor.inline-coordinator',
  default: false,
  inert: true,
  doc: 'The task thread always begins its reads itself; there is no other thread for it.',
});

export const FORST_INLINE_WRITE = option.boolean({
  key: 'state.backend.forst.executor.inline-write',
  default: true,
  inert: true,
  doc: 'Writes are changes of tables in memory, made by the task thread.',
});

export const FORST_WRITE_PARALLELISM = option.int({
  key: 'state.backend.forst.executor.write-io-parallelism',
  default: 1,
  min: 1,
  inert: true,
  doc: 'Files are written by the threads of `state.backend.forst.thread.num`.',
});

export const FORST_CACHE_PROMOTE_LIMIT = option.int({
  key: 'state.backend.forst.cache.lru.promote-limit',
  default: 3,
  inert: true,
  doc: 'The file cache keeps pages: none is loaded as a part of a file, so none too often.',
});

export const FORST_METADATA_BLOCK_SIZE = option.memorySize({
  key: 'state.backend.forst.block.metadata-blocksize',
  default: 4096,
  inert: true,
  doc: 'Index and filter of a file are one piece, read at once.',
});

export const FORST_BLOCK_FILTERS = option.boolean({
  key: 'state.backend.forst.bloom-filter.block-based-mode',
  default: false,
  inert: true,
  doc: 'A Bloom filter is that of a whole file.',
});

export const FORST_DYNAMIC_LEVELS = option.boolean({
  key: 'state.backend.forst.compaction.level.use-dynamic-size',
  default: false,
  inert: true,
  doc: 'Levels have the sizes of `state.backend.forst.compaction.level.max-size-level-base`.',
});

export const FORST_HIGH_PRIORITY_RATIO = option.double({
  key: 'state.backend.forst.memory.high-prio-pool-ratio',
  default: 0.1,
  inert: true,
  doc: 'Indexes and filters may take three quarters of the memory of blocks.',
});

export const FORST_PARTITIONED_INDEX = option.boolean({
  key: 'state.backend.forst.memory.partitioned-index-filters',
  default: true,
  inert: true,
  doc: 'Index and filter of a file are one piece, which leaves memory as one.',
});

export const FORST_WRITE_BATCH_SIZE = option.memorySize({
  key: 'state.backend.forst.write-batch-size',
  default: 2 * 1024 * 1024,
  inert: true,
  doc: 'There are no native write batches.',
});

export const FORST_WRITE_BUFFERS_MERGED = option.int({
  key: 'state.backend.forst.writebuffer.number-to-merge',
  default: 1,
  min: 1,
  inert: true,
  doc: 'Each write buffer becomes a file; small ones are merged by compaction.',
});
