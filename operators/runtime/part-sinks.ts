/**
 * The sinks of a part: opens their writers, sees to what a restored checkpoint had prepared, and
 * makes visible, or removes, what the writers prepared.
 */
import { assert } from '../../conf/errors/error.js';
import type { Sink, SinkContext, SinkWriter } from '../core/sink.js';
import type { NodeSpec } from '../core/spec.js';
import type { SinkSpec } from '../sink/sink-spec.js';
import { blame } from './failure.js';
import type { PartSpec } from './part-messages.js';
import { Prepared } from './prepared.js';
import type { RestoredJob } from './restored-job.js';

/** The tasks of a sink that are in the part. */
export interface SinkTasks {
  readonly node: number;
  readonly spec: NodeSpec;
  readonly sink: SinkSpec;
  readonly contexts: readonly SinkContext[];
}

export class PartSinks {
  readonly prepared = new Prepared();
  readonly #sinks = new Map<number, Sink>();
  /** Writers that no task has taken yet. */
  readonly #writers = new Map<string, SinkWriter>();
  readonly #part: PartSpec;
  readonly #restored: RestoredJob;

  constructor(part: PartSpec, restored: RestoredJob) {
    this.#part = part;
    this.#restored = restored;
  }

  async open({ node, spec, sink: sinkSpec, contexts }: SinkTasks, make: (spec: SinkSpec) => Sink) {
    try {
      const sink = make(sinkSpec);
      this.#sinks.set(node, sink);
      await this.#recommit(spec.id, sink);
      for (const context of contexts) {
        this.#writers.set(`${node}/${context.task}`, await sink.open(context));
      }
    } catch (error) {
      throw blame(error, spec);
    }
  }

  takeWriter(node: number, task: number): SinkWriter {
    const key = `${node}/${task}`;
    const writer = this.#writers.get(key);
    assert(writer !== undefined, 'The writer of a sink is open before its task is made');
    this.#writers.delete(key);
    return writer;
  }

  /** Makes visible what a checkpoint covers; null: everything. */
  commit(checkpoint: number | null): Promise<void> {
    return this.prepared.commit(this.#sinks, checkpoint);
  }

  /** Closes the writers that no task took. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#writers.values()].map((writer) => writer.close()));
  }

  /** Removes what is prepared, but for what is in checkpoint `kept`. */
  abort(kept: number): Promise<void> {
    return this.prepared.abort(this.#sinks, kept);
  }

  /** One part sees to what is restored: it belongs to all tasks. */
  async #recommit(id: string, sink: Sink): Promise<void> {
    const { jobId: job, attempt, part } = this.#part;
    if (part !== 0) return;
    const committables = this.#restored.committables(id);
    if (committables.length > 0) await sink.commit(committables);
    if (attempt > 0) await sink.sweep?.({ job, attempt });
  }
}
