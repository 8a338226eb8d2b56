/**
 * What the coordinator of a job (`job-run.ts`) and its parts (`part.ts`) say to each other. All
 * plain data, so that a part may sit in another thread. A part is made, then opened, run, and
 * closed.
 */
import type { Batch } from '../core/batch.js';
import type { Message } from '../core/message.js';
import type { Split } from '../core/source.js';
import type { JobSpec } from '../core/spec.js';
import type { Credit } from './channel.js';
import type { Failure } from './failure.js';
import type { Meter } from './meter.js';

export interface PartSpec {
  /** 32 hexadecimal digits. */
  readonly jobId: string;
  readonly job: JobSpec;
  /** Which part this is, and of how many. */
  readonly part: number;
  readonly parts: number;
}

export type PartCommand =
  /** Every part is open: begin. */
  | { readonly kind: 'run' }
  | {
      readonly kind: 'assign';
      readonly node: number;
      readonly task: number;
      readonly splits: readonly Split[];
      /** No more will come. */
      readonly complete: boolean;
    }
  | { readonly kind: 'barrier'; readonly checkpoint: number }
  /** The reader of a SELECT took so many rows. */
  | { readonly kind: 'taken'; readonly rows: number }
  /** The whole job has ended: make what this part prepared visible. */
  | { readonly kind: 'commit' }
  /** Give everything back; what was not committed is removed. */
  | { readonly kind: 'close' };

export type PartEvent =
  | { readonly kind: 'opened' }
  | {
      readonly kind: 'splits';
      readonly node: number;
      readonly splits: readonly Split[];
      readonly bounded: boolean;
      readonly complete: boolean;
    }
  | { readonly kind: 'rows'; readonly batch: Batch }
  /** A sink task has all that came before the barrier. */
  | {
      readonly kind: 'barrier';
      readonly node: number;
      readonly task: number;
      readonly checkpoint: number;
    }
  /** All tasks of this part have ended and their output is durable. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'committed' }
  | { readonly kind: 'progress'; readonly nodes: readonly NodeMeter[] }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'closed' };

/** The meter of one node in one task. */
export interface NodeMeter {
  readonly node: number;
  readonly task: number;
  readonly meter: Meter;
}

/** What tasks of different parts send each other. */
export type Crossing =
  | {
      readonly kind: 'message';
      readonly channel: ChannelId;
      readonly message: Message;
      readonly cost: Credit;
    }
  | { readonly kind: 'credit'; readonly channel: ChannelId; readonly cost: Credit };

export interface ChannelId {
  readonly edge: number;
  readonly from: number;
  readonly to: number;
}

/** The part that runs a task. Tasks of one number sit together, so forward edges stay in a part. */
export function partOf(task: number, parts: number): number {
  return task % parts;
}
