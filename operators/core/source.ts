/**
 * The source contract: a source finds splits, a reader turns one split into batches at a time. The
 * task loop pulls, so that a slow consumer slows the reader. A position is the replay offset: a
 * reader opened at a split's position yields exactly the rows that followed it.
 */
import type { Clock } from '../../conf/clock.js';
import type { VectorPool } from '../../state/column/vector-pool.js';
import type { Batch } from './batch.js';

/** A part of a source that one task reads alone, in order. Plain data. */
export interface Split {
  readonly id: string;
  /** Where to go on from; absent = the beginning. Plain data of the source. */
  readonly position?: unknown;
}

export type ReadResult =
  | { readonly kind: 'batch'; readonly batch: Batch }
  /** Nothing now; ask again at `at` (ms of the clock), or when `wake` is called if absent. */
  | { readonly kind: 'wait'; readonly at?: number }
  | { readonly kind: 'end' };

export interface SourceContext {
  readonly clock: Clock;
  readonly batchRows: number;
  readonly timeZone: string;
  /** Of the reader alone, which reclaims what it took at its next `next`. */
  readonly vectors: VectorPool;
  /** Tells the loop that a reader that waited has rows. */
  wake(): void;
}

export interface SplitReader {
  /**
   * The next rows; a promise only where I/O is awaited, once a batch. What it gave before may be
   * overwritten: see `docs/design/vector-pool.md`.
   */
  next(): ReadResult | Promise<ReadResult>;
  /** Replay offset behind the last batch returned. */
  position(): unknown;
  /** Share of the split read, 0 to 1; undefined when unknown. */
  progress?(): number | undefined;
  close(): void | Promise<void>;
}

export interface Source {
  /** True when the splits end by themselves. */
  readonly bounded: boolean;
  /**
   * The splits to read, for `parallelism` tasks. An unbounded source that finds more later is asked
   * again every `discoveryIntervalMs`; ids that were seen are ignored.
   */
  splits(parallelism: number): Promise<readonly Split[]>;
  readonly discoveryIntervalMs?: number;
  open(split: Split, context: SourceContext): Promise<SplitReader>;
}
