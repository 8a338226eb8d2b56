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
import { packBatch, packMessage, unpackMessage } from './wire.js';
import type { BetweenWorkers, FromWorker, ToWorker } from './worker-messages.js';

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
      parts.get(partKey(message.jobId, message.part))?.command(message.command);
      break;
  }
});

setInterval(() => {
  for (const [key, part] of parts) {
    const [jobId = '', number] = key.split('/');
    tell(jobId, Number(number), { kind: 'progress', nodes: part.meters() });
  }
}, PROGRESS_MS).unref();

function partKey(jobId: string, part: number): string {
  return `${jobId}/${part}`;
}

function open(spec: PartSpec, workers: readonly number[]): void {
  const part = new Part(spec, {
    clock: systemClock,
    scheduler,
    environment: connectors,
    emit: (event) => tell(spec.jobId, spec.part, event),
    cross: (to, crossing) => cross(spec.jobId, to, workers[to] as number, crossing),
  });
  parts.set(partKey(spec.jobId, spec.part), part);
  part.open();
}

function tell(jobId: string, part: number, event: PartEvent): void {
  if (event.kind === 'closed') parts.delete(partKey(jobId, part));
  const transfer: ArrayBuffer[] = [];
  const told: FromWorker['event'] =
    event.kind === 'rows' ? { kind: 'rows', batch: packBatch(event.batch, transfer) } : event;
  pool?.postMessage({ jobId, part, event: told } satisfies FromWorker, transfer);
}

function cross(jobId: string, part: number, worker: number, crossing: Crossing): void {
  const transfer: ArrayBuffer[] = [];
  const { channel, cost } = crossing;
  const between: BetweenWorkers =
    crossing.kind === 'credit'
      ? { jobId, part, channel, cost }
      : { jobId, part, channel, cost, message: packMessage(crossing.message, transfer) };
  peers.get(worker)?.postMessage(between, transfer);
}

function connect(worker: number, port: MessagePort): void {
  peers.get(worker)?.close();
  peers.set(worker, port);
  port.on('message', ({ jobId, part, channel, message, cost }: BetweenWorkers) => {
    const target = parts.get(partKey(jobId, part));
    if (message === undefined) target?.receive({ kind: 'credit', channel, cost });
    else target?.receive({ kind: 'message', channel, cost, message: unpackMessage(message) });
  });
}
