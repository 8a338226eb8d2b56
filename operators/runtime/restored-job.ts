/**
 * A job's snapshot as its tasks ask for it when they are made again, perhaps at another
 * parallelism: what belongs to whom.
 */
import type { StateHandle } from '../../state/api/snapshot.js';
import type { KeyGroupRange } from '../../state/api/store.js';
import type { Batch } from '../core/batch.js';
import { type Message, START_OF_TIME } from '../core/message.js';
import type { Committable } from '../core/sink.js';
import type { Exchange } from '../core/spec.js';
import { Partition } from './partition.js';
import { type InFlight, type JobSnapshot, type NodeSnapshot, nodesOf } from './snapshot.js';
import { unpackMessage } from './wire.js';

/** A task that is made again, and what leads to it. */
export interface Receiver {
  /** The operator's id. */
  readonly id: string;
  readonly task: number;
  /** Of the operator; the job's is that of what leads to it. */
  readonly parallelism: number;
  readonly jobParallelism: number;
  readonly maxParallelism: number;
  /** By input. */
  readonly exchanges: readonly Exchange[];
  /** By input: how many channels it has. */
  readonly senders: readonly number[];
}

export interface RestoredMessage {
  readonly input: number;
  /** Number of the channel within the input. */
  readonly from: number;
  readonly message: Message;
}

export class RestoredJob {
  readonly #snapshot: JobSnapshot | null;

  constructor(snapshot: JobSnapshot | null) {
    this.#snapshot = snapshot;
  }

  /** Where an operator stood: the least of its tasks, ms since the epoch. */
  watermarkOf(id: string): number {
    return least(this.#nodes(id).map(({ operator }) => operator?.watermark));
  }

  /** The same of a place where the splits of a source became one stream. */
  watermarkOfSplits(source: string, merge: string): number {
    return least(this.#nodes(source).map(({ merged }) => merged?.[merge]));
  }

  /** The handles that hold some of these key groups. */
  handles(id: string, { first, last }: KeyGroupRange): StateHandle[] {
    return this.#nodes(id).flatMap(({ operator }) => {
      const state = operator?.state ?? null;
      const meets =
        state !== null && state.keyGroups.first <= last && state.keyGroups.last >= first;
      return meets ? [state] : [];
    });
  }

  committables(id: string): Committable[] {
    return this.#nodes(id).flatMap(({ committables }) => committables ?? []);
  }

  /** All splits of the source are known. */
  isComplete(id: string): boolean {
    return this.#snapshot?.complete.includes(id) === true;
  }

  /** The ids of splits that were dealt out. */
  seenSplits(id: string): string[] {
    return this.#nodes(id).flatMap(({ splits }) => splits?.map(({ split }) => split.id) ?? []);
  }

  /**
   * What a barrier overtook before this task. At the same parallelism everything comes back on its
   * channel; at another, rows go to whom they belong now, without watermarks and idleness: those
   * are said again, behind all that comes back.
   */
  inFlight(receiver: Receiver): RestoredMessage[] {
    const nodes = this.#nodes(receiver.id).filter(({ operator }) => operator !== undefined);
    if (this.#isSame(nodes, receiver)) {
      const own = nodes.filter(({ task }) => task === receiver.task);
      return own.flatMap(({ operator }) => (operator?.inFlight ?? []).map(restored));
    }
    return nodes.flatMap(({ task, operator }) =>
      (operator?.inFlight ?? []).flatMap((one) => dealtAgain(one, task, receiver)),
    );
  }

  /** As many tasks as there were, and every channel that brought something. */
  #isSame(
    nodes: readonly NodeSnapshot[],
    { parallelism, jobParallelism, senders }: Receiver,
  ): boolean {
    if (this.#snapshot?.parallelism !== jobParallelism || nodes.length !== parallelism)
      return false;
    return nodes.every(({ operator }) =>
      operator?.inFlight.every(({ input, from }) => from < (senders[input] ?? 0)),
    );
  }

  #nodes(id: string): readonly NodeSnapshot[] {
    return nodesOf(this.#snapshot, id);
  }
}

function least(values: readonly (number | undefined)[]): number {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? START_OF_TIME : Math.min(...known);
}

function restored({ input, from, message }: InFlight): RestoredMessage {
  return { input, from, message: unpackMessage(message) };
}

function dealtAgain(one: InFlight, task: number, receiver: Receiver): RestoredMessage[] {
  const message = unpackMessage(one.message);
  if (message.kind !== 'batch') return [];
  const batch = ownRows(message.batch.withMarks(null), one.input, task, receiver);
  return batch === null ? [] : [{ input: one.input, from: 0, message: { kind: 'batch', batch } }];
}

function ownRows(batch: Batch, input: number, task: number, receiver: Receiver): Batch | null {
  const exchange = receiver.exchanges[input];
  const keys = exchange !== undefined && 'keys' in exchange ? exchange.keys : undefined;
  if (keys === undefined) return task % receiver.parallelism === receiver.task ? batch : null;
  const partition = new Partition(keys, receiver.parallelism, receiver.maxParallelism);
  return partition.split(batch)[receiver.task] ?? null;
}
