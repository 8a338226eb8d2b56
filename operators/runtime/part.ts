/**
 * The part of a job that runs on one thread: its tasks, the channels between them and to other
 * parts, the sinks' writers, and the enumeration of sources whose first task is here. It does what
 * the coordinator says (`PartCommand`) and tells what happens (`PartEvent`).
 *
 * Invariant: after a failure, or `close`, no task runs; `closed` is the last event.
 */
import type { Clock } from '../../conf/clock.js';
import { Configuration } from '../../conf/configuration.js';
import { assert } from '../../conf/errors/error.js';
import { failpoint } from '../../conf/failpoint.js';
import { BATCH_SIZE, POISON_RELEASED, RESULT_BUFFER_ROWS } from '../../conf/options/millrace.js';
import { type Zoned, zoneOf } from '../../conf/time-zone.js';
import type { Sealed } from '../../state/api/snapshot.js';
import type { DurableStore, KeyGroupRange, StateStore } from '../../state/api/store.js';
import { keyGroupsOfTask } from '../../state/column/key-group.js';
import type { FileSystem } from '../../state/fs/file-system.js';
import type { Barrier } from '../core/message.js';
import type { Committable, SinkContext, SinkWriter } from '../core/sink.js';
import type { Source } from '../core/source.js';
import type { NodeSpec } from '../core/spec.js';
import { createOperator } from '../create.js';
import { Channel, type Credit, type Deliver } from './channel.js';
import { Collector } from './collector.js';
import type { Environment } from './environment.js';
import { blame, toFailure } from './failure.js';
import { Inbox, type InboxHost } from './inbox.js';
import type { ReadAheadLimits } from './look-ahead.js';
import {
  type ChannelId,
  type Crossing,
  type PartCommand,
  type PartEvent,
  type PartMeters,
  type PartSpec,
  partOf,
} from './part-messages.js';
import { PartSinks } from './part-sinks.js';
import { PartState } from './part-state.js';
import { restoredFiles } from './restored-files.js';
import { RestoredJob } from './restored-job.js';
import type { Scheduler } from './scheduler.js';
import type { TaskSnapshot } from './snapshot.js';
import { SourceTask } from './source-task.js';
import { SplitFinder, type SplitListener } from './split-finder.js';
import { StageTask } from './stage-task.js';
import {
  cutStages,
  type Edge,
  isSource,
  isStateful,
  nodeOf,
  parallelismOf,
  receiversFrom,
  type Stage,
  type StageGraph,
  sendersTo,
} from './stages.js';
import { volatileStore } from './state.js';
import { synchronousBecause } from './state-access.js';
import type { Stored, Task, TaskHost } from './task.js';
import { readAheadLimits, spentBytes } from './thread-memory.js';
import type { PartAddress } from './worker-messages.js';

export interface PartHost {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly environment: Environment;
  emit(event: PartEvent): void;
  /** To the part of this number of the same job. */
  cross(part: number, crossing: Crossing): void;
}

export class Part implements TaskHost {
  readonly graph: StageGraph;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly batchRows: number;
  readonly readAhead: ReadAheadLimits;
  readonly poisons: boolean;
  readonly zone: Zoned;
  readonly restored: RestoredJob;
  readonly #spec: PartSpec;
  readonly #host: PartHost;
  readonly #settings: Configuration;
  readonly #collector: Collector;
  readonly #sinks: PartSinks;
  readonly #state: PartState;
  readonly #fileSystems = new Map<string, FileSystem>();
  readonly #finders: SplitFinder[] = [];
  /** By stage, then task. */
  readonly #tasks = new Map<string, Task>();
  readonly #channels = new Map<string, Channel>();
  #opening: Promise<void> = Promise.resolve();
  #left = 0;
  #stopped = false;

  constructor(spec: PartSpec, host: PartHost) {
    this.#spec = spec;
    this.#host = host;
    this.graph = cutStages(spec.job);
    this.clock = host.clock;
    this.scheduler = host.scheduler;
    this.#settings = Configuration.of(spec.job.options);
    const fileSystem = (root: string): FileSystem => this.#fileSystem(root);
    const { snapshot, files } = restoredFiles(spec.restored, spec.folders, fileSystem);
    this.restored = new RestoredJob(snapshot);
    this.#sinks = new PartSinks(spec, this.restored);
    const context = { settings: this.#settings, checkpoints: files, owner: spec };
    const { environment } = host;
    this.#state = new PartState({ environment, context, fileSystem, attempt: spec.attempt });
    this.batchRows = this.#settings.get(BATCH_SIZE);
    this.readAhead = readAheadLimits(this.#settings);
    this.scheduler.spent.limitBytes = spentBytes(this.#settings);
    this.poisons = this.#settings.get(POISON_RELEASED);
    this.zone = zoneOf(this.#settings);
    this.#collector = new Collector(this.#settings.get(RESULT_BUFFER_ROWS), (batch) =>
      host.emit({ kind: 'rows', batch }),
    );
  }

  get address(): PartAddress {
    return this.#spec;
  }

  /** Opens sinks and makes all tasks; then tells that it is open, or failed. */
  open(): void {
    this.#opening = this.#open();
  }

  async #open(): Promise<void> {
    this.scheduler.hold();
    try {
      await this.#openSinks();
      await this.#openState();
      if (!this.#stopped) this.#makeTasks();
      if (!this.#stopped) this.#host.emit({ kind: 'opened' });
    } catch (error) {
      this.fail(error);
    } finally {
      this.scheduler.release();
    }
  }

  command(command: PartCommand): void {
    switch (command.kind) {
      case 'run':
        for (const finder of this.#finders) finder.start();
        for (const task of this.#tasks.values()) task.start();
        if (this.#left === 0) this.#end();
        break;
      case 'assign':
        this.#sourceTask(command.node, command.task)?.assign(command.splits, command.complete);
        break;
      case 'follow':
        this.#sourceTask(command.node, command.task)?.follow(command.watermarks);
        break;
      case 'barrier':
        for (const task of this.#tasks.values()) {
          if (task instanceof SourceTask) task.barrier(command.barrier, command.stops);
          else task.expect(command.barrier);
        }
        break;
      case 'complete':
        void this.#complete(command.checkpoint);
        break;
      case 'abandon':
        this.#state.release(command.checkpoint, false);
        for (const task of this.#sourceTasks()) task.resume();
        break;
      case 'drain':
        for (const task of this.#sourceTasks()) task.drain();
        break;
      case 'taken':
        this.#collector.taken(command.rows);
        break;
      case 'commit':
        void this.#commit();
        break;
      case 'close':
        void this.#close(command.kept);
        break;
    }
  }

  /** Something from another part. */
  receive(crossing: Crossing): void {
    if (this.#stopped) return;
    const { channel } = crossing;
    if (crossing.kind === 'credit') {
      this.#channels.get(channelKey(channel))?.credit(crossing.cost);
      return;
    }
    const edge = this.graph.edges[channel.edge];
    assert(edge !== undefined, 'A crossing names an edge of the job');
    const { inbox, number } = this.#arrival(edge, channel.from, channel.to);
    inbox.put(number, crossing.message, crossing.cost);
  }

  meters(): PartMeters {
    const nodes = [...this.#tasks.values()].flatMap((task) => task.nodeMeters());
    return { nodes, state: this.#state.counts() };
  }

  channel(edge: Edge, from: number, to: number, wake: () => void): Channel {
    const id = { edge: edge.index, from, to };
    const target = partOf(to, this.#spec.parts);
    let arrival: { inbox: Inbox; number: number } | undefined;
    const deliver: Deliver = (message, cost) => {
      if (target !== this.#spec.part) {
        this.#host.cross(target, { kind: 'message', channel: id, message, cost });
        return;
      }
      arrival ??= this.#arrival(edge, from, to);
      arrival.inbox.put(arrival.number, message, cost);
    };
    const channel = new Channel(deliver, wake, this.readAhead.rows);
    this.#channels.set(channelKey(id), channel);
    return channel;
  }

  receivers(edge: Edge, from: number): readonly number[] {
    return receiversFrom(this.graph, edge, from);
  }

  writer(node: number, task: number): SinkWriter {
    return this.#sinks.takeWriter(node, task);
  }

  state(node: number, task: number): StateStore {
    const { job } = this.graph;
    return this.durable(node, task) ?? volatileStore(this.#keyGroups(nodeOf(job, node), task));
  }

  durable(node: number, task: number): DurableStore | null {
    return this.#state.find(node, task);
  }

  store(sealed: Sealed, barrier: Barrier, node: number, task: number): Promise<Stored> {
    return this.#state.store(sealed, barrier, `${node}-${task}`);
  }

  prepared(
    node: number,
    task: number,
    checkpoint: number | null,
    made: readonly Committable[],
  ): void {
    this.#sinks.prepared.add(node, task, checkpoint, made);
  }

  committables(
    node: number,
    task: number,
    checkpoint: number,
    finished: boolean,
  ): readonly Committable[] {
    return this.#sinks.prepared.upTo(node, task, checkpoint, finished);
  }

  acknowledged(snapshot: TaskSnapshot): void {
    failpoint('before-acknowledgement');
    this.tell({ kind: 'acknowledged', snapshot });
  }

  tell(event: PartEvent): void {
    if (!this.#stopped) this.#host.emit(event);
  }

  declined(checkpoint: number, error: unknown): void {
    this.tell({ kind: 'declined', checkpoint, failure: toFailure(error) });
  }

  ended(task: Task): void {
    if (this.#stopped) return;
    task.close().catch((error: unknown) => this.fail(error));
    this.#left--;
    if (this.#left === 0) this.#end();
  }

  fail(error: unknown): void {
    if (this.#stopped) return;
    this.#stop();
    this.#host.emit({ kind: 'failed', failure: toFailure(error) });
  }

  #end(): void {
    this.#host.emit({ kind: 'progress', meters: this.meters() });
    this.#host.emit({ kind: 'ended' });
  }

  async #openSinks(): Promise<void> {
    const { job, stages, stageOf } = this.graph;
    for (const [node, spec] of job.nodes.entries()) {
      const { operator } = spec;
      if (operator.kind !== 'sink') continue;
      const stage = stages[stageOf[node] as number] as Stage;
      const { parallelism } = stage;
      const contexts = this.#tasksOf(stage).map((task) => this.#sinkContext(task, parallelism));
      const { environment } = this.#host;
      await this.#sinks.open({ node, spec, sink: operator, contexts }, (one) =>
        environment.sink(one),
      );
    }
  }

  async #openState(): Promise<void> {
    for (const stage of this.graph.stages) {
      const spec = nodeOf(this.graph.job, stage.head);
      if (!isStateful(spec)) continue;
      const operator = createOperator(spec.operator);
      const isSynchronous = synchronousBecause(operator, this.#settings) !== null;
      for (const task of this.#tasksOf(stage)) {
        const keyGroups = this.#keyGroups(spec, task);
        const { id } = spec;
        const owner = { node: stage.head, id, task, keyGroups, isSynchronous };
        await this.#state.open(owner, this.restored).catch((error: unknown) => {
          throw blame(error, spec);
        });
      }
    }
  }

  #keyGroups(node: NodeSpec, task: number): KeyGroupRange {
    const { maxParallelism } = this.graph.job;
    const parallelism = parallelismOf(this.graph.job, node);
    return { ...keyGroupsOfTask(task, maxParallelism, parallelism), of: maxParallelism };
  }

  #fileSystem(root: string): FileSystem {
    const known =
      this.#fileSystems.get(root) ?? this.#host.environment.fileSystem(root, this.#settings);
    this.#fileSystems.set(root, known);
    return known;
  }

  #sinkContext(task: number, parallelism: number): SinkContext {
    const { zone } = this;
    return {
      task,
      parallelism,
      get timeZone() {
        return zone.timeZone;
      },
      job: this.#spec.jobId,
      attempt: this.#spec.attempt,
      clock: this.clock,
      settings: this.#settings,
      emit: (batch) => this.#collector.emit(batch),
    };
  }

  #makeTasks(): void {
    for (const stage of this.graph.stages) {
      const node = nodeOf(this.graph.job, stage.head);
      const source = isSource(node) ? this.#source(stage) : null;
      for (const number of this.#tasksOf(stage)) {
        const task =
          source === null
            ? new StageTask(this, stage, number, (host) => this.#inbox(stage, number, host))
            : new SourceTask(this, stage, number, source);
        this.#tasks.set(`${stage.index}/${number}`, task);
      }
    }
    this.#left = this.#tasks.size;
  }

  #source(stage: Stage): Source {
    const node = nodeOf(this.graph.job, stage.head);
    try {
      const source = this.#host.environment.source(node);
      if (partOf(0, this.#spec.parts) === this.#spec.part) this.#find(stage, source);
      return source;
    } catch (error) {
      throw blame(error, node);
    }
  }

  #find(stage: Stage, source: Source): void {
    const node = nodeOf(this.graph.job, stage.head);
    const listener: SplitListener = {
      found: (splits, complete) => {
        const { bounded } = source;
        this.#host.emit({ kind: 'splits', node: stage.head, splits, bounded, complete });
      },
      failed: (error) => this.fail(blame(error, node)),
    };
    if (this.restored.isComplete(node.id)) return;
    const seen = this.restored.seenSplits(node.id);
    this.#finders.push(new SplitFinder(source, stage.parallelism, this, listener, seen));
  }

  #inbox(stage: Stage, number: number, host: InboxHost): Inbox {
    const inbox = new Inbox(host);
    for (const edge of this.graph.entering[stage.head] ?? []) {
      const credits = sendersTo(this.graph, edge, number).map((from) =>
        this.#creditor({ edge: edge.index, from, to: number }),
      );
      inbox.addInput(credits);
    }
    this.#restoreInFlight(inbox, stage, number);
    return inbox;
  }

  #restoreInFlight(inbox: Inbox, stage: Stage, task: number): void {
    const edges = this.graph.entering[stage.head] ?? [];
    const { id } = nodeOf(this.graph.job, stage.head);
    const { parallelism } = stage;
    const { maxParallelism, parallelism: jobParallelism } = this.graph.job;
    const exchanges = edges.map(({ exchange }) => exchange);
    const senders = edges.map((edge) => sendersTo(this.graph, edge, task).length);
    const receiver = { id, task, parallelism, jobParallelism, maxParallelism, exchanges, senders };
    for (const { input, from, message } of this.restored.inFlight(receiver)) {
      const edge = edges[input];
      assert(edge !== undefined, 'What is restored names an input of its operator');
      inbox.put(edge.firstChannel + from, message, { rows: 0, bytes: 0 });
    }
  }

  /** Gives credit to the sender of a channel, here or in another part. */
  #creditor(id: ChannelId): (cost: Credit) => void {
    const source = partOf(id.from, this.#spec.parts);
    const key = channelKey(id);
    return (cost) => {
      if (source === this.#spec.part) this.#channels.get(key)?.credit(cost);
      else this.#host.cross(source, { kind: 'credit', channel: id, cost });
    };
  }

  /** Where what comes over a channel goes. */
  #arrival(edge: Edge, from: number, to: number): { inbox: Inbox; number: number } {
    const task = this.#tasks.get(`${this.graph.stageOf[edge.to] as number}/${to}`);
    assert(task instanceof StageTask, 'A channel ends at a task with an inbox');
    const sender = edge.exchange.kind === 'forward' ? 0 : from;
    return { inbox: task.inbox, number: edge.firstChannel + sender };
  }

  #tasksOf(stage: Stage): number[] {
    const all = Array.from({ length: stage.parallelism }, (_, task) => task);
    return all.filter((task) => partOf(task, this.#spec.parts) === this.#spec.part);
  }

  #sourceTasks(): SourceTask[] {
    return [...this.#tasks.values()].filter((task) => task instanceof SourceTask);
  }

  #sourceTask(node: number, number: number): SourceTask | undefined {
    const task = this.#tasks.get(`${this.graph.stageOf[node] as number}/${number}`);
    return task instanceof SourceTask ? task : undefined;
  }

  /** Without checkpoints: everything, once the job has ended. */
  #commit(): Promise<void> {
    return this.#commitUpTo(null, { kind: 'committed' });
  }

  #complete(checkpoint: number): Promise<void> {
    this.#state.release(checkpoint, true);
    return this.#commitUpTo(checkpoint, { kind: 'completed', checkpoint });
  }

  async #commitUpTo(checkpoint: number | null, done: PartEvent): Promise<void> {
    this.scheduler.hold();
    try {
      await this.#sinks.commit(checkpoint);
      this.#host.emit(done);
    } catch (error) {
      this.fail(error);
    } finally {
      this.scheduler.release();
    }
  }

  #stop(): void {
    this.#stopped = true;
    for (const finder of this.#finders) finder.stop();
  }

  /** Failures of giving back are of no more interest than what they follow. */
  async #close(kept: number): Promise<void> {
    this.#stop();
    this.scheduler.hold();
    this.#collector.release();
    await this.#opening;
    const holding = [...this.#tasks.values(), this.#sinks];
    await Promise.allSettled(holding.map((one) => one.close()));
    await this.#sinks.abort(kept);
    const files = [...this.#fileSystems.values()];
    await Promise.allSettled([this.#state.close(), ...files.map((one) => one.close())]);
    this.#host.emit({ kind: 'closed' });
    this.scheduler.release();
  }
}

function channelKey({ edge, from, to }: ChannelId): string {
  return `${edge}/${from}/${to}`;
}
