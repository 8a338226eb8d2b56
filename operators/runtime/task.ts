/**
 * A task: one of the parallel parts of a stage, the unit that is scheduled. It holds the chain of
 * its stage's nodes down to exchanges and sinks, and does work only while all of these have room,
 * so that whatever waits downstream stops what is upstream. What its head is, a source or an
 * operator with an inbox, stands in `source-task.ts` and `stage-task.ts`.
 *
 * A barrier that its head takes is answered with a `TaskSnapshot` once what the head holds is
 * written and every sink has prepared. A task that ends without having seen a barrier that it was
 * told of answers as finished.
 *
 * Invariant: before `start` nothing moves; after `close` no operator, reader or writer is called
 * again.
 */
import type { Clock } from '../../conf/clock.js';
import type { Zoned } from '../../conf/time-zone.js';
import type { Sealed, StateHandle } from '../../state/api/snapshot.js';
import type { DurableStore, StateStore } from '../../state/api/store.js';
import { VectorPool } from '../../state/column/vector-pool.js';
import { type Barrier, START_OF_TIME } from '../core/message.js';
import type { Committable, SinkWriter } from '../core/sink.js';
import type { NodeSpec } from '../core/spec.js';
import { createOperator } from '../create.js';
import { Acknowledgement, type HeadSnapshot } from './acknowledgement.js';
import { ChainedNode, DrivenNode, fan } from './chained.js';
import type { Channel } from './channel.js';
import type { DriveContext } from './drive.js';
import { ExchangeOutput } from './exchange.js';
import { blame } from './failure.js';
import type { ReadAheadLimits } from './look-ahead.js';
import type { Downstream } from './marked-output.js';
import { type Meter, newMeter } from './meter.js';
import type { NodeMeter, PartEvent } from './part-messages.js';
import type { RestoredJob } from './restored-job.js';
import type { Runnable, Scheduler } from './scheduler.js';
import { SinkTail } from './sink-tail.js';
import type { InlineFile, NodeSnapshot, TaskSnapshot } from './snapshot.js';
import { type Edge, nodeOf, parallelismOf, type Stage, type StageGraph } from './stages.js';

/** What a task needs of the part of the job that it belongs to. */
export interface TaskHost {
  readonly graph: StageGraph;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly batchRows: number;
  readonly readAhead: ReadAheadLimits;
  /** Pools overwrite what is released. */
  readonly poisons: boolean;
  readonly zone: Zoned;
  /** The way to task `to` of the edge's consumer. `wake` is called when it has room again. */
  channel(edge: Edge, from: number, to: number, wake: () => void): Channel;
  /** The receivers of what task `from` sends over the edge. */
  receivers(edge: Edge, from: number): readonly number[];
  writer(node: number, task: number): SinkWriter;
  /** What the job's operators held when they were stored. */
  readonly restored: RestoredJob;
  state(node: number, task: number): StateStore;
  /** The same, where the operator is one that keeps state. */
  durable(node: number, task: number): DurableStore | null;
  /** Brings what was sealed at a barrier to where the barrier says. */
  store(sealed: Sealed, barrier: Barrier, node: number, task: number): Promise<Stored>;
  /** What the sink's writer made durable, for a barrier or at its end. */
  prepared(
    node: number,
    task: number,
    checkpoint: number | null,
    made: readonly Committable[],
  ): void;
  /** All that the sink's task prepared up to a barrier, or its end, and that is not committed. */
  committables(
    node: number,
    task: number,
    checkpoint: number,
    finished: boolean,
  ): readonly Committable[];
  /** To the coordinator. */
  tell(event: PartEvent): void;
  acknowledged(snapshot: TaskSnapshot): void;
  /** The checkpoint cannot be completed; the task goes on. */
  declined(checkpoint: number, error: unknown): void;
  ended(task: Task): void;
  fail(error: unknown): void;
}

/** State that was written, and the files of it that have no place of their own. */
export interface Stored {
  readonly handle: StateHandle;
  readonly files: readonly InlineFile[];
}

export abstract class Task implements Runnable {
  readonly stage: Stage;
  /** Which of the stage's parallel tasks. */
  readonly number: number;
  /** By node. */
  readonly meters = new Map<number, Meter>();
  protected readonly host: TaskHost;
  readonly #outputs: ExchangeOutput[] = [];
  readonly #tails: SinkTail[] = [];
  readonly #closing: { close(): void }[] = [];
  /** Barriers under way that the head has yet to take. */
  readonly #expected = new Map<number, Barrier>();
  readonly #answers = new Map<number, Acknowledgement>();
  #started = false;
  #inputEnded = false;
  #ended = false;
  #closed = false;

  constructor(host: TaskHost, stage: Stage, number: number) {
    this.host = host;
    this.stage = stage;
    this.number = number;
    for (const node of stage.nodes) this.meters.set(node, newMeter(START_OF_TIME));
  }

  /** The counters of its nodes as they stand. */
  nodeMeters(): NodeMeter[] {
    return [...this.meters].map(([node, meter]) => {
      return { node, task: this.number, meter: { ...meter } };
    });
  }

  protected abstract work(): boolean;

  /** What the head holds, without state: of a task that has ended. */
  protected abstract snapshot(): NodeSnapshot;

  /** There is something to do even while what is downstream has no room. */
  protected abstract get urgent(): boolean;

  protected get head(): NodeSpec {
    return this.spec(this.stage.head);
  }

  protected get closed(): boolean {
    return this.#closed;
  }

  /** The nodes of its stage that are sinks. */
  get sinks(): readonly number[] {
    return this.stage.nodes.filter((node) => this.spec(node).operator.kind === 'sink');
  }

  step(): boolean {
    if (this.#closed) return false;
    try {
      if (!this.#started || (!this.open && !this.urgent)) return false;
      if (!this.#inputEnded) return this.work();
      this.#checkEnd();
      return false;
    } catch (error) {
      this.host.fail(blame(error, this.head));
      return false;
    }
  }

  /** Every part of the job is open. */
  start(): void {
    this.#started = true;
    this.wake();
  }

  /** A barrier is on its way, which may not come to a task that ends before. */
  expect(barrier: Barrier): void {
    if (this.#ended) this.#answerFinished(barrier);
    else this.#expected.set(barrier.checkpoint, barrier);
  }

  wake(): void {
    if (!this.#closed) this.host.scheduler.wake(this);
  }

  /** Waits for something outside, then calls `then` and wakes the task. */
  await<T>(promise: Promise<T>, then: (value: T) => void, node: NodeSpec = this.head): void {
    this.host.scheduler.hold();
    const settle = (action: () => void): void => {
      try {
        if (!this.#closed) action();
      } catch (error) {
        this.host.fail(blame(error, node));
      }
      this.wake();
      this.host.scheduler.release();
    };
    promise.then(
      (value) => settle(() => then(value)),
      (error: unknown) => settle(() => this.host.fail(blame(error, node))),
    );
  }

  /** Gives back everything at once, wherever the task stands. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const one of this.#closing) one.close();
    await Promise.all(this.#tails.map((tail) => tail.close()));
  }

  /** To be called once `end` went down the whole chain. */
  protected endOfInput(): void {
    this.#inputEnded = true;
    this.wake();
  }

  /** The head has taken a barrier, and sends it on next. @param head what the head holds */
  protected acknowledge(barrier: Barrier, head: Promise<HeadSnapshot>): void {
    const { checkpoint } = barrier;
    this.#expected.delete(checkpoint);
    const answer = new Acknowledgement(this.#tails.length, (taken) => {
      this.#answers.delete(checkpoint);
      this.#answer(checkpoint, taken, false);
    });
    this.#answers.set(checkpoint, answer);
    this.host.scheduler.hold();
    head
      .then(
        (taken) => answer.head(taken),
        (error: unknown) => {
          this.#answers.delete(checkpoint);
          this.host.declined(checkpoint, error);
        },
      )
      .finally(() => this.host.scheduler.release());
  }

  /** What hangs on a node's output; `skip` leaves chained nodes out. */
  protected after(node: number, skip: ReadonlySet<number> = new Set()): Downstream {
    const { chained, leaving } = this.host.graph;
    const inside = (chained[node] ?? []).filter((next) => !skip.has(next));
    return fan([
      ...inside.map((next) => this.#link(next)),
      ...(leaving[node] ?? []).map((edge) => this.#exchange(edge)),
    ]);
  }

  /** An operator of this task. Whoever makes it closes it, or `keep`s it. */
  protected drive(
    node: number,
    downstream: Downstream,
    watermark: number = START_OF_TIME,
  ): DrivenNode {
    const operator = createOperator(this.spec(node).operator);
    const context = this.#context(node, watermark);
    return new DrivenNode(this.spec(node), operator, context, this.meter(node), downstream);
  }

  /** Closes it with the task. */
  protected keep<T extends { close(): void }>(one: T): T {
    this.#closing.push(one);
    return one;
  }

  protected spec(node: number): NodeSpec {
    return nodeOf(this.host.graph.job, node);
  }

  protected meter(node: number): Meter {
    return this.meters.get(node) as Meter;
  }

  protected get open(): boolean {
    for (const output of this.#outputs) if (!output.open) return false;
    for (const tail of this.#tails) if (!tail.open) return false;
    return true;
  }

  #checkEnd(): void {
    if (this.#ended || !this.#tails.every((tail) => tail.ended)) return;
    this.#ended = true;
    for (const barrier of this.#expected.values()) this.#answerFinished(barrier);
    this.#expected.clear();
    this.host.ended(this);
  }

  #answerFinished({ checkpoint }: Barrier): void {
    this.#answer(checkpoint, { nodes: [this.snapshot()], files: [] }, true);
  }

  #answer(checkpoint: number, { nodes, files }: HeadSnapshot, finished: boolean): void {
    const { number: task, stage } = this;
    const sinks = this.sinks.map((node): NodeSnapshot => {
      const committables = this.host.committables(node, task, checkpoint, finished);
      return { id: this.spec(node).id, task, finished, committables };
    });
    const taken = { nodes: [...nodes, ...sinks], files };
    this.host.acknowledged({ checkpoint, stage: stage.index, task, ...taken });
  }

  #link(node: number): Downstream {
    if (this.spec(node).operator.kind === 'sink') return this.sink(node);
    return this.keep(new ChainedNode(this.drive(node, this.after(node))));
  }

  #exchange(edge: Edge): Downstream {
    const wake = (): void => this.wake();
    const receivers = this.host.receivers(edge, this.number);
    const channels = receivers.map((to) => this.host.channel(edge, this.number, to, wake));
    const output = new ExchangeOutput(edge.exchange, channels, this.host.graph.job.maxParallelism);
    this.#outputs.push(output);
    return output;
  }

  protected sink(node: number): SinkTail {
    const spec = this.spec(node);
    const tail = new SinkTail(spec, this.host.writer(node, this.number), this.meter(node), {
      await: (promise, then) => this.await(promise, then, spec),
      prepared: (checkpoint, committables) => {
        this.host.prepared(node, this.number, checkpoint, committables);
        if (checkpoint !== null) this.#answers.get(checkpoint)?.tail();
      },
    });
    this.#tails.push(tail);
    return tail;
  }

  #context(node: number, watermark: number): DriveContext {
    const { graph, clock, batchRows, zone } = this.host;
    const spec = this.spec(node);
    const { number } = this;
    return {
      state: this.host.state(node, number),
      clock,
      now: clock.now(),
      inputs: spec.inputs.map(({ node: from }) => this.spec(from).output.map(({ type }) => type)),
      watermark,
      batchRows,
      vectors: new VectorPool(this.host.poisons),
      get timeZone() {
        return zone.timeZone;
      },
      task: number,
      parallelism: parallelismOf(graph.job, spec),
      maxParallelism: graph.job.maxParallelism,
      metrics: this.meter(node),
    };
  }
}
