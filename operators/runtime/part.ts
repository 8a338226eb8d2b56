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
import { BATCH_SIZE, RESULT_BUFFER_ROWS } from '../../conf/options/millrace.js';
import { type Zoned, zoneOf } from '../../conf/time-zone.js';
import type { StateStore } from '../../state/api/store.js';
import type { Committable, Sink, SinkContext, SinkWriter } from '../core/sink.js';
import type { Source } from '../core/source.js';
import { BarrierWatch } from './barrier-watch.js';
import { Channel, type Credit } from './channel.js';
import { Collector } from './collector.js';
import type { Environment } from './environment.js';
import { blame, toFailure } from './failure.js';
import { Inbox } from './inbox.js';
import {
  type ChannelId,
  type Crossing,
  type NodeMeter,
  type PartCommand,
  type PartEvent,
  type PartSpec,
  partOf,
} from './part-messages.js';
import type { Scheduler } from './scheduler.js';
import { SourceTask } from './source-task.js';
import { SplitFinder } from './split-finder.js';
import { StageTask } from './stage-task.js';
import {
  cutStages,
  type Edge,
  isSource,
  nodeOf,
  parallelismOf,
  receiversFrom,
  type Stage,
  type StageGraph,
  sendersTo,
} from './stages.js';
import { taskState } from './state.js';
import type { Task, TaskHost } from './task.js';

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
  readonly zone: Zoned;
  readonly #spec: PartSpec;
  readonly #host: PartHost;
  readonly #settings: Configuration;
  readonly #collector: Collector;
  readonly #sinks = new Map<number, Sink>();
  /** Writers that no task has taken yet. */
  readonly #writers = new Map<string, SinkWriter>();
  readonly #prepared = new Map<number, Committable[]>();
  readonly #finders: SplitFinder[] = [];
  /** By stage, then task. */
  readonly #tasks = new Map<string, Task>();
  readonly #barriers: BarrierWatch;
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
    this.#barriers = new BarrierWatch((node, task, checkpoint) =>
      host.emit({ kind: 'barrier', node, task, checkpoint }),
    );
    this.#settings = Configuration.of(spec.job.options);
    this.batchRows = this.#settings.get(BATCH_SIZE);
    this.zone = zoneOf(this.#settings);
    this.#collector = new Collector(this.#settings.get(RESULT_BUFFER_ROWS), (batch) =>
      host.emit({ kind: 'rows', batch }),
    );
  }

  /** Opens sinks and makes all tasks; then tells that it is open, or failed. */
  open(): void {
    this.#opening = this.#open();
  }

  async #open(): Promise<void> {
    this.scheduler.hold();
    try {
      await this.#openSinks();
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
        for (const task of this.#tasks.values()) task.wake();
        if (this.#left === 0) this.#end();
        break;
      case 'assign':
        this.#sourceTask(command.node, command.task)?.assign(command.splits, command.complete);
        break;
      case 'barrier':
        this.#barriers.begin(command.checkpoint);
        for (const task of this.#tasks.values()) {
          if (task instanceof SourceTask) task.barrier(command.checkpoint);
        }
        break;
      case 'taken':
        this.#collector.taken(command.rows);
        break;
      case 'commit':
        void this.#commit();
        break;
      case 'close':
        void this.#close();
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

  meters(): NodeMeter[] {
    const meters: NodeMeter[] = [];
    for (const task of this.#tasks.values()) {
      for (const [node, meter] of task.meters) {
        meters.push({ node, task: task.number, meter: { ...meter } });
      }
    }
    return meters;
  }

  channel(edge: Edge, from: number, to: number, wake: () => void): Channel {
    const id = { edge: edge.index, from, to };
    const target = partOf(to, this.#spec.parts);
    let arrival: { inbox: Inbox; number: number } | undefined;
    const channel = new Channel((message, cost) => {
      if (target !== this.#spec.part) {
        this.#host.cross(target, { kind: 'message', channel: id, message, cost });
        return;
      }
      arrival ??= this.#arrival(edge, from, to);
      arrival.inbox.put(arrival.number, message, cost);
    }, wake);
    this.#channels.set(channelKey(id), channel);
    return channel;
  }

  receivers(edge: Edge, from: number): readonly number[] {
    return receiversFrom(this.graph, edge, from);
  }

  writer(node: number, task: number): SinkWriter {
    const key = `${node}/${task}`;
    const writer = this.#writers.get(key);
    assert(writer !== undefined, 'The writer of a sink is open before its task is made');
    this.#writers.delete(key);
    return writer;
  }

  state(node: number, task: number): StateStore {
    const { job } = this.graph;
    return taskState(task, parallelismOf(job, nodeOf(job, node)), job.maxParallelism);
  }

  barrier(node: number, task: number, checkpoint: number): void {
    this.#barriers.reached(node, task, checkpoint);
  }

  prepared(node: number, committables: readonly Committable[]): void {
    this.#prepared.set(node, [...(this.#prepared.get(node) ?? []), ...committables]);
  }

  ended(task: Task): void {
    if (this.#stopped) return;
    this.#barriers.ended(task.sinks, task.number);
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
    this.#host.emit({ kind: 'progress', nodes: this.meters() });
    this.#host.emit({ kind: 'ended' });
  }

  async #openSinks(): Promise<void> {
    const { job, stages, stageOf } = this.graph;
    for (const [index, node] of job.nodes.entries()) {
      const { operator } = node;
      if (operator.kind !== 'sink') continue;
      const stage = stages[stageOf[index] as number] as Stage;
      try {
        const sink = this.#host.environment.sink(operator);
        this.#sinks.set(index, sink);
        for (const task of this.#tasksOf(stage)) {
          const writer = await sink.open(this.#sinkContext(task, stage.parallelism));
          this.#writers.set(`${index}/${task}`, writer);
        }
      } catch (error) {
        throw blame(error, node);
      }
    }
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
            ? new StageTask(this, stage, number, (wake) => this.#inbox(stage, number, wake))
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
    const finder = new SplitFinder(source, stage.parallelism, this, {
      found: (splits, complete) => {
        const { bounded } = source;
        this.#host.emit({ kind: 'splits', node: stage.head, splits, bounded, complete });
      },
      failed: (error) => this.fail(blame(error, node)),
    });
    this.#finders.push(finder);
  }

  #inbox(stage: Stage, number: number, wake: () => void): Inbox {
    const inbox = new Inbox(wake);
    for (const edge of this.graph.entering[stage.head] ?? []) {
      const credits = sendersTo(this.graph, edge, number).map((from) =>
        this.#creditor({ edge: edge.index, from, to: number }),
      );
      inbox.addInput(credits);
    }
    return inbox;
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

  #sourceTask(node: number, number: number): SourceTask | undefined {
    const task = this.#tasks.get(`${this.graph.stageOf[node] as number}/${number}`);
    return task instanceof SourceTask ? task : undefined;
  }

  async #commit(): Promise<void> {
    this.scheduler.hold();
    try {
      for (const [node, committables] of this.#prepared) {
        await this.#sinks.get(node)?.commit(committables);
      }
      this.#prepared.clear();
      this.#host.emit({ kind: 'committed' });
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
  async #close(): Promise<void> {
    this.#stop();
    this.scheduler.hold();
    this.#collector.release();
    await this.#opening;
    const holding = [...this.#tasks.values(), ...this.#writers.values()];
    await Promise.allSettled(holding.map((one) => one.close()));
    for (const [node, committables] of this.#prepared) {
      await Promise.allSettled([this.#sinks.get(node)?.abort(committables)]);
    }
    this.#host.emit({ kind: 'closed' });
    this.scheduler.release();
  }
}

function channelKey({ edge, from, to }: ChannelId): string {
  return `${edge}/${from}/${to}`;
}
