/** What a state backend has done so far, for people and for benchmarks. Plain data. */
export interface StateCounts extends StoreCounts, FileCacheCounts {}

/** Blocks of files that lookups found in memory, read at once, and waited for. */
export interface BlockReads {
  readonly blockHits: number;
  readonly nearReads: number;
  readonly farReads: number;
}

/** Of one store. */
export interface StoreCounts extends BlockReads {
  /** Keys that were looked up in files. */
  readonly keysRead: number;
  readonly flushes: number;
  readonly flushedBytes: number;
  readonly compactions: number;
  readonly compactionWrittenBytes: number;
  /** Slots of tables that left memory. */
  readonly evictions: number;
}

/** Of the local copies of files that are far. */
export interface FileCacheCounts {
  /** Reads that the cache answered, and those that went on to the primary folder. */
  readonly cacheHits: number;
  readonly cacheMisses: number;
  /** Of pages; the cache is one for all jobs of a thread. */
  readonly cacheEvictions: number;
  readonly cacheUsedBytes: number;
}

export const NO_COUNTS: StateCounts = {
  keysRead: 0,
  blockHits: 0,
  nearReads: 0,
  farReads: 0,
  flushes: 0,
  flushedBytes: 0,
  compactions: 0,
  compactionWrittenBytes: 0,
  evictions: 0,
  cacheHits: 0,
  cacheMisses: 0,
  cacheEvictions: 0,
  cacheUsedBytes: 0,
};

/** Counts that one of them lacks are those of the other. */
export function plusCounts(a: StateCounts, b: Partial<StateCounts>): StateCounts {
  const sum: Record<keyof StateCounts, number> = { ...a };
  for (const name of Object.keys(a) as (keyof StateCounts)[]) sum[name] += b[name] ?? 0;
  return sum;
}
