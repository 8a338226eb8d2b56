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
  readonly checkpoint: number;
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
