/**
 * The managed memory of a thread: its part of `taskmanager.memory.managed.size`, and who holds it.
 * Tables, blocks of files and batches whose state is being read have a share each, which all jobs
 * of the thread stand on together.
 */
import type { Configuration } from '../../conf/configuration.js';
import { ASYNC_STATE_IN_FLIGHT } from '../../conf/options/async-state.js';
import { WORKERS } from '../../conf/options/millrace.js';
import { ASYNC_STATE } from '../../conf/options/table-exec.js';
import { BlockCache } from '../../state/forst/block-cache.js';
import { type MemoryShares, memoryShares } from '../../state/forst/settings.js';
import { TableMemory } from '../../state/forst/table-memory.js';
import type { ReadAheadLimits } from './look-ahead.js';

/** Part of the tables' memory that may wait to be written. */
const WRITE_SHARE = 0.125;

/** Bytes of each share: how much there is, and how much is held. Plain data. */
export interface MemoryUse {
  readonly tables: Held;
  readonly blocks: Held;
  readonly inFlight: Held;
}

export interface Held {
  readonly bytes: number;
  readonly limitBytes: number;
}

export class ThreadMemory {
  readonly tables: TableMemory;
  readonly cache: BlockCache;
  /** Of batches whose state is being read ahead, all tasks together. */
  readonly inFlight: ReadAheadLimits['memory'];

  constructor({ tableBytes, blockBytes, inFlightBytes }: MemoryShares) {
    const writeBufferBytes = tableBytes * WRITE_SHARE;
    this.tables = new TableMemory({ memoryBytes: tableBytes, writeBufferBytes });
    this.cache = new BlockCache(blockBytes);
    this.inFlight = { bytes: 0, limitBytes: inFlightBytes };
  }

  use(): MemoryUse {
    const { tables, cache, inFlight } = this;
    return {
      tables: { bytes: tables.heldBytes, limitBytes: tables.limits.memoryBytes },
      blocks: { bytes: cache.usedBytes, limitBytes: cache.capacityBytes },
      inFlight: { ...inFlight },
    };
  }
}

/** By the sizes that the options give; jobs of one server have the same. */
const memories = new Map<string, ThreadMemory>();

/** That of this thread. */
export function threadMemory(settings: Configuration): ThreadMemory {
  const shares = memoryShares(settings, settings.get(WORKERS));
  const key = JSON.stringify(shares);
  const memory = memories.get(key) ?? new ThreadMemory(shares);
  memories.set(key, memory);
  return memory;
}

/** What is held on this thread. */
export function memoryUse(): MemoryUse {
  const all = [...memories.values()].map((memory) => memory.use());
  const sum = (of: (use: MemoryUse) => Held): Held => ({
    bytes: all.reduce((total, use) => total + of(use).bytes, 0),
    limitBytes: all.reduce((total, use) => total + of(use).limitBytes, 0),
  });
  return {
    tables: sum(({ tables }) => tables),
    blocks: sum(({ blocks }) => blocks),
    inFlight: sum(({ inFlight }) => inFlight),
  };
}

const LEAST_SPENT = 16 * 1024 * 1024;
const MOST_SPENT = 256 * 1024 * 1024;

/** Bytes of arrays that a thread may have spent before it collects them. */
export function spentBytes(settings: Configuration): number {
  const { tableBytes } = memoryShares(settings, settings.get(WORKERS));
  return Math.min(MOST_SPENT, Math.max(LEAST_SPENT, tableBytes / 4));
}

/** How far the tasks of a job read ahead: not at all where its state is not asynchronous. */
export function readAheadLimits(settings: Configuration): ReadAheadLimits {
  const rows = settings.get(ASYNC_STATE) ? settings.get(ASYNC_STATE_IN_FLIGHT) : 0;
  return { rows, memory: threadMemory(settings).inFlight };
}
