/**
 * A task whose head is a source: reads its splits, a batch a step, and sends them down the chain.
 *
 * The nodes from the source to the watermarks are made for each split; behind them the splits
 * become one stream (`split-merge.ts`). The split whose watermark is furthest behind is sent, so
 * that event time moves on evenly and little state waits for it; of several the first, whichever
 * was read first: the order of rows does not depend on how long reads take. Splits that are not
 * open yet hold the watermark back; at most `OPEN_SPLITS` are open.
 */
import { VectorPool } from '../../state/column/vector-pool.js';
import type { Barrier, Message } from '../core/message.js';
import { END_OF_TIME, START_OF_TIME } from '../core/message.js';
import type { Source, SourceContext } from '../core/source.js';
import { ChainedNode, type DrivenNode, fan, metered } from './chained.js';
import { blame } from './failure.js';
import type { Downstream } from './marked-output.js';
import type { NodeSnapshot, SplitState } from './snapshot.js';
import type { TaskReach } from './source-progress.js';
import { SplitMerge } from './split-merge.js';
import { type SplitChain, SplitStream } from './split-stream.js';
import type { Stage } from './stages.js';
import { Task, type TaskHost } from './task.js';

const OPEN_SPLITS = 32;

/** A split of this task, with its number at each merge. */
interface Assigned {
  readonly state: SplitState;
  readonly number: number;
  /** Once it is open. */
  stream?: SplitStream;
}

/** A barrier that is to be sent. */
interface Arrived {
  readonly barrier: Barrier;
  /**
   * Splits that the task had when it came. Of all tasks together they are the first that were
   * found: one that a checkpoint has may not follow, in time, one that it lacks and that is found
   * again, since its rows would be late then.
   */
  readonly splits: number;
}

export class SourceTask extends Task {
  readonly #source: Source;
  /** Nodes that exist once a split. */
  readonly #perSplit: ReadonlySet<number>;
  /** By the per-split node whose output is merged. */
  readonly #merges = new Map<number, SplitMerge>();
  /** By number. */
  readonly #open: SplitStream[] = [];
  /** All that the task was given. */
  readonly #assigned: Assigned[] = [];
  #queued: Assigned[] = [];
  #ended = 0;
  /** Numbers of those that are being opened. */
  readonly #opening = new Set<number>();
  /** No more splits will be given. */
  #complete = false;
  #done = false;
  /** Nothing is read for now, or any more: the job stops. */
  #held: 'no' | 'paused' | 'drained' = 'no';
  #barriers: Arrived[] = [];

  constructor(host: TaskHost, stage: Stage, number: number, source: Source) {
    super(host, stage, number);
    const { id } = this.head;
    this.#source = source;
    this.#perSplit = perSplitNodes(host, stage);
    for (const node of this.#perSplit) {
      const { chained, leaving } = host.graph;
      const leaves = (chained[node] ?? []).some((next) => !this.#perSplit.has(next));
      if (!leaves && (leaving[node] ?? []).length === 0) continue;
      const reached = host.restored.watermarkOfSplits(id, this.spec(node).id);
      this.#merges.set(node, new SplitMerge(this.after(node, this.#perSplit), reached));
    }
  }

  /** Further splits to read; `complete` = these are the last. */
  assign(splits: readonly SplitState[], complete: boolean): void {
    for (const state of splits) {
      const one: Assigned = { state, number: this.#assigned.length };
      this.#assigned.push(one);
      for (const [node, merge] of this.#merges) {
        merge.add(state.watermarks[this.spec(node).id], state);
      }
      if (state.ended) this.#ended++;
      else this.#queued.push(one);
    }
    this.#complete ||= complete;
    this.#tell();
    this.meter(this.stage.head).splits = this.#assigned.length;
    this.wake();
  }

  /** Where the task may go on to once it has read all it was given, by operator id. */
  follow(watermarks: TaskReach['watermarks']): void {
    if (this.#done || this.#isReading) return;
    for (const [node, merge] of this.#merges) {
      const value = watermarks[this.spec(node).id];
      if (value !== undefined) merge.follow(value);
    }
    this.#report();
  }

  get #isReading(): boolean {
    return this.#ended < this.#assigned.length;
  }

  /** Tells how far it is, where more splits may come. */
  #tell(): void {
    if (this.#complete) return;
    const watermarks = Object.fromEntries(
      [...this.#merges].map(([node, { watermark }]) => [this.spec(node).id, watermark]),
    );
    const reach = { assigned: this.#assigned.length, isReading: this.#isReading, watermarks };
    this.host.tell({ kind: 'reached', node: this.stage.head, task: this.number, reach });
  }

  override start(): void {
    for (const merge of this.#merges.values()) merge.announce();
    super.start();
  }

  /** Sends a barrier between two batches, and reads no further where it `stops` the job. */
  barrier(barrier: Barrier, stops: boolean): void {
    if (stops) this.#held = 'paused';
    this.expect(barrier);
    if (this.#done) return;
    this.#barriers.push({ barrier, splits: this.#assigned.length });
    this.wake();
    const { overtakeAt } = barrier;
    if (overtakeAt === undefined) return;
    this.host.clock.after(Math.max(0, overtakeAt - this.host.clock.now()), () => {
      this.#barriers = this.#barriers.map((one) =>
        one.barrier === barrier ? { ...one, barrier: { ...barrier, alignment: 'unaligned' } } : one,
      );
      this.wake();
    });
  }

  /** Reads on behind a barrier that was to stop the job, and did not. */
  resume(): void {
    if (this.#held === 'paused') this.#held = 'no';
    this.wake();
  }

  /** The stream ends here, as if there were no more rows. */
  drain(): void {
    this.#held = 'drained';
    this.wake();
  }

  protected get urgent(): boolean {
    return this.#barriers[0]?.barrier.alignment === 'unaligned';
  }

  protected work(): boolean {
    const barriers = this.#barriers;
    this.#barriers = [];
    for (const { barrier, splits } of barriers) {
      const nodes = [this.snapshot(splits)];
      this.acknowledge(barrier, Promise.resolve({ nodes, files: [] }));
      this.#send(barrier);
    }
    if (!this.open || this.#held === 'paused') return false;
    if (this.#held === 'drained') return this.#end();
    this.#openSplits();
    const stream = this.#sendNext();
    if (stream === undefined) return this.#finish();
    if (stream.ended) this.#drop(stream);
    this.#report();
    return true;
  }

  /** @param count how many of its splits */
  protected override snapshot(count = this.#assigned.length): NodeSnapshot {
    const splits = this.#assigned.slice(0, count).map(({ state, stream, number }) => ({
      split: stream?.split ?? state.split,
      ended: stream?.ended ?? state.ended,
      idle: stream?.idle ?? state.idle,
      watermarks: this.#watermarks(number),
    }));
    const merged = Object.fromEntries(
      [...this.#merges].map(([node, { watermark }]) => [this.spec(node).id, watermark]),
    );
    return { id: this.head.id, task: this.number, finished: this.#done, splits, merged };
  }

  #watermarks(split: number): Record<string, number> {
    const found = [...this.#merges].map(([node, merge]) => {
      return [this.spec(node).id, merge.watermarkOf(split)] as const;
    });
    return Object.fromEntries(found);
  }

  override async close(): Promise<void> {
    const closing = this.#open.map((stream) => stream.close());
    await Promise.all([super.close(), ...closing]);
  }

  #send(message: Message): void {
    for (const merge of this.#merges.values()) merge.send(message);
  }

  #finish(): boolean {
    const left = this.#open.length + this.#queued.length + this.#opening.size;
    return left > 0 || !this.#complete ? false : this.#end();
  }

  #end(): false {
    if (this.#done) return false;
    this.#done = true;
    this.#send({ kind: 'watermark', value: END_OF_TIME });
    this.#send({ kind: 'end' });
    this.endOfInput();
    return false;
  }

  /** Sends a batch of the split whose turn it is; undefined where that has none yet. */
  #sendNext(): SplitStream | undefined {
    try {
      for (const stream of this.#open) stream.readAhead();
      const stream = this.#furthestBehind();
      if (stream === undefined || !stream.ready) return undefined;
      stream.advance();
      return stream;
    } catch (error) {
      throw blame(error, this.head);
    }
  }

  /** Of the splits that have rows, or may have; undefined where it is not open yet. */
  #furthestBehind(): SplitStream | undefined {
    let best: SplitStream | undefined;
    for (const stream of this.#open) {
      if (stream.waiting) continue;
      if (best === undefined || stream.watermark < best.watermark) best = stream;
    }
    if (best === undefined) return undefined;
    for (const number of this.#opening) {
      const watermark = this.#watermarkOf(number);
      if (watermark > best.watermark) continue;
      if (watermark < best.watermark || number < best.number) return undefined;
    }
    return best;
  }

  #openSplits(): void {
    while (this.#queued.length > 0 && this.#open.length + this.#opening.size < OPEN_SPLITS) {
      const next = this.#queued.shift() as Assigned;
      const { number } = next;
      const { split, idle } = next.state;
      this.#opening.add(number);
      let stream: SplitStream | undefined;
      const context = this.#sourceContext(() => stream?.wake());
      const opened = this.#source.open(split, context).then(async (reader) => {
        if (this.closed) await reader.close();
        return reader;
      });
      this.await(opened, (reader) => {
        this.#opening.delete(number);
        const opened = { split, number, reader, idle };
        stream = new SplitStream(opened, this.#chain(number), this.#host(), this.#idleMs());
        next.stream = stream;
        const behind = this.#open.findIndex((one) => one.number > number);
        this.#open.splice(behind < 0 ? this.#open.length : behind, 0, stream);
      });
    }
  }

  #sourceContext(wake: () => void): SourceContext {
    const { clock, batchRows, zone, poisons } = this.host;
    return {
      clock,
      batchRows,
      get timeZone() {
        return zone.timeZone;
      },
      vectors: new VectorPool(poisons),
      wake,
    };
  }

  #host() {
    const { clock } = this.host;
    return {
      await: <T>(promise: Promise<T>, then: (value: T) => void) => this.await(promise, then),
      now: () => clock.now(),
      wake: () => this.wake(),
      after: (delayMs: number, fire: () => void) =>
        clock.after(delayMs, () => {
          if (this.closed) return;
          try {
            fire();
            this.#report();
          } catch (error) {
            this.host.fail(blame(error, this.head));
          }
        }),
    };
  }

  /** The timeout of the watermarks in this task, or 0. */
  #idleMs(): number {
    const timeouts = [...this.#perSplit].map((node) => {
      const { operator } = this.spec(node);
      return operator.kind === 'watermark' ? operator.idleTimeoutMs : 0;
    });
    return Math.max(0, ...timeouts);
  }

  /** The nodes up to the merges, for one split. */
  #chain(split: number): SplitChain {
    const driven: DrivenNode[] = [];
    const after = (node: number): Downstream => {
      const inside = (this.host.graph.chained[node] ?? []).filter((one) => this.#perSplit.has(one));
      const branches: Downstream[] = inside.map((next) => {
        const one = this.drive(next, after(next), this.#merges.get(next)?.watermarkOf(split));
        driven.push(one);
        return new ChainedNode(one);
      });
      const merge = this.#merges.get(node);
      if (merge !== undefined) branches.push(merge.input(split));
      return fan(branches);
    };
    const { head } = this.stage;
    return {
      entry: metered(this.meter(head), after(head)),
      watermark: () => this.#watermarkOf(split),
      close: () => {
        for (const one of driven) one.close();
      },
    };
  }

  #watermarkOf(split: number): number {
    for (const merge of this.#merges.values()) return merge.watermarkOf(split);
    return START_OF_TIME;
  }

  #drop(stream: SplitStream): void {
    this.#open.splice(this.#open.indexOf(stream), 1);
    this.#ended++;
    this.await(stream.close(), () => {});
    if (!this.#isReading) this.#tell();
  }

  #report(): void {
    const meter = this.meter(this.stage.head);
    let shares = this.#ended;
    for (const stream of this.#open) shares += stream.progress;
    meter.splitsRead = shares;
    let reached = Number.POSITIVE_INFINITY;
    for (const merge of this.#merges.values()) reached = Math.min(reached, merge.watermark);
    if (reached < END_OF_TIME) meter.watermark = reached;
  }
}

/** The head, and every node on the way from it to a watermark. */
function perSplitNodes(host: TaskHost, stage: Stage): ReadonlySet<number> {
  const found = new Set([stage.head]);
  const { chained, job } = host.graph;
  const visit = (node: number): boolean => {
    const below = (chained[node] ?? []).map(visit).some((one) => one);
    const marks = job.nodes[node]?.operator.kind === 'watermark' || below;
    if (marks) found.add(node);
    return marks;
  };
  visit(stage.head);
  return found;
}
