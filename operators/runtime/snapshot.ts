/**
 * What a checkpoint holds of a running job. All plain data: tasks make it, it crosses to the
 * coordinator, stands in the checkpoint's metadata, and comes back with a restored job.
 */
import type { StateHandle } from '../../state/api/snapshot.js';
import type { Committable } from '../core/sink.js';
import type { Split } from '../core/source.js';
import type { PackedMessage } from './wire.js';

/** A split as far as it was read: its position is the one behind the last batch that was sent. */
export interface SplitState {
  readonly split: Split;
  readonly ended: boolean;
  readonly idle: boolean;
  /** Its watermark at each node where the splits of a task become one stream, by operator id. */
  readonly watermarks: Readonly<Record<string, number>>;
}

/** A message that a barrier overtook. */
export interface InFlight {
  /** Which input of the operator, and which task it came from. */
  readonly input: number;
  readonly from: number;
  readonly message: PackedMessage;
}

/** A file that has no place of its own: it stands in the metadata. */
export interface InlineFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** One node of one task. */
export interface NodeSnapshot {
  /** The operator's stable id. */
  readonly id: string;
  readonly task: number;
  /** Its task has ended. */
  readonly finished: boolean;
  /** Of a source. */
  readonly splits?: readonly SplitState[];
  /** Of a source: the watermark of each merge of its splits, by operator id. */
  readonly merged?: Readonly<Record<string, number>>;
  /** Of an operator with an inbox. */
  readonly operator?: {
    /** ms since the epoch */
    readonly watermark: number;
    readonly state: StateHandle | null;
    readonly inFlight: readonly InFlight[];
  };
  /** Of a sink: durable, not yet visible. */
  readonly committables?: readonly Committable[];
}

/** What one task acknowledges. */
export interface TaskSnapshot {
  readonly checkpoint: number;
  /** Number of the stage among those of the job. */
  readonly stage: number;
  readonly task: number;
  readonly nodes: readonly NodeSnapshot[];
  readonly files: readonly InlineFile[];
}

/** A whole job at one checkpoint. */
export interface JobSnapshot {
  readonly checkpoint: number;
  readonly parallelism: number;
  readonly maxParallelism: number;
  /** Sources, by operator id, all of whose splits are known. */
  readonly complete: readonly string[];
  readonly nodes: readonly NodeSnapshot[];
  readonly files: readonly InlineFile[];
}

/** The parts of a job's snapshot that belong to one operator. */
export function nodesOf(snapshot: JobSnapshot | null, id: string): readonly NodeSnapshot[] {
  return snapshot === null ? [] : snapshot.nodes.filter((node) => node.id === id);
}
