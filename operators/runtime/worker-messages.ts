/**
 * What the pool and its workers say to each other. Plain data; ports and buffers are handed over.
 */
import type { MessagePort } from 'node:worker_threads';
import type { Credit } from './channel.js';
import type { ChannelId, PartCommand, PartEvent, PartSpec } from './part-messages.js';
import type { PackedBatch, PackedMessage } from './wire.js';

export type ToWorker =
  /** The way to another worker; replaces an earlier one. */
  | { readonly kind: 'peer'; readonly worker: number; readonly port: MessagePort }
  /** @property workers the worker of each part of the job */
  | { readonly kind: 'open'; readonly spec: PartSpec; readonly workers: readonly number[] }
  | {
      readonly kind: 'command';
      readonly jobId: string;
      readonly part: number;
      readonly command: PartCommand;
    };

export interface FromWorker {
  readonly jobId: string;
  readonly part: number;
  readonly event:
    | Exclude<PartEvent, { readonly kind: 'rows' }>
    | { readonly kind: 'rows'; readonly batch: PackedBatch };
}

/** Between two workers: a crossing to a part of a job. */
export interface BetweenWorkers {
  readonly jobId: string;
  readonly part: number;
  readonly channel: ChannelId;
  /** Absent = credit is given back. */
  readonly message?: PackedMessage;
  readonly cost: Credit;
}
