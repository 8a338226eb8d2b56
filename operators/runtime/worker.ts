/**
 * The entry of a worker thread: runs parts of many jobs, in turn. Talks with the pool over the
 * parent port, and with the other workers over a port each.
 */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { systemClock } from '../../conf/clock.js';
import { assert } from '../../conf/errors/error.js';
import { connectors } from './connectors.js';
import { Part } from './part.js';
import type { Crossing, PartEvent, PartSpec } from './part-messages.js';
import { revive } from './revive.js';
import { Scheduler } from './scheduler.js';
import { memoryUse } from './thread-memory.js';
import { packBatch, packMessage, unpackMessage } from './wire.js';
import {
  type BetweenWorkers,
  type FromWorker,
  type PartAddress,
  type PartTold,
  partKey,
  type ToWorker,
} from './worker-messages.js';

/** How often the counters of a running job are told. */
const PROGRESS_MS = 200;

const pool = parentPort;
assert(pool !== null, 'A worker is started by its pool');

const scheduler = new Scheduler();
const parts = new Map<string, Part>();
const peers = new Map<number, MessagePort>();

pool.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'peer':
      connect(message.worker, message.port);
      break;
    case 'open':
      open(revive(message.spec), message.workers);
      break;
    case 'command':
      parts.get(partKey(message))?.command(message.command);
      break;
  }
});

setInterval(() => {
  for (const part of parts.values()) {
    tell(part.address, { kind: 'progress', meters: part.meters() });
  }
  pool.postMessage({ memory: memoryUse() } satisfies FromWorker);
}, PROGRESS_MS).unref();

function open(spec: PartSpec, workers: readonly number[]): void {
  const part = new Part(spec, {
    clock: systemClock,
    scheduler,
    environment: connectors,
    emit: (event) => tell(spec, event),
    cross: (to, crossing) => cross({ ...spec, part: to }, workers[to] as number, crossing),
  });
  parts.set(partKey(spec), part);
  part.open();
}

function tell({ jobId, attempt, part }: PartAddress, event: PartEvent): void {
  if (event.kind === 'closed') parts.delete(partKey({ jobId, attempt, part }));
  const transfer: ArrayBuffer[] = [];
  const told: PartTold['event'] =
    event.kind === 'rows' ? { kind: 'rows', batch: packBatch(event.batch, transfer) } : event;
  pool?.postMessage({ jobId, attempt, part, event: told } satisfies FromWorker, transfer);
}

function cross(to: PartAddress, worker: number, crossing: Crossing): void {
  const transfer: ArrayBuffer[] = [];
  const { jobId, attempt, part } = to;
  const { channel, cost } = crossing;
  const at = { jobId, attempt, part, channel, cost };
  const between: BetweenWorkers =
    crossing.kind === 'credit' ? at : { ...at, message: packMessage(crossing.message, transfer) };
  peers.get(worker)?.postMessage(between, transfer);
}

function connect(worker: number, port: MessagePort): void {
  peers.get(worker)?.close();
  peers.set(worker, port);
  port.on('message', (between: BetweenWorkers) => {
    const { channel, message, cost } = between;
    const target = parts.get(partKey(between));
    if (message === undefined) target?.receive({ kind: 'credit', channel, cost });
    else target?.receive({ kind: 'message', channel, cost, message: unpackMessage(message) });
  });
}
