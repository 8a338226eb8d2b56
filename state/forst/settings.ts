/** What the options of `state.backend.forst.*` say to the parts of the LSM. */
import { join } from 'node:path';
import type { Configuration } from '../../conf/configuration.js';
import {
  FORST_BLOCK_CACHE_SIZE,
  FORST_BLOCK_SIZE,
  FORST_BLOOM_BITS,
  FORST_CACHE_DIR,
  FORST_CACHE_LIMIT,
  FORST_CACHE_PROMOTE,
  FORST_CACHE_RESERVE,
  FORST_COMPACTION_STYLE,
  FORST_COMPRESSION,
  FORST_LEVEL_BASE,
  FORST_LOCAL_DIR,
  FORST_MEMORY_MANAGED,
  FORST_OPEN_FILES,
  FORST_PRIMARY_DIR,
  FORST_READ_PARALLELISM,
  FORST_TARGET_FILE_SIZE,
  FORST_THREADS,
  FORST_USE_BLOOM_FILTER,
  FORST_WRITE_BUFFER_COUNT,
  FORST_WRITE_BUFFER_RATIO,
  FORST_WRITE_BUFFER_SIZE,
} from '../../conf/options/forst.js';
import { MANAGED_MEMORY } from '../../conf/options/taskmanager.js';
import type { FileCacheSettings } from '../cache/page-cache.js';
import { type CodecName, checkCodec, codecNamed } from './codec.js';
import type { LsmSettings } from './lsm.js';
import type { FileFormat } from './sorted-file-writer.js';

/** RocksDB's `level0_file_num_compaction_trigger`, which Flink leaves as it is. */
const NEWEST_FILES = 4;
const DEFAULT_OPEN_FILES = 512;

const CODECS: Readonly<Record<string, CodecName>> = {
  NO_COMPRESSION: 'NONE',
  SNAPPY_COMPRESSION: 'LZ4',
  LZ4_COMPRESSION: 'LZ4',
  ZSTD_COMPRESSION: 'ZSTD',
};

/** @throws CONFIG_VALUE when this Node lacks a compression */
export function lsmSettings(config: Configuration): LsmSettings {
  const codecs = config.get(FORST_COMPRESSION).map((name) => CODECS[name] ?? 'NONE');
  for (const codec of codecs) checkCodec(codec, FORST_COMPRESSION.key);
  return {
    blockBytes: config.get(FORST_BLOCK_SIZE),
    bloomBitsPerKey: config.get(FORST_USE_BLOOM_FILTER) ? config.get(FORST_BLOOM_BITS) : 0,
    codecs,
    levels: { baseBytes: config.get(FORST_LEVEL_BASE), newestFiles: NEWEST_FILES },
    targetFileBytes: config.get(FORST_TARGET_FILE_SIZE),
    readParallelism: config.get(FORST_READ_PARALLELISM),
    compacts: config.get(FORST_COMPACTION_STYLE) !== 'NONE',
  };
}

/** Of a file that stands alone. @throws CONFIG_VALUE when this Node lacks a compression */
export function fileFormat(config: Configuration): FileFormat {
  const { blockBytes, bloomBitsPerKey, codecs } = lsmSettings(config);
  return { blockBytes, bloomBitsPerKey, codec: codecNamed(codecs.at(-1) ?? 'NONE') };
}

/** When a store hands over what was written, and how often before it waits. */
export interface WriteBuffers {
  readonly bytes: number;
  readonly count: number;
}

export function writeBuffers(config: Configuration): WriteBuffers {
  return {
    bytes: config.get(FORST_WRITE_BUFFER_SIZE),
    count: config.get(FORST_WRITE_BUFFER_COUNT),
  };
}

/** How one worker divides its part of the memory of state. */
export interface MemoryShares {
  /** Tables: what was written and what was read by key. */
  readonly tableBytes: number;
  /** Blocks, filters and indexes of files. */
  readonly blockBytes: number;
  /** Batches whose state is being read. */
  readonly inFlightBytes: number;
}

/** Part of managed memory for batches whose state is being read. */
const IN_FLIGHT_SHARE = 0.125;

/** @param workers threads that share `taskmanager.memory.managed.size` */
export function memoryShares(config: Configuration, workers: number): MemoryShares {
  const managed = Math.floor(config.get(MANAGED_MEMORY) / workers);
  const inFlightBytes = Math.floor(managed * IN_FLIGHT_SHARE);
  const rest = managed - inFlightBytes;
  if (!config.get(FORST_MEMORY_MANAGED)) {
    return { tableBytes: rest, blockBytes: config.get(FORST_BLOCK_CACHE_SIZE), inFlightBytes };
  }
  const tableBytes = Math.floor(rest * config.get(FORST_WRITE_BUFFER_RATIO));
  return { tableBytes, blockBytes: rest - tableBytes, inFlightBytes };
}

export interface ForstFolders {
  /** `checkpoint-dir`, `local-dir`, or a folder of its own. */
  readonly primary: string;
  readonly local: string;
}

/** @param temporary below it the local folder is when none is set */
export function forstFolders(config: Configuration, temporary: string): ForstFolders {
  return {
    primary: config.get(FORST_PRIMARY_DIR),
    local: config.get(FORST_LOCAL_DIR) ?? join(temporary, 'forst'),
  };
}

/**
 * A worker's file cache over a primary directory that is not local; undefined = there is none.
 * @param workers threads that share the limit
 */
export function fileCacheSettings(
  config: Configuration,
  local: string,
  workers: number,
): FileCacheSettings | undefined {
  const limitBytes = config.get(FORST_CACHE_LIMIT);
  const reserveBytes = config.get(FORST_CACHE_RESERVE);
  if (limitBytes === 0 && reserveBytes === 0) return undefined;
  return {
    folder: config.get(FORST_CACHE_DIR) ?? join(local, 'cache'),
    limitBytes: Math.ceil(limitBytes / workers),
    reserveBytes,
    promoteAfter: config.get(FORST_CACHE_PROMOTE),
  };
}

/** Threads of a `WorkerBackground`. */
export function fileThreads(config: Configuration): number {
  return config.get(FORST_THREADS);
}

/** Descriptors of a `LocalFileSystem`. */
export function openFiles(config: Configuration): number {
  const files = config.get(FORST_OPEN_FILES);
  return files > 0 ? files : DEFAULT_OPEN_FILES;
}
