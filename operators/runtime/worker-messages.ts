/**
 * What the pool and its workers say to each other. Plain data; ports and buffers are handed over.
 */
import type { MessagePort } from 'node:worker_threads';
import type { Credit } from './channel.js';
import type { ChannelId, PartCommand, PartEvent, PartSpec } from './part-messages.js';
import type { MemoryUse } from './thread-memory.js';
import type { PackedBatch, PackedMessage } from './wire.js';

/** A part of a job on a worker. */
export interface PartAddress {
  readonly jobId: string;
  readonly attempt: number;
  readonly part: number;
}

export function partKey({ jobId, attempt, part }: PartAddress): string {
  return `${jobId}/${attempt}/${part}`;
}

export type ToWorker =
  /** The way to another worker; replaces an earlier one. */
  | { readonly kind: 'peer'; readonly worker: number; readonly port: MessagePort }
  /** @property workers the worker of each part of the job */
  | { readonly kind: 'open'; readonly spec: PartSpec; readonly workers: readonly number[] }
  | (PartAddress & { readonly kind: 'command'; readonly command: PartCommand });

export type FromWorker =
  | PartTold
  /** What the thread holds; told as often as the counters. */
  | { readonly memory: MemoryUse };

export interface PartTold extends PartAddress {
  readonly event:
    | Exclude<PartEvent, { readonly kind: 'rows' }>
    | { readonly kind: 'rows'; readonly batch: PackedBatch };
}

/** Between two workers: a crossing to a part of a job. */
export interface BetweenWorkers extends PartAddress {
  readonly channel: ChannelId;
  /** Absent = credit is given back. */
  readonly message?: PackedMessage;
  readonly cost: Credit;
}
