/**
 * What travels along an edge of the dataflow. Rows and watermarks go together in batches; the rest
 * stand between batches, in order.
 */
import type { Batch } from './batch.js';

/** No row with a time at or below `value` is expected any more. Milliseconds since the epoch. */
export interface Watermark {
  readonly kind: 'watermark';
  readonly value: number;
}

/** A checkpoint's cut through the stream: what came before belongs to it. */
export interface Barrier {
  readonly kind: 'barrier';
  /** Ascending over all attempts of a job. */
  readonly checkpoint: number;
  /**
   * What a task does with channels that bring the barrier at different times. `aligned` (default):
   * holds the early ones; `unaligned`: takes the barrier at once, and what it overtakes into the
   * checkpoint; `none`: goes on with all, so rows may count twice after a restore.
   */
  readonly alignment?: 'aligned' | 'unaligned' | 'none';
  /** When an aligned barrier turns unaligned, ms since the epoch. */
  readonly overtakeAt?: number;
  /** Where state is written; absent: it goes into the acknowledgement. */
  readonly target?: BarrierTarget;
}

/** Plain data. */
export interface BarrierTarget {
  /** A folder as a user writes it, `file:///checkpoints/<job>`. */
  readonly root: string;
  /** The checkpoint's own folder, below the root. */
  readonly folder: string;
  /** Nothing is shared with other checkpoints. */
  readonly isFull: boolean;
}

/** This input has nothing to say for now; its watermark does not hold others back. */
export interface Idleness {
  readonly kind: 'idle' | 'active';
}

/** Nothing follows. Comes after a watermark of `END_OF_TIME`. */
export interface End {
  readonly kind: 'end';
}

export interface BatchMessage {
  readonly kind: 'batch';
  readonly batch: Batch;
}

export type Message = BatchMessage | Watermark | Barrier | Idleness | End;

/** The watermark that ends a bounded stream (Flink's Long.MAX_VALUE); fires every timer. */
export const END_OF_TIME = Number.MAX_SAFE_INTEGER;

/** The watermark before any was seen. */
export const START_OF_TIME = Number.MIN_SAFE_INTEGER;
