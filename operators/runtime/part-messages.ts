/**
 * What the coordinator of a job (`job-run.ts`) and its parts (`part.ts`) say to each other. All
 * plain data, so that a part may sit in another thread. A part is made, then opened, run, and
 * closed.
 */
import type { StateCounts } from '../../state/api/counts.js';
import type { Batch } from '../core/batch.js';
import type { Barrier, Message } from '../core/message.js';
import type { Split } from '../core/source.js';
import type { JobSpec } from '../core/spec.js';
import type { Credit } from './channel.js';
import type { JobFolders } from './durability.js';
import type { Failure } from './failure.js';
import type { Meter } from './meter.js';
import type { JobSnapshot, SplitState, TaskSnapshot } from './snapshot.js';
import type { TaskReach } from './source-progress.js';

export interface PartSpec {
  /** 32 hexadecimal digits. */
  readonly jobId: string;
  /** Which of the job's attempts it belongs to; each has a number of its own. */
  readonly attempt: number;
  readonly job: JobSpec;
  /** What the tasks begin with. */
  readonly restored: JobSnapshot | null;
  readonly folders?: JobFolders;
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
      readonly splits: readonly SplitState[];
      /** No more will come. */
      readonly complete: boolean;
    }
  /** A source task that has read all it was given goes on to these watermarks. */
  | {
      readonly kind: 'follow';
      readonly node: number;
      readonly task: number;
      readonly watermarks: TaskReach['watermarks'];
    }
  /** Sources send a barrier; `stops`: and read no further. */
  | { readonly kind: 'barrier'; readonly barrier: Barrier; readonly stops: boolean }
  /** The checkpoint is complete: its output is made visible. */
  | { readonly kind: 'complete'; readonly checkpoint: number }
  /** The checkpoint was given up. */
  | { readonly kind: 'abandon'; readonly checkpoint: number }
  /** Sources end here, as if there were no more rows. */
  | { readonly kind: 'drain' }
  /** The reader of a SELECT took so many rows. */
  | { readonly kind: 'taken'; readonly rows: number }
  /** The whole job has ended: make what this part prepared visible. */
  | { readonly kind: 'commit' }
  /** Give everything back; what was prepared is removed, but for what is in checkpoint `kept`. */
  | { readonly kind: 'close'; readonly kept: number };

export type PartEvent =
  | { readonly kind: 'opened' }
  | {
      readonly kind: 'splits';
      readonly node: number;
      readonly splits: readonly Split[];
      readonly bounded: boolean;
      readonly complete: boolean;
    }
  /** Of a source that is still to be given splits. */
  | {
      readonly kind: 'reached';
      readonly node: number;
      readonly task: number;
      readonly reach: TaskReach;
    }
  | { readonly kind: 'rows'; readonly batch: Batch }
  /** A task has stored what it holds at a barrier. */
  | { readonly kind: 'acknowledged'; readonly snapshot: TaskSnapshot }
  /** A task could not. */
  | { readonly kind: 'declined'; readonly checkpoint: number; readonly failure: Failure }
  /** The output of a complete checkpoint is visible. */
  | { readonly kind: 'completed'; readonly checkpoint: number }
  /** All tasks of this part have ended and their output is durable. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'committed' }
  | { readonly kind: 'progress'; readonly meters: PartMeters }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'closed' };

/** What a part has done so far. */
export interface PartMeters {
  readonly nodes: readonly NodeMeter[];
  readonly state: StateCounts;
}

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
